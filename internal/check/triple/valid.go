package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes tests of pointers (ir.Valid). In unwindings a pointer has an instance, and the instance has a size
// and is alive or not: the encoding is exact. In other evidence it is exact for the address of a named object with
// steps: the object is alive where a statement uses its address (ir.End), and in a formula the address of an object
// that is not alive is a ghost. Other pointers may have an owner (owner.go); a test of a pointer without one has an
// unknown result.

// answer returns the truth value of a test.
func (q *query) answer(s *state, e *ir.Valid) *term.Term {
	switch e.What { // sound: any answer
	case ir.Readable, ir.Writable:
		n, none := q.amount(e.N, q.rec(s, e.N))
		if none.IsTrue() {
			return none
		}
		return q.tc.Or(none, q.holds(s, e, n))
	case ir.Freeable:
		return q.freeable(s, e)
	case ir.Dynamic:
		return q.dynamic(s, e)
	case ir.Same:
		return q.sameOwner(s, e)
	}
	return q.unknown(ir.B, "a question about memory").t
}

// amount returns v, the value of e, as a number of bytes n of the address width, and the condition that it is 0. If v
// does not fit into the address width, n is the largest number, which is larger than every object.
func (q *query) amount(e ir.Expr, v value) (n value, none *term.Term) {
	t, nt := e.Type(), q.addressType()
	none = q.a.compare(ir.Eq, t, v, q.a.lit(t, 0))
	n = q.a.resize(nt, t, v)
	if t.Bits > nt.Bits {
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		most := num.Mask(nt.Bits)
		fits := q.a.compare(ir.Le, u, q.a.resize(u, t, v), q.a.lit(u, most))
		n = q.heap.choose(nt, fits, n, q.a.lit(nt, most))
	}
	return n, none
}

// fitsIn returns the condition that n bytes at an offset lie within a size; all are unsigned numbers.
func (f *formula) fitsIn(off, n, size value) *term.Term {
	nt := f.addressType()
	rest, _ := f.a.binary(ir.Sub, nt, size, off, nt)
	return f.tc.And(f.a.compare(ir.Le, nt, off, size), f.a.compare(ir.Le, nt, n, rest))
}

// holds returns the condition that n > 0 bytes at the address in e lie in an object that is alive and, if e tests this,
// may be written.
func (q *query) holds(s *state, e *ir.Valid, n value) *term.Term {
	why := "a question about what a pointer leads to"
	if !q.c.mem.heap || q.heap.direct(e.Addr) {
		o, steps := rooted(q.c.direct(e.Addr, 1))
		switch {
		case o == nil && !q.c.mem.heap:
			if p := q.rec(s, e.Addr); p.own != nil {
				q.fact(q.tc.Implies(q.owners.inOwner(p), q.notNull(s, e.Addr)))
				return q.owners.ownerHolds(s, p, n, e.What == ir.Writable)
			}
			return q.tc.And(q.notNull(s, e.Addr), q.unknown(ir.B, why).t)
		case e.What == ir.Writable && o.Const:
			return q.tc.False()
		}
		off := q.a.lit(q.addressType(), 0)
		for i := len(steps) - 1; i >= 0; i-- {
			off = q.a.address(q.c.prog.Model.Ptr(), off, q.rec(s, steps[i].Index), steps[i].Index.Type(), steps[i].Scale)
		}
		return q.fitsIn(off, n, q.sizeLit(o.Size))
	}
	at := q.heap.target(q.rec(s, e.Addr))
	var out []*term.Term
	for _, in := range at.to {
		if is := q.heap.is(at, in.id); !is.IsFalse() && !(e.What == ir.Writable && in.locked) {
			out = append(out, q.tc.And(is, q.read(s, in.alive()).t, q.fitsIn(at.off, n, in.size)))
		}
	}
	if at.any && !at.astray {
		out = append(out, q.tc.And(q.heap.is(at, -1), q.unknown(ir.B, why).t))
	}
	return q.tc.Or(out...)
}

// notNull returns the condition that an address is not null.
func (q *query) notNull(s *state, addr ir.Expr) *term.Term {
	nt := q.addressType()
	return q.tc.Not(q.a.compare(ir.Eq, nt, q.rec(s, addr), q.a.lit(nt, 0)))
}

