package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Where invariants cut a program there is no list of its objects: a loop makes any number. What a question about a
// pointer needs (ir.Valid) is kept of all of them together, where the program or its formulas ask. Each object of an
// execution has a number, and
//
//	size, heap, fixed, maker    arrays over these numbers, given once
//	alive                       another one, part of the state
//
// A pointer has an owner beside the number that it is: the object that it was made of, and an offset there.
//
//	p = alloc heap n      the owner of p is o, new; not alive[o]; size[o] = n; heap[o]; alive := alive with o
//	q = p + k             the owner of q is o, at k
//	free q                alive := alive without o, if k is 0 and heap[o]
//	readable(q, m)        alive[o] and k <= size[o] and m <= size[o] - k
//
// A register has some owner from the start of a piece on, which its formulas speak of, and statements hand on; so
//
//	L2 has  writable(p, 4*n) && i <= n      L2 -> L3: assume i < n      L3 -> L4: assume writable(p + 4*i, 4)
//
// needs nothing else. Whatever makes a pointer in another way leaves it without owner, and a question about it
// has any answer. Where several lives end at once (a return), or a call may end them, the array is new, and related to
// the old one at the objects that were spoken of.

// owner is the object that a pointer was made of, and where in it; off is a number of the address width, modulo 2^w.
type owner struct {
	id  *term.Term // 0: none
	off value
}

// The slots of objects beside their contents.
const (
	ownerOf   = -2 // of a named object: its number
	aliveHere = -3 // of checker.table: the array
)

// ownership is what a query has of objects.
type ownership struct {
	size, heap, fixed, maker *term.Term
	ids                      []*term.Term
}

// wantsOwners decides whether pointers have owners: where something asks about one.
func (c *checker) wantsOwners(specs []ir.Expr) {
	c.table, c.makers, c.shared = nil, nil, nil
	if c.heap {
		return
	}
	asks := slices.ContainsFunc(specs, func(e ir.Expr) bool {
		found := false
		ir.Walk(e, func(x ir.Expr) bool {
			v, ok := x.(*ir.Valid)
			found = found || ok && asksPointer(v)
			return !found
		})
		return found
	})
	for _, f := range c.prog.Funcs {
		asks = asks || slices.ContainsFunc(f.Edges, func(e *ir.Edge) bool { return asksThroughPointer(e.Stmt) })
	}
	if !asks {
		return
	}
	c.table = &ir.Object{Name: "alive"}
	c.makers = map[any]int{}
	c.shared = flow.Held(c.prog)
}

func (q *query) owners() bool { return q.c.table != nil }

// numberOfMaker numbers the named objects and the edges that make others.
func (c *checker) numberOfMaker(x any) int {
	n, ok := c.makers[x]
	if !ok {
		n = len(c.makers) + 1
		c.makers[x] = n
	}
	return n
}

const ownerBits = 40

func (q *query) ownerSort() term.Sort {
	if q.enc == Ints {
		return term.IntSort
	}
	return term.BVSort(ownerBits)
}

func (q *query) noOwner() *term.Term {
	if q.enc == Ints {
		return q.tc.Int(0)
	}
	return q.tc.BV(0, ownerBits)
}

func (q *query) small(n int) *term.Term {
	if q.enc == Ints {
		return q.tc.Int(int64(n))
	}
	return q.tc.BV(uint64(n), 16)
}

// about gives the arrays that never change.
func (q *query) about() *ownership {
	if q.own == nil {
		array := func(name string, elem term.Sort) *term.Term {
			return q.tc.Fresh(q.enc.String()+"."+name, term.ArraySort(q.ownerSort(), elem))
		}
		num := term.IntSort
		if q.enc == Bits {
			num = term.BVSort(16)
		}
		q.own = &ownership{size: array("size", q.a.sort(q.addressType())), heap: array("heap", term.BoolSort),
			fixed: array("fixed", term.BoolSort), maker: array("maker", num)}
	}
	return q.own
}

func (q *query) aliveSlot() slot { return slot{o: q.c.table, n: aliveHere, depth: -1} }

