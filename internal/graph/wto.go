package graph

import (
	"sort"
	"strconv"
	"strings"
)

// Weak topological orders: F. Bourdoncle, "Efficient chaotic iteration strategies with widenings" (FMPA 1993), figure
// 4. The recursion of the paper is kept; only reachable nodes are in the order.

// Element is a node, or a component: its head Node and the rest, Body.
type Element struct {
	Node int
	Head bool // a component, even if Body is empty (self-loop)
	Body []Element
}

// WTO is a weak topological order. For each edge u -> v, v comes after u, or v is the head of a component that u is in.
type WTO struct {
	Elems []Element
	pos   []int   // position in the order, -1 if not in it
	heads [][]int // heads of the components around a node, outermost first; a head is in its own
}

// WeakOrder computes a weak topological order of the nodes reachable from root.
func WeakOrder(g Graph, root int) *WTO {
	n := g.Len()
	b := &bourdoncle{g: g, dfn: make([]int, n)}
	b.visit(root, &b.top)
	w := &WTO{Elems: reversed(b.top), pos: make([]int, n), heads: make([][]int, n)}
	for i := range w.pos {
		w.pos[i] = -1
	}
	next := 0
	w.number(w.Elems, nil, &next)
	return w
}

// done is the number of nodes that are in the order.
const done = int(^uint(0) >> 1)

// bourdoncle is the state of the algorithm, with the names of the paper.
type bourdoncle struct {
	g     Graph
	dfn   []int // 0: not visited, done: in the order
	num   int   // the last number that was given
	stack []int // nodes whose component is not complete
	top   []Element
}

// visit is the paper's function of that name. It appends to partition, which the caller reverses, and returns the
// smallest number reached.
func (b *bourdoncle) visit(v int, partition *[]Element) int {
	b.stack = append(b.stack, v)
	b.num++
	b.dfn[v] = b.num
	head := b.num
	loop := false
	for _, s := range b.g.Succ(v) {
		m := b.dfn[s]
		if m == 0 {
			m = b.visit(s, partition)
		}
		if m <= head {
			head = m
			loop = true
		}
	}
	if head != b.dfn[v] {
		return head
	}
	b.dfn[v] = done
	e := b.pop()
	if !loop {
		*partition = append(*partition, Element{Node: v})
		return head
	}
	for e != v {
		b.dfn[e] = 0
		e = b.pop()
	}
	*partition = append(*partition, b.component(v))
	return head
}

// pop removes the top of the stack.
func (b *bourdoncle) pop() int {
	e := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	return e
}

// component returns the component with head v, as in the paper.
func (b *bourdoncle) component(v int) Element {
	var body []Element
	for _, s := range b.g.Succ(v) {
		if b.dfn[s] == 0 {
			b.visit(s, &body)
		}
	}
	return Element{Node: v, Head: true, Body: reversed(body)}
}

// reversed reverses a list in place.
func reversed(es []Element) []Element {
	for i, j := 0, len(es)-1; i < j; i, j = i+1, j-1 {
		es[i], es[j] = es[j], es[i]
	}
	return es
}

// number sets the positions and heads of the nodes in es, whose enclosing heads are given.
func (w *WTO) number(es []Element, heads []int, next *int) {
	for _, e := range es {
		w.pos[e.Node] = *next
		*next++
		w.heads[e.Node] = heads
		if e.Head {
			inner := append(append(make([]int, 0, len(heads)+1), heads...), e.Node)
			w.heads[e.Node] = inner
			w.number(e.Body, inner, next)
		}
	}
}

// Pos returns the position of n in the order, -1 if n is not in it.
func (w *WTO) Pos(n int) int { return w.pos[n] }

// Heads lists the heads of the components that n is in, outermost first; a head is in its own component.
func (w *WTO) Heads(n int) []int { return w.heads[n] }

// IsHead reports whether n is the head of a component, where an analysis widens.
func (w *WTO) IsHead(n int) bool {
	h := w.heads[n]
	return len(h) > 0 && h[len(h)-1] == n
}

// Nodes lists the nodes in order.
func (w *WTO) Nodes() []int {
	var ns []int
	var walk func(es []Element)
	walk = func(es []Element) {
		for _, e := range es {
			ns = append(ns, e.Node)
			walk(e.Body)
		}
	}
	walk(w.Elems)
	return ns
}

// String returns the paper's notation: 0 (1 2 (3)) 4, heads first in brackets.
func (w *WTO) String() string {
	var parts func(es []Element) string
	parts = func(es []Element) string {
		out := make([]string, len(es))
		for i, e := range es {
			out[i] = strconv.Itoa(e.Node)
			if e.Head {
				if len(e.Body) > 0 {
					out[i] += " " + parts(e.Body)
				}
				out[i] = "(" + out[i] + ")"
			}
		}
		return strings.Join(out, " ")
	}
	return parts(w.Elems)
}

// sortBy sorts nodes by a key per node.
func sortBy(nodes, key []int) {
	sort.Slice(nodes, func(i, j int) bool { return key[nodes[i]] < key[nodes[j]] })
}
