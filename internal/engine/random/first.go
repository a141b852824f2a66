package random

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of the first runs. A program of at least Config.Large edges takes longer to compile than the first turns of
// the engine last. So it is first interpreted a few times, which finds violations that occur on most inputs.
const (
	firstRuns  = 8
	firstTime  = 2 * time.Second
	firstSteps = 1 << 22
)

// first interprets a large program a few times. It returns a violation, or nil.
func (w *worker) first(ctx context.Context) verify.Result {
	t := w.task
	edges := 0
	for _, f := range t.Program.Funcs {
		edges += len(f.Edges)
	}
	if w.tried || edges < w.cfg.Large {
		return nil
	}
	w.tried = true
	ctx = context.WithoutCancel(ctx) // the first turn may be too short
	m, err := exec.NewInterp(t.Program, exec.Config{Fuel: firstSteps, MaxMemory: w.cfg.Memory, Context: ctx,
		Points: t.Points()})
	if err != nil {
		return nil
	}
	if !t.Options.Determ {
		limited, cancel := context.WithTimeout(ctx, firstTime)
		defer cancel()
		ctx = limited
	}
	asked := w.board.Left(t)
	layouts := testgen.NewLayouts(t)
	rng := rand.New(rand.NewPCG(t.Options.Seed, firstRuns))
	for i := range firstRuns {
		r, err := m.Run(ctx, exec.InputFunc(func(_ ir.Key, _ *ir.Site, typ ir.Type) (uint64, bool) {
			switch {
			case i == 0 || typ.Kind == ir.Ptr:
				return 0, true
			case typ.Size() == 1: // a printable character, mostly
				return 32 + rng.Uint64N(95), true
			default:
				return rng.Uint64N(uint64(4) << i), true
			}
		}))
		if err != nil || r.Outcome.Kind == exec.Cancelled {
			return nil
		}
		if r.Outcome.Kind == exec.Violated && slices.Contains(asked, r.Outcome.Obligation) &&
			layouts.Shows(r, r.Outcome.Obligation) == "" {
			return violated(t, w.board, r)
		}
	}
	return nil
}
