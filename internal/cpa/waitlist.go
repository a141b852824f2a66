package cpa

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Order says which of the nodes that wait is next: the one with the least key, the newest of several.
type Order struct {
	Name string
	key  func(r *Run, n *Node) [2]int32
	edge func(e *ir.Edge) int           // edges of a node are followed by this, the greatest first
	fair func(r *Run, n *Node) [2]int32 // some nodes are taken by this key instead
}

// Of an order with two keys, so many nodes at first, and then one of so many, are taken by the second one.
const fairFirst, fairEach = 256, 8

// Orders lists the orders, the default first.
func Orders() []Order {
	return []Order{
		// Inner loops before the locations after them, calls before the locations that follow them.
		{Name: "topological", key: func(r *Run, n *Node) [2]int32 { return [2]int32{-depth(n), r.rank(n.Loc)} }},
		{Name: "dfs"}, // the newest node first
		{Name: "bfs", key: func(r *Run, n *Node) [2]int32 { return [2]int32{int32(n.ID)} }},
		{Name: "calls", key: func(r *Run, n *Node) [2]int32 { return [2]int32{depth(n)} }}, // fewest calls first
		{Name: "new", key: seldom},
		// Depth first, and where a branch divides F waits until T is done: nodes are met in the order of their paths.
		{Name: "path", edge: later},
		// The same, but a loop that always goes on must not keep it from all locations after the loop.
		{Name: "fair", edge: later, fair: seldom},
	}
}

// seldom returns how often a node's location was met before: nodes of rare locations come first, of those the newest.
func seldom(r *Run, n *Node) [2]int32 {
	r.met[n.Loc]++
	return [2]int32{r.met[n.Loc]}
}

// later is 0 for the branch that is followed last, so that it is gone on from first.
func later(e *ir.Edge) int {
	if a, ok := e.Stmt.(*ir.Assume); ok && a.Mark == ir.True {
		return 0
	}
	return 1
}

func depth(n *Node) int32 { return n.Stack.depth }

// rank returns the place of a location in its function's weak topological order (Bourdoncle, FMPA 1993).
func (r *Run) rank(l *ir.Loc) int32 {
	ranks, known := r.ranks[l.Func]
	if !known {
		ranks = graph.WeakOrder(l.Func.Graph(), l.Func.Entry.ID)
		r.ranks[l.Func] = ranks
	}
	return int32(ranks.Pos(l.ID))
}

// edges returns the edges of a location in the order in which they are followed.
func (r *Run) edges(l *ir.Loc) []*ir.Edge {
	if r.Order.edge == nil || len(l.Out) < 2 {
		return l.Out
	}
	out := slices.Clone(l.Out)
	slices.SortStableFunc(out, func(a, b *ir.Edge) int { return r.Order.edge(b) - r.Order.edge(a) })
	return out
}

// waitlist is a heap.
type waitlist struct {
	items []waiting
	count int32
}

type waiting struct {
	node *Node
	key  [2]int32
	when int32
}

func (r *Run) wait(n *Node) {
	if n.waiting {
		return
	}
	n.waiting = true
	r.waits.push(r, n, r.Order.key)
	if r.Order.fair != nil {
		r.seldom.push(r, n, r.Order.fair)
	}
}

func (h *waitlist) push(r *Run, n *Node, by func(r *Run, n *Node) [2]int32) {
	h.count++
	w := waiting{node: n, when: h.count}
	if by != nil {
		w.key = by(r, n)
	}
	heap.Push(h, w)
}

// next gives the node that is to be expanded; nil if none waits.
func (r *Run) next() *Node {
	from := &r.waits
	if r.Order.fair != nil {
		if r.taken++; r.taken <= fairFirst || r.taken%fairEach == 0 {
			from = &r.seldom
		}
	}
	for len(from.items) > 0 {
		n := heap.Pop(from).(waiting).node
		if !n.waiting { // it was taken from the other list
			continue
		}
		n.waiting = false
		if n.Fate == Open && r.Why(n) == "" {
			return n
		}
	}
	return nil
}

func (h *waitlist) Len() int { return len(h.items) }

func (h *waitlist) Less(i, j int) bool {
	x, y := &h.items[i], &h.items[j]
	if c := slices.Compare(x.key[:], y.key[:]); c != 0 {
		return c < 0
	}
	return x.when > y.when
}

func (h *waitlist) Swap(i, j int) { h.items[i], h.items[j] = h.items[j], h.items[i] }

func (h *waitlist) Push(x any) { h.items = append(h.items, x.(waiting)) }

func (h *waitlist) Pop() any {
	last := len(h.items) - 1
	x := h.items[last]
	h.items[last] = waiting{}
	h.items = h.items[:last]
	return x
}