// aliveNow is the array of what lives.
func (q *query) aliveNow(s *state) *term.Term { return q.read(s, q.aliveSlot()).t }

func (q *query) setAlive(s *state, t *term.Term) { s.at[q.aliveSlot()] = value{t: t} }

func (q *query) freshAlive() *term.Term {
	return q.tc.Fresh(q.enc.String()+".alive", term.ArraySort(q.ownerSort(), term.BoolSort))
}

// freshID is the number of some object.
func (q *query) freshID() *term.Term {
	id := q.tc.Fresh(q.enc.String()+".object", q.ownerSort())
	q.about().ids = append(q.about().ids, id)
	return id
}

// sizeOfOwner is how many bytes an object has.
func (q *query) sizeOfOwner(id *term.Term) value {
	t := q.tc.Select(q.about().size, id)
	q.fact(q.a.inRange(q.addressType(), t))
	return q.a.number(q.addressType(), t)
}

// freshOwner is that of an arbitrary pointer; nil where nobody asks.
func (q *query) freshOwner(t ir.Type) *owner {
	if !q.owners() || t.Kind != ir.Ptr {
		return nil
	}
	return &owner{q.freshID(), q.fresh("at", q.addressType())}
}

// described notes what is known of an object for ever.
func (q *query) described(id *term.Term, size value, heap, fixed bool, maker any) {
	is := func(arr *term.Term, yes bool) *term.Term {
		if yes {
			return q.tc.Select(arr, id)
		}
		return q.tc.Not(q.tc.Select(arr, id))
	}
	o := q.about()
	q.facts = append(q.facts, q.tc.Not(q.tc.Eq(id, q.noOwner())), is(o.heap, heap), is(o.fixed, fixed),
		q.tc.Eq(q.tc.Select(o.maker, id), q.small(q.c.numberOfMaker(maker))), q.tc.Eq(q.sizeOfOwner(id).t, size.t))
}

// freshObject is the number of the instance of a named object, whichever that is.
func (q *query) freshObject(o *ir.Object) value {
	id := q.freshID()
	q.described(id, q.sizeLit(o.Size), false, o.Const && o.Func == nil, o)
	return value{t: id}
}

// ownObject is the owner of the address of a named object.
func (q *query) ownObject(s *state, o *ir.Object) *owner {
	if !q.owners() {
		return nil
	}
	return &owner{q.objectNow(s, o), q.a.lit(q.addressType(), 0)}
}

// objectNow is the number of the current instance of an object. Global ones live for ever.
func (q *query) objectNow(s *state, o *ir.Object) *term.Term {
	id := q.read(s, s.object(o, ownerOf)).t
	if o.Func == nil {
		q.facts = append(q.facts, q.tc.Select(q.atStart(q.aliveSlot()).t, id))
		if now := q.aliveNow(s); now != q.atStart(q.aliveSlot()).t {
			q.fact(q.tc.Select(now, id))
		}
	}
	return id
}

// newObject makes an object that lives from here on.
func (q *query) newObject(s *state, size value, heap bool, maker any) *term.Term {
	id := q.freshID()
	old := q.aliveNow(s)
	q.described(id, size, heap, false, maker)
	q.facts = append(q.facts, q.tc.Not(q.tc.Select(old, id)))
	q.setAlive(s, q.tc.Store(old, id, q.tc.True()))
	return id
}

// madeOwner is the owner of the pointer that an Alloc or an Input gives. Stack memory has none: it dies with its
// function, wherever that is left.
func (q *query) madeOwner(s *state, e *ir.Edge, size value, heap bool) *owner {
	if a, ok := e.Stmt.(*ir.Alloc); !q.owners() || ok && a.Kind != ir.Heap {
		return nil
	}
	return &owner{q.newObject(s, size, heap, e), q.a.lit(q.addressType(), 0)}
}

// moved is the owner of a pointer and some bytes more.
func (q *query) moved(p value, index value, it ir.Type, scale int64) *owner {
	if p.own == nil {
		return nil
	}
	return &owner{p.own.id, q.a.address(q.c.prog.Model.Ptr(), p.own.off, index, it, scale)}
}

