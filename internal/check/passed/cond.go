package passed

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// answer returns the truth value of a condition in a state; known is false if the state does not determine it.
func (c *checker) answer(s *state, e ir.Expr) (is, known bool) {
	switch e := e.(type) { // sound: other conditions are looked up below
	case *ir.Const:
		return e.Bits != 0, true
	case *ir.Unary:
		if e.Op == ir.LNot {
			is, known = c.answer(s, e.X)
			return !is, known
		}
	case *ir.Binary:
		switch e.Op { // sound: looked up below
		case ir.Eq:
			if c.apartFromNull(s, e) {
				return false, true
			}
			if e.X.Type().Kind != ir.Float {
				x, y := c.value(s, e.X), c.value(s, e.Y)
				if x == y {
					return true, true
				}
				if differ(x, y) {
					return false, true
				}
			}
		case ir.Ne:
			if is, known = c.answer(s, &ir.Binary{Op: ir.Eq, X: e.X, Y: e.Y}); known {
				return !is, true
			}
		case ir.LAnd, ir.LOr: // one operand may decide
			decides := e.Op == ir.LOr
			x, known := c.answer(s, e.X)
			if known && x == decides {
				return x, true
			}
			if y, alsoKnown := c.answer(s, e.Y); alsoKnown && (known || y == decides) {
				return y, true
			}
		}
	case *ir.Valid:
		if at, n, ok := c.bytes(s, e); ok {
			return true, s.there[at.base].covers(at.off, at.off+n, e.What == ir.Writable)
		}
		if e.What == ir.Same {
			return c.same(s, e)
		}
		if q, ok := c.question(s, e); ok {
			is, known = s.asked[q.base]
			return is, known
		}
		return false, false
	}
	k, flip := c.condition(s, e)
	is, known = s.truth[k.base]
	return is != flip, known
}

// condition returns the term of a condition in normal form; flip is set if this term is the term of the negation.
func (c *checker) condition(s *state, e ir.Expr) (k address, flip bool) {
	if b, ok := e.(*ir.Binary); ok {
		x, y := c.value(s, b.X), c.value(s, b.Y)
		switch kind := b.X.Type().Kind; {
		case b.Op == ir.Ne:
			return c.made(key{what: "binary", n: int64(ir.Eq), x: x, y: y}), true
		case b.Op == ir.Le && (kind == ir.Int || kind == ir.Ptr):
			return c.made(key{what: "binary", n: int64(ir.Lt), x: y, y: x}), true
		}
	}
	return c.value(s, e), false
}

// differ reports whether two pointers are certainly different: addresses of two functions, or of a function and null.
func differ(x, y address) bool {
	a, b := x.base.code, y.base.code
	return x.off == 0 && y.off == 0 && a != b && (a != nil || x.base.null) && (b != nil || y.base.null)
}

// apartFromNull reports whether a comparison compares null with a pointer into a living object.
func (c *checker) apartFromNull(s *state, e *ir.Binary) bool {
	for _, o := range [][2]ir.Expr{{e.X, e.Y}, {e.Y, e.X}} {
		if k, ok := o[1].(*ir.Const); ok && k.T.Kind == ir.Ptr && k.Bits == 0 {
			v := c.value(s, o[0])
			return s.there[v.base].covers(v.off, v.off+1, false)
		}
	}
	return false
}

// same returns whether two pointers belong to one object or are equal; known is false if the state does not determine
// it. If one pointer is known to point into an object, the answer depends only on the terms of both, not on the
// offsets.
func (c *checker) same(s *state, q *ir.Valid) (is, known bool) {
	x, y := c.value(s, q.Addr), c.value(s, q.N)
	inside := s.inside(x.base) || s.inside(y.base)
	holds := func(list [][2]address) bool {
		for _, p := range list {
			if p[0] == x && p[1] == y || inside && p[0].base == x.base && p[1].base == y.base {
				return true
			}
		}
		return false
	}
	if holds(s.apart) {
		return false, true
	}
	if holds(s.alike) {
		return true, true
	}
	if a, b := c.where(q.Addr), c.where(q.N); inside && !a.anywhere && !b.anywhere && !a.objects.Overlaps(b.objects) {
		return false, true
	}
	return false, false
}

