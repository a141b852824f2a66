package symex

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Unwound collects all paths of a program as evidence, with the greatest number of visits of loop heads and entries of
// recursive functions on one path. The paths are walked depth first.
type Unwound struct {
	e      *vc.Encoder
	u      *verify.Unwinding
	visits map[*ir.Loc]int // on the path
}

// NewUnwound returns an Unwound without paths.
func NewUnwound(e *vc.Encoder) *Unwound {
	return &Unwound{e, &verify.Unwinding{Depth: map[*ir.Loc]int{}, Paths: &verify.PathTree{}}, map[*ir.Loc]int{}}
}

// Root returns the start of all paths.
func (w *Unwound) Root() *verify.PathTree { return w.u.Paths }

// Enter goes on from a position in the tree over an edge; calls stand where they are entered.
func (w *Unwound) Enter(t *verify.PathTree, e *ir.Edge) *verify.PathTree {
	if to := target(e); w.e.IsCut(to) {
		w.visits[to]++
		w.u.Depth[to] = max(w.u.Depth[to], w.visits[to])
	}
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

// Leave goes back over an edge.
func (w *Unwound) Leave(e *ir.Edge) {
	if to := target(e); w.e.IsCut(to) {
		w.visits[to]--
	}
}

func target(e *ir.Edge) *ir.Loc {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return c.Func.Entry
	}
	return e.To
}

// Evidence returns the collected paths.
func (w *Unwound) Evidence() *verify.Unwinding {
	count(w.u.Paths)
	for _, f := range w.e.Prog.Funcs { // what no path visits
		for _, l := range w.e.Cuts(f) {
			if _, ok := w.u.Depth[l]; !ok {
				w.u.Depth[l] = 0
			}
		}
	}
	return w.u
}

func count(t *verify.PathTree) {
	for _, to := range t.Next {
		count(to)
		t.Leaves += to.Leaves
	}
	t.Leaves = max(t.Leaves, 1)
}
