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
	u := &verify.Unwinding{Depth: map[*ir.Loc]int{}, Paths: &verify.PathTree{}}
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
	var visit func(n *symex.Node, t *verify.PathTree)
	visit = func(n *symex.Node, t *verify.PathTree) {
		path := n.Stretch()
		for _, ed := range path {
			enter(ed, 1)
			t = on(t, ed)
		}
		for i := range n.Arcs {
			if c := n.Arcs[i].Child; c != nil {
				visit(c, t)
			}
		}
		for _, ed := range path {
			enter(ed, -1)
		}
	}
	visit(s.x.Root, u.Paths)
	count(u.Paths)
	for _, f := range s.task.Program.Funcs { // what no path visits
		for _, l := range e.Cuts(f) {
			if _, ok := u.Depth[l]; !ok {
				u.Depth[l] = 0
			}
		}
	}
	return u
}

// on is where an edge leads in a tree.
func on(t *verify.PathTree, e *ir.Edge) *verify.PathTree {
	if len(e.From.Out) < 2 {
		return t
	}
	to := t.Next[e]
	if to == nil {
		to = &verify.PathTree{}
		if t.Next == nil {
			t.Next = map[*ir.Edge]*verify.PathTree{}
		}
		t.Next[e] = to
	}
	return to
}

func count(t *verify.PathTree) {
	for _, to := range t.Next {
		count(to)
		t.Leaves += to.Leaves
	}
	t.Leaves = max(t.Leaves, 1)
}
