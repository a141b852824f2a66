package synergy

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds frontiers (GetOrderedAbstractTrace): an abstract edge from a region with a state of F to one without,
// from where the error is abstractly reached. The run to the state is the beginning of an ordered abstract trace; a
// shortest way to the error is its end. Frontiers near to the error come first.
//
// They are kept in a heap. Where a region gets its first state, or is split, its edges come in; what is no frontier any
// more, or is farther from the error by now, is seen when it comes out.

// entry is an edge that may be a frontier.
type entry struct {
	e *Edge
	d int // distance when it came in
}

type entries []entry

func (q entries) Len() int { return len(q) }
func (q entries) Less(i, j int) bool {
	if q[i].d != q[j].d {
		return q[i].d < q[j].d
	}
	return q[i].e.ID < q[j].e.ID
}
func (q entries) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *entries) Push(x any)   { *q = append(*q, x.(entry)) }
func (q *entries) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// aside is why a frontier was set aside, and what there was then.
type aside struct {
	why    string
	states int // of the region before it
	preds  int
}

// offer puts an edge in if it may be a frontier.
func (a *analysis) offer(e *Edge) {
	if d := a.abs.Distance(e.To); d != Far && !e.Gone {
		a.push(entry{e, d})
	}
}

// isFrontier reports whether an edge is one now.
func (a *analysis) isFrontier(e *Edge) bool {
	return !e.Gone && a.abs.Distance(e.To) != Far && len(a.states[e.To.ID]) == 0 &&
		(e.From == nil || len(a.states[e.From.ID]) > 0) &&
		(e.Exit == nil || len(a.states[e.Exit.ID]) > 0)
}

// frontier is the next one; nil if none is left that was not set aside.
func (a *analysis) frontier() *Edge {
	if x := a.pop(); x != nil {
		return x.e
	}
	return nil
}

func (a *analysis) push(x entry) { heap.Push(&a.queue, x) }

// pop takes the next frontier out.
func (a *analysis) pop() *entry {
	for a.queue.Len() > 0 {
		x := heap.Pop(&a.queue).(entry)
		switch d := a.abs.Distance(x.e.To); {
		case !a.isFrontier(x.e) || x.e.aside != nil:
		case d > x.d:
			a.push(entry{x.e, d})
		default:
			return &x
		}
	}
	return nil
}

// again takes frontiers back that were set aside when there were fewer states or predicates; why is the reason of the
// nearest that is left.
func (a *analysis) again() (some bool, why string) {
	least := Far
	var rest []*Edge
	for _, e := range a.asides {
		if !a.isFrontier(e) {
			e.aside = nil
			continue
		}
		if n := a.count(e); n > e.aside.states || len(a.abs.Regions) > e.aside.preds {
			e.aside = nil
			a.offer(e)
			some = true
			continue
		}
		if d := a.abs.Distance(e.To); d < least {
			least, why = d, e.aside.why
		}
		rest = append(rest, e)
	}
	a.asides = rest
	return some, why
}

func (a *analysis) count(e *Edge) int {
	if e.From == nil {
		return 0
	}
	if e.Exit != nil {
		return len(a.states[e.From.ID]) + len(a.states[e.Exit.ID])
	}
	return len(a.states[e.From.ID])
}

// setAside notes that nothing comes of a frontier.
func (a *analysis) setAside(e *Edge, why string) {
	e.aside = &aside{why: why, states: a.count(e), preds: len(a.abs.Regions)}
	a.asides = append(a.asides, e)
	a.w.task.Log.Count(Name+".aside", 1)
}

// enter puts states of F into their regions.
func (a *analysis) enter(ss []*State) {
	for _, s := range ss {
		if _, ok := a.program.State[s.Loc]; !ok {
			continue
		}
		if r := a.find(s); r != nil {
			a.put(r, s)
		}
	}
}

// find is the region of a state; nil if that is not known.
func (a *analysis) find(s *State) *Region {
	return a.abs.Roots[a.program.State[s.Loc]].Find(func(x ir.Expr) (yes, ok bool) { return a.w.forest.Holds(s, x) })
}

// put gives a region a state. With the first one the edges that leave it may be frontiers.
func (a *analysis) put(r *Region, s *State) {
	all := a.states[r.ID]
	if len(all) == mostStates {
		return
	}
	a.states[r.ID] = append(all, s)
	if len(all) == 0 {
		a.offerFrom(r)
	}
}

// offerFrom puts in what leaves a region, or leads over a call that ends in it.
func (a *analysis) offerFrom(r *Region) {
	for _, e := range a.abs.Out(r) {
		a.offer(e)
	}
	for _, e := range a.abs.over[r.ID] {
		a.offer(e)
	}
}

// cut splits a region, its states with it; the part where q does not hold is returned.
func (a *analysis) cut(r *Region, q ir.Expr) (no *Region) {
	yes, no := a.abs.Cut(r, q)
	all := len(a.states[r.ID]) < mostStates && a.looked[r] // no other state is known
	a.looked[yes], a.looked[no] = all && !a.more(r), all && !a.more(r)
	a.states = append(a.states, nil, nil)
	old := a.states[r.ID]
	a.states[r.ID] = nil
	for _, s := range old {
		switch in, ok := a.w.forest.Holds(s, q); {
		case !ok:
		case in:
			a.put(yes, s)
		default:
			a.put(no, s)
		}
	}
	for _, part := range []*Region{yes, no} {
		for _, e := range a.abs.in[part.ID] {
			a.offer(e)
		}
	}
	return no
}

// more reports whether tests came to the location of a region more often than states were kept, and that some were of
// the region.
func (a *analysis) more(r *Region) bool {
	k := a.w.forest.place(a.program.Loc[r.At])
	return len(a.states[r.ID]) > 0 &&
		slices.ContainsFunc(a.w.forest.Tests, func(t *Test) bool { return t.visits[k] > t.kept[k] })
}
