package flow

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Control is the control dependence inside of one function (Ferrante, Ottenstein, Warren, TOPLAS 9(3), 1987).
//
// A location depends on an edge if taking the edge decides that it is reached. The function has one end, which follows
// its exit, whatever ends an execution, and endless cycles (see Ends): an assume without alternative may end the
// execution, so that what follows depends on it, and so it is with a call that may not return.
//
// A set of locations that has, with each of its own, the starts of all edges on which that one depends is closed: from
// every other location all ways come to the same one of the set first, or to none (Danicic et al., TCS 412(49), 2011).
// Post leads there.
type Control struct {
	On [][]*ir.Edge // by Loc.ID: the edges that the location depends on directly
	// by Loc.ID: heads of loops that may be the last thing that happens: it depends on what they depend on
	Via [][]*ir.Loc
	// by Loc.ID: the nearest location that all ways to the end pass; nil: the end itself, or no way leads there
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
