package triple

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Functions of package repair. Tests in this package get them by SetRepair, as package repair imports this package.
var (
	repairInvariants func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
		cfg Config) (*verify.Inductive, error)
	repairGraph func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Annotated,
		cfg Config) (*verify.Annotated, error)
)

// SetRepair sets the functions of package repair.
func SetRepair(invariants func(ctx context.Context, p *ir.Program, obls []*ir.Obligation, ev *verify.Inductive,
	cfg Config) (*verify.Inductive, error), graph func(ctx context.Context, p *ir.Program, obls []*ir.Obligation,
	ev *verify.Annotated, cfg Config) (*verify.Annotated, error)) {
	repairInvariants, repairGraph = invariants, graph
}
