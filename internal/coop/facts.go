package coop

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// checkFacts has the claimed invariants on the board checked, so that later
// engines may assume them: each fact once, and only if an engine of the jobs
// that follow wants invariants.
func (r *Runner) checkFacts(ctx context.Context, later []Job) {
	if !r.wanted(verify.KindInvariant, later) {
		return
	}
	for _, f := range r.board.Find(claimed) {
		r.checkOnce(ctx, f)
	}
}

// claimed are the facts that are checked.
var claimed = verify.Query{Kinds: []verify.FactKind{verify.KindInvariant},
	Statuses: []verify.FactStatus{verify.Claimed}}

// checkMeanwhile does the same with what appears while engines are at work.
func (w *walk) checkMeanwhile(ctx context.Context, jobs []Job) {
	if !w.r.wanted(verify.KindInvariant, jobs) {
		return
	}
	for sub := w.r.board.Subscribe(claimed); ; {
		f, err := sub.Next(ctx)
		if err != nil {
			return
		}
		w.r.checkOnce(w.ctx, f)
	}
}

func (r *Runner) checkOnce(ctx context.Context, f verify.Fact) {
	inv, ok := f.Payload.(*verify.Invariants)
	if !ok || len(inv.Invariants) == 0 || len(f.Deps) > 0 {
		return
	}
	r.mu.Lock()
	tried := r.checks.tried[f.ID]
	r.checks.tried[f.ID] = true
	r.mu.Unlock()
	if !tried {
		r.checkFact(ctx, f, &inv.Inductive)
	}
}

// factShare is the part of the time left that checking one fact may take, factWork the work
// under --deterministic.
const factShare, factWork = 0.05, 2 * obs.PerSecond

func (r *Runner) checkFact(ctx context.Context, f verify.Fact, inv *verify.Inductive) {
	defer clock.Busy(ctx)()
	if deadline, ok := ctx.Deadline(); ok && !r.task.Options.Determ {
		var cancel context.CancelFunc
		ctx, cancel = clock.WithTimeout(ctx, time.Duration(float64(time.Until(deadline))*factShare))
		defer cancel()
	}
	// No obligation is asked: only that the invariants hold.
	part, err := r.task.Part(f.Scope)
	if err != nil {
		return
	}
	out := check.Proof(ctx, part.With(verify.Budget{Work: factWork}), &verify.Safe{Obligations: []*ir.Obligation{},
		Proof: inv})
	switch out.Verdict {
	case check.Confirmed:
		_ = r.board.Confirm(f.ID, "check")
	case check.Refuted:
		r.task.Log.Warn("an engine published wrong invariants", "engine", f.Producer, "reason", out.Reason)
		_ = r.board.Refute(f.ID, out.Reason)
	}
}

// wanted reports whether an engine of the jobs reads facts of the kind.
func (r *Runner) wanted(k verify.FactKind, jobs []Job) (yes bool) {
	for i := range jobs {
		jobs[i].turns(func(j *Job) {
			e, err := find(r.engines, j.Engine)
			yes = yes || err == nil && slices.Contains(e.Needs, k)
		})
	}
	return yes
}
