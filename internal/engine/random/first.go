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

// firstLimits has the limits of the first runs. A program of at least Config.Medium edges may take longer to compile
// than the first turns of the engine last. So it is first interpreted a few times, which finds violations that occur on
// many inputs.
type firstLimits struct {
	runs  int
	time  time.Duration
	steps uint64 // of each run
}

var (
	firstMedium = firstLimits{64, 4 * time.Millisecond, 1 << 12}
	firstLarge  = firstLimits{8, 2 * time.Second, 1 << 22}
)

// edges returns the number of edges of the program.
func (w *worker) edges() (n int) {
	for _, f := range w.task.Program.Funcs {
		n += len(f.Edges)
	}
	return n
}

// first interprets a program that is not small a few times. It returns a violation, or nil.
func (w *worker) first(ctx context.Context) verify.Result {
	t := w.task
	edges := w.edges()
	if w.tried || edges < w.cfg.Medium {
		return nil
	}
	w.tried = true
	lim := firstMedium
	if edges >= w.cfg.Large {
		lim = firstLarge
	}
	ctx = context.WithoutCancel(ctx) // the first turn may be too short
	m, err := exec.NewInterp(t.Program, exec.Config{Fuel: lim.steps, MaxMemory: w.cfg.Memory, Context: ctx,
		Points: t.Points()})
	if err != nil {
		return nil
	}
	if !t.Options.Determ {
		limited, cancel := context.WithTimeout(ctx, lim.time)
		defer cancel()
		ctx = limited
	}
	asked := w.board.Left(t)
	layouts := testgen.NewLayouts(t)
	rng := rand.New(rand.NewPCG(t.Options.Seed, uint64(lim.runs)))
	constants := exec.Constants(t.Program)
	for i := range lim.runs {
		var inputs exec.Inputs = exec.RandomOf(constants, rng.Uint64(), exec.Mixed)
		if i%2 == 0 {
			inputs = exec.InputFunc(func(_ ir.Key, _ *ir.Site, typ ir.Type) (uint64, bool) {
				switch {
				case i == 0 || typ.Kind == ir.Ptr:
					return 0, true
				case typ.Size() == 1: // a printable character, mostly
					return 32 + rng.Uint64N(95), true
				default:
					return rng.Uint64N(uint64(4) << min(i, 40)), true
				}
			})
		}
		r, err := m.Run(ctx, inputs)
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
