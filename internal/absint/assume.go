package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// assume returns s restricted to the concrete states in which c, a condition in f, has the given truth value.
func (a *transfer[E]) assume(s state[E], f *ir.Func, c ir.Expr, truth bool) state[E] {
	if a.isBottom(s) {
		return s
	}
	switch e := c.(type) { // sound: the domain decides, below
	case *ir.Unary:
		if e.Op == ir.LNot {
			return a.assume(s, f, e.X, !truth)
		}
	case *ir.Valid:
		return a.assumeValid(s, f, e, truth)
	case *ir.Binary:
		switch e.Op { // sound: the domain decides, below
		case ir.LAnd, ir.LOr:
			if !mentionsPointer(e) && !a.bind.mayHoldPointer(f, e) {
				break // the domain decides, below
			}
			if (e.Op == ir.LAnd) == truth {
				return a.assume(a.assume(s, f, e.X, truth), f, e.Y, truth)
			}
			return a.join(a.assume(s, f, e.X, truth), a.assume(a.assume(s, f, e.X, !truth), f, e.Y, truth))
		case ir.Lt, ir.Le:
			if e.X.Type().Kind == ir.Ptr {
				if s = a.assumeOrder(s, f, e, truth); a.isBottom(s) {
					return s
				}
			}
		case ir.Eq, ir.Ne:
			if t := e.X.Type(); t.Kind == ir.Ptr || a.bind.addressed(t) && (mentionsPointer(e) || a.bind.mayHoldPointer(f, e)) {
				s = a.assumePointers(s, f, e, (e.Op == ir.Eq) == truth)
				if a.isBottom(s) {
					return s
				}
			}
		}
	}
	x := a.numExpr(s, f, c)
	if !truth {
		x = domain.NewUnary(ir.LNot, x)
	}
	s.num = a.dom.Assume(s.num, x)
	return s
}

// assumePointers refines the pointers that e compares, given that they are equal, or that they differ.
func (a *transfer[E]) assumePointers(s state[E], f *ir.Func, e *ir.Binary, equal bool) state[E] {
	p, q := a.pointer(s, f, e.X), a.pointer(s, f, e.Y)
	if p == nil && q == nil {
		return s
	}
	refine := func(at ir.Expr, p, q *pointer) {
		var r *pointer
		var empty bool
		if equal {
			r, empty = p.refineEq(q)
		} else {
			r, empty = p.refineNe(q)
		}
		if empty {
			s = a.bottom()
			return
		}
		if r == p || p == nil && at.Type().Kind != ir.Ptr {
			return
		}
		if d, ok := a.register(f, at); ok {
			if s = s.withPointer(d, r); p == nil && a.relates && a.bind.typeOf(d).Kind == ir.Ptr {
				s.num = a.assignOffset(s.num, d, domain.NewAny(at.Type()), r)
			}
		}
	}
	refine(e.X, p, q)
	if !a.isBottom(s) {
		refine(e.Y, q, p)
	}
	return s
}

// assumeOrder refines the pointers that e, a Lt or Le, compares, given the truth value of e. It refines only pointers
// into one object.
func (a *transfer[E]) assumeOrder(s state[E], f *ir.Func, e *ir.Binary, truth bool) state[E] {
	p, q := a.pointer(s, f, e.X), a.pointer(s, f, e.Y)
	strict := (e.Op == ir.Lt) == truth // !(x < y) is y <= x
	for i, at := range []ir.Expr{e.X, e.Y} {
		mine, other := p, q
		if i == 1 {
			mine, other = q, p
		}
		r, empty := mine.refineLess(other, strict, (i == 1) == truth)
		if empty {
			return a.bottom()
		}
		if d, ok := a.register(f, at); ok && r != mine {
			s = s.withPointer(d, r)
		}
	}
	return s
}
