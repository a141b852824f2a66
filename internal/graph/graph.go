// Package graph has algorithms on directed graphs: depth-first orders, reachability, strongly connected components,
// dominators, natural loops, weak topological orders, a Graphviz writer.
//
// A graph has the nodes 0 to Len()-1 and a list of successors for each; parallel edges and self-loops are allowed.
// Users with nodes of another kind number them (ir.Loc.ID and ir.Func.ID are such numbers), or call Closure.
//
// # A small example
//
// The automaton of two nested loops, 0 -> 1 -> 2 -> 2, 2 -> 1, 1 -> 3:
//
//	g := graph.Adj{{1}, {2, 3}, {2, 1}, {}}
//	graph.WeakOrder(g, 0).String()      // 0 (1 (2)) 3
//	graph.Dominators(g, 0).Idom         // [0 0 1 1]
//	graph.ReversePostOrder(g, 0)        // [0 1 3 2]
//
// Results are deterministic: they depend on the graph and the order of successors only.
//
// # Types
//
//	Graph, Adj     the interface, and adjacency lists as its plain form
//	DomTree        dominators and their tree
//	Loop           a natural loop
//	WTO, Element   a weak topological order
//
// Not modelled: weights, labels, graphs that change during an algorithm.
package graph

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Graph is a directed graph over 0..Len()-1.
type Graph interface {
	Len() int
	// Succ lists the successors of n. The caller must not change the list.
	Succ(n int) []int
}

// Adj is a graph as adjacency lists.
type Adj [][]int

// Len returns the number of nodes.
func (a Adj) Len() int { return len(a) }

// Succ lists the successors of n.
func (a Adj) Succ(n int) []int { return a[n] }

// Reverse returns the graph with all edges reversed.
func Reverse(g Graph) Adj {
	n := g.Len()
	count := make([]int, n)
	total := 0
	for u := range n {
		for _, v := range g.Succ(u) {
			count[v]++
			total++
		}
	}
	r := make(Adj, n)
	buf := make([]int, 0, total)
	for v := range n {
		r[v] = buf[len(buf) : len(buf) : len(buf)+count[v]]
		buf = buf[:len(buf)+count[v]]
	}
	for u := range n {
		for _, v := range g.Succ(u) {
			r[v] = append(r[v], u)
		}
	}
	return r
}

// Closure returns the set of nodes that are reachable from the roots, the roots included. visit is called once for each
// of them, and passes its successors to next.
func Closure[N comparable](roots []N, visit func(n N, next func(N))) map[N]bool {
	seen := map[N]bool{}
	var work []N
	add := func(n N) {
		if !seen[n] {
			seen[n] = true
			work = append(work, n)
		}
	}
	for _, r := range roots {
		add(r)
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		visit(n, add)
	}
	return seen
}

// Reachable marks the nodes on paths from the roots, the roots included.
func Reachable(g Graph, roots ...int) []bool {
	seen := make([]bool, g.Len())
	var work []int
	for _, r := range roots {
		if !seen[r] {
			seen[r] = true
			work = append(work, r)
		}
	}
	for len(work) > 0 {
		u := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range g.Succ(u) {
			if !seen[v] {
				seen[v] = true
				work = append(work, v)
			}
		}
	}
	return seen
}

// Reaching marks the nodes from which a target can be reached, the targets included.
func Reaching(g Graph, targets ...int) []bool { return Reachable(Reverse(g), targets...) }

// frame is a node on the stack of a depth-first search, with its next successor.
type frame struct{ node, next int }

// postOrder lists the nodes reachable from the roots, each after its successors except along cycles.
func postOrder(g Graph, roots ...int) []int {
	seen := make([]bool, g.Len())
	var order []int
	var stack []frame
	for _, r := range roots {
		if seen[r] {
			continue
		}
		seen[r] = true
		stack = append(stack, frame{r, 0})
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if ss := g.Succ(f.node); f.next < len(ss) {
				v := ss[f.next]
				f.next++
				if !seen[v] {
					seen[v] = true
					stack = append(stack, frame{v, 0})
				}
				continue
			}
			order = append(order, f.node)
			stack = stack[:len(stack)-1]
		}
	}
	return order
}

// ReversePostOrder returns the reverse of postOrder: a topological order if the graph has no cycle.
func ReversePostOrder(g Graph, roots ...int) []int {
	o := postOrder(g, roots...)
	for i, j := 0, len(o)-1; i < j; i, j = i+1, j-1 {
		o[i], o[j] = o[j], o[i]
	}
	return o
}

// SCC returns the strongly connected components, by Tarjan's algorithm (SIAM J. Computing 1(2), 1972), in topological
// order: an edge leads into its own component or a later one. of[n] is the index of the component of n.
func SCC(g Graph) (comps [][]int, of []int) {
	n := g.Len()
	index, low := make([]int, n), make([]int, n) // index 0: not visited
	of = make([]int, n)
	onStack := make([]bool, n)
	var open []int
	var stack []frame
	next := 0
	visit := func(v int) {
		next++
		index[v], low[v] = next, next
		open = append(open, v)
		onStack[v] = true
		stack = append(stack, frame{v, 0})
	}
	for r := range n {
		if index[r] != 0 {
			continue
		}
		visit(r)
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			u := f.node
			if ss := g.Succ(u); f.next < len(ss) {
				v := ss[f.next]
				f.next++
				if index[v] == 0 {
					visit(v)
				} else if onStack[v] {
					low[u] = min(low[u], index[v])
				}
				continue
			}
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				p := stack[len(stack)-1].node
				low[p] = min(low[p], low[u])
			}
			if low[u] == index[u] {
				comps = append(comps, closeComponent(u, &open, onStack))
			}
		}
	}
	for i, j := 0, len(comps)-1; i < j; i, j = i+1, j-1 {
		comps[i], comps[j] = comps[j], comps[i]
	}
	for i, c := range comps {
		for _, v := range c {
			of[v] = i
		}
	}
	return comps, of
}

// closeComponent removes the nodes from u on from the stack of open nodes, and returns them.
func closeComponent(u int, open *[]int, onStack []bool) []int {
	i := len(*open) - 1
	for (*open)[i] != u {
		i--
	}
	comp := append([]int(nil), (*open)[i:]...)
	*open = (*open)[:i]
	for _, v := range comp {
		onStack[v] = false
	}
	return comp
}

// Dot returns g in the language of Graphviz. label returns the text of a node; link returns the text at the arrow to
// the i-th successor of u, and whether the arrow is dashed. Both may be nil.
func Dot(g Graph, label func(int) string, link func(u, i int) (text string, dashed bool)) string {
	quote := func(s string) string {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
	}
	var b bytes.Buffer
	b.WriteString("digraph g {\n")
	for u := range g.Len() {
		text := strconv.Itoa(u)
		if label != nil {
			text = label(u)
		}
		fmt.Fprintf(&b, "  n%d [label=%s];\n", u, quote(text))
	}
	for u := range g.Len() {
		for i, v := range g.Succ(u) {
			fmt.Fprintf(&b, "  n%d -> n%d", u, v)
			if link != nil {
				switch text, dashed := link(u, i); {
				case dashed:
					fmt.Fprintf(&b, " [style=dashed,label=%s]", quote(text))
				case text != "":
					fmt.Fprintf(&b, " [label=%s]", quote(text))
				}
			}
			b.WriteString(";\n")
		}
	}
	b.WriteString("}\n")
	return b.String()
}
