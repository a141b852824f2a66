package floydhoare

import (
	"container/heap"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes a proof down: the program automaton, with the sets of predicates that data automata have for the
// words that lead to a state.
//
// A node is a location and a state of each data automaton. Where one has False nothing is executed, and the way ends.
// What was not asked of an automaton counts as its state without predicates. That is enough: it was not asked since
// automata before it accept all that is left.
//
// It is an antichain search (De Wulf, Doyen, Henzinger, Raskin, CAV 2006): a node of which as much is known as of
// another one at the same location is covered by it, and those of which least is known come first. At the end each node
// keeps the predicates that some way from it needs: those of the automaton that ends the way, up to there.
//
// The program has more edges than the automaton: on those that lead to no asked error, one node a location says
// nothing.

// Graph is the program with what data automata say of it, of at most so many nodes: evidence, unless an error is left
// or there are more. Automata without which no error is left are left out, the last first. It is nil if there are more
// nodes, or the context ended.
func Graph(ctx context.Context, p *Program, ds []*Data, most int) (g *cpa.Graph, left bool) {
	w := walk(ctx, p, ds, most, false)
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
			if v := walk(ctx, p, used, most, false); v != nil && !v.left {
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

// Partial is what data automata say of the program, of so many nodes at most: those behind are open, and so are errors
// that are left. more says that some are open for their number alone. It is nil if the context ended.
func Partial(ctx context.Context, p *Program, ds []*Data, most int) (g *cpa.Graph, more bool) {
	w := walk(ctx, p, ds, most, true)
	if w == nil || !w.needed(ctx) {
		return nil, false
	}
	g, _ = w.graph()
	return g, w.Len() > 0
}

// mostTries bounds the nodes that are looked at to leave automata out.
const mostTries = 50_000

// node is a location with states of all automata, or one of the rest of the program.
type node struct {
	state int
	at    []int // by automaton; None: not asked
	preds []int
	met   bool
	by    int // covers it; -1
	moves []way
	needs []bool // by automaton
}

// way is a letter that leaves a node.
type way struct {
	letter int
	to     int // None: it is not executed
	ends   int // the automaton that says so
	block  Block
}

// search is a walk through the program.
type search struct {
	p     *Program
	ds    []*Data
	nodes []*node
	byLoc [][]int // expanded nodes by state of the program
	index map[string]int
	queue []int
	ends  []bool
	left  bool
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

// walk gives nil if there are more nodes, or stops there.
func walk(ctx context.Context, p *Program, ds []*Data, most int, stops bool) *search {
	w := &search{p: p, ds: ds, byLoc: make([][]int, p.Len()), index: map[string]int{}, ends: make([]bool, len(ds))}
	at := make([]int, len(ds))
	for i, d := range ds {
		at[i] = d.Start()
	}
	w.node(0, at)
	for w.Len() > 0 {
		if len(w.nodes) > most && stops {
			break
		}
		if ctx.Err() != nil || len(w.nodes) > most {
			return nil
		}
		i := heap.Pop(w).(int)
		n := w.nodes[i]
		if n.by = w.cover(n); n.by >= 0 {
			continue
		}
		n.met = true
		w.byLoc[n.state] = append(w.byLoc[n.state], i)
		if p.Final(n.state) {
			w.left = true
			continue
		}
		if i == 0 && w.sink(at) >= 0 { // nothing begins
			w.ends[w.sink(at)] = true
		}
		for _, m := range p.Moves(n.state) {
			next := make([]int, len(ds))
			for j, d := range ds {
				next[j] = d.asked(n.at[j], m.Letter)
			}
			x := way{letter: m.Letter, to: automata.None, ends: w.sink(next), block: p.blocks[place{n.state, m.Letter}][m.To]}
			if x.ends < 0 {
				x.to = w.node(m.To, next)
			} else {
				w.ends[x.ends] = true
			}
			n.moves = append(n.moves, x)
		}
	}
	return w
}

// sink is an automaton that has False, -1 if there is none.
func (w *search) sink(at []int) int {
	for i, d := range w.ds {
		if at[i] != automata.None && d.Sink(at[i]) {
			return i
		}
	}
	return -1
}

func (w *search) node(state int, at []int) int {
	k := setKey(append([]int{state}, at...))
	i, ok := w.index[k]
	if !ok {
		n := &node{state: state, at: at, by: -1, needs: make([]bool, len(at))}
		for j, d := range w.ds {
			n.preds = append(n.preds, d.Set(at[j])...)
		}
		n.preds = sorted(n.preds)
		i = len(w.nodes)
		w.index[k], w.nodes = i, append(w.nodes, n)
		heap.Push(w, i)
	}
	return i
}

// cover is an expanded node of which no more is known, -1 if there is none.
func (w *search) cover(n *node) int {
	for _, i := range w.byLoc[n.state] {
		if within(w.nodes[i].preds, n.preds) {
			return i
		}
	}
	return -1
}

// needed finds of which automata each node is to say something; false if the context ends.
func (w *search) needed(ctx context.Context) bool {
	for changed := true; changed; {
		changed = false
		for k := len(w.nodes) - 1; k >= 0; k-- {
			if ctx.Err() != nil {
				return false
			}
			n := w.nodes[k]
			need := func(i int) {
				if !n.needs[i] {
					n.needs[i], changed = true, true
				}
			}
			for _, x := range n.moves {
				if x.to == automata.None {
					need(x.ends)
					continue
				}
				for i, yes := range w.nodes[x.to].needs {
					if yes {
						need(i)
					}
				}
			}
			if n.by < 0 {
				continue
			}
			for _, q := range w.said(w.nodes[n.by]) { // some automaton of n says it too
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

// said are the predicates that a node keeps.
func (w *search) said(n *node) (out []int) {
	for i, yes := range n.needs {
		if yes {
			out = append(out, w.ds[i].Set(n.at[i])...)
		}
	}
	return sorted(out)
}

// graph writes it down; left says that the rest of the program has an asked error.
func (w *search) graph() (g *cpa.Graph, left bool) {
	b := &writer{p: w.p, g: &cpa.Graph{}, rest: map[restKey]int{}}
	var t *Triples
	for _, d := range w.ds {
		t = d.t
	}
	for i, n := range w.nodes {
		x := cpa.GraphNode{ID: i, Loc: w.p.Loc[n.state], Formula: ir.NewBool(true), Fate: cpa.Expanded, By: -1}
		if said := w.said(n); len(said) > 0 {
			x.Formula = t.Expr(t.strong(said))
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
			b.leave(i, n)
		}
	}
	return b.g, b.left
}

// writer adds what lies between nodes, and beside them.
type writer struct {
	p    *Program
	g    *cpa.Graph
	rest map[restKey]int
	left bool
}

// restKey is a location of the rest of the program, in an activation that begins at a node.
type restKey struct {
	frame int
	loc   *ir.Loc
}

func (b *writer) add(l *ir.Loc, formula ir.Expr, frame int) int {
	i := len(b.g.Nodes)
	b.g.Nodes = append(b.g.Nodes, cpa.GraphNode{ID: i, Loc: l, Formula: formula, Fate: cpa.Expanded, By: -1, Frame: frame})
	return i
}

// link leads over an edge; behind a call it is come back to.
func (b *writer) link(from int, e *ir.Edge, to int) {
	c, is := e.Stmt.(*ir.Call)
	if !is {
		b.g.Nodes[from].Out = append(b.g.Nodes[from].Out, cpa.GraphLink{Edge: e, Caller: -1, To: to})
		return
	}
	in := b.other(-1, c.Func.Entry)
	b.g.Nodes[from].Out = append(b.g.Nodes[from].Out, cpa.GraphLink{Edge: e, Caller: -1, To: in})
	if to >= 0 {
		exit := b.other(in, c.Func.Exit)
		b.g.Nodes[exit].Out = append(b.g.Nodes[exit].Out, cpa.GraphLink{Edge: e, Caller: from, To: to})
	}
}

// leave adds the ways that leave a node: a node for each location inside of its letters, which some may share, and for
// what leads from these to no asked error.
func (b *writer) leave(i int, n *node) {
	done := map[*ir.Edge]bool{}
	in := map[*ir.Loc]int{}
	var inside []int
	for _, x := range n.moves {
		at := make([]int, x.block.Graph.Nodes)
		at[0] = i
		for _, s := range x.block.Graph.Steps {
			e, last := s.Edge, s.To == len(at)-1
			to, known := in[e.To]
			switch {
			case last:
				to = x.to
			case !known:
				to = b.add(e.To, nil, 0)
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
				b.link(at, e, b.other(0, e.To))
			}
		}
	}
}

// other is the node of a location of the rest of the program; frame -1: a callee's entry, where one begins.
func (b *writer) other(frame int, l *ir.Loc) int {
	k := restKey{frame, l}
	if i, ok := b.rest[k]; ok {
		return i
	}
	i := b.add(l, ir.NewBool(true), frame)
	b.rest[k] = i
	if frame < 0 {
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
	return i
}
