// Package annotated reads annotated graphs for their checkers. It computes the nodes that executions can reach, the
// successors of each node, and for a covered node the node whose edges it uses. It does not interpret formulas.
//
//	g, err := annotated.Read(p, ev)
//	for _, i := range g.Order {
//		for _, e := range g.Nodes[i].Loc.Out {
//			g.Moves(i, e)    // each of them is to be shown
//		}
//	}
//
// An execution is a stack of nodes, one for each activation (verify.Annotated). Suppose that for every node that is
// reached, that is not covered and that has a formula, all paths through nodes without formulas to the next nodes are
// right. Then each execution has such a stack, by induction over its steps: Moves change the node of the running
// activation, and the return from a call resumes at the node before the call.
package annotated

import (
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Graph is evidence that is well formed.
type Graph struct {
	Nodes []Node
	Order []int // nodes that executions may come to, covering nodes included
	Again bool  // an edge leads to node 0

	returns map[back][]int
	exits   map[int][]int // by frame
}

// Node is a node of a Graph.
type Node struct {
	Loc     *ir.Loc
	Formula ir.Expr // nil: inside of a block
	Frame   int
	Covers  []int // coverage leads to these: see Above
	By      int   // the node whose edges are this one's, as it is covered; otherwise the node itself
	Open    bool  // nothing has to be shown of executions that come here

	out []arc
}

type arc struct {
	edge *ir.Edge
	to   int
}

// back is a return to a caller, over its call.
type back struct {
	exit, caller int
	call         *ir.Edge
}

// Move is a set of nodes that an execution gets to from a node over an edge.
type Move struct {
	Entry int   // a call: the node at the callee's entry; otherwise -1
	Exit  int   // after a call: the node at the callee's exit from which it returns; otherwise -1
	To    []int // nodes whose formulas hold after the move
	In    int   // if To is empty: the node without a formula that comes next; -1: there is none
}

// Out reports whether the graph leaves the move out, so that no execution may make it.
func (m Move) Out() bool { return len(m.To) == 0 && m.In < 0 && (m.Entry < 0 || m.Exit >= 0) }

// Read checks the form of a graph and returns it.
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

// edge adds an edge, or returns an error if its ends do not fit.
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

// lean finds for each covered node the node whose edges stand for its own: the end of a chain of coverage. A cycle of
// coverage has no such node.
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

// stands returns the node whose edges an execution at i takes: i itself if it has a formula, as that formula is all
// that is known there.
func (g *Graph) stands(i int) int {
	for g.Nodes[i].Formula == nil && g.Nodes[i].By != i {
		i = g.Nodes[i].By
	}
	return i
}

// Above returns the nodes with formulas that cover i, directly or not: their formulas must hold at i.
func (g *Graph) Above(i int) (out []int) {
	for _, j := range g.Nodes[i].Covers {
		if j = g.stands(j); g.Nodes[j].Formula != nil && !slices.Contains(out, j) {
			out = append(out, j)
		}
	}
	return out
}

// walk finds the nodes that executions come to.
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

// Moves returns the moves from a node that is not covered, over an edge that leaves its location. The moves of a call
// are first its entries, then its returns.
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

// Begin returns the node at which an execution goes on from a node with a formula: the node itself or, if nodes without
// formulas cover it, one of those; -1 if a node with a formula covers it.
func (g *Graph) Begin(i int) int {
	if g.Nodes[i].By == i {
		return i
	}
	if j := g.stands(g.Nodes[i].By); g.Nodes[j].Formula == nil {
		return j
	}
	return -1
}

// Shown tells how much of a graph has been shown: formulas that are weaker than the graph's, which depend on nothing
// else that the graph claims.
type Shown struct {
	Known   []ir.Expr      // by node: the formula that has been shown; nil: the node is inside of a block
	Left    [][]ir.Expr    // by node: conjuncts of its formula that have not been shown
	Open    map[Place]bool // places where no execution may get, but where one may as far as has been shown
	AllOpen bool           // no place has been looked at: all of them are open
}

// Place is a move that the graph leaves out or, if Edge is nil, a node at an error.
type Place struct {
	Node        int
	Edge        *ir.Edge
	Entry, Exit int // as in Move
}

// All reports whether nothing is left to be shown.
func (s *Shown) All() bool {
	for _, l := range s.Left {
		if len(l) > 0 {
			return false
		}
	}
	return !s.AllOpen && len(s.Open) == 0
}

// IsOpen reports whether it is left to be shown that no execution gets to a place.
func (s *Shown) IsOpen(p Place) bool { return s.AllOpen || s.Open[p] }
