package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes the owners of pointers. If invariants cut a program, its objects cannot be listed: a loop may make
// any number of them. If the program or its formulas test pointers (ir.Valid), the tests are decided by arrays over all
// objects. Each object of an execution has a number, and
//
//	size, heap, fixed, maker    arrays over these numbers that never change
//	alive                       an array that is part of the state
//
// In addition to its number, a pointer has an owner, the object from which it was made, and an offset in this object.
//
//	p = alloc heap n      the owner of p is o, new; not alive[o]; size[o] = n; heap[o]; then alive[o] := true
//	q = p + k             the owner of q is o, at offset k
//	free q                alive[o] := false, if k is 0 and heap[o]
//	readable(q, m)        alive[o] and k <= size[o] and m <= size[o] - k
//
// Every register of pointer type has an owner at the start of a piece. Formulas restrict this owner, and statements
// transfer it to other registers, so that
//
//	L2 has  writable(p, 4*n) && i <= n      L2 -> L3: assume i < n      L3 -> L4: assume writable(p + 4*i, 4)
//
// needs nothing else. A pointer that is made by another operation has no owner, and a test of it has an unknown result.
// If several objects end at once (at a return), or a call may end some, alive becomes a new array. It is equal to the
// old one at each object that occurs in a formula and that certainly has not ended.

// owner is the object from which a pointer was made, and the offset of the pointer in it.
type owner struct {
	id  *term.Term // the number of the object; 0: none
	off value      // in bytes, of the address width, modulo 2^w
}

// Values of slot.n for properties of objects other than contents and address.
const (
	ownerOf   = -2 // of a named object: its number
	aliveHere = -3 // of tracking.table: the array alive
)

// ownership holds the arrays of a query that never change. They are indexed by the numbers of objects.
type ownership struct {
	// By object, in this order: its size in bytes, whether it is allocated on the heap, whether writes to it are lost, and
	// the number of the declaration or edge that made it.
	size, heap, fixed, maker *term.Term
	ids                      []*term.Term // all objects that occur in the query
}

