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

// checkFacts checks the claimed invariants on the board, so that later engines may assume them. It checks each fact
// once, and only if an engine in the later jobs uses invariants.
func (r *Runner) checkFacts(ctx context.Context, later []Job) {
	if !r.wanted(verify.KindInvariant, later) {
		return
	}
	for _, f := range r.board.Find(claimed) {
		r.checkOnce(ctx, f)
	}
}

// claimed selects the facts that checkFacts and checkMeanwhile check.
var claimed = verify.Query{Kinds: []verify.FactKind{verify.KindInvariant},
	Statuses: []verify.FactStatus{verify.Claimed}}

// checkMeanwhile checks claimed invariants as soon as they are published, until ctx ends.
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

// checkOnce checks a fact, unless it was checked before or depends on other facts.
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

// factShare is the share of the remaining time that the check of one fact may take; factWork is the work with
// --deterministic.
const factShare, factWork = 0.05, 2 * obs.PerSecond

// checkFact checks the invariants of a fact, and confirms or refutes it on the board.
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

// wanted reports whether an engine in the jobs reads facts of kind k.
func (r *Runner) wanted(k verify.FactKind, jobs []Job) (yes bool) {
	for i := range jobs {
		jobs[i].turns(func(j *Job) {
			e, err := find(r.engines, j.Engine)
			yes = yes || err == nil && slices.Contains(e.Needs, k)
		})
	}
	return yes
}
