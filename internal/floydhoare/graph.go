package floydhoare

import (
	"container/heap"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file makes a proof: the graph of the program automaton, with the predicates that data automata have for the
// words that lead to a state.
//
// A node is a location, with a state of each data automaton and, in programs with calls, the node at which its
// activation began. If one of the automata has False, no execution gets there, and the path ends. A move that was not
// decided in an automaton leads to its state without predicates. This is enough, since such a move was not decided
// because other automata accept all words that take it.
//
// A call leads to the node for the states of the data automata at the entry of the callee; calls from different nodes
// may lead to the same node. Each node at the exit leads back to each caller, to the states after the return.
//
// The search is an antichain search (De Wulf, Doyen, Henzinger, Raskin, CAV 2006): a node is covered by another node at
// the same location if it has all predicates of the other one, and nodes with few predicates are expanded first. At the
// end, each node keeps only the predicates that some path from it needs: the predicates of the automaton that ends the
// path.
//
// The program has more edges than the automaton. These edges lead to the rest of the program, which has one node
// without predicates for each location and activation, and for calls one activation for each function.

// Graph returns the graph of the program with the predicates of data automata. It is a proof, unless an error is left.
// Graph leaves out automata that the proof does not need, trying the last one first. g is nil if the graph has more
// than limit nodes, or if the context has ended.
func Graph(ctx context.Context, p *Program, ds []*Data, limit int) (g *cpa.Graph, left bool) {
	w := walk(ctx, p, ds, limit, false)
	if w == nil {
		return nil, true
	}
	if !w.left {
		var used []*Data
		for i, d := range ds {
			if w.ends[i] {
				used = append(used, d)
			}
		}
		if len(used) < len(ds) {
			if v := walk(ctx, p, used, limit, false); v != nil && !v.left {
				ds, w = used, v
			}
		}
		spent := 0
		for i := len(ds) - 1; i >= 0 && spent < mostTries; i-- {
			less := slices.Delete(slices.Clone(ds), i, i+1)
			v := walk(ctx, p, less, len(w.nodes)+1, false)
			spent += len(w.nodes)
			if v != nil && !v.left {
				ds, w = less, v
			}
		}
	}
	if !w.needed(ctx) {
		return nil, true
	}
	g, rest := w.graph()
	return g, w.left || rest
}

// Partial is Graph, but stops when the graph has more than limit nodes. Nodes that are not expanded are then open, and
// so are errors. more reports that nodes are open only because of the limit. g is nil if the context has ended.
func Partial(ctx context.Context, p *Program, ds []*Data, limit int) (g *cpa.Graph, more bool) {
	w := walk(ctx, p, ds, limit, true)
	if w == nil || !w.needed(ctx) {
		return nil, false
	}
	g, _ = w.graph()
	return g, w.Len() > 0
}

// mostTries bounds the nodes made in attempts to leave automata out.
const mostTries = 50_000

// node is a state of the program with a state of each data automaton.
type node struct {
	state int
	frame int    // the node at which the activation began
	at    []int  // by automaton: its state; None if the move was not decided
	preds []int  // the predicates of these states
	met   bool   // the node is expanded
	by    int    // the node that covers it; -1 if there is none
	moves []step // the steps that leave it
	needs []bool // by automaton: whether the node keeps its predicates
}

// step is an occurrence of a letter that leaves a node.
type step struct {
	kind   Kind
	to     int // the next node; None if no execution takes the step; rest if it leads to the rest of the program
	ends   int // the automaton that has False after the step; -1 if there is none
	caller int // for a return: the node before the call; else -1
	block  Block
}

// rest is the target of returns to locations from which no word of the automaton continues.
const rest = -2

// activation has the calls that lead to a node at the entry of a function, and the nodes at the exit of the function.
type activation struct {
	callers []caller
	exits   []int
}

// caller is a call from a node.
type caller struct {
	node  int
	block Block
}

// search is the state of the construction of a graph.
type search struct {
	p     *Program
	ds    []*Data
	nodes []*node
	in    map[int]*activation // by frame
	done  map[[2]int][]int    // the expanded nodes by frame and state of the program
	index map[string]int      // the nodes by frame, state and states of the automata
	queue []int               // the nodes that are not expanded yet: a heap
	ends  []bool              // by automaton: whether it ends a path
	left  bool                // an error is left
}

func (w *search) Len() int { return len(w.queue) }
func (w *search) Less(i, j int) bool {
	a, b := w.nodes[w.queue[i]], w.nodes[w.queue[j]]
	if len(a.preds) != len(b.preds) {
		return len(a.preds) < len(b.preds)
	}
	return w.queue[i] < w.queue[j]
}
func (w *search) Swap(i, j int) { w.queue[i], w.queue[j] = w.queue[j], w.queue[i] }
func (w *search) Push(x any)    { w.queue = append(w.queue, x.(int)) }
func (w *search) Pop() any {
	x := w.queue[len(w.queue)-1]
	w.queue = w.queue[:len(w.queue)-1]
	return x
}

// walk searches the program with the data automata ds. If it makes more than limit nodes, it returns nil, or the search
// so far if stops is set. It returns nil if the context ends.
func walk(ctx context.Context, p *Program, ds []*Data, limit int, stops bool) *search {
	w := &search{p: p, ds: ds, in: map[int]*activation{}, done: map[[2]int][]int{}, index: map[string]int{},
		ends: make([]bool, len(ds))}
	at := make([]int, len(ds))
	for i, d := range ds {
		at[i] = d.Start()
	}
	w.node(0, at, begins)
	for w.Len() > 0 {
		if len(w.nodes) > limit && stops {
			break
		}
		if ctx.Err() != nil || len(w.nodes) > limit {
			return nil
		}
		i := heap.Pop(w).(int)
		n := w.nodes[i]
		place := [2]int{n.frame, n.state}
		if n.by = w.cover(n, w.done[place]); n.by >= 0 {
			continue
		}
		n.met = true
		w.done[place] = append(w.done[place], i)
		if p.Final(n.state) {
			w.left = true
			continue
		}
		if i == 0 && w.sink(at) >= 0 { // no execution begins at the entry
			w.ends[w.sink(at)] = true
		}
		w.expand(i, n)
	}
	return w
}

// expand adds the steps that leave a node.
func (w *search) expand(i int, n *node) {
	for _, m := range w.p.Moves(n.state) {
		next := make([]int, len(w.ds))
		for j, d := range w.ds {
			next[j] = d.asked(n.at[j], m.Letter)
		}
		x := step{kind: w.p.Alphabet.Kind(m.Letter), caller: -1, block: w.p.block(n.state, m.Letter)}
		if x.kind != Call {
			w.step(n, x, m.To, next, n.frame)
			continue
		}
		if entry := w.step(n, x, m.To, next, begins); entry != automata.None {
			in := w.in[entry]
			in.callers = append(in.callers, caller{i, x.block})
			for _, exit := range in.exits {
				w.back(exit, caller{i, x.block})
			}
		}
	}
	if l := w.p.Loc[n.state]; l == l.Func.Exit {
		in := w.in[n.frame]
		in.exits = append(in.exits, i)
		for _, c := range in.callers {
			w.back(i, c)
		}
	}
}

// back adds the return from a node at an exit to a caller.
func (w *search) back(i int, c caller) {
	exit, n := w.nodes[i], w.nodes[c.node]
	x := step{kind: Return, caller: c.node, block: c.block}
	for _, m := range w.p.ReturnsTo(exit.state, n.state) {
		if w.p.block(exit.state, m.Letter).Edges()[0] != c.block.Edges()[0] {
			continue
		}
		next := make([]int, len(w.ds))
		for j, d := range w.ds {
			next[j] = d.askedReturn(exit.at[j], n.at[j], m.Letter)
		}
		w.step(exit, x, m.To, next, n.frame)
		return
	}
	x.to, x.ends = rest, -1
	exit.moves = append(exit.moves, x)
}

// step adds the step x from n to a state of the program; at has the states of the automata after the step. It returns
// the node to which the step leads, or None if an automaton has False.
func (w *search) step(n *node, x step, state int, at []int, frame int) int {
	if x.to, x.ends = automata.None, w.sink(at); x.ends < 0 {
		x.to = w.node(state, at, frame)
	} else {
		w.ends[x.ends] = true
	}
	n.moves = append(n.moves, x)
	return x.to
}

// sink returns the first automaton that has False; -1 if there is none.
func (w *search) sink(at []int) int {
	for i, d := range w.ds {
		if at[i] != automata.None && d.Sink(at[i]) {
			return i
		}
	}
	return -1
}

// begins as the argument frame means that an activation begins at the node.
const begins = -1

// node returns the node of a state in a frame. It makes the node if there is none.
func (w *search) node(state int, at []int, frame int) int {
	k := setKey(append([]int{frame, state}, at...))
	i, ok := w.index[k]
	if !ok {
		n := &node{state: state, frame: frame, at: at, by: -1, needs: make([]bool, len(at))}
		i = len(w.nodes)
		if frame == begins {
			n.frame, w.in[i] = i, &activation{}
		}
		for j, d := range w.ds {
			n.preds = append(n.preds, d.Set(at[j])...)
		}
		n.preds = sorted(n.preds)
		w.index[k], w.nodes = i, append(w.nodes, n)
		heap.Push(w, i)
	}
	return i
}

// cover returns a node among the given ones whose predicates n has too; -1 if there is none.
func (w *search) cover(n *node, among []int) int {
	for _, i := range among {
		if within(w.nodes[i].preds, n.preds) {
			return i
		}
	}
	return -1
}

// needed computes the automata whose predicates each node keeps. It returns false if the context ends.
func (w *search) needed(ctx context.Context) bool {
	for changed := true; changed; {
		changed = false
		for k := len(w.nodes) - 1; k >= 0; k-- {
			if ctx.Err() != nil {
				return false
			}
			n := w.nodes[k]
			mark := func(n *node, i int) {
				if !n.needs[i] {
					n.needs[i], changed = true, true
				}
			}
			need := func(i int) { mark(n, i) }
			for _, x := range n.moves {
				for i := range w.ds {
					if x.to == automata.None && x.ends == i || x.to >= 0 && w.nodes[x.to].needs[i] {
						need(i)
						if x.caller >= 0 {
							mark(w.nodes[x.caller], i)
						}
					}
				}
			}
			if n.by < 0 {
				continue
			}
			for _, q := range w.kept(w.nodes[n.by]) { // n has to keep q, which some of its automata have
				has := func(i int) bool { return slices.Contains(w.ds[i].Set(n.at[i]), q) }
				done := false
				for i := range w.ds {
					done = done || n.needs[i] && has(i)
				}
				for i := range w.ds {
					if !done && has(i) {
						need(i)
						done = true
					}
				}
			}
		}
	}
	return true
}

// kept lists the predicates that a node keeps.
func (w *search) kept(n *node) (out []int) {
	for i, yes := range n.needs {
		if yes {
			out = append(out, w.ds[i].Set(n.at[i])...)
		}
	}
	return sorted(out)
}

// graph returns the result of the search; left reports that the rest of the program has an asked error.
func (w *search) graph() (g *cpa.Graph, left bool) {
	b := &writer{p: w.p, g: &cpa.Graph{}, rest: map[restKey]int{}, in: w.in}
	var t *Triples
	for _, d := range w.ds {
		t = d.t
	}
	for i, n := range w.nodes {
		x := cpa.GraphNode{ID: i, Loc: w.p.Loc[n.state], Formula: ir.NewBool(true), Fate: cpa.Expanded, By: -1,
			Frame: n.frame}
		if kept := w.kept(n); len(kept) > 0 {
			x.Formula = t.Expr(t.strong(kept))
		}
		switch {
		case n.by >= 0:
			x.Fate, x.By = cpa.Covered, n.by
		case w.p.Final(n.state) || !n.met:
			x.Fate = cpa.Open
		}
		b.g.Nodes = append(b.g.Nodes, x)
	}
	for i, n := range w.nodes {
		if n.met && !w.p.Final(n.state) {
			b.leave(i, n.moves)
		}
	}
	return b.g, b.left
}

// writer adds to a graph the locations between nodes, and the rest of the program.
type writer struct {
	p    *Program
	g    *cpa.Graph
	rest map[restKey]int     // the nodes of the rest of the program
	in   map[int]*activation // by frame; nil if there are no calls
	left bool                // the rest of the program has an asked error
}

// restKey is a location of the rest of the program, in an activation that begins at a node.
type restKey struct {
	frame int
	loc   *ir.Loc
}

// add adds a node and returns its number.
func (b *writer) add(l *ir.Loc, formula ir.Expr, frame int) int {
	i := len(b.g.Nodes)
	b.g.Nodes = append(b.g.Nodes, cpa.GraphNode{ID: i, Loc: l, Formula: formula, Fate: cpa.Expanded, By: -1, Frame: frame})
	return i
}

// link adds the edge e between two nodes. If e is a call, it adds the called function to the rest of the program; the
// function returns to the target node.
func (b *writer) link(from int, e *ir.Edge, to int) {
	c, is := e.Stmt.(*ir.Call)
	if !is {
		b.out(from, e, -1, to)
		return
	}
	in := b.other(begins, c.Func.Entry)
	b.out(from, e, -1, in)
	if to >= 0 {
		b.out(b.other(in, c.Func.Exit), e, from, to)
	}
}

// out adds an edge between two nodes; caller is the node before the call if e is a return, else -1.
func (b *writer) out(from int, e *ir.Edge, caller, to int) {
	b.g.Nodes[from].Out = append(b.g.Nodes[from].Out, cpa.GraphLink{Edge: e, Caller: caller, To: to})
}

// leave adds the steps that leave node i, with a node for each location inside of their blocks. Blocks may share these
// nodes. It also adds the edges to the rest of the program that leave node i and these nodes.
func (b *writer) leave(i int, moves []step) {
	frame := b.g.Nodes[i].Frame
	done := map[*ir.Edge]bool{}
	in := map[*ir.Loc]int{}
	var inside []int
	for _, x := range moves {
		if x.kind != Internal {
			e := x.block.Edges()[0]
			done[e] = done[e] || x.kind == Call
			if x.to == rest {
				x.to = b.other(b.g.Nodes[x.caller].Frame, x.block.To())
			}
			if x.to != automata.None {
				b.out(i, e, x.caller, x.to)
			}
			continue
		}
		at := make([]int, x.block.Graph.Nodes)
		at[0] = i
		for _, s := range x.block.Graph.Steps {
			e, last := s.Edge, s.To == len(at)-1
			to, known := in[e.To]
			switch {
			case last:
				to = x.to
			case !known:
				to = b.add(e.To, nil, frame)
				in[e.To], inside = to, append(inside, to)
			}
			at[s.To] = to
			if _, is := e.Stmt.(*ir.Call); !done[e] && (!last || is || x.to != automata.None) {
				b.link(at[s.From], e, to)
			}
			done[e] = true
		}
	}
	for _, at := range append([]int{i}, inside...) {
		for _, e := range b.g.Nodes[at].Loc.Out {
			if !done[e] {
				b.link(at, e, b.other(frame, e.To))
			}
		}
	}
}

// other returns the node of a location in the rest of the program. It makes the node if there is none. If frame is
// begins, l is the entry of a function, at which an activation begins.
func (b *writer) other(frame int, l *ir.Loc) int {
	k := restKey{frame, l}
	if i, ok := b.rest[k]; ok {
		return i
	}
	i := b.add(l, ir.NewBool(true), frame)
	b.rest[k] = i
	if frame == begins {
		frame = i
		b.g.Nodes[i].Frame = i
		b.rest[restKey{i, l}] = i
	}
	if l.Kind == ir.Error && b.p.asked(l.Obligation) {
		b.g.Nodes[i].Fate, b.left = cpa.Open, true
		return i
	}
	for _, e := range l.Out {
		b.link(i, e, b.other(frame, e.To))
	}
	if in := b.in[frame]; in != nil && l == l.Func.Exit {
		for _, c := range in.callers {
			b.out(i, c.block.Edges()[0], c.node, b.other(b.g.Nodes[c.node].Frame, c.block.To()))
		}
	}
	return i
}
