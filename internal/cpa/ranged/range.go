package ranged

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Range is a range that is worked on: its upper bound may be drawn in, and what is left of it is known by the graph.
type Range struct {
	restrict.PathRange
	lower  cpa.Analysis // nil: no path comes before the range
	upper  *numbers
	byTest *values // at the upper bound, in addition to numbers; nil: numbers are enough
}

// Of returns a range of a program's paths.
func Of(p *ir.Program, r restrict.PathRange) *Range {
	w := &Range{PathRange: r, upper: &numbers{side: upperSide}}
	if r.Lo != "" {
		w.lower = &numbers{side: lowerSide, bound: r.Lo, final: final(p)}
	}
	end, is := r.End()
	w.upper.bound, w.upper.none = end, !is
	return w
}

// Reductions returns the parts of a product that keep to the range.
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

// waiting reports whether it is not known what executions do after a node.
func waiting(run *cpa.Run, n *cpa.Node) bool {
	return n.Counts() && n.Fate == cpa.Open && run.Why(n) == ""
}

// Ahead returns the range that is left: no path of the range that comes before it leads to a node that waits. False:
// nothing waits. Where there is no first such path, as loops are closed by coverage, the range begins with what all of
// them begin with.
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

// first returns the least path that leads to a node that waits, or one before all of them. Calls may return to any
// caller of their frame, which adds ways only.
func first(run *cpa.Run) (restrict.Path, bool) {
	reach := reaching(run)
	if !reach[run.ARG.Root()] {
		return "", false
	}
	var path []byte
	at := map[*cpa.Node]bool{run.ARG.Root(): true} // the nodes that the path leads to, if not all its edges are marked
	seen := map[string]bool{}
	for {
		list := closure(at, reach)
		k := key(list)
		if seen[k] { // it goes round a loop, as often as one likes
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

// key stands for a set of nodes.
func key(list []*cpa.Node) string {
	slices.SortFunc(list, func(n, m *cpa.Node) int { return n.ID - m.ID })
	k := make([]byte, 0, 4*len(list))
	for _, n := range list {
		k = append(k, byte(n.ID), byte(n.ID>>8), byte(n.ID>>16), byte(n.ID>>24))
	}
	return string(k)
}

// closure returns the nodes with marked edges that executions come to from some nodes without a decision, and those
// that wait.
func closure(from map[*cpa.Node]bool, reach map[*cpa.Node]bool) (list []*cpa.Node) {
	var todo []*cpa.Node
	for n := range from {
		todo = append(todo, n)
	}
	seen := map[*cpa.Node]bool{}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[n] || !reach[n] {
			continue
		}
		seen[n] = true
		if n.Fate == cpa.Covered {
			todo = append(todo, now(n.By))
			continue
		}
		decides := n.Fate == cpa.Open
		for _, l := range n.Out {
			if mark(l.Edge) == ir.NoMark {
				todo = append(todo, l.To)
			} else {
				decides = true
			}
		}
		if decides {
			list = append(list, n)
		}
	}
	return list
}

// now returns the node that took the place of n, or n.
func now(n *cpa.Node) *cpa.Node {
	for n.Fate == cpa.Merged {
		n = n.By
	}
	return n
}

// reaching returns the nodes from where executions may come to one that waits.
func reaching(run *cpa.Run) map[*cpa.Node]bool {
	by := map[*cpa.Node][]*cpa.Node{}
	reach := map[*cpa.Node]bool{}
	var todo []*cpa.Node
	for _, n := range run.ARG.Nodes {
		if n.Counts() && n.Fate == cpa.Covered {
			m := now(n.By)
			by[m] = append(by[m], n)
		}
		if waiting(run, n) {
			reach[n] = true
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		back := func(m *cpa.Node) {
			if !reach[m] {
				reach[m] = true
				todo = append(todo, m)
			}
		}
		for _, l := range n.In {
			back(l.From)
		}
		for _, m := range by[n] {
			back(m)
		}
	}
	return reach
}

// Yield draws the end of the range in, so that p and all paths after it are out. It is false, and nothing has changed,
// if no path before p is left, or p lies outside of the range or at its beginning. run may be nil: nothing has been
// done.
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

// labels returns the states of the upper bound, as it is now, at the nodes that paths of the range lead to. Where these
// differ, as a node stands for executions of several, it is gone on from as if all were before the end: that is more
// than the range, and right.
func (w *Range) labels(run *cpa.Run) map[*cpa.Node]cpa.State {
	type spot struct {
		n  *cpa.Node
		at int // -1: off
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
