package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Observers are analyses that watch where control goes and know nothing of values.

// Errors is the observer of error locations: those of the asked obligations are targets, and at others executions end.
func Errors(asked func(*ir.Obligation) bool) Analysis { return errorsAt{asked} }

type errorsAt struct{ asked func(*ir.Obligation) bool }

// seen is the state of errorsAt: nothing yet, or an obligation.
type seen struct{ o *ir.Obligation }

var nothingYet = &seen{}

func (errorsAt) Name() string   { return "errors" }
func (errorsAt) Initial() State { return nothingYet }

func (a errorsAt) Transfer(_ context.Context, s State, _ *ir.Edge, at At) State {
	switch o := at.Loc.Obligation; {
	case o == nil:
		return s
	case a.asked(o):
		return &seen{o}
	default:
		return nil
	}
}

func (errorsAt) Resume(_ context.Context, _, exit State, _ *ir.Edge, _ At) State { return exit }
func (errorsAt) Adjust(_ context.Context, s State, _ At) State                   { return s }
func (errorsAt) Merge(_, old State) State                                        { return old }
func (errorsAt) Leq(s, t State) bool                                             { return s.(*seen).o == t.(*seen).o }
func (errorsAt) Expr(State) ir.Expr                                              { return ir.NewBool(true) }
func (errorsAt) Target(s State) *ir.Obligation                                   { return s.(*seen).o }
