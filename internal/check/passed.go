package check

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/check/passed"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// passedBefore checks evidence that some checks hold because others were passed before (verify.Passed). It needs no
// regions of inputs: they only exclude executions, so a proof for all inputs holds in each region.
func passedBefore(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Passed, ms *machines) Outcome {
	proved, rest, err := passed.Check(ctx, t.Program, t.Points(), obls, e, ms.propose != nil)
	switch {
	case err != nil:
		return undecided("%s", verify.Said(err))
	case len(proved) == len(obls) && len(rest.Invariants) == len(e.Invariants):
		return confirmed()
	case len(proved) == 0 || ms.propose == nil && len(proved) < len(obls):
		return undecided("the errors are not excluded")
	}
	out := confirmed()
	out.Proof = rest
	for _, o := range obls {
		if !slices.Contains(proved, o) {
			out.Left, out.Reason = append(out.Left, o), "the error is not excluded"
		}
	}
	return out
}
