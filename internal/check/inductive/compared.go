package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// This file reads relations from conditions: after "assume i < n" the relation i - n <= -1 holds. A register that was
// just loaded (loaded.go) stands for its cell, since the cell may outlive it.

// compared adds the relations that the condition of e, an Assume that was applied to s, states. It does so only if some
// invariant has a relation.
func (c *checker) compared(s *state, e *ir.Edge, cond ir.Expr) {
	cells := map[*ir.Var]int{} // the slots of the cells from which registers were just loaded
	for _, l := range c.loads[e] {
		if o, off, _, ok := c.target(c.eval(s, l.Addr).ptr, l.Dst.Type); ok && off >= 0 {
			cells[l.Dst] = c.number(slot{kind: cell, obj: o, off: off, t: l.Dst.Type})
		}
	}
	leaf := func(x ir.Expr) (int, bool) {
		r, ok := x.(*ir.Ref)
		if !ok || !isInt(r.Var.Type) {
			return 0, false
		}
		if n, ok := cells[r.Var]; ok {
			return n, true
		}
		return c.register(r.Var), true
	}
	c.states(s, cond, true, leaf)
}

// states adds the relations of a condition, which has the given truth value in s.
func (c *checker) states(s *state, cond ir.Expr, truth bool, leaf func(ir.Expr) (int, bool)) {
	switch x := cond.(type) { // sound: no relation is added
	case *ir.Unary:
		if x.Op == ir.LNot {
			c.states(s, x.X, !truth, leaf)
		}
	case *ir.Binary:
		switch {
		case x.Op == ir.LAnd && truth, x.Op == ir.LOr && !truth:
			c.states(s, x.X, truth, leaf)
			c.states(s, x.Y, truth, leaf)
		case isInt(x.X.Type()):
			d, ok := added(c.formOf(s, x.X, leaf), -1, c.formOf(s, x.Y, leaf)) // d = x.X - x.Y
			turned, _ := sum(nil, -1, d.terms)
			if !ok || len(d.terms) < 2 {
				return
			}
			know := func(r, opposite []term, most wide) { // the sum r, minus opposite, is at most most
				if least, ok := c.mostOf(s, opposite); ok && less(most, negate(least)) {
					s.empty = true
				}
				s.relations = withRelation(s.relations, relation{r, most})
			}
			below := func(by int64) { know(d.terms, turned, minus(negate(d.lo), fromInt(by))) } // x.X + by <= x.Y
			above := func(by int64) { know(turned, d.terms, minus(d.hi, fromInt(by))) }         // x.Y + by <= x.X
			switch {
			case x.Op == ir.Lt && truth:
				below(1)
			case x.Op == ir.Le && truth:
				below(0)
			case x.Op == ir.Lt:
				above(0)
			case x.Op == ir.Le:
				above(1)
			case x.Op == ir.Eq && truth, x.Op == ir.Ne && !truth:
				below(0)
				above(0)
			case (x.Op == ir.Eq || x.Op == ir.Ne) && d.lo == d.hi: // they differ
				if most, ok := c.mostOf(s, d.terms); ok && lessEq(most, negate(d.lo)) {
					below(1)
				}
				if most, ok := c.mostOf(s, turned); ok && lessEq(most, d.hi) {
					above(1)
				}
			}
		}
	}
}
