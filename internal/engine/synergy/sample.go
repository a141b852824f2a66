package synergy

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/exec"
)

// This file makes tests that cost no query: some random and boundary inputs in front of the first refinement. States of several paths tell what a refinement must
// not say: where all states that are known take one side of a branch, its condition alone looks like what keeps them from the error.

// samplePart is the part of the turn that all of them may use.
const samplePart = 0.1

// sampledFuel is what such a test may take: one that takes longer is left out.
const sampledFuel = 1 << 12

// sample runs tests on random inputs, in several styles, once.
func (w *worker) sample(ctx context.Context) {
	if w.random {
		return
	}
	w.random = true
	constants := exec.Constants(w.task.Program)
	w.kit.M.Within(samplePart, func() {
		for i := range w.cfg.Random {
			if w.unsafe != nil || ctx.Err() != nil || w.kit.M.Ended(ctx) {
				return
			}
			style := []exec.Style{exec.Mixed, exec.Small, exec.Uniform}[i%3]
			if records := w.forest.Reads(ctx, exec.RandomOf(constants, w.task.Options.Seed+uint64(i), style), Limits{sampledFuel, shortest().Reads}); records != nil {
				w.test(ctx, records, shortest(), "a random test", nil)
			}
		}
	})
}
