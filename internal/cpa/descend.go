package cpa

import (
	"cmp"
	"context"
	"slices"
)

// Narrower is an analysis that can regain precision after widening (Cousot and Cousot, POPL 1977).
type Narrower interface {
	// Narrow returns a state between old and the join of the arriving states, nil if none arrives. old is above all of
	// them.
	Narrow(old State, arriving []State) State
}

// Descend makes decreasing passes over a graph without open nodes: each node gets the join of the states that arrive at
// it. Nodes that are not reached any more are removed. Then all nodes wait again, so that Explore makes the graph
// closed. It reports whether anything changed.
func (r *Run) Descend(ctx context.Context, passes int) (changed bool) {
	a, ok := r.Analysis.(Narrower)
	if !ok || r.ARG.root == nil {
		return false
	}
	for range passes {
		var list []*Node
		for _, n := range r.ARG.Nodes {
			if n.Counts() && n != r.ARG.root && n.Fate != Covered {
				list = append(list, n)
			}
		}
		slices.SortStableFunc(list, func(x, y *Node) int {
			return cmp.Or(cmp.Compare(depth(x), depth(y)), cmp.Compare(r.rank(x.Loc), r.rank(y.Loc)))
		})
		covered := map[*Node][]*Node{}
		for _, n := range r.ARG.Nodes {
			if n.Fate == Covered {
				covered[n.By.now()] = append(covered[n.By.now()], n)
			}
		}
		pass := false
		for _, n := range list {
			if ctx.Err() != nil {
				break
			}
			if !n.Counts() {
				continue
			}
			arriving := r.arriving(ctx, n, covered[n])
			if ctx.Err() != nil {
				break
			}
			switch s := a.Narrow(n.State, arriving); {
			case s == nil:
				r.ARG.drop(n, "no execution comes here")
				pass = true
			case s != n.State:
				r.grow(n, s)
				pass = true
			}
		}
		changed = changed || pass
		if !pass || ctx.Err() != nil {
			break
		}
	}
	if changed {
		r.settle()
	}
	return changed
}

// arriving returns the states that arrive at n and at the nodes covered, which n covers.
func (r *Run) arriving(ctx context.Context, n *Node, covered []*Node) (out []State) {
	for _, m := range append([]*Node{n}, covered...) {
		if !m.Counts() {
			continue
		}
		for _, l := range m.In {
			at := r.at(n.Loc, n.Stack)
			var s State
			if l.Caller != nil {
				s = r.Analysis.Resume(ctx, l.Caller.State, l.From.State, l.Edge, at)
			} else {
				s = r.Analysis.Transfer(ctx, l.From.State, l.Edge, at)
			}
			if s = r.adjust(ctx, s, at); s != nil {
				out = append(out, s)
			}
		}
	}
	return out
}

// settle lets all nodes wait, so that states grow again where they do not hold any more. Coverage is computed again.
func (r *Run) settle() {
	var open []*Node
	for _, n := range r.ARG.Nodes {
		switch n.Fate {
		case Covered:
			r.ARG.drop(n, "coverage is found anew")
		case Expanded:
			n.Fate = Open
		}
	}
	for _, n := range r.ARG.Nodes {
		if n.Fate == Open {
			open = append(open, n)
		}
	}
	r.again(open)
	r.again(r.ARG.sweep("nothing leads here"))
}
