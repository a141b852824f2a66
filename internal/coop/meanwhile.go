package coop

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file runs long checks. The check of a claim must not use up the time of the other engines, which may have a
// proof that is checked at once. But some proofs take longer to check than to find, and the time of their check is well
// spent. So a check has these phases:
//
//	max(15 % of the remaining time, 2 * spent + 0.5 s), while no other engine works
//	then in parallel with the turns of the engines
//	when no turn remains, alone until the end of the time
//
// The first result that decides the task ends the run. If no engine can have another turn, the check is not run in
// parallel. With --deterministic, the result must not depend on which engine is first: a check is limited by work of
// its own (proofWork), and not run in parallel.

const (
	aloneShare  = 0.15 // share of the remaining time
	aloneFactor = 2    // multiple of the time that the engine took to find the proof
	aloneLeast  = 500 * time.Millisecond
	maxChecking = 3 // number of checks in parallel with the engines; a further check ends with its first phase
)

// alone returns the time in which the check of a claim runs while no engine works.
func (c *claim) alone(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return time.Hour
	}
	return max(time.Duration(aloneShare*float64(time.Until(end))), aloneFactor*c.spent+aloneLeast)
}

// judge checks a claim. If others is set, another engine may still have a turn; judge then returns before the check of
// a proof has ended, if the check takes long.
func (r *Runner) judge(ctx context.Context, c claim, others bool) {
	safe, is := c.result.(*verify.Safe)
	if !is || !others {
		r.decide(ctx, c)
		return
	}
	r.mu.Lock()
	known := slices.Contains(r.checks.proofs, safe.Proof)
	if !known {
		r.checks.proofs = append(r.checks.proofs, safe.Proof)
	}
	many := len(r.checks.proofs) > maxChecking
	r.mu.Unlock()
	if known {
		r.enter(StepReport{Engine: c.engine, Time: c.took, Result: string(verify.UnknownVerd),
			Reason: "the check of its proof goes on"}, nil, nil)
		return
	}
	ended := make(chan struct{})
	limit, stop := clock.WithTimeout(ctx, c.alone(ctx))
	defer stop()
	within, cancel := context.WithCancelCause(ctx)
	r.checks.running.Go(func() {
		defer cancel(nil)
		defer close(ended)
		r.decide(within, c)
		r.mu.Lock()
		defer r.mu.Unlock()
		i := slices.Index(r.checks.proofs, safe.Proof)
		r.checks.proofs = slices.Delete(r.checks.proofs, i, i+1)
	})
	select {
	case <-ended:
		return
	case <-limit.Done():
	}
	if many {
		cancel(context.DeadlineExceeded)
		<-ended
	}
}

// others reports whether an engine of the jobs may have a turn after the current turn of the worker at, possibly the
// same engine.
func (r *Runner) others(jobs []Job, at *worker) bool {
	return slices.ContainsFunc(jobs, func(j Job) bool {
		switch {
		case j.Kind == If && !holds(j.Cond, r.program):
			return len(j.Jobs) > 1 && r.others(j.Jobs[1:], at)
		case j.Kind == If:
			return r.others(j.Jobs[:1], at)
		case j.Kind != Turn:
			return r.others(j.Jobs, at)
		case j.Engine == at.spec:
			return !at.finished()
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		free := r.atWork.idle[j.Engine]
		return len(free) == 0 || free[len(free)-1].Worker == nil || !free[len(free)-1].finished()
	})
}
