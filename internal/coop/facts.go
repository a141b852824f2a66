package coop

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// checkFacts has the claimed invariants on the board checked, so that later
// engines may assume them: each fact once, and only if an engine of the steps
// that follow wants invariants.
func (r *Runner) checkFacts(ctx context.Context, later []Step) {
	if !r.wanted(verify.KindInvariant, later) {
		return
	}
	for _, f := range r.board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant}, Statuses: []verify.FactStatus{verify.Claimed}}) {
		inv, ok := f.Payload.(*verify.Invariants)
		if !ok || r.tried[f.ID] || len(inv.Invariants) == 0 || len(f.Deps) > 0 {
			continue
		}
		r.tried[f.ID] = true
		r.checkFact(ctx, f, &inv.Inductive)
	}
}

// factShare is the part of the time left that checking one fact may take, factWork the work
// under --deterministic.
const factShare, factWork = 0.05, 2 * second

func (r *Runner) checkFact(ctx context.Context, f verify.Fact, inv *verify.Inductive) {
	if deadline, ok := ctx.Deadline(); ok && !r.task.Options.Determ {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(float64(time.Until(deadline))*factShare))
		defer cancel()
	}
	// No obligation is asked: only that the invariants hold.
	out := check.Proof(ctx, r.task.Within(f.Scope, verify.Budget{Work: factWork}), &verify.Safe{Obligations: []*ir.Obligation{}, Proof: inv})
	switch out.Verdict {
	case check.Confirmed:
		_ = r.board.Confirm(f.ID, "check")
	case check.Refuted:
		r.task.Log.Warn("an engine published wrong invariants", "engine", f.Producer, "reason", out.Reason)
		_ = r.board.Refute(f.ID, out.Reason)
	}
}

// wanted says whether an engine of the steps reads facts of the kind.
func (r *Runner) wanted(k verify.FactKind, steps []Step) bool {
	for _, st := range steps {
		for _, n := range st.Engines {
			if e := find(r.engines, n); e != nil && slices.Contains(e.Needs, k) {
				return true
			}
		}
	}
	return false
}
