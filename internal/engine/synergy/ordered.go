package synergy

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
)

// This file finds frontiers (GetOrderedAbstractTrace): abstract edges from a region with a state of F to one without
// from which the error is abstractly reached. The run to the state is the beginning of an ordered abstract trace; a
// shortest abstract path to the error is its end. Frontiers near to the error come first.
//
// Frontiers are kept in a heap. When a region gets its first state or is split, its edges are pushed. When an edge is
// popped, it is checked again: meanwhile it may not be a frontier any more, or may be farther from the error.

// entry is an edge that may be a frontier.
type entry struct {
	e *Edge
	d int // distance to the error when the edge was pushed
}

// entries is a heap of entries, the least distance first.
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

// aside is the reason why a frontier was set aside, with the number of states and regions at that time.
type aside struct {
	why    string
	states int // number of states in front of the frontier (frontiers.count)
	preds  int // number of regions
}

// frontiers holds the states of F by region, and the edges that may be frontiers.
type frontiers struct {
	program *floydhoare.Program
	abs     *Abstract
	forest  *Forest
	log     *obs.Log

	states [][]*State // by region, at most mostStates of each
	queue  entries
	asides []*Edge          // frontiers that were set aside
	looked map[*Region]bool // regions in which all known states of F were searched
}

// newFrontiers returns frontiers without states.
func newFrontiers(p *floydhoare.Program, abs *Abstract, forest *Forest, log *obs.Log) *frontiers {
	f := &frontiers{program: p, abs: abs, forest: forest, log: log, states: make([][]*State, len(abs.Regions)),
		looked: map[*Region]bool{}}
	for _, r := range abs.Roots {
		f.looked[r] = true
	}
	return f
}

// offer pushes e if it may be a frontier.
func (f *frontiers) offer(e *Edge) {
	if d := f.abs.Distance(e.To); d != Far && !e.Gone {
		f.push(entry{e, d})
	}
}

// isFrontier reports whether e is a frontier now.
func (f *frontiers) isFrontier(e *Edge) bool {
	return !e.Gone && f.abs.Distance(e.To) != Far && len(f.states[e.To.ID]) == 0 &&
		(e.From == nil || len(f.states[e.From.ID]) > 0) &&
		(e.Exit == nil || len(f.states[e.Exit.ID]) > 0)
}

// frontier removes and returns the next frontier that was not set aside, nil if there is none.
func (f *frontiers) frontier() *Edge {
	if x := f.pop(); x != nil {
		return x.e
	}
	return nil
}

// push adds an edge to the heap of possible frontiers.
func (f *frontiers) push(x entry) { heap.Push(&f.queue, x) }

// pop removes the next frontier from the heap and returns it, nil if there is none.
func (f *frontiers) pop() *entry {
	for f.queue.Len() > 0 {
		x := heap.Pop(&f.queue).(entry)
		switch d := f.abs.Distance(x.e.To); {
		case !f.isFrontier(x.e) || x.e.aside != nil:
		case d > x.d:
			f.push(entry{x.e, d})
		default:
			return &x
		}
	}
	return nil
}

// again takes back the frontiers that were set aside when there were fewer states or regions, and reports whether there
// are any. why is the reason for which the nearest remaining frontier was set aside.
func (f *frontiers) again() (some bool, why string) {
	least := Far
	var rest []*Edge
	for _, e := range f.asides {
		if !f.isFrontier(e) {
			e.aside = nil
			continue
		}
		if n := f.count(e); n > e.aside.states || len(f.abs.Regions) > e.aside.preds {
			e.aside = nil
			f.offer(e)
			some = true
			continue
		}
		if d := f.abs.Distance(e.To); d < least {
			least, why = d, e.aside.why
		}
		rest = append(rest, e)
	}
	f.asides = rest
	return some, why
}

// reopen takes all frontiers back that were set aside.
func (f *frontiers) reopen() {
	for _, e := range f.asides {
		e.aside = nil
		f.offer(e)
	}
	f.asides = nil
	for _, r := range f.abs.Regions {
		if len(f.states[r.ID]) > 0 {
			f.offerFrom(r)
		}
	}
}

// count returns the number of known states from which e may be passed.
func (f *frontiers) count(e *Edge) int {
	if e.From == nil {
		return 0
	}
	if e.Exit != nil {
		return len(f.states[e.From.ID]) + len(f.states[e.Exit.ID])
	}
	return len(f.states[e.From.ID])
}

// setAside marks e as a frontier that could not be handled; why is the reason.
func (f *frontiers) setAside(e *Edge, why string) {
	e.aside = &aside{why: why, states: f.count(e), preds: len(f.abs.Regions)}
	f.asides = append(f.asides, e)
	f.log.Count(Name+".aside", 1)
}

// enter adds states of F to their regions.
func (f *frontiers) enter(ss []*State) {
	for _, s := range ss {
		if _, ok := f.program.State[s.Loc]; !ok {
			continue
		}
		if r := f.find(s); r != nil {
			f.put(r, s)
		}
	}
}

// find returns the region of s, nil if it is not known.
func (f *frontiers) find(s *State) *Region {
	return f.abs.Roots[f.program.State[s.Loc]].Find(func(x ir.Expr) (yes, ok bool) { return f.forest.Holds(s, x) })
}

// put adds a state to r. If it is the first one, the edges that leave r may become frontiers.
func (f *frontiers) put(r *Region, s *State) {
	all := f.states[r.ID]
	if len(all) == mostStates {
		return
	}
	f.states[r.ID] = append(all, s)
	if len(all) == 0 {
		f.offerFrom(r)
	}
}

// offerFrom offers the edges that leave r, and the edges over calls whose exit region is r.
func (f *frontiers) offerFrom(r *Region) {
	for _, e := range f.abs.Out(r) {
		f.offer(e)
	}
	for _, e := range f.abs.over[r.ID] {
		f.offer(e)
	}
}

// cut splits r by q, distributes its states, and returns the part in which q does not hold.
func (f *frontiers) cut(r *Region, q ir.Expr) (no *Region) {
	yes, no := f.abs.Cut(r, q)
	all := len(f.states[r.ID]) < mostStates && f.looked[r] // no other state is known
	f.looked[yes], f.looked[no] = all && !f.more(r), all && !f.more(r)
	f.states = append(f.states, nil, nil)
	old := f.states[r.ID]
	f.states[r.ID] = nil
	for _, s := range old {
		switch in, ok := f.forest.Holds(s, q); {
		case !ok:
		case in:
			f.put(yes, s)
		default:
			f.put(no, s)
		}
	}
	for _, part := range []*Region{yes, no} {
		for _, e := range f.abs.in[part.ID] {
			f.offer(e)
		}
	}
	return no
}

// more reports whether r has states and some visits of its location are not kept.
func (f *frontiers) more(r *Region) bool {
	k := f.forest.place(f.program.Loc[r.At])
	return len(f.states[r.ID]) > 0 &&
		slices.ContainsFunc(f.forest.Tests, func(t *Test) bool { return t.visits[k] > t.kept[k] })
}
