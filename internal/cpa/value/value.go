// Package value is the explicit-value analysis: a state maps registers and memory cells to their values, as far as each
// has one known value. States with different values are not joined. The precision determines which registers and cells
// are tracked.
//
// # The idea
//
// D. Beyer, S. Löwe: Explicit-state software model checking based on CEGAR and interpolation (FASE 2013). At first
// nothing is tracked. Where a path leads to an error that no execution takes, it is followed with all values known.
// Where that fails, the values that the failure needs are found by going back (refine.go), and as few of them as will
// do are tracked from then on, cheap ones before dear ones (kind.go): a flag has few values, the counter of a loop one
// for each turn. Of several places where a path fails the cheapest is taken (Beyer, Löwe, Wendler: Refinement
// selection, SPIN 2015).
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

// Mode says what is tracked beyond what the precision asks for.
type Mode string

// Modes. Dynamic is the default.
const (
	// everything, but what takes too many values, and nothing any more when there are too many states
	Dynamic Mode = ""
	All     Mode = "all"     // everything
	Refined Mode = "refined" // nothing
)

// New returns the analysis of a program in a meaning of Domain.
func New(p *ir.Program, m *absint.Meaning, mode Mode) *Analysis {
	return &Analysis{m: m, prog: p, mode: mode, Limits: usual}
}

// Analysis is the analysis of one program: a cpa.Analysis and a cpa.Refiner.
type Analysis struct {
	Limits // of the dynamic mode

	m     *absint.Meaning
	prog  *ir.Program
	mode  Mode
	sets  map[*verify.Precision]*sets
	costs map[*ir.Var]int
	tally tally
	temps set // nil: not asked for yet
}

func give(s absint.State) cpa.State {
	if s == nil {
		return nil
	}
	return s
}

// Name is what the analysis is called.
const Name = "value"

// Name: see cpa.Analysis.
func (a *Analysis) Name() string { return Name }

// Valid: see cpa.Accessor.
func (a *Analysis) Valid(s cpa.State, e *ir.Edge) bool { return a.m.Valid(s, e) }

// Initial knows all that is known at the program's entry, tracked or not.
func (a *Analysis) Initial() cpa.State { return give(a.m.Initial()) }

// Transfer: see cpa.Analysis.
func (a *Analysis) Transfer(_ context.Context, s cpa.State, e *ir.Edge, _ cpa.At) cpa.State {
	t := a.step(s, e)
	a.count(s, t)
	return give(t)
}

func (a *Analysis) step(s absint.State, e *ir.Edge) absint.State {
	if _, is := e.Stmt.(*ir.Call); is {
		return a.m.Enter(s, e)
	}
	return a.m.Step(s, e)
}

// Resume: see cpa.Analysis.
func (a *Analysis) Resume(_ context.Context, before, exit cpa.State, call *ir.Edge, _ cpa.At) cpa.State {
	t := a.m.Resume(before, exit, call)
	a.count(before, t)
	return give(t)
}

// Adjust forgets what is not tracked.
func (a *Analysis) Adjust(_ context.Context, s cpa.State, at cpa.At) cpa.State {
	return give(a.precise(s, a.tracked(at.Precision, at.Loc), nil))
}

// Key returns a hash of what is known.
func (a *Analysis) Key(s cpa.State) uint64 { return a.m.Hash(s) }

// Shape returns a hash of what is known of.
func (a *Analysis) Shape(s cpa.State) uint64 { return a.m.Shape(s) }

// KeyAs: see cpa.Shaped.
func (a *Analysis) KeyAs(s, t cpa.State) (uint64, bool) { return a.m.HashAs(s, t) }

// Merge joins states that know the same, but perhaps not of bytes without a cell.
func (a *Analysis) Merge(s, old cpa.State) cpa.State {
	if a.m.Leq(s, old) {
		return old
	}
	return a.m.Join(old, s)
}

// Leq: see cpa.Analysis.
func (a *Analysis) Leq(s, t cpa.State) bool { return a.m.Leq(s, t) }

// Expr: see cpa.Analysis.
func (a *Analysis) Expr(s cpa.State) ir.Expr { return a.m.Expr(s) }
