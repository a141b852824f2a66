// Package value is the analysis of explicit values (Beyer, Löwe, FASE 2013): what a register or memory cell holds, where that
// is one known value. States are kept apart by what they know.
package value

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/domain/constant"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Domain is that of explicit values as programs are analysed in it.
func Domain() absint.Domain { return absint.In("constant", constant.New(), false) }

// New is the analysis of a program in a meaning of Domain.
func New(p *ir.Program, m *absint.Meaning) cpa.Analysis {
	return &analysis{m}
}

type analysis struct {
	m *absint.Meaning
}

func give(s absint.State) cpa.State {
	if s == nil {
		return nil
	}
	return s
}

func (a *analysis) Name() string { return "value" }

// Valid: see cpa.Accessor.
func (a *analysis) Valid(s cpa.State, e *ir.Edge) bool { return a.m.Valid(s, e) }

func (a *analysis) Initial() cpa.State { return give(a.m.Initial()) }

func (a *analysis) Transfer(_ context.Context, s cpa.State, e *ir.Edge, _ cpa.At) cpa.State {
	if _, is := e.Stmt.(*ir.Call); is {
		return give(a.m.Enter(s, e))
	}
	return give(a.m.Step(s, e))
}

func (a *analysis) Resume(_ context.Context, before, exit cpa.State, call *ir.Edge, _ cpa.At) cpa.State {
	return give(a.m.Resume(before, exit, call))
}

func (a *analysis) Adjust(_ context.Context, s cpa.State, _ cpa.At) cpa.State { return s }

// Key is a hash of what is known.
func (a *analysis) Key(s cpa.State) uint64 { return a.m.Hash(s) }

// Merge joins states that know the same.
func (a *analysis) Merge(s, old cpa.State) cpa.State {
	if a.m.Leq(s, old) {
		return old
	}
	return a.m.Join(old, s)
}

func (a *analysis) Leq(s, t cpa.State) bool { return a.m.Leq(s, t) }

func (a *analysis) Expr(s cpa.State) ir.Expr { return a.m.Expr(s) }
