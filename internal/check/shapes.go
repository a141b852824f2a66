package check

import (
	"context"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/check/shapes"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// heaps checks symbolic heaps (verify.Shapes). It needs no regions of inputs: they only exclude executions, so a proof
// for all inputs holds in each region.
func heaps(ctx context.Context, t *verify.Task, obls []*ir.Obligation, e *verify.Shapes, ms *machines) Outcome {
	proved, why, err := shapes.Check(ctx, t.Program, obls, e)
	if short, heap, is := strings.Cut(why, "\n"); is {
		t.Log.Info(short, "heap", heap)
		why = short
	}
	switch {
	case err != nil:
		return undecided("%s", verify.Said(err))
	case len(proved) == len(obls):
		return confirmed()
	case len(proved) == 0 || ms.propose == nil:
		return undecided("%s", why)
	}
	out := confirmed()
	for _, o := range obls {
		if !slices.Contains(proved, o) {
			out.Left, out.Reason = append(out.Left, o), why
		}
	}
	return out
}