// assume adds to s the fact that e has the given truth value, and facts that follow from it. It returns false if this
// contradicts s.
func (c *checker) assume(s *state, e ir.Expr, is bool) bool {
	if old, known := c.answer(s, e); known {
		return old == is
	}
	switch e := e.(type) { // sound: treated below like any other condition
	case *ir.Unary:
		if e.Op == ir.LNot {
			return c.assume(s, e.X, !is)
		}
	case *ir.Binary:
		if e.Op == ir.LAnd && is || e.Op == ir.LOr && !is {
			return c.assumeAll(s, e, is)
		}
	case *ir.Valid:
		at, n, plain := c.bytes(s, e)
		switch {
		case plain && is:
			s.extend(at, n, e.What == ir.Writable, c.where(e.Addr))
		case e.What == ir.Same:
			p := [2]address{c.value(s, e.Addr), c.value(s, e.N)}
			if is {
				s.alike = append(s.alike, p)
			} else {
				s.apart = append(s.apart, p)
			}
		case !plain:
			if q, ok := c.question(s, e); ok {
				s.asked[q.base] = is
			}
		}
		return true
	}
	k, flip := c.condition(s, e)
	s.truth[k.base] = is != flip
	return true
}

// assumeAll assumes the operands of e and of operands with the same operator: each is looked up once.
func (c *checker) assumeAll(s *state, e *ir.Binary, is bool) bool {
	for _, x := range []ir.Expr{e.X, e.Y} {
		ok := true
		if b, same := x.(*ir.Binary); same && b.Op == e.Op {
			ok = c.assumeAll(s, b, is)
		} else {
			ok = c.assume(s, x, is)
		}
		if !ok {
			return false
		}
	}
	return true
}

// extend records that the n bytes at an address exist. The last parameter has the places to which the address may lead.
func (s *state) extend(at address, n int64, write bool, in *targets) {
	k := s.there[at.base]
	k.lo, k.hi = hull(k.lo, k.hi, at.off, at.off+n)
	if write {
		k.wlo, k.whi = hull(k.wlo, k.whi, at.off, at.off+n)
	}
	if k.in == nil {
		k.in = in
	}
	s.there[at.base] = k
}

// hull returns the smallest interval that contains two intervals, whose upper bounds are exclusive. The first one may
// be empty.
func hull(lo, hi, from, to int64) (int64, int64) {
	if lo >= hi {
		return from, to
	}
	return min(lo, from), max(hi, to)
}

// believe assumes a conjunct of an invariant. An equality gives its left side, a register or a cell, the term of its
// right side. The equality is dropped if the left side has a term already.
func (c *checker) believe(s *state, e ir.Expr) {
	if b, ok := e.(*ir.Binary); ok && b.Op == ir.Eq && b.X.Type().Kind != ir.Float {
		switch x := b.X.(type) { // sound: assumed below like other conditions
		case *ir.Ref:
			if _, known := s.regs[x.Var]; !known {
				s.regs[x.Var] = c.value(s, b.Y)
				return
			}
		case *ir.Load:
			at := c.value(s, x.Addr)
			for _, h := range s.cells {
				if h.at == at && h.t == x.T {
					return
				}
			}
			s.cells = append(s.cells, held{at, x.T, c.value(s, b.Y), c.where(x.Addr)})
			return
		}
	}
	c.assume(s, e, true)
}

// shows reports whether a conjunct of an invariant follows from a state.
func (c *checker) shows(s *state, e ir.Expr) bool {
	is, known := c.answer(s, e)
	return known && is
}
