package triple

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file encodes the addresses of named objects. The facts about these addresses hold in every layout of memory:
// they are not null, they are aligned, and two objects do not overlap while both live. (Unwindings have more facts:
// pointer.go.)

// freshAddress returns a new constant for the address of an instance of o: it is not null, it is aligned, and the
// object does not wrap around the end of memory.
func (ly *addresses) freshAddress(o *ir.Object) value {
	ly.inexact("an address is compared or converted")
	return ly.aligned("addr."+o.Name, o.Size, o.Align)
}

// aligned returns a new constant for the address of an object with this size and alignment in bytes, with the same
// facts.
func (ly *addresses) aligned(name string, bytes, align int64) value {
	t := ly.c.prog.Model.Ptr()
	nt := numberType(t)
	_, top := limits(nt)
	size := big.NewInt(max(bytes, 0))
	v := ly.fresh(name, t)
	if size.Cmp(new(big.Int).Rsh(top, 1)) >= 0 {
		return v
	}
	lit := func(n *big.Int) value { return ly.a.lit(nt, n.Uint64()) }
	last := new(big.Int).Sub(top, size)
	ly.facts = append(ly.facts, ly.a.compare(ir.Le, nt, lit(one), v), ly.a.compare(ir.Le, nt, v, lit(last)))
	if align > 1 && align&(align-1) == 0 {
		if ly.enc == Ints {
			k := ly.tc.Fresh("ints.aligned", v.t.Sort())
			ly.facts = append(ly.facts, ly.tc.Eq(v.t, ly.tc.IMul(ly.tc.Int(align), k)))
		} else {
			ly.facts = append(ly.facts, ly.tc.Eq(ly.tc.BVAnd(v.t, lit(big.NewInt(align-1)).t), lit(zero).t))
		}
	}
	return v
}

// mostApart bounds the number of global objects, and of local objects, for which a query has facts that they do not
// overlap.
const mostApart = 24

// fits reports whether all of os fit next to each other into 1/2^part of the memory. If they do, the facts that they do
// not overlap are consistent.
func (ly *addresses) fits(part uint, os ...*ir.Object) bool {
	_, top := limits(numberType(ly.c.prog.Model.Ptr()))
	total := big.NewInt(0)
	for _, o := range os {
		if o.Size < 0 {
			return false
		}
		total.Add(total, big.NewInt(o.Size+max(o.Align, 1)))
	}
	return total.Cmp(new(big.Int).Rsh(top, part)) <= 0
}

// disjoint adds the fact that object o at address v and object p at address w do not overlap. The end of one may be the
// start of the other. An object without bytes still has an address of its own.
func (ly *addresses) disjoint(o *ir.Object, v value, p *ir.Object, w value) {
	nt := numberType(ly.c.prog.Model.Ptr())
	end := func(o *ir.Object, v value) value { // the sum does not wrap: see freshAddress
		r, _ := ly.a.binary(ir.Add, nt, v, ly.a.lit(nt, uint64(max(o.Size, 1))), nt)
		return r
	}
	ly.facts = append(ly.facts, ly.tc.Or(
		ly.a.compare(ir.Le, nt, end(o, v), w),
		ly.a.compare(ir.Le, nt, end(p, w), v)))
}

// apart adds the fact that a global object does not overlap the global objects in ly.bases, and adds it to them.
func (ly *addresses) apart(o *ir.Object, v value) {
	if len(ly.bases) >= mostApart || !ly.fits(1, append(ly.bases[:len(ly.bases):len(ly.bases)], o)...) {
		return
	}
	for _, p := range ly.bases {
		ly.disjoint(o, v, p, ly.q.start[slot{o: p, n: addressOf}])
	}
	ly.bases = append(ly.bases, o)
}

// separate adds the fact that a local object, whose address v was just chosen, overlaps neither the global objects nor
// the other local objects of its activation. It considers only local objects that live from their single declaration to
// the return: two such objects are both alive once they are declared, and before that the address is a ghost.
func (ly *addresses) separate(s *state, k slot, v value) {
	if k.n != addressOf || k.o == nil || k.o.Func == nil || k.in != nil || ly.c.mem.heap || !ly.c.lasting(k.o) ||
		ly.locals >= mostApart {
		return
	}
	var os []*ir.Object
	var vs []value
	add := func(o *ir.Object, k slot) {
		w, ok := s.at[k]
		if !ok {
			w, ok = ly.q.start[k]
		}
		if ok && w.t != nil {
			os, vs = append(os, o), append(vs, w)
		}
	}
	for _, o := range k.o.Func.Objects {
		if o != k.o && ly.c.lasting(o) {
			add(o, slot{o: o, n: addressOf, depth: k.depth})
		}
	}
	for _, o := range ly.bases {
		add(o, slot{o: o, n: addressOf})
	}
	// Wherever the other objects are placed, there is room for a ghost: the others leave at most 26 gaps, and the largest
	// gap has at least 1/26 of the remaining memory.
	if len(os) > mostApart || !ly.fits(6, append(os[:len(os):len(os)], k.o)...) {
		return
	}
	ly.locals++
	for i, o := range os {
		ly.disjoint(k.o, v, o, vs[i])
	}
}

// lasting reports whether a local object is declared at one edge, at most once in an activation, and lives until the
// return.
func (c *checker) lasting(o *ir.Object) bool {
	if ok, known := c.mem.lasts[o]; known {
		return ok
	}
	if c.mem.lasts == nil {
		c.mem.lasts = map[*ir.Object]bool{}
	}
	var decls []*ir.Edge
	ok := true
	for _, e := range o.Func.Edges {
		switch st := e.Stmt.(type) { // sound: looks only for beginnings and ends of lifetimes
		case *ir.Decl:
			if st.Obj == o {
				decls = append(decls, e)
			}
		case *ir.End:
			ok = ok && st.Obj != o
		}
	}
	ok = ok && len(decls) == 1 && !decls[0].To.LeadsTo(decls[0].From)
	c.mem.lasts[o] = ok
	return ok
}
