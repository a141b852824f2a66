package smt

import (
	"context"
	"errors"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Cross asks a second solver, too, and answers only what both say. Where one
// says Sat and the other Unsat, the answer is Unknown and a warning is
// logged: one of them is wrong. Models and cores are those of the first.
type Cross struct {
	first, second Solver
	log           *obs.Log
}

// NewCross makes a Cross; log may be nil.
func NewCross(first, second Solver, log *obs.Log) *Cross { return &Cross{first, second, log} }

// Push implements Solver.
func (x *Cross) Push() { x.first.Push(); x.second.Push() }

// Pop implements Solver.
func (x *Cross) Pop() { x.first.Pop(); x.second.Pop() }

// Assert implements Solver.
func (x *Cross) Assert(ts ...*term.Term) { x.first.Assert(ts...); x.second.Assert(ts...) }

// Model implements Solver.
func (x *Cross) Model() (*term.Model, error) { return x.first.Model() }

// Core implements Corer; nil if the first solver does not.
func (x *Cross) Core() []*term.Term { return coreOf(x.first) }

// Close implements Solver.
func (x *Cross) Close() error { return errors.Join(x.first.Close(), x.second.Close()) }

// Check implements Solver. Each solver has the whole budget; they run one
// after the other, as both read terms of one term.Ctx.
func (x *Cross) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	a := x.first.Check(ctx, b, assume...)
	if a.Result == Unknown {
		return a
	}
	o := x.second.Check(ctx, b, assume...)
	a.Work += o.Work
	switch o.Result {
	case a.Result:
		return a
	case Unknown:
		return Answer{Reason: "second solver: " + o.String(), Work: a.Work}
	}
	x.log.Count("smt.disagreements", 1)
	x.log.Warn("smt: SOLVERS DISAGREE", "first", a.String(), "second", o.String())
	return Answer{Reason: "solvers disagree: " + a.String() + " and " + o.String(), Work: a.Work}
}
