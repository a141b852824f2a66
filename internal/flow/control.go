package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Control is the control dependence within one function (Ferrante, Ottenstein, Warren, TOPLAS 9(3), 1987).
//
// A location depends on an edge if taking the edge decides that the location is reached. The function has one end,
// the successor of its exit, of all locations where an execution may end, and of endless cycles (see Ends). So
// locations after an assume without alternative depend on it, since it may end the execution, and so do those after a
// call that may not return.
//
// A set of locations is closed if it has the sources of all edges that its locations depend on. Then from every other
// location, all paths reach the same location of the set first, or none (Danicic et al., TCS 412(49), 2011).
// Following Post finds it.
type Control struct {
	On [][]*ir.Edge // by Loc.ID: the edges that the location depends on directly
	// by Loc.ID: heads of loops in which an execution may stay for ever: the location depends on the edges that they
	// depend on
	Via [][]*ir.Loc
	// by Loc.ID: the nearest location on all paths to the end; nil: the end itself, or there is no path to it
	Post []*ir.Loc
}

// NewControl computes the control dependences of f.
func NewControl(x *Ends, f *ir.Func) *Control {
	n := len(f.Locs)
	end := n
	a := x.automaton(f)
	post := graph.Dominators(graph.Reverse(a.adj), end)
	c := &Control{make([][]*ir.Edge, n), make([][]*ir.Loc, n), make([]*ir.Loc, n)}
	for i := range f.Locs {
		if post.Reachable(i) && post.Idom[i] != end {
			c.Post[i] = f.Locs[post.Idom[i]]
		}
	}
	branch := make([]bool, n)
	for i := range f.Locs {
		branch[i] = len(a.adj[i]) > 1
	}
	if slices.Contains(a.stays, true) {
		for i, stays := range a.stays {
			if stays {
				a.adj[i] = append(a.adj[i], end)
			}
		}
		post = graph.Dominators(graph.Reverse(a.adj), end)
	}
	for _, e := range f.Edges {
		from, to := e.From.ID, e.To.ID
		if !branch[from] && !a.stays[from] || !post.Reachable(from) || !post.Reachable(to) {
			continue
		}
		for w := to; w != post.Idom[from] && w != end; w = post.Idom[w] {
			if branch[from] {
				c.On[w] = append(c.On[w], e)
			} else if w != from {
				c.Via[w] = append(c.Via[w], e.From)
			}
		}
	}
	return c
}
