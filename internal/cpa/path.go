package cpa

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Path returns a path from the root to n on which each return matches its call, a shortest one within each frame. It
// returns a path without nodes if there is none.
func (g *ARG) Path(n *Node) (p Path) {
	if p, ok := g.only(n); ok {
		return p
	}
	w := g.shortest()
	// best has a shortest way to enter each frame from the frame of the root.
	type entered struct {
		by     *caller
		length int
	}
	best := map[*Frame]entered{g.root.Stack: {}}
	queue := []*Frame{g.root.Stack}
	for len(queue) > 0 { // since there are few frames, a frame whose length improves is processed again
		f := queue[0]
		queue = queue[1:]
		for _, m := range w.calls[f] {
			d, ok := w.found[m.node]
			if !ok {
				continue
			}
			to := m.to
			if old, known := best[to]; !known || old.length > best[f].length+d.length+1 && to != g.root.Stack {
				best[to] = entered{&caller{m.node, m.call}, best[f].length + d.length + 1}
				queue = append(queue, to)
			}
		}
	}
	if _, ok := w.found[n]; !ok {
		return p
	}
	var stack []*caller
	for f := n.Stack; f != g.root.Stack; {
		e, ok := best[f]
		if !ok {
			return p
		}
		stack = append(stack, e.by)
		f = e.by.node.Stack
	}
	p.Nodes = append(p.Nodes, g.root)
	add := p.add
	for _, c := range slices.Backward(stack) {
		w.walk(c.node, add)
		for _, l := range c.node.Out {
			if l.Edge == c.call && l.calls() {
				add(l.To, l.Edge)
				break
			}
		}
	}
	w.walk(n, add)
	return p.known()
}

// add extends the path by an edge to n. If e is nil, the edge is a return, and n replaces the node at the exit.
func (p *Path) add(n *Node, e *ir.Edge) {
	if e == nil {
		p.Nodes[len(p.Nodes)-1] = n
		return
	}
	p.Nodes, p.Edges = append(p.Nodes, n), append(p.Edges, e)
}

// known returns the path with the states of its nodes.
func (p Path) known() Path {
	for _, n := range p.Nodes {
		p.States = append(p.States, n.State)
	}
	return p
}

// only returns the path to a node if there is only one path. For each frame on the stack it takes the first caller and
// ignores the others. ok is false if there are several paths, since states were merged, or if callers form a cycle.
func (g *ARG) only(n *Node) (p Path, ok bool) {
	// from the last to the first; the links within a returned call are followed by the link into the call
	var links []*Link
	var back func(n *Node) bool
	back = func(n *Node) bool {
		for n != n.Stack.entry {
			if len(n.In) != 1 || n.In[0].stale || len(links) > 2*g.live {
				return false
			}
			l := n.In[0]
			links = append(links, l)
			if n = l.From; l.Caller != nil {
				if !back(l.From) {
					return false
				}
				links = append(links, &Link{From: l.Caller, To: l.From.Stack.entry, Edge: l.Edge})
				n = l.Caller
			}
		}
		return true
	}
	for {
		if !back(n) {
			return p, false
		}
		entry := n.Stack.entry
		if entry == g.root {
			break
		}
		i := slices.IndexFunc(entry.In, func(l *Link) bool { return !l.stale })
		if i < 0 || len(links) > 2*g.live {
			return p, false
		}
		links = append(links, entry.In[i])
		n = entry.In[i].From
	}
	p.Nodes = append(p.Nodes, g.root)
	for _, l := range slices.Backward(links) {
		if l.Caller == nil {
			p.add(l.To, l.Edge)
		} else {
			p.add(l.To, nil)
		}
	}
	return p.known(), true
}

// shortestPaths has shortest paths from the entries of frames to their nodes.
type shortestPaths struct {
	found map[*Node]pathEnd
	calls map[*Frame][]call // by the caller's frame
}

// call is a call edge from a node into a frame.
type call struct {
	node *Node
	call *ir.Edge
	to   *Frame
}

// pathEnd is a shortest path to a node: its length and its last link.
type pathEnd struct {
	length int
	last   *Link // nil at the entry
}

// shortest computes shortest paths by Dijkstra's algorithm for a grammar (Knuth, 1977): the length of a return is the
// sum of the path to its caller and the path through the called frame.
func (g *ARG) shortest() *shortestPaths {
	w := &shortestPaths{found: map[*Node]pathEnd{}, calls: map[*Frame][]call{}}
	waits := map[*Node][]*Link{} // returns that wait for the path to their caller
	q := &pathHeap{}
	for _, n := range g.Nodes {
		if n.Counts() && n.Stack.entry == n {
			heap.Push(q, pathItem{n, pathEnd{}})
		}
	}
	for q.Len() > 0 {
		it := heap.Pop(q).(pathItem)
		n := it.node
		if _, done := w.found[n]; done {
			continue
		}
		w.found[n] = it.pathEnd
		for _, l := range n.Out {
			switch {
			case l.Caller != nil:
				if c, ok := w.found[l.Caller]; ok {
					heap.Push(q, pathItem{l.To, pathEnd{c.length + it.length + 2, l}})
				} else {
					waits[l.Caller] = append(waits[l.Caller], l)
				}
			case l.calls():
				w.calls[n.Stack] = append(w.calls[n.Stack], call{n, l.Edge, l.To.Stack})
			default:
				heap.Push(q, pathItem{l.To, pathEnd{it.length + 1, l}})
			}
		}
		for _, l := range waits[n] {
			heap.Push(q, pathItem{l.To, pathEnd{it.length + w.found[l.From].length + 2, l}})
		}
	}
	return w
}

// walk calls the function add for the nodes of a shortest path from the entry of n's frame (exclusive) to n.
func (w *shortestPaths) walk(n *Node, add func(*Node, *ir.Edge)) {
	var links []*Link
	for l := w.found[n].last; l != nil; {
		links = append(links, l)
		from := l.From
		if l.Caller != nil {
			from = l.Caller
		}
		l = w.found[from].last
	}
	for _, l := range slices.Backward(links) {
		if l.Caller == nil {
			add(l.To, l.Edge)
			continue
		}
		add(l.From.Stack.entry, l.Edge)
		w.walk(l.From, add)
		add(l.To, nil)
	}
}

// pathItem is an element of pathHeap.
type pathItem struct {
	node *Node
	pathEnd
}

// pathHeap is a heap of paths, the shortest first.
type pathHeap []pathItem

func (h pathHeap) Len() int { return len(h) }
func (h pathHeap) Less(i, j int) bool {
	return h[i].length < h[j].length || h[i].length == h[j].length && h[i].node.ID < h[j].node.ID
}
func (h pathHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *pathHeap) Push(x any)   { *h = append(*h, x.(pathItem)) }
func (h *pathHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