// freeable returns the condition that a pointer is null, or the beginning of a living object of the heap.
func (q *query) freeable(s *state, e *ir.Valid) *term.Term {
	why := "whether a pointer may be freed"
	p := q.rec(s, e.Addr)
	nt := q.addressType()
	null := q.a.compare(ir.Eq, nt, p, q.a.lit(nt, 0))
	if !q.c.mem.heap {
		if o, steps := rooted(e.Addr); o != nil && len(steps) == 0 {
			return q.tc.False()
		}
		if p.own != nil {
			return q.tc.Or(null, q.owners.ownerFreeable(s, p))
		}
		return q.tc.Or(null, q.unknown(ir.B, why).t)
	}
	at := q.heap.target(p)
	var out []*term.Term
	if at.none {
		out = append(out, q.tc.And(q.heap.is(at, 0), null))
	}
	begin := q.a.compare(ir.Eq, nt, at.off, q.a.lit(nt, 0))
	for _, in := range at.to {
		is := q.heap.is(at, in.id)
		if is.IsFalse() {
			continue
		}
		if in.heap {
			out = append(out, q.tc.And(is, begin, q.read(s, in.alive()).t))
		}
		// A pointer outside of its object may be null.
		if near := q.a.compare(ir.Le, nt, at.off, in.size); !near.IsTrue() {
			out = append(out, q.tc.And(is, q.tc.Not(near), q.unknown(ir.B, why).t))
		}
	}
	switch {
	case at.any && at.astray:
		out = append(out, q.tc.And(q.heap.is(at, -1), null))
	case at.any:
		out = append(out, q.tc.And(q.heap.is(at, -1), q.unknown(ir.B, why).t))
	}
	return q.tc.Or(out...)
}

// dynamic returns the condition that a pointer belongs to an object of the heap, whether it is alive or not.
func (q *query) dynamic(s *state, e *ir.Valid) *term.Term {
	const why = "whether a pointer leads to the heap"
	if o, _ := rooted(e.Addr); o != nil {
		return q.tc.False()
	}
	p := q.rec(s, e.Addr)
	if !q.c.mem.heap {
		if p.own != nil {
			return q.tc.And(q.tc.Not(q.tc.Eq(p.own.id, q.owners.noOwner())), q.tc.Select(q.owners.about().heap, p.own.id))
		}
		return q.unknown(ir.B, why).t
	}
	at := q.heap.target(p)
	var out []*term.Term
	for _, in := range at.to {
		if in.heap {
			out = append(out, q.heap.is(at, in.id))
		}
	}
	if at.any {
		out = append(out, q.tc.And(q.heap.is(at, -1), q.unknown(ir.B, why).t))
	}
	return q.tc.Or(out...)
}

// sameOwner returns the condition that two pointers are equal, or belong to one object.
func (q *query) sameOwner(s *state, e *ir.Valid) *term.Term {
	c, nt := q.tc, q.addressType()
	x, y := q.rec(s, e.Addr), q.rec(s, e.N)
	if !q.c.mem.heap {
		o, _ := rooted(e.Addr)
		p, _ := rooted(e.N)
		if o != nil && p != nil {
			return c.Bool(o == p)
		}
		if x.own != nil && y.own != nil {
			number := c.Eq(x.own.id, q.owners.noOwner())
			return c.And(c.Eq(x.own.id, y.own.id), c.Implies(number, q.a.compare(ir.Eq, nt, x, y)))
		}
		return q.unknown(ir.B, "whether pointers belong to one object").t
	}
	a, b := q.heap.target(x), q.heap.target(y)
	number := []*term.Term{q.heap.is(a, 0)}
	for _, in := range a.to {
		if in.obj == nil && in.locked { // a function
			number = append(number, q.heap.is(a, in.id))
		}
	}
	same := c.And(c.Eq(a.id, b.id), c.Implies(c.Or(number...), q.a.compare(ir.Eq, nt, x, y)))
	open := c.Or(q.heap.openTo(a, b), q.heap.openTo(b, a))
	if open.IsFalse() {
		return same
	}
	return c.Ite(open, q.unknown(ir.B, "whether pointers belong to one object").t, same)
}

// openTo returns the condition that it is open whether p belongs to the object of other: the instance of p is unknown,
// and p is not astray or other belongs to no object of memory either.
func (h *heapMemory) openTo(p, other *pointer) *term.Term {
	switch {
	case !p.any:
		return h.tc.False()
	case p.astray && !slices.ContainsFunc(other.to, func(in *instance) bool { return in.code }):
		return h.tc.And(h.is(p, -1), h.tc.Or(h.is(other, 0), h.is(other, -1)))
	}
	return h.is(p, -1)
}

// asksThroughPointer reports whether a statement tests a pointer other than the address of a named object with steps.
func asksThroughPointer(s ir.Stmt) bool {
	a, ok := s.(*ir.Assume)
	if !ok {
		return false
	}
	v := ir.Asks(a.Cond)
	return v != nil && asksPointer(v)
}

// asksPointer reports whether v tests a pointer other than the address of a named object with steps.
func asksPointer(v *ir.Valid) bool {
	return v.What.HasAddr() && ir.Root(v.Addr) == nil || v.What == ir.Same && ir.Root(v.N) == nil
}
