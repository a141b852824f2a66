package concolic

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Proof returns the unwinding as evidence if the tree is known to be complete, else nil.
func (s *Search) Proof(ctx context.Context) verify.Evidence {
	if s.cfg.Quiet || s.begun > 0 || s.cut || !s.x.Complete(ctx, s.cfg.Again) {
		return nil
	}
	u := symex.NewUnwound(s.x.Encoder())
	var visit func(n *symex.Node, t *verify.PathTree)
	visit = func(n *symex.Node, t *verify.PathTree) {
		path := n.Stretch()
		for i, ed := range path {
			if r := region(n); r != nil && i == 0 {
				t = u.Pass(t, r, ed)
			} else {
				t = u.Enter(t, ed)
			}
		}
		for i := range n.Arcs {
			if c := n.Arcs[i].Child; c != nil {
				visit(c, t)
			}
		}
		for _, ed := range path {
			u.Leave(ed)
		}
	}
	visit(s.x.Root, u.Root())
	return u.Evidence()
}

// region returns the region that the first edge of a node's stretch leaves; nil if there is none.
func region(n *symex.Node) *symex.Region {
	if n.Parent == nil {
		return nil
	}
	return n.Parent.Region()
}
