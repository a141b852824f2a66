// Package numeric is the analysis of a program in a numeric domain, or a product of domains, as package absint has
// them: one state a location and stack, joined where executions meet, widened at loop heads.
package numeric

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// New is the analysis in the given meaning. widen tells where states are widened once they have grown
// delay times; each cycle must have such a location.
func New(name string, m *absint.Meaning, widen func(*ir.Loc) bool, delay int) cpa.Analysis {
	return &analysis{name, m, widen, delay}
}

type analysis struct {
	name  string
	m     *absint.Meaning
	widen func(*ir.Loc) bool
	delay int
}

// state is what is known at a location; grown counts merges, where they are counted.
type state struct {
	s     absint.State
	head  bool
	grown int
}

func give(s absint.State) cpa.State {
	if s == nil {
		return nil
	}
	return &state{s: s}
}

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
	if a.widen(at.Loc) {
		s.(*state).head = true
	}
	return s
}

func (a *analysis) Merge(s, old cpa.State) cpa.State {
	x, y := s.(*state), old.(*state)
	if a.m.Leq(x.s, y.s) {
		return old
	}
	t := &state{s: a.m.Join(y.s, x.s), head: y.head, grown: y.grown + 1}
	if t.head && t.grown > a.delay {
		t.s = a.m.Widen(y.s, t.s)
	}
	return t
}

func (a *analysis) Leq(s, t cpa.State) bool { return a.m.Leq(take(s), take(t)) }

func (a *analysis) Expr(s cpa.State) ir.Expr { return a.m.Expr(take(s)) }

// Valid: see cpa.Accessor.
func (a *analysis) Valid(s cpa.State, e *ir.Edge) bool { return a.m.Valid(take(s), e) }

// Narrow: see cpa.Narrower.
func (a *analysis) Narrow(old cpa.State, arriving []cpa.State) cpa.State {
	var all absint.State
	for _, s := range arriving {
		all = a.m.Join(all, take(s))
	}
	if all == nil {
		return nil
	}
	o := old.(*state)
	if a.m.Leq(o.s, all) {
		return old
	}
	return &state{s: a.m.Narrow(o.s, all), head: o.head}
}
