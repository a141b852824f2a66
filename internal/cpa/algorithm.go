package cpa

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The algorithm CPA+ of D. Beyer, T. A. Henzinger, G. Théoduloz: Program analysis with dynamic precision adjustment (ASE 2008,
// algorithm 1), which is that of Configurable software verification (CAV 2007) with precision adjustment. Deviations: a state
// that takes another's place leads to where that one led until it is expanded itself; calls and returns belong to the
// algorithm; a turn may end after any node.

// Run is an analysis of a program under way.
type Run struct {
	Program   *ir.Program
	Analysis  Analysis
	ARG       *ARG
	Precision *verify.Precision // for nodes to come
	Order     Order
	Steps     uint64 // edges followed so far

	reached map[place][]*Node
	waits   waitlist
	ranks   map[*ir.Func]*graph.WTO
	targets []*Node // not handled yet
}

// place is where nodes are merged and compared.
type place struct {
	loc   *ir.Loc
	stack *Frame
	key   any
}

// NewRun begins an analysis.
func NewRun(p *ir.Program, a Analysis, order Order, pi *verify.Precision) *Run {
	r := &Run{Program: p, Analysis: a, ARG: &ARG{}, Precision: pi, Order: order, reached: map[place][]*Node{}, ranks: map[*ir.Func]*graph.WTO{}}
	if s := a.Initial(); s != nil {
		r.ARG.root = r.ARG.add(p.Entry.Entry, nil, s, pi)
		r.enter(r.ARG.root)
	}
	return r
}

// enter puts a new node among those that are reached, and lets it wait.
func (r *Run) enter(n *Node) {
	at := r.place(n.Loc, n.Stack, n.State)
	r.reached[at] = append(r.reached[at], n)
	if t, ok := r.Analysis.(Targeter); ok && t.Target(n.State) != nil {
		r.targets = append(r.targets, n)
		return
	}
	r.wait(n)
}

func (r *Run) place(l *ir.Loc, f *Frame, s State) place {
	at := place{loc: l, stack: f}
	if p, ok := r.Analysis.(Partitioned); ok {
		at.key = p.Key(s)
	}
	return at
}

// Explore goes on until a target is found, nothing waits, the steps are spent (0: no limit), or the context ends.
// It tells whether nothing is left.
func (r *Run) Explore(ctx context.Context, steps uint64) (done bool) {
	for end := r.Steps + steps; len(r.targets) == 0; {
		if ctx.Err() != nil || steps > 0 && r.Steps >= end {
			return false
		}
		n := r.next()
		if n == nil {
			return true
		}
		if n.Fate == Open && !r.expand(ctx, n) {
			r.wait(n) // cut short: it is expanded anew
			return false
		}
	}
	return false
}

// expand follows the edges of a node; false if the context ended meanwhile.
func (r *Run) expand(ctx context.Context, n *Node) bool {
	for _, l := range n.Out {
		l.stale = true
	}
	for _, e := range r.edges(n.Loc) {
		to, step := r.step(n, e)
		if to == nil {
			continue
		}
		r.Steps++
		s := r.Analysis.Transfer(ctx, n.State, step)
		if s != nil {
			s = r.Analysis.Adjust(ctx, s, step.At)
		}
		if ctx.Err() != nil {
			return false
		}
		if s != nil {
			r.reach(n, e, to, step.Stack, s)
		}
		if !n.Counts() { // merged with what it led to: that node waits
			return true
		}
	}
	for i := len(n.Out) - 1; i >= 0; i-- {
		if n.Out[i].stale {
			n.Out[i].cut()
		}
	}
	n.Fate = Expanded
	return true
}

// step says where an edge leads: nil where the program ends.
func (r *Run) step(n *Node, e *ir.Edge) (to *ir.Loc, s Step) {
	s = Step{Edge: e, At: At{Loc: e.To, Stack: n.Stack, Precision: r.Precision}}
	switch st := e.Stmt.(type) {
	case *ir.Call:
		s.Loc, s.Stack = st.Func.Entry, n.frame(e)
	case *ir.Return:
		if n.Stack == nil {
			return nil, s
		}
		s.Call, s.Before = n.Stack.Call, n.Stack.from.State
		s.Loc, s.Stack = s.Call.To, n.Stack.Up
	}
	return s.Loc, s
}

// reach enters a state that follows n over e: it is merged with those that are there, and waits unless one of them covers it.
func (r *Run) reach(n *Node, e *ir.Edge, to *ir.Loc, f *Frame, s State) {
	at := r.place(to, f, s)
	for _, m := range r.reached[at] {
		if !m.Counts() {
			continue
		}
		t := r.Analysis.Merge(s, m.State)
		if t == m.State {
			continue
		}
		grown := r.ARG.add(to, f, t, r.Precision)
		r.ARG.replace(m, grown)
		r.enter(grown)
		if r.Analysis.Leq(s, t) {
			connect(n.now(), e, grown)
			return
		}
	}
	m := r.ARG.add(to, f, s, r.Precision)
	connect(n.now(), e, m)
	if !r.cover(m) {
		r.enter(m)
	}
}

// cover looks for a node that stands for n.
func (r *Run) cover(n *Node) bool {
	at := r.place(n.Loc, n.Stack, n.State)
	r.reached[at] = slices.DeleteFunc(r.reached[at], func(m *Node) bool { return !m.Counts() })
	for _, m := range r.reached[at] {
		if m != n && r.Analysis.Leq(n.State, m.State) {
			n.Fate, n.By = Covered, m
			return true
		}
	}
	return false
}

// again lets nodes wait that a sweep has opened: those that were covered belong to none, unless another covers them.
func (r *Run) again(open []*Node) {
	for _, n := range open {
		if at := r.place(n.Loc, n.Stack, n.State); slices.Contains(r.reached[at], n) {
			r.wait(n)
		} else if !r.cover(n) {
			r.enter(n)
		}
	}
}

// Target is a node where an obligation is violated, with the way to it; nil if none is known. It stays
// until Refine or Pass.
func (r *Run) Target() (n *Node) {
	for len(r.targets) > 0 {
		if n := r.targets[0]; n.Counts() {
			if nodes, _ := r.ARG.Path(n); nodes != nil {
				return n
			}
		}
		r.targets = r.targets[1:]
	}
	return nil
}

// Pass leaves the first target as it is: the exploration goes on with what else waits.
func (r *Run) Pass() { r.targets = r.targets[1:] }

// Refine makes the analysis more precise from a node on (lazy abstraction, Henzinger, Jhala, Majumdar, Sutre, POPL 2002): what is behind it
// is redone with the new precision, and so is it.
func (r *Run) Refine(from *Node, pi *verify.Precision, why string) {
	r.Precision = pi
	if from == r.ARG.root {
		for _, l := range slices.Clone(from.Out) {
			l.cut()
		}
		from.Fate = Open
		r.again(append(r.ARG.sweep(why), from))
		return
	}
	open := r.ARG.drop(from, why)
	r.again(append(open, r.ARG.sweep(why)...))
}
