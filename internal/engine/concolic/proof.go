package concolic

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Proof is the unwinding of a program whose tree is complete; nil if it is not, or if it
// is not known to be.
func (s *Search) Proof(ctx context.Context) verify.Evidence {
	if s.begun > 0 || s.cut || !s.x.Complete(ctx, s.cfg.Again) {
		return nil
	}
	u := &verify.Unwinding{Depth: map[*ir.Loc]int{}}
	visits := map[*ir.Loc]int{}
	e := s.x.Encoder()
	enter := func(ed *ir.Edge, d int) {
		to := ed.To
		if c, ok := ed.Stmt.(*ir.Call); ok {
			to = c.Func.Entry
		}
		if e.IsCut(to) {
			visits[to] += d
			u.Depth[to] = max(u.Depth[to], visits[to])
		}
	}
	var visit func(n *symex.Node)
	visit = func(n *symex.Node) {
		path := n.Stretch()
		for _, ed := range path {
			enter(ed, 1)
		}
		for i := range n.Arcs {
			if c := n.Arcs[i].Child; c != nil {
				visit(c)
			}
		}
		for _, ed := range path {
			enter(ed, -1)
		}
	}
	visit(s.x.Root)
	for _, f := range s.task.Program.Funcs { // what no path visits
		for _, l := range e.Cuts(f) {
			if _, ok := u.Depth[l]; !ok {
				u.Depth[l] = 0
			}
		}
	}
	return u
}
