// Package numeric is the configurable program analysis in a numeric domain, or a product of domains, of package absint.
// It has one state for each location and stack; states are joined where executions meet, and widened at loop heads.
package numeric

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// New returns the analysis in the given meaning. widen returns whether states at a location are widened, and how often
// they may grow before; each cycle must have such a location.
func New(name string, m *absint.Meaning, widen func(*ir.Loc) (delay int, yes bool)) cpa.Analysis {
	return &analysis{name, m, widen}
}

// Heads returns a function for New. It widens at the heads of loops, and at entries of functions with several calls,
// since states may flow from one call through the exit to the next call. In recursive functions it widens at the entry
// and the exit. delay is how often a state may grow before.
func Heads(p *ir.Program, delay int) func(*ir.Loc) (int, bool) {
	at := map[*ir.Loc]int{}
	calls := p.CallGraph()
	sites := make([]int, len(p.Funcs))
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if c, is := e.Stmt.(*ir.Call); is {
				sites[c.Func.ID]++
			}
		}
	}
	again := make([]bool, len(p.Funcs)) // by function: whether it is recursive
	components, _ := graph.SCC(calls)
	for _, scc := range components {
		for _, f := range scc {
			again[f] = len(scc) > 1 || slices.Contains(calls[f], f)
		}
	}
	for _, f := range p.Funcs {
		o := graph.WeakOrder(f.Graph(), f.Entry.ID)
		for i, l := range f.Locs {
			if o.IsHead(i) || again[f.ID] && (l == f.Entry || l == f.Exit) {
				at[l] = delay
			}
		}
		if n := sites[f.ID]; n > 1 {
			at[f.Entry] = delay + n
		}
	}
	return func(l *ir.Loc) (int, bool) {
		d, yes := at[l]
		return d, yes
	}
}

// analysis is the analysis of New.
type analysis struct {
	name  string
	m     *absint.Meaning
	widen func(*ir.Loc) (int, bool)
}

// state is a state of a domain. left is how often it may still grow before it is widened, -1 if it is never widened.
type state struct {
	s       absint.State
	left    int
	widened int // how often it was widened
}

// give returns s as a state of package cpa, nil for nil.
func give(s absint.State) cpa.State {
	if s == nil {
		return nil
	}
	return &state{s: s, left: -1}
}

// take returns the state of the domain in s.
func take(s cpa.State) absint.State { return s.(*state).s }

func (a *analysis) Name() string { return a.name }

func (a *analysis) Initial() cpa.State { return give(a.m.Initial()) }

func (a *analysis) Transfer(_ context.Context, s cpa.State, e *ir.Edge, _ cpa.At) cpa.State {
	if _, is := e.Stmt.(*ir.Call); is {
		return give(a.m.Enter(take(s), e))
	}
	return give(a.m.Step(take(s), e))
}

func (a *analysis) Resume(_ context.Context, before, exit cpa.State, call *ir.Edge, _ cpa.At) cpa.State {
	return give(a.m.Resume(take(before), take(exit), call))
}

func (a *analysis) Adjust(_ context.Context, s cpa.State, at cpa.At) cpa.State {
	if d, yes := a.widen(at.Loc); yes {
		return &state{s: take(s), left: d}
	}
	return s
}

func (a *analysis) Merge(s, old cpa.State) cpa.State {
	x, y := s.(*state), old.(*state)
	if a.m.Leq(x.s, y.s) {
		return old
	}
	t := a.m.Join(y.s, x.s)
	switch {
	case a.m.Leq(t, y.s):
		return old
	case y.left == 0:
		return &state{s: a.m.Widen(y.s, t, y.widened), widened: y.widened + 1}
	case y.left > 0:
		return &state{s: t, left: y.left - 1}
	}
	return &state{s: t, left: -1}
}

// Leq implements cpa.Analysis. Some domains (sets of elements) cannot always show that s is below t; then it also
// returns true if the join of both does not grow.
func (a *analysis) Leq(s, t cpa.State) bool {
	x, y := take(s), take(t)
	return a.m.Leq(x, y) || a.m.Leq(a.m.Join(y, x), y)
}

func (a *analysis) Expr(s cpa.State) ir.Expr { return a.m.Expr(take(s)) }

// Valid implements cpa.Accessor.
func (a *analysis) Valid(s cpa.State, e *ir.Edge) bool { return a.m.Valid(take(s), e) }

// Narrow implements cpa.Narrower.
func (a *analysis) Narrow(old cpa.State, arriving []cpa.State) cpa.State {
	var all absint.State
	for _, s := range arriving {
		all = a.m.Join(all, take(s))
	}
	if all == nil {
		return nil
	}
	o := old.(*state)
	switch {
	case a.m.Leq(o.s, all) || !a.m.Leq(all, o.s): // transfer functions are not quite monotone
		return old
	case o.left < 0 && len(arriving) == 1:
		return &state{s: all, left: -1}
	}
	return &state{s: a.m.Narrow(o.s, all), left: arriving[0].(*state).left} // the state may grow again
}
