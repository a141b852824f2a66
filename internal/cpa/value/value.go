// Package value is the explicit-value analysis: a state maps registers and memory cells to their values, if these are
// known and unique. States with different values are not joined. The precision determines which registers and cells are
// tracked.
//
// # The idea
//
// D. Beyer, S. Löwe: Explicit-state software model checking based on CEGAR and interpolation (FASE 2013). At first
// nothing is tracked. If no execution takes a path to an error, the path is followed with all values known, up to a
// conflict: an edge that no execution passes. Going back from the conflict finds the values on which it depends
// (refine.go). A small sufficient set of them is tracked from then on, cheap values rather than expensive ones
// (kind.go): a flag has few values, but the counter of a loop has a value for each round. If a path has several
// conflicts, the cheapest is used (Beyer, Löwe, Wendler: Refinement selection, SPIN 2015).
//
//	a := value.New(prog, value.Domain().Meaning(absint.Prepare(prog), absint.Config{}), value.Refined)
//	r := a.Refine(ctx, path, nil)    // tracks "state" and "s->hit"
//
// A register is tracked in its whole function, a global register and a memory cell everywhere.
//
// # Not modelled
//
// Sets of several possible values (package numeric has them), and facts about all elements of an array.
package value

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/domain/constant"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Domain returns the domain of explicit values.
func Domain() absint.Domain { return absint.In("constant", constant.New(), false) }

// Mode determines the values that are tracked in addition to those that the precision demands.
type Mode string

// Modes. Dynamic is the default.
const (
	// all values, except of registers and cells with too many values; no values when there are too many states
	Dynamic Mode = ""
	All     Mode = "all"     // all values
	Refined Mode = "refined" // none
)

// New returns the analysis of a program in a meaning of Domain.
func New(p *ir.Program, m *absint.Meaning, mode Mode) *Analysis {
	return &Analysis{m: m, prog: p, mode: mode, Limits: usual}
}

// Analysis is the analysis of one program: a cpa.Analysis and a cpa.Refiner.
type Analysis struct {
	Limits // limits of the dynamic mode

	m     *absint.Meaning
	prog  *ir.Program
	mode  Mode
	sets  map[*verify.Precision]*sets // cache of tracked
	costs map[*ir.Var]int             // see costs; nil until first used
	tally tally
	temps set // see temporaries; nil until first used
}

// give returns s as a state of package cpa, nil for nil.
func give(s absint.State) cpa.State {
	if s == nil {
		return nil
	}
	return s
}

// Name is the name of the analysis.
const Name = "value"

// Name implements cpa.Analysis.
func (a *Analysis) Name() string { return Name }

// Valid implements cpa.Accessor.
func (a *Analysis) Valid(s cpa.State, e *ir.Edge) bool { return a.m.Valid(s, e) }

// Initial returns a state with all values that are known at the program's entry, tracked or not.
func (a *Analysis) Initial() cpa.State { return give(a.m.Initial()) }

// Transfer implements cpa.Analysis.
func (a *Analysis) Transfer(_ context.Context, s cpa.State, e *ir.Edge, _ cpa.At) cpa.State {
	t := a.step(s, e)
	a.count(s, t)
	return give(t)
}

// step returns the state after an edge.
func (a *Analysis) step(s absint.State, e *ir.Edge) absint.State {
	if _, is := e.Stmt.(*ir.Call); is {
		return a.m.Enter(s, e)
	}
	return a.m.Step(s, e)
}

// Resume implements cpa.Analysis.
func (a *Analysis) Resume(_ context.Context, before, exit cpa.State, call *ir.Edge, _ cpa.At) cpa.State {
	t := a.m.Resume(before, exit, call)
	a.count(before, t)
	return give(t)
}

// Adjust drops the values that are not tracked.
func (a *Analysis) Adjust(_ context.Context, s cpa.State, at cpa.At) cpa.State {
	return give(a.precise(s, a.tracked(at.Precision, at.Loc), nil))
}

// Key returns a hash of the known values.
func (a *Analysis) Key(s cpa.State) uint64 { return a.m.Hash(s) }

// Shape returns a hash of the registers and cells whose values are known.
func (a *Analysis) Shape(s cpa.State) uint64 { return a.m.Shape(s) }

// KeyAs implements cpa.Shaped.
func (a *Analysis) KeyAs(s, t cpa.State) (uint64, bool) { return a.m.HashAs(s, t) }

// Merge joins states with the same known values, which may differ in bytes without a cell.
func (a *Analysis) Merge(s, old cpa.State) cpa.State {
	if a.m.Leq(s, old) {
		return old
	}
	return a.m.Join(old, s)
}

// Leq implements cpa.Analysis.
func (a *Analysis) Leq(s, t cpa.State) bool { return a.m.Leq(s, t) }

// Expr implements cpa.Analysis.
func (a *Analysis) Expr(s cpa.State) ir.Expr { return a.m.Expr(s) }
