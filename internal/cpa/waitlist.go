package cpa

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Order determines the next of the waiting nodes: the node with the smallest key, and the newest of several such nodes.
type Order struct {
	Name string
	key  func(r *Run, n *Node) [2]int32 // nil if all keys are equal
	// edges of a node are followed in descending order of this number; nil to follow them in their order
	edge func(e *ir.Edge) int
	fair func(r *Run, n *Node) [2]int32 // a second key, by which some nodes are taken; nil if there is none
}

// With two keys, the first fairFirst nodes, and then one node in fairEach, are taken by the second key.
const fairFirst, fairEach = 256, 8

// Orders returns the orders, the default first.
func Orders() []Order {
	return []Order{
		// Inner loops before the locations after them, calls before the locations that follow them.
		{Name: "topological", key: func(r *Run, n *Node) [2]int32 { return [2]int32{-depth(n), r.rank(n.Loc)} }},
		{Name: "dfs"}, // the newest node first
		{Name: "bfs", key: func(r *Run, n *Node) [2]int32 { return [2]int32{int32(n.ID)} }},
		{Name: "calls", key: func(r *Run, n *Node) [2]int32 { return [2]int32{depth(n)} }}, // fewest calls first
		{Name: "new", key: seldom},
		// Depth first. At a branch, the case F waits until the case T is done, so nodes are reached in the order of their
		// paths.
		{Name: "path", edge: later},
		// The same, but a loop without end must not prevent all locations after the loop from being explored.
		{Name: "fair", edge: later, fair: seldom},
	}
}

// seldom returns how often the location of n has waited before: nodes at rare locations come first.
func seldom(r *Run, n *Node) [2]int32 {
	r.met[n.Loc]++
	return [2]int32{r.met[n.Loc]}
}

// later returns 0 for the branch to follow last, so that the newest node, from which exploration continues, is its
// target.
func later(e *ir.Edge) int {
	if a, ok := e.Stmt.(*ir.Assume); ok && a.Mark == ir.True {
		return 0
	}
	return 1
}

// depth returns the depth of the stack at n.
func depth(n *Node) int32 { return n.Stack.depth }

// rank returns the position of a location in its function's weak topological order (Bourdoncle, FMPA 1993).
func (r *Run) rank(l *ir.Loc) int32 {
	ranks, known := r.ranks[l.Func]
	if !known {
		ranks = graph.WeakOrder(l.Func.Graph(), l.Func.Entry.ID)
		r.ranks[l.Func] = ranks
	}
	return int32(ranks.Pos(l.ID))
}

// edges returns the edges of l in the order in which they are followed.
func (r *Run) edges(l *ir.Loc) []*ir.Edge {
	if r.Order.edge == nil || len(l.Out) < 2 {
		return l.Out
	}
	out := slices.Clone(l.Out)
	slices.SortStableFunc(out, func(a, b *ir.Edge) int { return r.Order.edge(b) - r.Order.edge(a) })
	return out
}

// waitlist is a heap of nodes to expand.
type waitlist struct {
	items []waiting
	count int32 // number of nodes that were pushed
}

// waiting is a node in a waitlist, with its key and the number of its push.
type waiting struct {
	node *Node
	key  [2]int32
	when int32
}

// wait adds n to the nodes to expand, unless it waits already.
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

// push adds n with the key that by returns.
func (h *waitlist) push(r *Run, n *Node, by func(r *Run, n *Node) [2]int32) {
	h.count++
	w := waiting{node: n, when: h.count}
	if by != nil {
		w.key = by(r, n)
	}
	heap.Push(h, w)
}

// next removes the next node to expand and returns it, nil if none waits.
func (r *Run) next() *Node {
	from := &r.waits
	if r.Order.fair != nil {
		if r.taken++; r.taken <= fairFirst || r.taken%fairEach == 0 {
			from = &r.seldom
		}
	}
	for len(from.items) > 0 {
		n := heap.Pop(from).(waiting).node
		if !n.waiting { // n was taken from the other list
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
