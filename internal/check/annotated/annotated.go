// Package annotated reads annotated graphs for their checkers. It computes the nodes that executions can reach, the
// successors of each node, and for each covered node the node at which an execution continues in its place. It does not
// interpret formulas.
//
//	g, err := annotated.Read(p, ev)
//	for _, i := range g.Order {
//		for _, e := range g.Nodes[i].Loc.Out {
//			g.Moves(i, e)    // the checker has to show each of these moves
//		}
//	}
//
// The state of an execution corresponds to a stack of nodes, one for each activation (verify.Annotated). Consider a
// node that executions reach, that is not covered, and that has a formula. Suppose that for each such node, all paths
// through nodes without formulas to the next nodes have been shown. Then each execution has such a stack, by induction
// over its steps: a move changes the node of the running activation, and a return resumes at the node before the call.
package annotated

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Graph is annotated evidence that is well formed.
type Graph struct {
	Nodes []Node
	Order []int // the nodes that executions may reach, nodes that cover others included
	Again bool  // an edge leads to node 0

	returns map[back][]int // the nodes to which a return leads
	exits   map[int][]int  // by frame: the nodes at the function's exit
}

// Node is a node of a Graph.
type Node struct {
	Loc     *ir.Loc
	Formula ir.Expr // nil if the node is inside of a block
	Frame   int     // the node at the entry of the function's activation
	Covers  []int   // the nodes that cover this one; see Above
	By      int     // if the node is covered, the node whose edges an execution takes instead; otherwise the node itself
	Open    bool    // the evidence claims nothing about executions that reach this node

	out []arc // edges, entries of callees included
}

// arc is an edge of the graph, over an edge of the program.
type arc struct {
	edge *ir.Edge
	to   int
}

// back identifies a return: from a node at the callee's exit to the call after a node of the caller.
type back struct {
	exit, caller int
	call         *ir.Edge
}

// Move is a step of an execution from a node over an edge, with the nodes that it leads to.
type Move struct {
	Entry int   // of a call: the node at the callee's entry; otherwise -1
	Exit  int   // of a return: the node at the callee's exit; otherwise -1
	To    []int // nodes whose formulas hold after the move
	In    int   // if To is empty: the next node, which has no formula; -1 if there is none
}

// Out reports whether the graph has no node for the move, and thus claims that no execution makes it.
func (m Move) Out() bool { return len(m.To) == 0 && m.In < 0 && (m.Entry < 0 || m.Exit >= 0) }

// Read checks the form of a graph, and returns it for a checker.
func Read(p *ir.Program, ev *verify.Annotated) (*Graph, error) {
	if len(ev.Nodes) == 0 || ev.Nodes[0].Loc != p.Entry.Entry || ev.Nodes[0].Frame != 0 {
		return nil, fmt.Errorf("node 0 is not at the entry")
	}
	g := &Graph{returns: map[back][]int{}, exits: map[int][]int{}}
	for i, n := range ev.Nodes {
		if n.Loc == nil || n.Frame < 0 || n.Frame >= len(ev.Nodes) {
			return nil, fmt.Errorf("node %d has no location or frame", i)
		}
		if f := ev.Nodes[n.Frame]; f.Frame != n.Frame || f.Loc != n.Loc.Func.Entry {
			return nil, fmt.Errorf("node %d is in the frame of node %d, which is not at the entry of %s", i, n.Frame,
				n.Loc.Func.Name)
		}
		if n.Open || n.Formula == nil && (n.Loc == n.Loc.Func.Entry || n.Loc == n.Loc.Func.Exit) {
			n.Formula = ir.NewBool(true)
		}
		g.Nodes = append(g.Nodes, Node{Loc: n.Loc, Formula: n.Formula, Frame: n.Frame, By: i, Open: n.Open})
	}
	for _, e := range ev.Edges {
		if err := g.edge(e); err != nil {
			return nil, err
		}
	}
	g.lean()
	g.walk()
	return g, nil
}

// edge adds an edge to the graph. It returns an error if the ends of the edge do not fit.
func (g *Graph) edge(e verify.AnnotatedEdge) error {
	in := func(n int) bool { return n >= 0 && n < len(g.Nodes) }
	if !in(e.From) || !in(e.To) {
		return fmt.Errorf("an edge without a node")
	}
	from, to := &g.Nodes[e.From], g.Nodes[e.To]
	elsewhere := fmt.Errorf("the edge from node %d to node %d leads elsewhere", e.From, e.To)
	var call *ir.Call
	if e.Edge != nil {
		call, _ = e.Edge.Stmt.(*ir.Call)
	}
	g.Again = g.Again || e.To == 0
	if from.Open {
		return nil
	}
	switch {
	case e.Edge == nil:
		if from.Loc != to.Loc || from.Frame != to.Frame || e.Caller != -1 {
			return elsewhere
		}
		from.Covers = append(from.Covers, e.To)
		return nil
	case e.Caller != -1:
		if !in(e.Caller) || call == nil || from.Loc != call.Func.Exit {
			return elsewhere
		}
		c := g.Nodes[e.Caller]
		if c.Loc != e.Edge.From || to.Loc != e.Edge.To || to.Frame != c.Frame {
			return elsewhere
		}
		k := back{e.From, e.Caller, e.Edge}
		g.returns[k] = append(g.returns[k], e.To)
		return nil
	case call != nil:
		if from.Loc != e.Edge.From || to.Loc != call.Func.Entry || to.Frame != e.To {
			return elsewhere
		}
	default:
		if from.Loc != e.Edge.From || to.Loc != e.Edge.To || to.Frame != from.Frame {
			return elsewhere
		}
	}
	from.out = append(from.out, arc{e.Edge, e.To})
	return nil
}

