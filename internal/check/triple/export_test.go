package triple

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/annotated"
	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Functions of package repair. Tests in this package get them by SetRepair, as package repair imports this package.
var (
	repairInvariants func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
		cfg Config) (*verify.Inductive, error)
	repairGraph func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated,
		cfg Config) (*verify.Annotated, error)
	repairValues func(ctx context.Context, p *ir.Program, points *flow.Memo, obls []*ir.Obligation,
		ev *verify.Inductive) ([]*ir.Obligation, *verify.Inductive, error)
	repairGraphValues func(ctx context.Context, p *ir.Program, points *flow.Memo, ev *verify.Annotated) ([]ir.Expr,
		error)
)

// shownBy returns the part of a graph that follows by values.
func shownBy(p *ir.Program, ev *verify.Annotated) (*annotated.Shown, error) {
	formulas, err := repairGraphValues(context.Background(), p, nil, ev)
	if err != nil {
		return nil, err
	}
	return inductive.Part(context.Background(), p, nil, p.Obligations, ev, inductive.Weaker(ev, formulas))
}

// allShown reports whether the whole graph has been shown.
func allShown(s *annotated.Shown) bool {
	return len(s.Open) == 0 && !slices.ContainsFunc(s.Left, func(l []ir.Expr) bool { return len(l) > 0 })
}

// SetRepair sets the functions of package repair.
func SetRepair(invariants func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
	cfg Config) (*verify.Inductive, error), graph func(ctx context.Context, p *ir.Program, obls []*ir.Obligation,
	ev *verify.Annotated, cfg Config) (*verify.Annotated, error), values func(ctx context.Context, p *ir.Program,
	points *flow.Memo, obls []*ir.Obligation, ev *verify.Inductive) ([]*ir.Obligation, *verify.Inductive, error),
	graphValues func(ctx context.Context, p *ir.Program, points *flow.Memo, ev *verify.Annotated) ([]ir.Expr, error)) {
	repairInvariants, repairGraph, repairValues, repairGraphValues = invariants, graph, values, graphValues
}
