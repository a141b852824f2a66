package exec

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes structured control flow from the dominator tree, after N. Ramsey, "Beyond
// Relooper: Recursive Translation of Unstructured Control Flow to Structured
// Control Flow", ICFP 2022 (doi 10.1145/3547621). The names are the paper's: a
// merge node has two or more incoming forward edges; doTree writes the code of a node and of all
// nodes that it dominates; doBranch writes a jump. doTree includes nodeWithin of the paper: it
// writes the node inside of nested blocks, whose ends are where its merge nodes begin. Our nodes
// are locations, with statements on the edges. Irreducible functions are not split, but compiled
// as a dispatch loop.

// flowGraph is the control-flow graph of the reachable nodes of a function (see isNode; the entry
// always is a node). A position is the index of a node in reverse postorder.
type flowGraph struct {
	tree      *graph.DomTree
	order     []*ir.Loc // the nodes in reverse postorder
	pos       []int     // by Loc.ID: the position, -1 if it is not in order
	kids      [][]int   // by position: the children in the dominator tree, ascending
	forward   []int     // by position: the number of incoming forward edges
	head      []bool    // by position: whether a backward edge leads to the node
	depth     []int     // by position: the number of loops that contain the node
	reducible bool
}

// isNode reports whether l has code of its own. The code of a location at which every run
// ends is written at each edge into it, since the outcome has the edge.
func isNode(l *ir.Loc) bool { return l.Kind == ir.Plain && len(l.Out) > 0 }

// newFlowGraph computes the graph of f.
func newFlowGraph(f *ir.Func) *flowGraph {
	adj := make(graph.Adj, len(f.Locs))
	for _, l := range f.Locs {
		for _, e := range l.Out {
			if isNode(e.To) {
				adj[l.ID] = append(adj[l.ID], e.To.ID)
			}
		}
	}
	tree := graph.Dominators(adj, f.Entry.ID)
	g := &flowGraph{tree: tree, pos: make([]int, len(f.Locs)), reducible: true}
	for i := range g.pos {
		g.pos[i] = -1
	}
	for i, id := range tree.Order() {
		g.order = append(g.order, f.Locs[id])
		g.pos[id] = i
	}
	n := len(g.order)
	g.kids, g.forward, g.head, g.depth = make([][]int, n), make([]int, n), make([]bool, n), make([]int, n)
	for x, l := range g.order {
		for _, id := range tree.Children[l.ID] {
			g.kids[x] = append(g.kids[x], g.pos[id])
		}
		for _, e := range l.Out {
			y := g.pos[e.To.ID]
			switch {
			case y < 0:
			case y > x:
				g.forward[y]++
			default:
				g.head[y] = true
				g.reducible = g.reducible && tree.Dominates(e.To.ID, l.ID)
			}
		}
	}
	if g.reducible {
		loops, in := graph.NaturalLoops(adj, tree)
		for x, l := range g.order {
			if k := in[l.ID]; k >= 0 {
				g.depth[x] = loops[k].Depth
			}
		}
	}
	return g
}

// merge reports whether x has two or more forward edges into it.
func (g *flowGraph) merge(x int) bool { return g.forward[x] >= 2 }

// emitStructured writes the body of a reducible function.
func (g *fn) emitStructured() {
	g.forward = make([]wasm.Label, len(g.flow.order))
	g.loop = make([]wasm.Label, len(g.flow.order))
	g.doTree(0)
}

// doTree writes the node at position x and all that it dominates.
func (g *fn) doTree(x int) {
	if g.flow.head[x] {
		g.loop[x] = g.w.Loop()
	}
	var merges []int
	for _, y := range g.flow.kids[x] {
		if g.flow.merge(y) {
			merges = append(merges, y)
		}
	}
	for i := len(merges) - 1; i >= 0; i-- {
		g.forward[merges[i]] = g.w.Block()
	}
	g.node(x)
	for _, y := range merges {
		g.w.End()
		g.doTree(y)
	}
	if g.flow.head[x] {
		g.w.End()
		g.w.Unreachable()
	}
}

// direct returns the label to which edge e jumps. The result is false if taking the edge needs more
// code than a jump.
func (g *fn) direct(e *ir.Edge) (wasm.Label, bool) {
	y := g.flow.pos[e.To.ID]
	if y < 0 || g.state != nil || g.back[e.ID] || g.traced(e) || g.counted(e) {
		return 0, false
	}
	if y > g.flow.pos[e.From.ID] && g.flow.merge(y) {
		return g.forward[y], true
	}
	return 0, false
}

// doBranch writes code that goes to the target of e, after the statement of e.
func (g *fn) doBranch(e *ir.Edge) {
	if !isNode(e.To) {
		g.probes(e.To)
		g.stop(g.endLoc(e.To, e))
		return
	}
	y := g.flow.pos[e.To.ID]
	if g.state != nil {
		g.toState(e, y)
		return
	}
	x := g.flow.pos[e.From.ID]
	switch {
	case y <= x:
		g.jumpBack(e, g.loop[y])
	case g.flow.merge(y):
		g.w.Br(g.forward[y])
	default:
		g.doTree(y)
	}
}

