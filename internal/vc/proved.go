package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file leaves out checks that are proved. If
//
//	L5 -> L6 (error of o): assume !readable(p, 4)
//	L5 -> L7: assume readable(p, 4)
//
// and o is proved, every execution that reaches L5 goes on to L7. Then nothing is assumed at L5, no state leads to L6,
// and the access after L7 has its value without a case for an invalid access.

// findProved finds the edges that lead to proved obligations, and their alternatives.
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

// complementary reports whether one of two edges can be taken if and only if the other cannot.
func complementary(a, b *ir.Edge) bool {
	x, ok1 := a.Stmt.(*ir.Assume)
	y, ok2 := b.Stmt.(*ir.Assume)
	return ok1 && ok2 && (ir.ExprString(ir.NotExpr(x.Cond)) == ir.ExprString(y.Cond) ||
		ir.ExprString(ir.NotExpr(y.Cond)) == ir.ExprString(x.Cond))
}

// passProved takes an edge at a proved check; it returns nil for the edge to the error.
func (tr *transfer) passProved(s *State, ed *ir.Edge, a *ir.Assume) *State {
	if ed.To.Kind == ir.Error {
		return nil
	}
	t := tr.ev.Cond(s, a.Cond)
	if t.IsFalse() { // nothing comes here
		return nil
	}
	n := *s
	if !t.IsTrue() {
		n.holds = push(s.holds, t)
	}
	return tr.ev.learn(&n, a.Cond, true)
}