// wantsOwners decides whether pointers have owners: only if the program or a formula tests a pointer that has no named
// root.
func (c *checker) wantsOwners(specs []ir.Expr) {
	c.mem.table, c.mem.makers, c.mem.shared = nil, nil, nil
	if c.mem.heap {
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
	c.mem.table = &ir.Object{Name: "alive"}
	c.mem.makers = map[any]int{}
	c.mem.shared = flow.Held(c.prog)
}

// wanted reports whether pointers have owners.
func (ow *owners) wanted() bool { return ow.c.mem.table != nil }

// numberOfMaker returns the number of x, a named object or an edge that makes objects.
func (c *checker) numberOfMaker(x any) int {
	n, ok := c.mem.makers[x]
	if !ok {
		n = len(c.mem.makers) + 1
		c.mem.makers[x] = n
	}
	return n
}

// ownerBits is the width of the numbers of objects, in Bits.
const ownerBits = 40

// ownerSort returns the sort of the numbers of objects.
func (ow *owners) ownerSort() term.Sort {
	if ow.enc == Ints {
		return term.IntSort
	}
	return term.BVSort(ownerBits)
}

// noOwner returns the number 0, which no object has.
func (ow *owners) noOwner() *term.Term {
	if ow.enc == Ints {
		return ow.tc.Int(0)
	}
	return ow.tc.BV(0, ownerBits)
}

// small returns n as an element of the array maker.
func (ow *owners) small(n int) *term.Term {
	if ow.enc == Ints {
		return ow.tc.Int(int64(n))
	}
	return ow.tc.BV(uint64(n), 16)
}

// about returns the arrays that never change; the first call makes them.
func (ow *owners) about() *ownership {
	if ow.own == nil {
		array := func(name string, elem term.Sort) *term.Term {
			return ow.tc.Fresh(ow.enc.String()+"."+name, term.ArraySort(ow.ownerSort(), elem))
		}
		num := term.IntSort
		if ow.enc == Bits {
			num = term.BVSort(16)
		}
		ow.own = &ownership{size: array("size", ow.a.sort(ow.addressType())), heap: array("heap", term.BoolSort),
			fixed: array("fixed", term.BoolSort), maker: array("maker", num)}
	}
	return ow.own
}

// aliveSlot returns the slot of the array alive.
func (ow *owners) aliveSlot() slot { return slot{o: ow.c.mem.table, n: aliveHere, depth: -1} }

// aliveNow returns the array alive in a state.
func (ow *owners) aliveNow(s *state) *term.Term { return ow.q.read(s, ow.aliveSlot()).t }

// setAlive changes the array alive of a state to t.
func (ow *owners) setAlive(s *state, t *term.Term) { s.at[ow.aliveSlot()] = value{t: t} }

// freshAlive returns an arbitrary array alive.
func (ow *owners) freshAlive() *term.Term {
	return ow.tc.Fresh(ow.enc.String()+".alive", term.ArraySort(ow.ownerSort(), term.BoolSort))
}

// freshID returns a new constant for the number of an object, about which nothing is known.
func (ow *owners) freshID() *term.Term {
	id := ow.tc.Fresh(ow.enc.String()+".object", ow.ownerSort())
	ow.about().ids = append(ow.about().ids, id)
	return id
}

// sizeOfOwner returns the size of an object in bytes.
func (ow *owners) sizeOfOwner(id *term.Term) value {
	t := ow.tc.Select(ow.about().size, id)
	ow.fact(ow.a.inRange(ow.addressType(), t))
	return ow.a.number(ow.addressType(), t)
}

// freshOwner returns the owner of an arbitrary pointer; nil if pointers have no owners.
func (ow *owners) freshOwner(t ir.Type) *owner {
	if !ow.wanted() || t.Kind != ir.Ptr {
		return nil
	}
	return &owner{ow.freshID(), ow.fresh("at", ow.addressType())}
}

// described adds the facts about an object that never change; maker is the declaration or edge that made it.
func (ow *owners) described(id *term.Term, size value, heap, fixed bool, maker any) {
	is := func(arr *term.Term, yes bool) *term.Term {
		if yes {
			return ow.tc.Select(arr, id)
		}
		return ow.tc.Not(ow.tc.Select(arr, id))
	}
	o := ow.about()
	ow.facts = append(ow.facts, ow.tc.Not(ow.tc.Eq(id, ow.noOwner())), is(o.heap, heap), is(o.fixed, fixed),
		ow.tc.Eq(ow.tc.Select(o.maker, id), ow.small(ow.c.numberOfMaker(maker))), ow.tc.Eq(ow.sizeOfOwner(id).t, size.t))
}

// freshObject returns the number of an arbitrary instance of a named object.
func (ow *owners) freshObject(o *ir.Object) value {
	id := ow.freshID()
	ow.described(id, ow.sizeLit(o.Size), false, o.Const && o.Func == nil, o)
	return value{t: id}
}

// ownObject returns the owner of the address of a named object.
func (ow *owners) ownObject(s *state, o *ir.Object) *owner {
	if !ow.wanted() {
		return nil
	}
	return &owner{ow.objectNow(s, o), ow.a.lit(ow.addressType(), 0)}
}

// objectNow returns the number of the current instance of a named object. If the object is global, it adds the fact
// that it is alive.
func (ow *owners) objectNow(s *state, o *ir.Object) *term.Term {
	id := ow.q.read(s, s.object(o, ownerOf)).t
	if o.Func == nil {
		ow.facts = append(ow.facts, ow.tc.Select(ow.q.atStart(ow.aliveSlot()).t, id))
		if now := ow.aliveNow(s); now != ow.q.atStart(ow.aliveSlot()).t {
			ow.fact(ow.tc.Select(now, id))
		}
	}
	return id
}

// newObject makes an object that is alive from here on, and returns its number. It was not alive before.
func (ow *owners) newObject(s *state, size value, heap bool, maker any) *term.Term {
	id := ow.freshID()
	old := ow.aliveNow(s)
	ow.described(id, size, heap, false, maker)
	ow.facts = append(ow.facts, ow.tc.Not(ow.tc.Select(old, id)))
	ow.setAlive(s, ow.tc.Store(old, id, ow.tc.True()))
	return id
}

// madeOwner returns the owner of the pointer that an Alloc or an Input returns; nil for stack memory other than blocks
// (blocks.go).
func (ow *owners) madeOwner(s *state, e *ir.Edge, size value, heap bool) *owner {
	if a, ok := e.Stmt.(*ir.Alloc); !ow.wanted() || ok && a.Kind != ir.Heap && ow.c.mem.blockAt[e] == nil {
		return nil
	}
	return &owner{ow.newObject(s, size, heap, e), ow.a.lit(ow.addressType(), 0)}
}

// moved returns the owner of a pointer plus an index.
func (ow *owners) moved(p value, index value, it ir.Type, scale int64) *owner {
	if p.own == nil {
		return nil
	}
	return &owner{p.own.id, ow.a.address(ow.c.prog.Model.Ptr(), p.own.off, index, it, scale)}
}

// numbered returns the owner of a constant pointer: the number 0 if the address is so small that no object lies there,
// and otherwise nil.
func (ow *owners) numbered(t ir.Type, v value) *owner {
	if n, ok := constOf(v); ow.wanted() && t.Kind == ir.Ptr && ok && n < firstObject {
		return &owner{ow.noOwner(), v}
	}
	return nil
}

// keptOwner returns a pointer as it will be when it is loaded from memory: then its owner is the object in which it
// lies. If it does not lie in its present owner, the new owner is unknown.
func (ow *owners) keptOwner(v value) value {
	if v.own == nil {
		return v
	}
	nt := ow.addressType()
	within := ow.tc.Or(ow.tc.And(ow.tc.Eq(v.own.id, ow.noOwner()), ow.a.compare(ir.Eq, nt, v, ow.a.lit(nt, 0))),
		ow.tc.And(ow.tc.Not(ow.tc.Eq(v.own.id, ow.noOwner())), ow.a.compare(ir.Le, nt, v.own.off, ow.sizeOfOwner(v.own.id))))
	v.own = &owner{ow.tc.Ite(within, v.own.id, ow.freshID()), ow.ite(nt, within, v.own.off, ow.fresh("at", nt))}
	return v
}

// joinOwners returns the owner of a slot where paths meet; vs has the values of the slot on these paths. The result is
// nil if one of the values has no owner.
func (ow *owners) joinOwners(vs []value) *owner {
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
	return &owner{ow.freshID(), ow.fresh("at", ow.addressType())}
}

// sameOwners reports whether two owners are the same terms.
func sameOwners(a, b *owner) bool {
	return a == b || a != nil && b != nil && a.id == b.id && a.off.t == b.off.t
}

// linkOwners returns equations between the owner of a joined slot and its owner on one of the paths.
func (ow *owners) linkOwners(to, from value) (out []*term.Term) {
	if to.own == nil || from.own == nil || sameOwners(to.own, from.own) {
		return nil
	}
	return []*term.Term{ow.tc.Eq(to.own.id, from.own.id), ow.tc.Eq(to.own.off.t, from.own.off.t)}
}

// ownerLives returns the facts that follow from the addresses in a statement: a named object is alive where a statement
// takes its address (ir.End).
func (ow *owners) ownerLives(s *state, st ir.Stmt) *term.Term {
	if !ow.wanted() {
		return ow.tc.True()
	}
	var out []*term.Term
	for _, e := range ir.StmtExprs(st) {
		ir.Walk(e, func(x ir.Expr) bool {
			if a, ok := x.(*ir.AddrOf); ok && a.Obj.Func != nil && ow.c.mem.shared[a.Obj] {
				out = append(out, ow.tc.Select(ow.aliveNow(s), ow.objectNow(s, a.Obj)))
			}
			return true
		})
	}
	return ow.tc.And(out...)
}

// bornObject encodes the Decl of a local object.
func (ow *owners) bornObject(s *state, o *ir.Object) {
	if !ow.wanted() {
		return
	}
	s.forget(s.object(o, ownerOf))
	if !ow.c.mem.shared[o] {
		return
	}
	id := ow.newObject(s, ow.sizeLit(o.Size), false, o)
	s.at[s.object(o, ownerOf)] = value{t: id}
}

// endedObject encodes the End of a local object.
func (ow *owners) endedObject(s *state, o *ir.Object) {
	if ow.wanted() && ow.c.mem.shared[o] {
		ow.setAlive(s, ow.tc.Store(ow.aliveNow(s), ow.objectNow(s, o), ow.tc.False()))
	}
}

// freedOwner encodes the Free of a pointer.
func (ow *owners) freedOwner(s *state, p value, kind ir.AllocKind) {
	switch {
	case !ow.wanted():
	case kind != ir.Heap: // ends some stack memory: the objects of the heap stay as they are
		ow.related(s, func(id *term.Term) *term.Term { return ow.tc.Select(ow.about().heap, id) })
	case p.own == nil:
		ow.related(s, func(id *term.Term) *term.Term { return ow.tc.Not(ow.tc.Select(ow.about().heap, id)) })
	default:
		nt := ow.addressType()
		now := ow.aliveNow(s)
		hit := ow.tc.And(ow.tc.Select(ow.about().heap, p.own.id), ow.a.compare(ir.Eq, nt, p.own.off, ow.a.lit(nt, 0)))
		ow.setAlive(s, ow.tc.Store(now, p.own.id, ow.tc.And(ow.tc.Select(now, p.own.id), ow.tc.Not(hit))))
	}
}

// related replaces the array alive by a new one. Both are equal at each object of the query for which the condition
// same(id) is true.
func (ow *owners) related(s *state, same func(id *term.Term) *term.Term) {
	old, now := ow.aliveNow(s), ow.freshAlive()
	for _, id := range ow.about().ids {
		ow.facts = append(ow.facts, ow.tc.Implies(same(id), ow.tc.Iff(ow.tc.Select(now, id), ow.tc.Select(old, id))))
	}
	ow.setAlive(s, now)
}

// havocOwners encodes the effect of unknown code, which may free objects of the heap.
func (ow *owners) havocOwners(s *state) {
	if ow.wanted() {
		ow.related(s, func(id *term.Term) *term.Term { return ow.tc.Not(ow.tc.Select(ow.about().heap, id)) })
	}
}

// calledOwners encodes the effect of a call of f on the array alive, for objects that existed before the call.
func (ow *owners) calledOwners(s *state, f *ir.Func) {
	if !ow.wanted() {
		return
	}
	makes, frees := false, false
	for g := range ow.c.calledFrom(f) {
		makes = makes || len(g.Objects) > 0
		for _, e := range g.Edges {
			switch st := e.Stmt.(type) { // sound: no other statement makes or ends objects
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
		ow.havocOwners(s)
	case makes:
		ow.related(s, func(*term.Term) *term.Term { return ow.tc.True() })
	}
}

// returnedOwners ends the lives of the objects that end when f returns.
func (ow *owners) returnedOwners(s *state, f *ir.Func) {
	if !ow.wanted() {
		return
	}
	var gone []any
	for _, o := range f.Objects {
		if ow.c.mem.shared[o] {
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
	ow.related(s, func(id *term.Term) *term.Term {
		not := make([]*term.Term, 0, len(gone))
		for _, x := range gone {
			not = append(not, ow.tc.Not(ow.tc.Eq(ow.tc.Select(ow.about().maker, id), ow.small(ow.c.numberOfMaker(x)))))
		}
		return ow.tc.And(not...)
	})
}

// ownerHolds returns the condition that n > 0 bytes at p lie in the owner of p, that the owner is alive and, if write
// is set, that it may be written.
func (ow *owners) ownerHolds(s *state, p value, n value, write bool) *term.Term {
	ok := []*term.Term{ow.tc.Select(ow.aliveNow(s), p.own.id), ow.tc.Not(ow.tc.Eq(p.own.id, ow.noOwner())),
		ow.fitsIn(p.own.off, n, ow.sizeOfOwner(p.own.id))}
	if write {
		ok = append(ok, ow.tc.Not(ow.tc.Select(ow.about().fixed, p.own.id)))
	}
	return ow.tc.And(ok...)
}

// inOwner returns the condition that a pointer lies in its owner or at the owner's end. Such a pointer is not null.
func (ow *owners) inOwner(p value) *term.Term {
	return ow.tc.And(ow.tc.Not(ow.tc.Eq(p.own.id, ow.noOwner())), ow.a.compare(ir.Le, ow.addressType(), p.own.off,
		ow.sizeOfOwner(p.own.id)))
}

// ownerFreeable returns the condition that a pointer is the beginning of a living object of the heap.
func (ow *owners) ownerFreeable(s *state, p value) *term.Term {
	nt := ow.addressType()
	return ow.tc.And(ow.tc.Not(ow.tc.Eq(p.own.id, ow.noOwner())), ow.tc.Select(ow.aliveNow(s), p.own.id),
		ow.tc.Select(ow.about().heap, p.own.id),
		ow.a.compare(ir.Eq, nt, p.own.off, ow.a.lit(nt, 0)))
}
