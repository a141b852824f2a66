package smt

import (
	"context"
	"errors"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Validate passes everything on to a solver and evaluates each model in all that was asserted
// and assumed. A model that makes one of the terms false turns Sat into
// Unknown. A term whose value SMT-LIB leaves open, or with a quantifier that cannot be
// evaluated, is passed over and counted ("smt.unvalidated").
type Validate struct {
	c     *term.Ctx
	inner Solver
	log   *obs.Log
	stack stack
}

// NewValidate makes a Validate around s; log may be nil.
func NewValidate(c *term.Ctx, s Solver, log *obs.Log) *Validate {
	return &Validate{c: c, inner: s, log: log}
}

// Push implements Solver.
func (v *Validate) Push() { v.inner.Push(); v.stack.push() }

// Pop implements Solver.
func (v *Validate) Pop() { v.inner.Pop(); v.stack.pop() }

// Assert implements Solver.
func (v *Validate) Assert(ts ...*term.Term) { v.inner.Assert(ts...); v.stack.add(ts) }

// Model implements Solver.
func (v *Validate) Model() (*term.Model, error) { return v.inner.Model() }

// Core implements Corer; nil if the solver does not.
func (v *Validate) Core() []*term.Term { return coreOf(v.inner) }

// Close implements Solver.
func (v *Validate) Close() error { return v.inner.Close() }

// Check implements Solver.
func (v *Validate) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	a := v.inner.Check(ctx, b, assume...)
	if a.Result != Sat {
		return a
	}
	m, err := v.inner.Model()
	if err != nil {
		return Answer{Reason: "no model to validate: " + err.Error(), Work: a.Work}
	}
	for _, t := range v.stack.with(assume) {
		holds, err := v.c.Holds(m, t)
		switch {
		case errors.Is(err, term.ErrUnspecified), errors.Is(err, term.ErrQuantifier):
			v.log.Count("smt.unvalidated", 1)
		case err != nil:
			return Answer{Reason: "model cannot be validated: " + err.Error(), Work: a.Work}
		case !holds:
			v.log.Count("smt.wrongmodels", 1)
			v.log.Warn("smt: solver gave a wrong model", "violates", t.String())
			return Answer{Reason: "solver gave a wrong model", Work: a.Work}
		}
	}
	return a
}
