package ranged

import (
	"context"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Range is a range that is being analysed. Its upper bound may be lowered (Yield), and the graph of the analysis
// determines the paths that remain (Ahead).
type Range struct {
	restrict.PathRange
	lower  cpa.Analysis // nil if the range has no lower bound
	upper  *numbers     // the reduction at the upper bound
	byTest *values      // the reduction by the values of the upper bound's test (values.go); nil if there is none
}

// Of returns the range r of a program's paths.
func Of(p *ir.Program, r restrict.PathRange) *Range {
	w := &Range{PathRange: r, upper: &numbers{side: upperSide}}
	if r.Lo != "" {
		w.lower = &numbers{side: lowerSide, bound: r.Lo, final: final(p)}
	}
	end, is := r.End()
	w.upper.bound, w.upper.none = end, !is
	return w
}

// Reductions returns the reductions to the range, as parts of a product.
func (w *Range) Reductions() []cpa.Analysis {
	all := []cpa.Analysis{w.upper}
	if w.byTest != nil {
		all = append(all, w.byTest)
	}
	if w.lower != nil {
		all = append(all, w.lower)
	}
	return all
}

// waiting reports whether n is still to be expanded: it is open, and no analysis has a reason to leave it open.
func waiting(run *cpa.Run, n *cpa.Node) bool {
	return n.Counts() && n.Fate == cpa.Open && run.Why(n) == ""
}

// Ahead returns the remaining range, which begins with the least path that leads to a node that waits. If there is no
// least path, since loops are closed by coverage, it begins with a common prefix of the paths. Ahead returns false if
// no node waits.
func (w *Range) Ahead(run *cpa.Run) (restrict.PathRange, bool) {
	left := w.PathRange
	p, some := first(run)
	if !some {
		return left, false
	}
	if restrict.ComparePaths(p, left.Lo) > 0 {
		left.Lo = p
	}
	return left, true
}

// first returns the least path that leads to a waiting node, or a path before all paths to waiting nodes; false if no
// node waits. It lets a call return to any caller that shares the callee's stack (cpa.Frame), which only adds paths.
func first(run *cpa.Run) (restrict.Path, bool) {
	reach := reaching(run)
	if !reach[run.ARG.Root()] {
		return "", false
	}
	var path []byte
	at := map[*cpa.Node]bool{run.ARG.Root(): true} // the nodes to which the path leads
	seen := map[string]bool{}
	for {
		list := closure(at, reach)
		k := key(list)
		if seen[k] { // a loop, with any number of rounds
			return restrict.Path(path), true
		}
		seen[k] = true
		by := map[ir.Mark]map[*cpa.Node]bool{ir.True: {}, ir.False: {}}
		for _, n := range list {
			if waiting(run, n) {
				return restrict.Path(path), true
			}
			for _, l := range n.Out {
				if m := mark(l.Edge); m != ir.NoMark && reach[l.To] {
					by[m][l.To] = true
				}
			}
		}
		m := ir.True
		if len(by[m]) == 0 {
			m = ir.False
		}
		if at = by[m]; len(at) == 0 || len(path) >= restrict.MaxDecisions {
			return restrict.Path(path), true
		}
		path = append(path, decision(m))
	}
}

// key returns a key of a set of nodes.
func key(list []*cpa.Node) string {
	slices.SortFunc(list, func(n, m *cpa.Node) int { return n.ID - m.ID })
	k := make([]byte, 0, 4*len(list))
	for _, n := range list {
		k = append(k, byte(n.ID), byte(n.ID>>8), byte(n.ID>>16), byte(n.ID>>24))
	}
	return string(k)
}

// closure returns the nodes to which the given nodes lead without a decision, restricted to nodes that wait or have
// edges with decisions.
func closure(from map[*cpa.Node]bool, reach map[*cpa.Node]bool) (list []*cpa.Node) {
	graph.Closure(slices.Collect(maps.Keys(from)), func(n *cpa.Node, next func(*cpa.Node)) {
		if !reach[n] {
			return
		}
		if n.Fate == cpa.Covered {
			next(now(n.By))
			return
		}
		decides := n.Fate == cpa.Open
		for _, l := range n.Out {
			if mark(l.Edge) == ir.NoMark {
				next(l.To)
			} else {
				decides = true
			}
		}
		if decides {
			list = append(list, n)
		}
	})
	return list
}

// now returns the node that replaced n, or n.
func now(n *cpa.Node) *cpa.Node {
	for n.Fate == cpa.Merged {
		n = n.By
	}
	return n
}

// reaching returns the nodes from which executions may reach a waiting node.
func reaching(run *cpa.Run) map[*cpa.Node]bool {
	by := map[*cpa.Node][]*cpa.Node{}
	var roots []*cpa.Node
	for _, n := range run.ARG.Nodes {
		if n.Counts() && n.Fate == cpa.Covered {
			m := now(n.By)
			by[m] = append(by[m], n)
		}
		if waiting(run, n) {
			roots = append(roots, n)
		}
	}
	return graph.Closure(roots, func(n *cpa.Node, next func(*cpa.Node)) {
		for _, l := range n.In {
			next(l.From)
		}
		for _, m := range by[n] {
			next(m)
		}
	})
}

// Yield lowers the upper bound to exclude p and all paths after p from the range. It returns false and changes nothing
// if no path before p remains, if p is outside of the range, or if p is the first path of the range. run may be nil if
// nothing was explored.
func (w *Range) Yield(run *cpa.Run, p restrict.Path) bool {
	if end, is := w.End(); restrict.ComparePaths(p, w.Lo) <= 0 || is && restrict.ComparePaths(p, end) >= 0 {
		return false
	}
	if run != nil {
		if ahead, some := w.Ahead(run); !some || restrict.ComparePaths(p, ahead.Lo) <= 0 {
			return false
		}
	}
	w.Hi, w.Before, w.NoUpper = p, true, false
	w.upper.bound, w.upper.none = p, false
	if run == nil {
		return true
	}
	labels := w.labels(run)
	run.Change(func(n *cpa.Node) cpa.State {
		s, labelled := labels[n]
		if !labelled {
			s = out
		}
		return cpa.With(run.Analysis, w.upper, n.State, s)
	})
	return true
}

// labels returns the states of the new upper bound at the nodes to which paths of the range lead. If paths with
// different states lead to a node, its state is off. This means that paths outside of the range are
// explored, too, which is sound.
func (w *Range) labels(run *cpa.Run) map[*cpa.Node]cpa.State {
	type spot struct {
		n  *cpa.Node
		at int // -1 for off the bound
	}
	labels, seen := map[*cpa.Node]cpa.State{}, map[spot]bool{}
	var todo []spot
	visit := func(n *cpa.Node, s cpa.State) {
		if s == out {
			return
		}
		at := -1
		if o, is := s.(*on); is {
			at = o.taken
		}
		if seen[spot{n, at}] {
			return
		}
		seen[spot{n, at}] = true
		todo = append(todo, spot{n, at})
		if old, labelled := labels[n]; labelled && old != s {
			s = off
		}
		labels[n] = s
	}
	visit(run.ARG.Root(), w.upper.Initial())
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var s cpa.State = off
		if x.at >= 0 {
			s = &on{x.at}
		}
		if x.n.Fate == cpa.Covered {
			visit(now(x.n.By), s)
		}
		for _, l := range x.n.Out {
			visit(l.To, w.upper.Transfer(context.Background(), s, l.Edge, cpa.At{Loc: l.To.Loc}))
		}
	}
	return labels
}