// numbered is the owner of a constant pointer: none, where no object lies.
func (q *query) numbered(t ir.Type, v value) *owner {
	if n, ok := constOf(v); q.owners() && t.Kind == ir.Ptr && ok && n < firstObject {
		return &owner{q.noOwner(), v}
	}
	return nil
}

// keptOwner is a pointer as memory keeps it: out of memory comes one to the object in which it lies.
func (q *query) keptOwner(v value) value {
	if v.own == nil {
		return v
	}
	nt := q.addressType()
	within := q.tc.Or(q.tc.And(q.tc.Eq(v.own.id, q.noOwner()), q.a.compare(ir.Eq, nt, v, q.a.lit(nt, 0))),
		q.tc.And(q.tc.Not(q.tc.Eq(v.own.id, q.noOwner())), q.a.compare(ir.Le, nt, v.own.off, q.sizeOfOwner(v.own.id))))
	v.own = &owner{q.tc.Ite(within, v.own.id, q.freshID()), q.ite(nt, within, v.own.off, q.fresh("at", nt))}
	return v
}

// joinOwners is the owner of a slot where ways with these values meet; nil if one of them has none.
func (q *query) joinOwners(vs []value) *owner {
	first := vs[0].own
	same := true
	for _, v := range vs {
		if v.own == nil {
			return nil
		}
		same = same && sameOwners(v.own, first)
	}
	if same {
		return first
	}
	return &owner{q.freshID(), q.fresh("at", q.addressType())}
}

func sameOwners(a, b *owner) bool {
	return a == b || a != nil && b != nil && a.id == b.id && a.off.t == b.off.t
}

// linkOwners says that the owner of a join is that of one way into it.
func (q *query) linkOwners(to, from value) (out []*term.Term) {
	if to.own == nil || from.own == nil || sameOwners(to.own, from.own) {
		return nil
	}
	return []*term.Term{q.tc.Eq(to.own.id, from.own.id), q.tc.Eq(to.own.off.t, from.own.off.t)}
}

// ownerLives is what the addresses say that a statement meets: named objects live there (ir.End).
func (q *query) ownerLives(s *state, st ir.Stmt) *term.Term {
	if !q.owners() {
		return q.tc.True()
	}
	var out []*term.Term
	for _, e := range ir.StmtExprs(st) {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok && a.Obj.Func != nil && q.c.shared[a.Obj] {
				out = append(out, q.tc.Select(q.aliveNow(s), q.objectNow(s, a.Obj)))
			}
			return true
		})
	}
	return q.tc.And(out...)
}

// bornObject is the Decl of a local object.
func (q *query) bornObject(s *state, o *ir.Object) {
	if !q.owners() {
		return
	}
	s.forget(s.object(o, ownerOf))
	if !q.c.shared[o] {
		return
	}
	id := q.newObject(s, q.sizeLit(o.Size), false, o)
	s.at[s.object(o, ownerOf)] = value{t: id}
}

// endedObject is the End of a local object.
func (q *query) endedObject(s *state, o *ir.Object) {
	if q.owners() && q.c.shared[o] {
		q.setAlive(s, q.tc.Store(q.aliveNow(s), q.objectNow(s, o), q.tc.False()))
	}
}

// freedOwner is the Free of a pointer.
func (q *query) freedOwner(s *state, p value, kind ir.AllocKind) {
	switch {
	case !q.owners():
	case kind != ir.Heap: // some stack memory
		q.related(s, func(id *term.Term) *term.Term { return q.tc.Select(q.about().heap, id) })
	case p.own == nil:
		q.related(s, func(id *term.Term) *term.Term { return q.tc.Not(q.tc.Select(q.about().heap, id)) })
	default:
		nt := q.addressType()
		now := q.aliveNow(s)
		hit := q.tc.And(q.tc.Select(q.about().heap, p.own.id), q.a.compare(ir.Eq, nt, p.own.off, q.a.lit(nt, 0)))
		q.setAlive(s, q.tc.Store(now, p.own.id, q.tc.And(q.tc.Select(now, p.own.id), q.tc.Not(hit))))
	}
}

