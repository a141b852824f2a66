package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Control is the control dependence within one function (Ferrante, Ottenstein, Warren, TOPLAS 9(3), 1987).
//
// A location depends on an edge if taking the edge decides that the location is reached. The graph of the function has
// one end node. It is the successor of the exit, of all locations where an execution may end, and of endless cycles
// (see Ends). So locations after an assume without alternative depend on it, since it may end the execution. The same
// holds for locations after a call that may not return.
//
// A set of locations is closed if it has the sources of all edges on which its locations depend. Then for each
// location outside of the set, either all paths from it reach the same location of the set first, or no path from it
// reaches the set (Danicic et al., TCS 412(49), 2011). Following Post finds this location.
type Control struct {
	// On has by Loc.ID the edges on which the location depends directly.
	On [][]*ir.Edge
	// Via has by Loc.ID the heads of loops in which an execution may stay for ever before the location. The location also
	// depends on all edges on which these heads depend.
	Via [][]*ir.Loc
	// Post has by Loc.ID the nearest location on all paths to the end; nil if this is the end itself, or if there is no
	// path to the end.
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
