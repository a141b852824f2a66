package symex

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Unwound collects all paths of a program as evidence. It also counts, for each loop head and each entry of a recursive
// function, the greatest number of visits on one path. The caller walks the paths depth first.
type Unwound struct {
	e      *vc.Encoder
	u      *verify.Unwinding
	visits map[*ir.Loc]int // the number of visits on the current path
}

// NewUnwound returns an Unwound without paths.
func NewUnwound(e *vc.Encoder) *Unwound {
	return &Unwound{e, &verify.Unwinding{Depth: map[*ir.Loc]int{}, Paths: &verify.PathTree{}}, map[*ir.Loc]int{}}
}

// Root returns the root of the tree of paths.
func (w *Unwound) Root() *verify.PathTree { return w.u.Paths }

// Enter extends the current path, which has reached t in the tree, by an edge, and returns the new position in the
// tree. A call is entered before the edges of the called function.
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

// Pass is Enter for an edge that leaves a region. All paths through the region to the end of the edge are one.
func (w *Unwound) Pass(t *verify.PathTree, r *Region, e *ir.Edge) *verify.PathTree {
	if w.e.IsCut(e.To) {
		w.visits[e.To]++
		w.u.Depth[e.To] = max(w.u.Depth[e.To], w.visits[e.To])
	}
	t.Region = r.Locs
	if t.Next == nil {
		t.Next = map[*ir.Edge]*verify.PathTree{}
	}
	to := t.Next[e]
	if to == nil {
		to = &verify.PathTree{}
	}
	for _, e := range r.Leaving(e.To) {
		t.Next[e] = to
	}
	return to
}

// Leave removes the last edge from the current path.
func (w *Unwound) Leave(e *ir.Edge) {
	if to := target(e); w.e.IsCut(to) {
		w.visits[to]--
	}
}

// target returns the location to which an edge leads: for a call, the entry of the called function.
func target(e *ir.Edge) *ir.Loc {
	if c, ok := e.Stmt.(*ir.Call); ok {
		return c.Func.Entry
	}
	return e.To
}

// Evidence returns the collected paths.
func (w *Unwound) Evidence() *verify.Unwinding {
	count(w.u.Paths)
	for _, f := range w.e.Prog.Funcs { // cut points that no path visits
		for _, l := range w.e.Cuts(f) {
			if _, ok := w.u.Depth[l]; !ok {
				w.u.Depth[l] = 0
			}
		}
	}
	return w.u
}

// count sets the number of leaves of each subtree of t.
func count(t *verify.PathTree) {
	for _, to := range t.Next {
		if to.Leaves == 0 { // edges that leave a region share subtrees
			count(to)
			t.Leaves += to.Leaves
		}
	}
	t.Leaves = max(t.Leaves, 1)
}