// jumpBack writes a jump along edge e to a loop. It takes fuel if e is one of BackEdges.
func (g *fn) jumpBack(e *ir.Edge, to wasm.Label) {
	if !g.back[e.ID] {
		g.w.Br(to)
		return
	}
	g.charge(e, to)
}

// emitDispatch writes the body as a loop around a table of blocks. It has a block (a state) for
// each node with several incoming edges or an incoming backward edge. The code of other nodes is
// written at the end of their only incoming edge.
func (g *fn) emitDispatch() {
	n := len(g.flow.order)
	g.state = make([]int, n)
	var heads []int
	for x := range g.flow.order {
		g.state[x] = -1
		if x == 0 || g.flow.forward[x] != 1 || g.flow.head[x] {
			g.state[x] = len(heads)
			heads = append(heads, x)
		}
	}
	g.selector = g.w.Local(wasm.I32)
	g.dispatch = g.w.Loop()
	labels := make([]wasm.Label, len(heads))
	for i := len(heads) - 1; i >= 0; i-- {
		labels[i] = g.w.Block()
	}
	// The table stands in the innermost block: a branch to a block leads to its end, where its code is.
	g.w.Get(g.selector)
	g.w.BrTable(labels, labels[0])
	for _, x := range heads {
		g.w.End()
		g.node(x)
	}
	g.w.End()
	g.w.Unreachable()
}

// toState writes code that goes along edge e to position y in the dispatch form.
func (g *fn) toState(e *ir.Edge, y int) {
	if g.state[y] < 0 {
		g.node(y)
		return
	}
	if g.back[e.ID] {
		g.charge(e, 0)
	}
	g.w.I32(int32(g.state[y]))
	if p := g.part; p != nil && (g.state[y] < p.first || g.state[y] >= p.last) {
		g.w.Return()
		return
	}
	g.w.Set(g.selector)
	g.w.Br(g.dispatch)
}

// node writes the code of the location at position x with its outgoing edges and jumps.
func (g *fn) node(x int) {
	l := g.flow.order[x]
	g.checkpoint(x)
	g.probes(l)
	if !isNode(l) { // this is the entry: the code of others is at their edges
		g.stop(g.endLoc(l, nil))
		return
	}
	if s, ok := l.Out[0].Stmt.(*ir.Assume); ok {
		g.branch(l, s)
		return
	}
	if g.stmt(l.Out[0]) {
		g.doBranch(l.Out[0])
	}
}

// endLoc returns the code of the outcome at location l, at which every run ends; last is the
// edge by which the run arrives.
func (c *compiler) endLoc(l *ir.Loc, last *ir.Edge) int32 {
	o := Outcome{Kind: Finished, Edge: last}
	switch l.Kind {
	case ir.Error:
		o.Kind, o.Obligation, o.Pos = Violated, l.Obligation, l.Obligation.Pos
	case ir.Plain:
		o.Kind, o.Guard, o.Pos = Blocked, ir.OtherGuard, l.Pos
	case ir.Exit, ir.Halt: // finished
	}
	return c.end(o)
}

// branch writes the code of location l, whose edges are Assumes; first is the first of them.
func (g *fn) branch(l *ir.Loc, first *ir.Assume) {
	arms := append([]*ir.Edge(nil), l.Out...)
	total := exhaustive(arms)
	if total {
		// The last arm needs no test: it is the arm that leaves the loop.
		sort.SliceStable(arms, func(i, j int) bool { return g.weight(arms[i]) > g.weight(arms[j]) })
	}
	for i, e := range arms {
		cond := e.Stmt.(*ir.Assume).Cond
		if i == 0 || !total {
			g.notes(cond)
		}
		if total && i == len(arms)-1 {
			g.arm(e)
			return
		}
		if to, ok := g.direct(e); ok {
			g.cond(cond, true)
			g.w.BrIf(to)
			continue
		}
		skip := g.w.Block()
		g.cond(cond, false)
		g.w.BrIf(skip)
		g.arm(e)
		g.w.End()
	}
	o := Outcome{Kind: Blocked, Guard: first.Guard}
	if o.Guard == ir.DivGuard {
		o.What = "division by zero"
	}
	g.stop(g.endAt(o, l.Out[0]))
}

// arm writes code that takes the Assume edge e after its condition was tested.
func (g *fn) arm(e *ir.Edge) {
	if g.traced(e) {
		g.record(e.Stmt.(*ir.Assume).Mark == ir.True)
	}
	g.countBranch(e)
	g.doBranch(e)
}

// weight returns the weight by which the arms of a branch are ordered: an arm that stays in the loop has
// the largest, an arm that ends the run the smallest.
func (g *fn) weight(e *ir.Edge) int {
	y := g.flow.pos[e.To.ID]
	if y < 0 || len(e.To.Out) == 0 {
		return -1
	}
	return g.flow.depth[y]
}

// exhaustive reports whether always one of the arms can be taken, as far as their conditions show it.
func exhaustive(arms []*ir.Edge) bool {
	switch len(arms) {
	case 1:
		return ir.IsTrue(arms[0].Stmt.(*ir.Assume).Cond)
	case 2:
		a, b := arms[0].Stmt.(*ir.Assume).Cond, arms[1].Stmt.(*ir.Assume).Cond
		return ir.Equal(a, ir.NotExpr(b)) || ir.Equal(b, ir.NotExpr(a))
	}
	return false
}
