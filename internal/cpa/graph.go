package cpa

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Graph is an ARG at one moment, with states as expressions. It has a text form and a drawing, and can be converted to
// evidence.
type Graph struct {
	Nodes []GraphNode // node 0 is the root, unless the graph has the history
}

// GraphNode is a node of a Graph.
type GraphNode struct {
	ID      int // the number of the node in the ARG
	Loc     *ir.Loc
	Formula ir.Expr // nil inside of a block
	Fate    Fate    // Open, Expanded or Covered; others only with the history
	By      int     // the node that covers or replaced it, if Fate is Covered or Merged; else -1
	Why     string  // why the node is gone, or stays open
	Frame   int     // the node at the function's entry from which executions reach it
	Out     []GraphLink
}

// GraphLink is a link to node To over Edge. A return begins at a function's exit and leads to the location after Edge,
// which is the call of node Caller; for other links Caller is -1.
type GraphLink struct {
	Edge       *ir.Edge
	Caller, To int
}

// Graph returns the current ARG. With history, it includes nodes that were merged or removed, and the indices of all
// nodes are their numbers in the ARG, even if the root is not the first.
func (r *Run) Graph(history bool) *Graph { return r.graph(history, r.Analysis.Expr) }

// GraphWithin returns Graph(false) restricted to the nodes nearest to the root, at most as many as most; the nodes
// after these are open. It returns nil if the context ends before.
func (r *Run) GraphWithin(ctx context.Context, most int) *Graph {
	formula := func(s State) ir.Expr {
		if ctx.Err() != nil {
			return nil
		}
		return r.Analysis.Expr(s)
	}
	var g *Graph
	if r.ARG.Live() <= most {
		g = r.graph(false, formula)
	} else {
		g = r.graphOf(r.nearest(most), formula)
	}
	if ctx.Err() != nil {
		return nil
	}
	return g
}

// graph does what Graph does, with the formulas that the function formula returns for states.
func (r *Run) graph(history bool, formula func(State) ir.Expr) *Graph {
	var list []*Node
	if r.ARG.root != nil && !history {
		list = append(list, r.ARG.root)
	}
	for _, n := range r.ARG.Nodes {
		if r.ARG.root != nil && (history || n != r.ARG.root && n.Counts()) {
			list = append(list, n)
		}
	}
	return r.graphOf(list, formula)
}

// nearest returns the nodes that count and are nearest to the root, breadth first and at most as many as most.
func (r *Run) nearest(most int) (list []*Node) {
	seen := make([]bool, len(r.ARG.Nodes))
	visit := func(n *Node) {
		if !seen[n.ID] && len(list) < most {
			seen[n.ID] = true
			list = append(list, n)
		}
	}
	if r.ARG.root != nil {
		visit(r.ARG.root)
	}
	for k := 0; k < len(list); k++ {
		if n := list[k]; n.Fate == Covered {
			visit(n.By.now())
		}
		for _, l := range list[k].Out {
			if !l.stale {
				visit(l.To)
			}
		}
	}
	return list
}

// graphOf returns the graph of the nodes in list; other nodes to which they lead are open.
func (r *Run) graphOf(list []*Node, formula func(State) ir.Expr) *Graph {
	g, inner := &Graph{}, len(list)
	number := make([]int, len(r.ARG.Nodes))
	for i := range number {
		number[i] = -1
	}
	for i, n := range list {
		number[n.ID] = i
	}
	of := func(n *Node) int {
		if number[n.ID] < 0 {
			number[n.ID] = len(list)
			list = append(list, n)
		}
		return number[n.ID]
	}
	for k := 0; k < len(list); k++ {
		n := list[k]
		out := GraphNode{ID: n.ID, Loc: n.Loc, Fate: n.Fate, By: -1, Why: n.Why, Frame: of(n.Stack.entry)}
		if k >= inner {
			out.Fate = Open
			g.Nodes = append(g.Nodes, out)
			continue
		}
		if n.State != nil {
			out.Formula = formula(n.State)
		}
		if n.Fate == Open {
			out.Why = r.Why(n)
		}
		switch n.Fate {
		case Covered:
			out.By = of(n.By.now())
		case Merged:
			out.By = of(n.By)
		case Open, Expanded, Gone:
		}
		for _, l := range n.Out {
			if !l.stale {
				to := GraphLink{l.Edge, -1, of(l.To)}
				if l.Caller != nil {
					to.Caller = of(l.Caller)
				}
				out.Out = append(out.Out, to)
			}
		}
		g.Nodes = append(g.Nodes, out)
	}
	return g
}

