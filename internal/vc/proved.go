package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file leaves out proved checks. If
//
//	L5 -> L6 (error of o): assume !readable(p, 4)
//	L5 -> L7: assume readable(p, 4)
//
// and o is proved, every execution that reaches L5 takes the edge to L7. Then no condition is added to the path at L5,
// no state reaches L6, and the access after L7 needs no case for an invalid access.

// findProved records the edges that lead to proved obligations, and their complementary edges.
func (tr *transfer) findProved(proved map[*ir.Obligation]bool) {
	tr.proved = map[*ir.Edge]bool{}
	if len(proved) == 0 {
		return
	}
	for _, f := range tr.Prog.Funcs {
		for _, l := range f.Locs {
			if len(l.Out) != 2 {
				continue
			}
			for i, bad := range l.Out {
				on := l.Out[1-i]
				if bad.To.Kind == ir.Error && proved[bad.To.Obligation] && on.To.Kind != ir.Error && complementary(bad, on) {
					tr.proved[bad], tr.proved[on] = true, true
				}
			}
		}
	}
}

// complementary reports whether the condition of one edge is the negation of the condition of the other.
func complementary(a, b *ir.Edge) bool {
	x, ok1 := a.Stmt.(*ir.Assume)
	y, ok2 := b.Stmt.(*ir.Assume)
	return ok1 && ok2 && (ir.ExprString(ir.NotExpr(x.Cond)) == ir.ExprString(y.Cond) ||
		ir.ExprString(ir.NotExpr(y.Cond)) == ir.ExprString(x.Cond))
}

// passProved returns the state after an edge at a proved check; nil for the edge to the error location.
func (tr *transfer) passProved(s *State, ed *ir.Edge, a *ir.Assume) *State {
	if ed.To.Kind == ir.Error {
		return nil
	}
	t := tr.ev.Cond(s, a.Cond)
	if t.IsFalse() { // no execution reaches the check
		return nil
	}
	n := *s
	if !t.IsTrue() {
		n.holds = push(s.holds, t)
	}
	return tr.ev.learn(&n, a.Cond, true)
}
