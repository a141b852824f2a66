package absint

import "container/heap"

// queue has the cuts with states that were not followed yet, first in weak
// topological order first: inner loops settle before what comes after them.
type queue[E any] []*node[E]

func (q queue[E]) Len() int           { return len(q) }
func (q queue[E]) Less(i, j int) bool { return q[i].pos < q[j].pos }
func (q queue[E]) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }

// Push and Pop are for package heap.
func (q *queue[E]) Push(x any) { *q = append(*q, x.(*node[E])) }

// Pop: see Push.
func (q *queue[E]) Pop() any {
	old := *q
	n := old[len(old)-1]
	*q = old[:len(old)-1]
	return n
}

func (q *queue[E]) push(n *node[E]) { heap.Push(q, n) }
func (q *queue[E]) pop() *node[E]   { return heap.Pop(q).(*node[E]) }
