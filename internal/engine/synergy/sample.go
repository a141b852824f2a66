package synergy

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
)

// This file makes tests that cost no query: some random and boundary inputs before the first refinement. States on
// several paths prevent bad refinements: if all known states take one side of a branch, the condition of the branch
// alone seems to keep them from the error.

// samplePart is the part of the turn that all tests of this file may use.
const samplePart = 0.1

// sampledFuel bounds the fuel of such a test; a test that needs more is dropped.
const sampledFuel = 1 << 12

// sample runs tests on random inputs, in several styles, once for the tester.
func (ts *tester) sample(ctx context.Context) {
	if ts.random {
		return
	}
	ts.random = true
	ts.w.kit.M.Within(samplePart, func() {
		for i := range ts.w.cfg.Random {
			if ts.unsafe != nil || ctx.Err() != nil || ts.w.kit.M.Ended(ctx) {
				return
			}
			if records := ts.forest.Reads(ctx, ts.anyInputs(i), Limits{sampledFuel, shortest().Reads}); records != nil {
				ts.run(ctx, records, shortest(), "a random test", nil)
			}
		}
	})
}

// anyInputs returns the i-th random inputs.
func (ts *tester) anyInputs(i int) exec.Inputs {
	if ts.constants == nil {
		ts.constants = exec.Constants(ts.w.task.Program)
	}
	return exec.RandomOf(ts.constants, ts.w.task.Options.Seed+uint64(i),
		[]exec.Style{exec.Mixed, exec.Small, exec.Uniform}[i%3])
}

// Limits of long tests.
const (
	longTries = 300                   // random inputs that are tried at native speed
	longPart  = 0.05                  // part of the turn that long tests may take
	mostLong  = 2                     // tests that are kept
	perRound  = 500 * time.Nanosecond // estimated time of the interpreter for a unit of fuel
)

// runFar runs many random tests, once for the tester, and adds the longest of those that terminate to F, since these
// may take branches from which further tests continue. It reports whether F has new states.
func (ts *tester) runFar(ctx context.Context) (some bool) {
	if ts.wentFar || ts.w.cfg.Random == 0 {
		return false
	}
	ts.wentFar = true
	var long []*exec.Run
	ts.w.kit.M.Within(longPart, func() {
		for i := range longTries {
			if ctx.Err() != nil || ts.w.kit.M.Ended(ctx) {
				return
			}
			r := ts.native(ctx, ts.anyInputs(ts.w.cfg.Random+i), shortest().Reads)
			if r == nil || r.Outcome.Kind == exec.NoInput || len(ts.forest.Tests) > 0 && r.Fuel <= ts.forest.Tests[0].fuel {
				continue
			}
			long = append(long, r)
			slices.SortStableFunc(long, func(x, y *exec.Run) int { return cmp.Compare(y.Fuel, x.Fuel) })
			long = long[:min(len(long), mostLong)]
		}
	})
	for _, r := range long {
		if ts.unsafe == nil && ctx.Err() == nil && ts.affords(ctx, time.Duration(r.Fuel)*perRound) {
			some = ts.run(ctx, r.Reads, Limits{r.Fuel + 1, shortest().Reads}, "a random test that goes far", nil) || some
		}
	}
	return some
}
