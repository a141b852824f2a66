package triple

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Addresses of named objects. All that is said of them holds in every layout of memory: they are not null,
// aligned, and apart from each other while both objects live. (Unwindings have more: pointer.go.)

// freshAddress is where an instance of o may lie: not at null, aligned, and without
// wrapping around.
func (q *query) freshAddress(o *ir.Object) value {
	q.inexact("an address is compared or converted")
	return q.aligned("addr."+o.Name, o.Size, o.Align)
}

// aligned is the address of some object of so many bytes.
func (q *query) aligned(name string, bytes, align int64) value {
	t := q.c.prog.Model.Ptr()
	nt := numberType(t)
	_, top := limits(nt)
	size := big.NewInt(max(bytes, 0))
	v := q.fresh(name, t)
	if size.Cmp(new(big.Int).Rsh(top, 1)) >= 0 {
		return v
	}
	lit := func(n *big.Int) value { return q.a.lit(nt, n.Uint64()) }
	last := new(big.Int).Sub(top, size)
	q.facts = append(q.facts, q.a.compare(ir.Le, nt, lit(one), v), q.a.compare(ir.Le, nt, v, lit(last)))
	if align > 1 && align&(align-1) == 0 {
		if q.enc == Ints {
			k := q.tc.Fresh("ints.aligned", v.t.Sort())
			q.facts = append(q.facts, q.tc.Eq(v.t, q.tc.IMul(q.tc.Int(align), k)))
		} else {
			q.facts = append(q.facts, q.tc.Eq(q.tc.BVAnd(v.t, lit(big.NewInt(align-1)).t), lit(zero).t))
		}
	}
	return v
}

const mostApart = 24 // addresses that are kept apart in a query

// fits reports whether objects have room beside each other in a part of memory, so that facts about them do not
// contradict.
func (q *query) fits(part uint, os ...*ir.Object) bool {
	_, top := limits(numberType(q.c.prog.Model.Ptr()))
	total := big.NewInt(0)
	for _, o := range os {
		if o.Size < 0 {
			return false
		}
		total.Add(total, big.NewInt(o.Size+max(o.Align, 1)))
	}
	return total.Cmp(new(big.Int).Rsh(top, part)) <= 0
}

// disjoint is the fact that two objects do not overlap. The end of one may be the start of another; one
// without bytes has an address of its own.
func (q *query) disjoint(o *ir.Object, v value, p *ir.Object, w value) {
	nt := numberType(q.c.prog.Model.Ptr())
	end := func(o *ir.Object, v value) value { // no wrap: see freshAddress
		r, _ := q.a.binary(ir.Add, nt, v, q.a.lit(nt, uint64(max(o.Size, 1))), nt)
		return r
	}
	q.facts = append(q.facts, q.tc.Or(
		q.a.compare(ir.Le, nt, end(o, v), w),
		q.a.compare(ir.Le, nt, end(p, w), v)))
}

// apart says that a global object does not overlap the others that were named.
func (q *query) apart(o *ir.Object, v value) {
	if len(q.bases) >= mostApart || !q.fits(1, append(q.bases[:len(q.bases):len(q.bases)], o)...) {
		return
	}
	for _, p := range q.bases {
		q.disjoint(o, v, p, q.start[slot{o: p, n: addressOf}])
	}
	q.bases = append(q.bases, o)
}

// besideOthers says that a local object, whose address was just chosen, does not overlap the others of its activation
// and the global ones. Only those are looked at that live from their one declaration to the return: two of them that
// were declared live both, and the address of one that was not is a ghost.
func (q *query) besideOthers(s *state, k slot, v value) {
	if k.n != addressOf || k.o == nil || k.o.Func == nil || k.in != nil || q.c.heap || !q.c.lasting(k.o) ||
		q.beside >= mostApart {
		return
	}
	var os []*ir.Object
	var vs []value
	add := func(o *ir.Object, k slot) {
		w, ok := s.at[k]
		if !ok {
			w, ok = q.start[k]
		}
		if ok && w.t != nil {
			os, vs = append(os, o), append(vs, w)
		}
	}
	for _, o := range k.o.Func.Objects {
		if o != k.o && q.c.lasting(o) {
			add(o, slot{o: o, n: addressOf, depth: k.depth})
		}
	}
	for _, o := range q.bases {
		add(o, slot{o: o, n: addressOf})
	}
	// However the others lie, a ghost finds room: the largest gap has a 26th of what they leave.
	if len(os) > mostApart || !q.fits(6, append(os[:len(os):len(os)], k.o)...) {
		return
	}
	q.beside++
	for i, o := range os {
		q.disjoint(k.o, v, o, vs[i])
	}
}

// lasting reports whether a local object is declared at one place, at most once in an activation, and lives until the
// return.
func (c *checker) lasting(o *ir.Object) bool {
	if ok, known := c.lasts[o]; known {
		return ok
	}
	if c.lasts == nil {
		c.lasts = map[*ir.Object]bool{}
	}
	var decls []*ir.Edge
	ok := true
	for _, e := range o.Func.Edges {
		switch st := e.Stmt.(type) { // sound: looks for where the lifetime begins and ends
		case *ir.Decl:
			if st.Obj == o {
				decls = append(decls, e)
			}
		case *ir.End:
			ok = ok && st.Obj != o
		}
	}
	ok = ok && len(decls) == 1 && !decls[0].To.LeadsTo(decls[0].From)
	c.lasts[o] = ok
	return ok
}
