package floydhoare

import (
	"container/heap"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/automata"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes a proof with calls down, as graph.go one without: a node is a location, a state of each data
// automaton, and the node at which its activation began. A call leads to the node of what the data automata say at the
// callee's entry, whoever calls; each node at the exit leads back to each caller, to what they say of both. The rest of
// the program, from which no word leads to an error, has one node a location and activation, which says nothing; where
// it calls, one activation for each function.

// NestedGraph is Graph for a program with calls.
func NestedGraph(ctx context.Context, p *NestedProgram, ds []*NestedData, most int) (g *cpa.Graph, left bool) {
	w := nestedWalk(ctx, p, ds, most, false)
	if w == nil {
		return nil, true
	}
	if !w.left {
		var used []*NestedData
		for i, d := range ds {
			if w.ends[i] {
				used = append(used, d)
			}
		}
		if len(used) < len(ds) {
			if v := nestedWalk(ctx, p, used, most, false); v != nil && !v.left {
				ds, w = used, v
			}
		}
		spent := 0
		for i := len(ds) - 1; i >= 0 && spent < mostTries; i-- {
			less := slices.Delete(slices.Clone(ds), i, i+1)
			v := nestedWalk(ctx, p, less, len(w.nodes)+1, false)
			spent += len(w.nodes)
			if v != nil && !v.left {
				ds, w = less, v
			}
		}
	}
	return w.graph(), w.left
}

// NestedPartial is Partial for a program with calls.
func NestedPartial(ctx context.Context, p *NestedProgram, ds []*NestedData, most int) (g *cpa.Graph, more bool) {
	w := nestedWalk(ctx, p, ds, most, true)
	if w == nil {
		return nil, false
	}
	return w.graph(), w.Len() > 0
}

// rest is the state of what lies on no word.
const rest = -1

// nestedNode is a node of the walk.
type nestedNode struct {
	loc   *ir.Loc
	state int   // of the program, or rest
	at    []int // by automaton
	preds []int
	frame int
	met   bool
	by    int
	needs []bool
	ways  []nestedWay
}

// nestedWay leads over a block; behind a call, caller is the node in front of it.
type nestedWay struct {
	block  Block
	caller int // -1: none
	to     int // automata.None: it is not executed
	ends   int // the automaton that says so
}

// activation is what is known of the activations that begin at a node.
type activation struct {
	callers []caller
	exits   []int
}

type caller struct {
	node  int
	block Block
}

// nestedSearch is a walk through the program.
type nestedSearch struct {
	p      *NestedProgram
	ds     []*NestedData
	state  map[*ir.Loc]int
	nodes  []*nestedNode
	index  map[string]int
	in     map[int]*activation
	done   map[[2]int][]int // expanded nodes by frame and state
	queue  []int
	ends   []bool
	left   bool
	nobody []int // asked of no automaton
}

func (w *nestedSearch) Len() int { return len(w.queue) }
func (w *nestedSearch) Less(i, j int) bool {
	a, b := w.nodes[w.queue[i]], w.nodes[w.queue[j]]
	if len(a.preds) != len(b.preds) {
		return len(a.preds) < len(b.preds)
	}
	return w.queue[i] < w.queue[j]
}
func (w *nestedSearch) Swap(i, j int) { w.queue[i], w.queue[j] = w.queue[j], w.queue[i] }
func (w *nestedSearch) Push(x any)    { w.queue = append(w.queue, x.(int)) }
func (w *nestedSearch) Pop() any {
	x := w.queue[len(w.queue)-1]
	w.queue = w.queue[:len(w.queue)-1]
	return x
}

// nestedWalk gives nil if there are more nodes, or stops there.
func nestedWalk(ctx context.Context, p *NestedProgram, ds []*NestedData, most int, stops bool) *nestedSearch {
	w := &nestedSearch{p: p, ds: ds, state: map[*ir.Loc]int{}, index: map[string]int{}, in: map[int]*activation{},
		done: map[[2]int][]int{}, ends: make([]bool, len(ds))}
	for s, l := range p.Loc {
		w.state[l] = s
	}
	at := make([]int, len(ds))
	for i, d := range ds {
		at[i] = d.Start()
		w.nobody = append(w.nobody, automata.None)
	}
	first, there := w.state[p.Prog.Entry.Entry]
	if !there { // no word leads to an error
		first = rest
	}
	w.node(p.Prog.Entry.Entry, first, at, -1)
	for k := 0; w.Len() > 0; k++ {
		if len(w.nodes) > most && stops {
			break
		}
		if k%256 == 0 && ctx.Err() != nil || len(w.nodes) > most {
			return nil
		}
		i := heap.Pop(w).(int)
		n := w.nodes[i]
		n.met = true
		place := [2]int{n.frame, n.state}
		if n.state != rest {
			if n.by = w.cover(n, w.done[place]); n.by >= 0 {
				continue
			}
			w.done[place] = append(w.done[place], i)
		}
		if n.loc.Kind == ir.Error && p.asked(n.loc.Obligation) {
			w.left = true
			continue
		}
		w.expand(i, n)
	}
	return w
}

func (w *nestedSearch) cover(n *nestedNode, among []int) int {
	for _, i := range among {
		if within(w.nodes[i].preds, n.preds) {
			return i
		}
	}
	return -1
}

// node is that of a location in a frame; frame -1: an activation begins.
func (w *nestedSearch) node(l *ir.Loc, state int, at []int, frame int) int {
	if state == rest {
		at = w.nobody
	}
	k := setKey(append([]int{frame, state, l.Func.ID, l.ID}, at...))
	i, ok := w.index[k]
	if !ok {
		n := &nestedNode{loc: l, state: state, at: at, frame: frame, by: -1, needs: make([]bool, len(w.ds))}
		i = len(w.nodes)
		if frame < 0 {
			n.frame, w.in[i] = i, &activation{}
			if state == rest { // what leads there within the activation is the same
				w.index[setKey(append([]int{i, state, l.Func.ID, l.ID}, at...))] = i
			}
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

func (w *nestedSearch) sink(at []int) int {
	for i, d := range w.ds {
		if at[i] != automata.None && d.Sink(at[i]) {
			return i
		}
	}
	return -1
}

// way adds a way to a place where the automata are in some states.
func (w *nestedSearch) way(n *nestedNode, b Block, caller int, l *ir.Loc, state int, at []int, frame int) int {
	x := nestedWay{block: b, caller: caller, to: automata.None, ends: -1}
	if state != rest {
		x.ends = w.sink(at)
	}
	if x.ends < 0 {
		x.to = w.node(l, state, at, frame)
	} else {
		w.ends[x.ends] = true
	}
	n.ways = append(n.ways, x)
	return x.to
}

// expand adds the ways that leave a node.
func (w *nestedSearch) expand(i int, n *nestedNode) {
	done := map[*ir.Edge]bool{}
	if n.state != rest {
		for _, m := range w.p.Moves(n.state) {
			b := w.p.blocks[leaving{n.loc, m.Letter}]
			if w.p.Alphabet.Kind(m.Letter) == Call {
				next := make([]int, len(w.ds))
				for j, d := range w.ds {
					next[j] = d.askedNested(n.at[j], automata.None, m.Letter, false)
				}
				if to := w.way(n, b, -1, b.Callee().Entry, m.To, next, -1); to != automata.None {
					w.called(i, b, to)
				}
				done[b.Edges()[0]] = true
				continue
			}
			next := make([]int, len(w.ds))
			for j, d := range w.ds {
				next[j] = d.asked(n.at[j], m.Letter)
			}
			w.way(n, b, -1, b.To(), m.To, next, n.frame)
			for _, s := range b.Graph.Steps {
				done[s.Edge] = true
			}
		}
	}
	for _, e := range n.loc.Out {
		if done[e] {
			continue
		}
		b := straight([]*ir.Edge{e})
		if c, is := e.Stmt.(*ir.Call); is {
			w.called(i, b, w.way(n, b, -1, c.Func.Entry, rest, nil, -1))
		} else {
			w.way(n, b, -1, e.To, rest, nil, n.frame)
		}
	}
	if n.loc == n.loc.Func.Exit {
		in := w.in[n.frame]
		in.exits = append(in.exits, i)
		for _, c := range in.callers {
			w.back(i, c)
		}
	}
}

// called adds a caller of the activations that begin at a node.
func (w *nestedSearch) called(i int, b Block, entry int) {
	in := w.in[entry]
	in.callers = append(in.callers, caller{i, b})
	for _, x := range in.exits {
		w.back(x, caller{i, b})
	}
}

// back adds the way from an exit to a caller.
func (w *nestedSearch) back(i int, c caller) {
	x, n := w.nodes[i], w.nodes[c.node]
	if x.state != rest && n.state != rest {
		for _, m := range w.p.Returns(x.state) {
			if m.Caller != n.state || w.p.Alphabet.Letter(m.Letter).Block.Edges()[0] != c.block.Edges()[0] {
				continue
			}
			next := make([]int, len(w.ds))
			for j, d := range w.ds {
				next[j] = d.askedNested(x.at[j], n.at[j], m.Letter, true)
			}
			w.way(x, c.block, c.node, c.block.To(), m.To, next, n.frame)
			return
		}
	}
	w.way(x, c.block, c.node, c.block.To(), rest, nil, n.frame)
}

// needed finds of which automata each node is to say something.
func (w *nestedSearch) needed() {
	for changed := true; changed; {
		changed = false
		need := func(n *nestedNode, i int) {
			if !n.needs[i] {
				n.needs[i], changed = true, true
			}
		}
		for k := len(w.nodes) - 1; k >= 0; k-- {
			n := w.nodes[k]
			for _, x := range n.ways {
				for i := range w.ds {
					if x.ends == i || x.to != automata.None && w.nodes[x.to].needs[i] {
						need(n, i)
						if x.caller >= 0 {
							need(w.nodes[x.caller], i)
						}
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
						need(n, i)
						done = true
					}
				}
			}
		}
	}
}

// said are the predicates that a node keeps.
func (w *nestedSearch) said(n *nestedNode) (out []int) {
	for i, yes := range n.needs {
		if yes {
			out = append(out, w.ds[i].Set(n.at[i])...)
		}
	}
	return sorted(out)
}

// graph writes it down.
func (w *nestedSearch) graph() *cpa.Graph {
	w.needed()
	g := &cpa.Graph{}
	for i, n := range w.nodes {
		x := cpa.GraphNode{ID: i, Loc: n.loc, Formula: ir.NewBool(true), Fate: cpa.Expanded, By: -1, Frame: n.frame}
		if said := w.said(n); len(said) > 0 {
			t := w.ds[0].t
			x.Formula = t.Expr(t.strong(said))
		}
		switch {
		case n.by >= 0:
			x.Fate, x.By = cpa.Covered, n.by
		case !n.met || n.loc.Kind == ir.Error && w.p.asked(n.loc.Obligation):
			x.Fate = cpa.Open
		}
		g.Nodes = append(g.Nodes, x)
	}
	for i, n := range w.nodes {
		for _, x := range n.ways {
			at := make([]int, x.block.Graph.Nodes) // nothing else leads into a block, nor out of it
			at[0] = i
			for _, s := range x.block.Graph.Steps {
				switch {
				case s.To == len(at)-1:
					at[s.To] = x.to
				case at[s.To] == 0:
					at[s.To] = len(g.Nodes)
					g.Nodes = append(g.Nodes, cpa.GraphNode{ID: at[s.To], Loc: s.Edge.To, Fate: cpa.Expanded, By: -1, Frame: n.frame})
				}
				if at[s.To] != automata.None {
					g.Nodes[at[s.From]].Out = append(g.Nodes[at[s.From]].Out, cpa.GraphLink{Edge: s.Edge, Caller: x.caller,
						To: at[s.To]})
				}
			}
		}
	}
	return g
}