// target returns the node to which a link to n leads in evidence: n or, if n is covered, the node that covers it.
func (g *Graph) target(n int) int {
	for g.Nodes[n].Fate == Covered {
		n = g.Nodes[n].By
	}
	return n
}

// letter identifies a link by its edge and caller.
type letter struct {
	edge   *ir.Edge
	caller int
}

// stacked reports, by node, whether a path from the root leads to the node such that each return on the path leads to a
// caller on the path.
func (g *Graph) stacked() []bool {
	reached := make([]bool, len(g.Nodes))
	waits := map[int][]int{} // by caller: the nodes to which returns to it lead
	todo := []int{0}
	reached[0] = true
	visit := func(n int) {
		if !reached[n] {
			reached[n] = true
			todo = append(todo, n)
		}
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if g.Nodes[n].Fate == Covered {
			visit(g.Nodes[n].By)
		}
		for _, l := range g.Nodes[n].Out {
			if l.Caller >= 0 && !reached[l.Caller] {
				waits[l.Caller] = append(waits[l.Caller], l.To)
			} else {
				visit(l.To)
			}
		}
		for _, to := range waits[n] {
			visit(to)
		}
	}
	return reached
}

// links returns the links of a node, one for each letter. If there are several, it takes the last one, which was made
// with the best precision.
func (n *GraphNode) links() (out []GraphLink) {
	at := make(map[letter]int, len(n.Out))
	for _, l := range n.Out {
		k := letter{l.Edge, l.Caller}
		if i, known := at[k]; known {
			out[i] = l
			continue
		}
		at[k], out = len(out), append(out, l)
	}
	return out
}

// automaton returns a deterministic automaton with a state for each node of the graph. Nodes for which in is false or
// end is true have no moves.
func (g *Graph) automaton(in []bool, end func(GraphNode) bool) *automata.Automaton[letter] {
	var letters []letter
	for i, n := range g.Nodes {
		if !in[i] || end(n) {
			continue
		}
		for _, l := range n.links() {
			if in[l.To] {
				letters = append(letters, letter{l.Edge, l.Caller})
			}
		}
	}
	sigma := automata.NewAlphabet(letters...)
	b := automata.NewBuilder(sigma)
	for i := range g.Nodes {
		b.State(i == 0, true)
	}
	for i, n := range g.Nodes {
		if !in[i] || end(n) {
			continue
		}
		for _, l := range n.links() {
			if !in[l.To] {
				continue
			}
			number, _ := sigma.Number(letter{l.Edge, l.Caller})
			b.Move(i, number, g.target(l.To))
		}
	}
	return b.Build()
}

// mostMinimised is the number of nodes up to which it pays to search for equivalent nodes. For explicit values only 5 %
// of the nodes are equivalent to others.
const mostMinimised = 20_000

// Annotated returns the graph as evidence, minimised: nodes at one location with the same formula and the same
// successors become one. Without open nodes and targets it is a proof. Its formulas use the names of the analysis.
func (g *Graph) Annotated() *verify.Annotated {
	return g.Stopped(func(*ir.Obligation) bool { return false })
}