// lean sets Node.By of each covered node to one of the nodes that cover it, such that the chain of By ends at a node
// which is not covered. A node from which all chains run into a cycle of coverage keeps itself as By.
func (g *Graph) lean() {
	for changed := true; changed; {
		changed = false
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if n.By != i {
				continue
			}
			for _, j := range n.Covers {
				if m := g.Nodes[j]; len(m.Covers) == 0 || m.By != j {
					n.By, changed = j, true
					break
				}
			}
		}
	}
}

// stands returns the node at which an execution continues from i. This is i itself if it has a formula, since only that
// formula is known then. Otherwise it is the first node with a formula on the chain of coverage from i, or the end of
// that chain.
func (g *Graph) stands(i int) int {
	for g.Nodes[i].Formula == nil && g.Nodes[i].By != i {
		i = g.Nodes[i].By
	}
	return i
}

// Above returns the nodes with formulas that cover i: their formulas must hold at i. It skips covering nodes without
// formulas, which are covered by others.
func (g *Graph) Above(i int) (out []int) {
	for _, j := range g.Nodes[i].Covers {
		if j = g.stands(j); g.Nodes[j].Formula != nil && !slices.Contains(out, j) {
			out = append(out, j)
		}
	}
	return out
}

// walk computes Order and exits, the nodes that executions may reach. It starts at node 0, and follows edges, coverage,
// and returns from frames to the calls that entered them.
func (g *Graph) walk() {
	type caller struct {
		node int
		call *ir.Edge
	}
	callers := map[int][]caller{}
	seen := make([]bool, len(g.Nodes))
	visit := func(nodes ...int) {
		for _, i := range nodes {
			if !seen[i] {
				seen[i] = true
				g.Order = append(g.Order, i)
			}
		}
	}
	visit(0)
	for k := 0; k < len(g.Order); k++ {
		i := g.Order[k]
		n := g.Nodes[i]
		visit(n.Covers...)
		if n.By != i || n.Open {
			continue
		}
		if n.Loc == n.Loc.Func.Exit {
			g.exits[n.Frame] = append(g.exits[n.Frame], i)
			for _, c := range callers[n.Frame] {
				visit(g.returns[back{i, c.node, c.call}]...)
			}
		}
		for _, w := range n.out {
			visit(w.to)
			if _, is := w.edge.Stmt.(*ir.Call); is {
				callers[w.to] = append(callers[w.to], caller{i, w.edge})
				for _, x := range g.exits[w.to] {
					visit(g.returns[back{x, i, w.edge}]...)
				}
			}
		}
	}
}

// Moves returns the moves from node i, which is not covered, over an edge that leaves its location. For a call, these
// are the entries of the callee, each followed by the returns from it.
func (g *Graph) Moves(i int, e *ir.Edge) (out []Move) {
	var to []int
	for _, w := range g.Nodes[i].out {
		if w.edge == e {
			to = append(to, w.to)
		}
	}
	if _, is := e.Stmt.(*ir.Call); !is || len(to) == 0 {
		return []Move{g.move(-1, -1, to)}
	}
	for _, entry := range to {
		out = append(out, Move{Entry: entry, Exit: -1, In: -1})
		for _, x := range g.exits[entry] {
			out = append(out, g.move(entry, x, g.returns[back{x, i, e}]))
		}
	}
	return out
}

// move returns the move to the given nodes, or to the nodes that cover them (see stands).
func (g *Graph) move(entry, exit int, to []int) Move {
	m := Move{Entry: entry, Exit: exit, In: -1}
	for _, t := range to {
		if t = g.stands(t); g.Nodes[t].Formula != nil {
			m.To = append(m.To, t)
		} else if m.In < 0 {
			m.In = t
		}
	}
	if len(m.To) > 0 {
		m.In = -1
	}
	return m
}

// Begin returns the node at which an execution continues from node i, which has a formula: i itself if it is not
// covered; the node without a formula that covers it; or -1 if a node with a formula covers it.
func (g *Graph) Begin(i int) int {
	if g.Nodes[i].By == i {
		return i
	}
	if j := g.stands(g.Nodes[i].By); g.Nodes[j].Formula == nil {
		return j
	}
	return -1
}

// Shown describes how much of a graph has been shown: formulas that are weaker than the formulas of the graph, and that
// hold whether or not the rest of the graph is correct.
type Shown struct {
	Known   []ir.Expr      // by node: the formula that has been shown; nil if the node is inside of a block
	Left    [][]ir.Expr    // by node: the conjuncts of its formula that have not been shown
	Open    map[Place]bool // places that the graph claims to be unreachable, but that Known does not exclude
	AllOpen bool           // no place has been examined: all count as open
}

// Place is a move that the graph does not have or, if Edge is nil, a node at an error location.
type Place struct {
	Node        int
	Edge        *ir.Edge
	Entry, Exit int // as in Move
}

// IsOpen reports whether it has not been shown that no execution reaches a place.
func (s *Shown) IsOpen(p Place) bool { return s.AllOpen || s.Open[p] }
