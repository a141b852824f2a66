package check

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// invariants re-checks evidence (a).
func invariants(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Inductive) Outcome {
	switch verdict, why := inductive.Check(ctx, t.Program, obls, e); verdict {
	case inductive.Confirmed:
		return confirmed()
	case inductive.Refuted:
		return refuted("%s", why)
	default:
		return undecided("%s", why)
	}
}
