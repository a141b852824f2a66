package cpa

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// test runs some tests near path (prover.Trials), within their share of the work. It returns a violation, or nil.
func (w *worker) test(ctx context.Context, path cpa.Path) *verify.Unsafe {
	if w.trials == nil {
		w.trials = prover.NewTrials(Name, "a test at the side of a path of the abstract reachability graph", w.task, w.board,
			w.meter, w.replayer())
	}
	p := func() *vc.Prover { // returns nil if there is no solver
		p, _ := w.prover(ctx, prover.Encoding(w.task.Program))
		return p
	}
	return w.trials.NearPath(ctx, p, path.Edges, func(o *ir.Obligation) bool { return w.left[o] })
}
