package cpa

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// Observers are analyses that track control only, without values.

// watching has the methods that observers share.
type watching struct{}

func (watching) Resume(_ context.Context, _, exit State, _ *ir.Edge, _ At) State { return exit }
func (watching) Adjust(_ context.Context, s State, _ At) State                   { return s }
func (watching) Merge(_, old State) State                                        { return old }
func (watching) Expr(State) ir.Expr                                              { return ir.NewBool(true) }

// Errors returns the observer of error locations. The targets are the error locations of obligations for which asked
// returns true; the results of asked may change.
func Errors(asked func(*ir.Obligation) bool) Analysis { return &errorsAt{asked: asked} }

// errorsAt is the analysis of Errors.
type errorsAt struct {
	watching
	asked func(*ir.Obligation) bool
}

// seen is a state of errorsAt: the obligation whose error was reached, or nil.
type seen struct{ o *ir.Obligation }

// nothingYet is the state before an error.
var nothingYet = &seen{}

func (a *errorsAt) Name() string   { return "errors" }
func (a *errorsAt) Initial() State { return nothingYet }

func (a *errorsAt) Transfer(_ context.Context, s State, _ *ir.Edge, at At) State {
	if o := at.Loc.Obligation; o != nil {
		return &seen{o}
	}
	return s
}

func (a *errorsAt) Leq(s, t State) bool { return s.(*seen).o == t.(*seen).o }

func (a *errorsAt) Target(s State) *ir.Obligation {
	if o := s.(*seen).o; o != nil && a.asked(o) {
		return o
	}
	return nil
}

// Bound returns the observer of loops. heads returns true for heads of loops. The observer leaves an execution out when
// it has visited one of these locations more than k times since it entered the running function.
func Bound(k int, heads func(*ir.Loc) bool) Analysis { return &bound{k: k, heads: heads} }

// bound is the analysis of Bound.
type bound struct {
	watching
	k     int
	heads func(*ir.Loc) bool
}

// visits is a state of bound: the visited heads in order of their numbers, and how often each was visited.
type visits struct {
	at   []*ir.Loc
	n    []int
	left *ir.Loc // the head that was visited too often; nil if none was
}

// noVisits is the state at the entry of a function.
var noVisits = &visits{}

func (b *bound) Name() string   { return fmt.Sprintf("bound(%d)", b.k) }
func (b *bound) Initial() State { return noVisits }

func (b *bound) Transfer(_ context.Context, s State, e *ir.Edge, at At) State {
	if _, is := e.Stmt.(*ir.Call); is {
		return noVisits
	}
	if !b.heads(at.Loc) {
		return s
	}
	v := s.(*visits)
	t := &visits{at: slices.Clone(v.at), n: slices.Clone(v.n)}
	i, known := slices.BinarySearchFunc(t.at, at.Loc, func(l, m *ir.Loc) int { return l.ID - m.ID })
	if !known {
		t.at, t.n = slices.Insert(t.at, i, at.Loc), slices.Insert(t.n, i, 0)
	}
	if t.n[i]++; t.n[i] > b.k {
		t.left = at.Loc
	}
	return t
}

// Resume returns the visits before the call.
func (b *bound) Resume(_ context.Context, before, _ State, _ *ir.Edge, _ At) State { return before }

// Leq reports whether t has at most the visits of s. If it does, executions can continue from t at least as far as from
// s.
func (b *bound) Leq(s, t State) bool {
	v, w := s.(*visits), t.(*visits)
	if v.left != w.left {
		return false
	}
	for i, l := range w.at {
		j, known := slices.BinarySearchFunc(v.at, l, func(l, m *ir.Loc) int { return l.ID - m.ID })
		if !known || v.n[j] < w.n[i] {
			return false
		}
	}
	return true
}

// Left returns which loop was left.
func (b *bound) Left(s State) string {
	if l := s.(*visits).left; l != nil {
		return fmt.Sprintf("the loop at %s was followed %d times", l.Where(), b.k)
	}
	return ""
}

// Condition returns the observer of a condition of another verifier (Beyer, Henzinger, Keremoglu, Wendler: Conditional
// model checking, FSE 2012). Executions that the other verifier has certainly covered are left out. If a step depends
// on an assumption of the condition, both successors are possible.
func Condition(c *restrict.Condition) Analysis { return &condition{c: c} }

// condition is the analysis of Condition.
type condition struct {
	watching
	c *restrict.Condition
}

// stations is a state of condition: the states of the condition automaton in which an execution may be, or
// restrict.Gone, in order. If there are none, no execution is covered.
type stations struct{ at []int }

func (a *condition) Name() string { return "condition" }

func (a *condition) Initial() State {
	switch {
	case len(a.c.States) == 0:
		return &stations{}
	case a.c.States[0].Verified:
		return nil
	}
	return &stations{[]int{0}}
}

// keep returns the state with the given states of the automaton, nil if all executions are covered.
func (a *condition) keep(at []int) State {
	if !slices.ContainsFunc(at, func(i int) bool { return i != restrict.Gone }) {
		return nil
	}
	return &stations{at}
}

func (a *condition) Transfer(_ context.Context, s State, e *ir.Edge, _ At) State {
	old := s.(*stations)
	var next []int
	for _, i := range old.at {
		next = append(next, a.c.Successors(i, e)...)
	}
	slices.Sort(next)
	if next = slices.Compact(next); slices.Equal(next, old.at) {
		return s
	}
	return a.keep(next)
}

func (a *condition) Leq(s, t State) bool { return slices.Equal(s.(*stations).at, t.(*stations).at) }
