package concolic

import (
	"container/heap"

	"github.com/tandem-verifier/tandem/internal/symex"
)

// item is an open arc in the frontier.
type item struct {
	node  *symex.Node
	arc   *symex.Arc
	score int      // number of branches that the test of its path covered first
	seq   int      // order of entry
	visit visit    // the visit for which tests for the arc are counted
	done  bool     // the arc was taken
	far   [2]int32 // its distances when it was last pushed to frontier.near

	outside bool // no test within the preferred region was found to take the arc
}

// frontier has the open arcs, in several orders at once. An arc that was taken in one order is skipped in the others.
type frontier struct {
	search  *Search
	all     []*item              // all open arcs, for the random order and DepthFirst
	near    [2]queue             // by distance to errors, and to branches that are not covered
	gen     queue                // by score
	late    []*item              // to be tried again
	outer   []*item              // arcs that lead out of the preferred region
	seen    map[*symex.Node]bool // nodes whose arcs were added
	seq     int
	live    int  // number of arcs that were not taken, without late and outer
	dirty   bool // coverage has changed since distances were computed
	renewed int  // number of picks since distances were computed
}

// queue is a heap with a given order.
type queue struct {
	items []*item
	less  func(a, b *item) bool
}

func (q *queue) Len() int           { return len(q.items) }
func (q *queue) Less(i, j int) bool { return q.less(q.items[i], q.items[j]) }
func (q *queue) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue) Push(x any)         { q.items = append(q.items, x.(*item)) }
func (q *queue) Pop() any {
	x := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return x
}

// init sets the orders of the queues.
func (f *frontier) init() {
	f.seen = map[*symex.Node]bool{}
	by := func(i int) func(a, b *item) bool {
		return func(a, b *item) bool {
			if a.far[i] != b.far[i] {
				return a.far[i] < b.far[i]
			}
			if a.node.Depth != b.node.Depth {
				return a.node.Depth < b.node.Depth
			}
			return a.seq < b.seq
		}
	}
	f.near[0].less = by(0)
	f.near[1].less = by(1)
	f.gen.less = func(a, b *item) bool {
		if a.score != b.score {
			return a.score > b.score
		}
		return a.seq < b.seq
	}
}

// distance returns the distance of an arc to errors (i == 0), or to branches that are not covered (i == 1), plus its
// cost.
func (s *Search) distance(it *item, i int) int32 {
	by := s.dist.toError
	if i == 1 {
		by = s.dist.toOpen
	}
	return s.dist.edge(by, it.arc.Edge) + s.cost(it)
}

// cost returns a cost that grows with the number of tests that were made for the arc. It is lowest if the edge of the
// arc is not covered.
func (s *Search) cost(it *item) int32 {
	i, ok := s.index[it.arc.Edge]
	if !ok || !s.taken[i] {
		return -4
	}
	return int32(4 * s.tries[it.visit])
}

// empty reports whether no arc is left.
func (f *frontier) empty() bool { return f.live == 0 && len(f.late) == 0 && len(f.outer) == 0 }

// clear removes all arcs.
func (f *frontier) clear() { *f = frontier{search: f.search, seq: f.seq} }

// add adds the open arcs of a node. been has the visits of the path to the node.
func (f *frontier) add(n *symex.Node, score int, been *visits) {
	if f.gen.less == nil {
		f.init()
	}
	if f.seen[n] {
		return
	}
	f.seen[n] = true
	for i := range n.Arcs {
		a := &n.Arcs[i]
		if !a.Open() {
			continue
		}
		f.seq++
		it := &item{node: n, arc: a, score: score, seq: f.seq, visit: been.next(a.Edge)}
		f.live++
		f.all = append(f.all, it)
		if f.search.cfg.Order == Mixed {
			for i := range f.near {
				it.far[i] = f.search.distance(it, i)
				heap.Push(&f.near[i], it)
			}
		}
		if f.search.cfg.Order != DepthFirst {
			heap.Push(&f.gen, it)
		}
	}
}

// again keeps an arc for another attempt, when no other arc is left.
func (f *frontier) again(it *item) {
	f.late = append(f.late, it)
}

// next takes the next arc to try; nil if there is none.
func (f *frontier) next() *item {
	for f.live > 0 {
		if it := f.pick(); it != nil {
			it.done = true
			f.live--
			if it.arc.Open() {
				return it
			}
		}
	}
	for len(f.late) > 0 {
		it := f.late[0]
		f.late = f.late[1:]
		if it.arc.Open() {
			return it
		}
	}
	return nil
}

// pick takes an arc by the search order; nil if the chosen order has none.
func (f *frontier) pick() *item {
	s := f.search
	switch s.cfg.Order {
	case DepthFirst:
		return f.last()
	case Generational:
		return f.pop(&f.gen)
	}
	f.renewed++
	if f.dirty && f.renewed > 8 {
		f.dirty, f.renewed = false, 0
		s.measure()
		for i := range f.near {
			for _, it := range f.near[i].items {
				it.far[i] = s.distance(it, i)
			}
			heap.Init(&f.near[i])
		}
	}
	s.turn++
	switch s.turn % 8 {
	case 0, 3:
		if !s.cfg.Cover {
			return f.nearest(0)
		}
	case 1, 5:
		return f.pop(&f.gen)
	case 2, 6, 7:
		return f.random()
	}
	return f.nearest(1)
}

// nearest takes the arc with the smallest present distance: tests that were made after an arc was pushed have increased
// its distance.
func (f *frontier) nearest(i int) *item {
	q := &f.near[i]
	for q.Len() > 0 {
		it := heap.Pop(q).(*item)
		switch d := f.search.distance(it, i); {
		case it.done:
		case d > it.far[i]:
			it.far[i] = d
			heap.Push(q, it)
		default:
			return it
		}
	}
	return f.last()
}

// pop takes the first arc of q that was not taken before.
func (f *frontier) pop(q *queue) *item {
	for q.Len() > 0 {
		if it := heap.Pop(q).(*item); !it.done {
			return it
		}
	}
	return f.last()
}

// last takes the newest arc, nil if there is none.
func (f *frontier) last() *item {
	for len(f.all) > 0 {
		it := f.all[len(f.all)-1]
		f.all = f.all[:len(f.all)-1]
		if !it.done {
			return it
		}
	}
	return nil
}

// random returns the arc with the least cost of a few random ones, nil if there is none.
func (f *frontier) random() *item {
	var best *item
	s := f.search
	for range 12 {
		if len(f.all) == 0 {
			break
		}
		i := s.rng.IntN(len(f.all))
		it := f.all[i]
		if it.done {
			f.all[i] = f.all[len(f.all)-1]
			f.all = f.all[:len(f.all)-1]
			continue
		}
		if best == nil || s.cost(it) < s.cost(best) {
			best = it
		}
	}
	return best
}