// Stopped returns the graph as evidence for the executions that reach neither an open node nor an error of an
// obligation for which open is true.
func (g *Graph) Stopped(open func(*ir.Obligation) bool) *verify.Annotated {
	if len(g.Nodes) == 0 {
		return &verify.Annotated{}
	}
	type colour struct {
		loc           *ir.Loc
		text          string
		frame, caller int
	}
	left := func(n GraphNode) bool {
		if n.Loc.Kind == ir.Error && n.Why == "" { // an error has no successors
			return open(n.Loc.Obligation)
		}
		return n.Fate == Open
	}
	in, inside, callers := g.stacked(), g.inside(), g.callers()
	colours := map[colour]int{}
	of := make([]int, len(g.Nodes))
	for i, n := range g.Nodes {
		if len(g.Nodes) > mostMinimised {
			of[i] = i
			continue
		}
		c := colour{n.Loc, formulaText(n.Formula), n.Frame, -1}
		if left(n) {
			c.text = "open"
		}
		// without a formula, its frame is not distinguished from others
		if callers[i] && (n.Formula == nil || inside[n.Loc]) {
			c.caller = i
		}
		if _, known := colours[c]; !known {
			colours[c] = len(colours)
		}
		of[i] = colours[c]
	}
	classes := automata.Minimise(g.automaton(in, left), func(s int) int { return of[s] })
	ev := &verify.Annotated{Nodes: make([]verify.AnnotatedNode, classes.Len())}
	done := make([]bool, classes.Len())
	for i, c := range classes.Class {
		if c == automata.None || done[c] {
			continue
		}
		done[c] = true
		n, out := g.Nodes[i], 0
		ev.Nodes[c] = verify.AnnotatedNode{Loc: n.Loc, Formula: n.Formula, Frame: classes.Class[g.target(n.Frame)]}
		if inside[n.Loc] {
			ev.Nodes[c].Formula = nil
		}
		if left(n) {
			ev.Nodes[c].Formula, ev.Nodes[c].Open = nil, true
			continue
		}
		for _, l := range n.links() {
			if !in[l.To] {
				continue
			}
			to := verify.AnnotatedEdge{From: c, To: classes.Class[g.target(l.To)], Edge: l.Edge, Caller: -1}
			if l.Caller >= 0 {
				if to.Caller = classes.Class[g.target(l.Caller)]; to.Caller == automata.None {
					continue // the caller is reached only through an open node
				}
			}
			if !slices.Contains(ev.Edges[len(ev.Edges)-out:], to) {
				ev.Edges, out = append(ev.Edges, to), out+1
			}
		}
	}
	return ev
}

// callers returns the nodes to whose calls executions return.
func (g *Graph) callers() map[int]bool {
	callers := map[int]bool{}
	for _, n := range g.Nodes {
		for _, l := range n.Out {
			if l.Caller >= 0 {
				callers[l.Caller] = true
			}
		}
	}
	return callers
}

// inside returns the locations between a load and the condition on the loaded value. The fact about memory follows only
// from the load and the condition together, so evidence has no formulas in between.
func (g *Graph) inside() map[*ir.Loc]bool {
	inside, seen := map[*ir.Loc]bool{}, map[*ir.Loc]bool{}
	for _, n := range g.Nodes {
		if seen[n.Loc] {
			continue
		}
		seen[n.Loc] = true
		for _, e := range n.Loc.Out {
			for _, l := range flow.LoadedAt(e) {
				for at := e.From; !inside[at]; at = at.In[0].From {
					inside[at] = true
					if at == l.Since.To {
						break
					}
				}
			}
		}
	}
	return inside
}

// adj returns the links as adjacency lists. A covered or merged node also leads to the node that represents it.
func (g *Graph) adj() graph.Adj {
	adj := make(graph.Adj, len(g.Nodes))
	for i, n := range g.Nodes {
		for _, l := range n.Out {
			adj[i] = append(adj[i], l.To)
		}
		if n.By >= 0 {
			adj[i] = append(adj[i], n.By)
		}
	}
	return adj
}

// Invariants returns the disjunction of the formulas of the nodes at each location, which is inductive if no node is
// open; it is false at locations without nodes. It omits locations inside of blocks, and locations with a single
// incoming edge whose invariant follows from the invariant before the edge.
func (g *Graph) Invariants(p *ir.Program) (out []verify.Invariant) {
	at := map[*ir.Loc][]ir.Expr{}
	inside := map[*ir.Loc]bool{}
	for _, n := range g.Nodes {
		if n.Fate != Covered {
			at[n.Loc] = append(at[n.Loc], n.Formula)
			inside[n.Loc] = inside[n.Loc] || n.Formula == nil
		}
	}
	for _, f := range p.Funcs {
		in := make([]int, len(f.Locs))
		for _, e := range f.Edges {
			in[e.To.ID]++
		}
		order := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for i, l := range f.Locs {
			calls := slices.ContainsFunc(l.Out, func(e *ir.Edge) bool {
				_, is := e.Stmt.(*ir.Call)
				return is
			})
			cut := in[i] > 1 || l == f.Entry || l == f.Exit || calls || order.IsHead(i)
			if inside[l] || !cut || l.Kind == ir.Error {
				continue
			}
			out = append(out, verify.Invariant{Loc: l, Expr: disjunction(at[l])})
		}
	}
	return out
}

// disjunction returns the disjunction of es, false if there are none.
func disjunction(es []ir.Expr) ir.Expr {
	if len(es) == 0 {
		return ir.NewBool(false)
	}
	all := es[0]
	for _, e := range es[1:] {
		all = ir.NewBinary(ir.LOr, all, e)
	}
	return all
}
