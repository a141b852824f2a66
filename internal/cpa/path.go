package cpa

import (
	"container/heap"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Path is a way, within frames a shortest one, from the root to n, on which returns go to the calls that they belong
// to; without nodes if there is none.
func (g *ARG) Path(n *Node) (p Path) {
	if p, ok := g.only(n); ok {
		return p
	}
	w := g.ways()
	// The frames on the stack, from that of n outwards.
	type entered struct {
		by     *caller
		length int
	}
	best := map[*Frame]entered{g.root.Stack: {}}
	queue := []*Frame{g.root.Stack}
	for len(queue) > 0 { // frames are few: a label that improves is looked at again
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

// add makes the path longer by an edge, or without one by a return: n is behind the call.
func (p *Path) add(n *Node, e *ir.Edge) {
	if e == nil {
		p.Nodes[len(p.Nodes)-1] = n
		return
	}
	p.Nodes, p.Edges = append(p.Nodes, n), append(p.Edges, e)
}

func (p Path) known() Path {
	for _, n := range p.Nodes {
		p.States = append(p.States, n.State)
	}
	return p
}

// only is the way to a node to which there is but one, save for the callers of the frames in which it ends: of each
// frame the first that there is now. Not ok if there are several, as where states are merged, or callers go round in
// circles.
func (g *ARG) only(n *Node) (p Path, ok bool) {
	var links []*Link // the last first; that into a call behind it, once it is left
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

// ways are shortest ways from the entries of frames to their nodes.
type ways struct {
	found map[*Node]way
	calls map[*Frame][]call // by the caller's frame
}

type call struct {
	node *Node
	call *ir.Edge
	to   *Frame
}

type way struct {
	length int
	last   *Link // nil at the entry
}

// ways is Dijkstra's algorithm for a grammar (Knuth, 1977): a return needs the way to its caller, and that through the
// called frame.
func (g *ARG) ways() *ways {
	w := &ways{found: map[*Node]way{}, calls: map[*Frame][]call{}}
	waits := map[*Node][]*Link{} // returns that wait for the way to their caller
	q := &wayHeap{}
	for _, n := range g.Nodes {
		if n.Counts() && n.Stack.entry == n {
			heap.Push(q, wayItem{n, way{}})
		}
	}
	for q.Len() > 0 {
		it := heap.Pop(q).(wayItem)
		n := it.node
		if _, done := w.found[n]; done {
			continue
		}
		w.found[n] = it.way
		for _, l := range n.Out {
			switch {
			case l.Caller != nil:
				if c, ok := w.found[l.Caller]; ok {
					heap.Push(q, wayItem{l.To, way{c.length + it.length + 2, l}})
				} else {
					waits[l.Caller] = append(waits[l.Caller], l)
				}
			case l.calls():
				w.calls[n.Stack] = append(w.calls[n.Stack], call{n, l.Edge, l.To.Stack})
			default:
				heap.Push(q, wayItem{l.To, way{it.length + 1, l}})
			}
		}
		for _, l := range waits[n] {
			heap.Push(q, wayItem{l.To, way{it.length + w.found[l.From].length + 2, l}})
		}
	}
	return w
}

// walk calls add with the nodes behind the entry of n's frame, up to n.
func (w *ways) walk(n *Node, add func(*Node, *ir.Edge)) {
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

type wayItem struct {
	node *Node
	way
}

type wayHeap []wayItem

func (h wayHeap) Len() int { return len(h) }
func (h wayHeap) Less(i, j int) bool {
	return h[i].length < h[j].length || h[i].length == h[j].length && h[i].node.ID < h[j].node.ID
}
func (h wayHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *wayHeap) Push(x any)   { *h = append(*h, x.(wayItem)) }
func (h *wayHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