// related makes the array of what lives new, but for objects that were spoken of and of which same holds.
func (q *query) related(s *state, same func(id *term.Term) *term.Term) {
	old, now := q.aliveNow(s), q.freshAlive()
	for _, id := range q.about().ids {
		q.facts = append(q.facts, q.tc.Implies(same(id), q.tc.Iff(q.tc.Select(now, id), q.tc.Select(old, id))))
	}
	q.setAlive(s, now)
}

// havocOwners is what an unknown function may do: free what is of the heap.
func (q *query) havocOwners(s *state) {
	if q.owners() {
		q.related(s, func(id *term.Term) *term.Term { return q.tc.Not(q.tc.Select(q.about().heap, id)) })
	}
}

// calledOwners is what a call of f may do to objects that were there before it.
func (q *query) calledOwners(s *state, f *ir.Func) {
	if !q.owners() {
		return
	}
	makes, frees := false, false
	for g := range q.c.calledFrom(f) {
		makes = makes || len(g.Objects) > 0
		for _, e := range g.Edges {
			switch st := e.Stmt.(type) { // sound: nothing else makes or ends objects
			case *ir.Alloc, *ir.Decl, *ir.End:
				makes = true
			case *ir.Input:
				makes = makes || st.Dst.Type.Kind == ir.Ptr
			case *ir.Free, *ir.HavocAll:
				frees = true
			}
		}
	}
	switch {
	case frees:
		q.havocOwners(s)
	case makes:
		q.related(s, func(*term.Term) *term.Term { return q.tc.True() })
	}
}

// returnedOwners ends the lives of what dies when f returns.
func (q *query) returnedOwners(s *state, f *ir.Func) {
	if !q.owners() {
		return
	}
	var gone []any
	for _, o := range f.Objects {
		if q.c.shared[o] {
			gone = append(gone, o)
		}
	}
	for _, e := range f.Edges {
		if a, ok := e.Stmt.(*ir.Alloc); ok && a.Kind != ir.Heap {
			gone = append(gone, e)
		}
	}
	if len(gone) == 0 {
		return
	}
	q.related(s, func(id *term.Term) *term.Term {
		not := make([]*term.Term, 0, len(gone))
		for _, x := range gone {
			not = append(not, q.tc.Not(q.tc.Eq(q.tc.Select(q.about().maker, id), q.small(q.c.numberOfMaker(x)))))
		}
		return q.tc.And(not...)
	})
}

// ownerHolds says that n > 0 bytes lie in the live object that a pointer was made of.
func (q *query) ownerHolds(s *state, p value, n value, write bool) *term.Term {
	ok := []*term.Term{q.tc.Select(q.aliveNow(s), p.own.id), q.tc.Not(q.tc.Eq(p.own.id, q.noOwner())),
		q.fitsIn(p.own.off, n, q.sizeOfOwner(p.own.id))}
	if write {
		ok = append(ok, q.tc.Not(q.tc.Select(q.about().fixed, p.own.id)))
	}
	return q.tc.And(ok...)
}

// inOwner says that a pointer lies in its object, or at its end: then it is not null.
func (q *query) inOwner(p value) *term.Term {
	return q.tc.And(q.tc.Not(q.tc.Eq(p.own.id, q.noOwner())), q.a.compare(ir.Le, q.addressType(), p.own.off,
		q.sizeOfOwner(p.own.id)))
}

// ownerFreeable says that a pointer is the beginning of a live object of the heap.
func (q *query) ownerFreeable(s *state, p value) *term.Term {
	nt := q.addressType()
	return q.tc.And(q.tc.Not(q.tc.Eq(p.own.id, q.noOwner())), q.tc.Select(q.aliveNow(s), p.own.id),
		q.tc.Select(q.about().heap, p.own.id),
		q.a.compare(ir.Eq, nt, p.own.off, q.a.lit(nt, 0)))
}
