package coop

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Checks that take long. The check of one claim must not take the time of all other engines, which may have a proof
// that is checked in no time; nor is it in vain to give it time, as some proofs take longer to check than to find:
//
//	claim, checked for max(15 % of what is left, 2 * spent + 0.5 s), while no other engine works
//	not decided by then: the engines' turns go on, and the check goes on in parallel with them
//	no turn is left: it has all the time to itself
//
// The first who decides the task ends it for all. Where no engine may have a turn any more there is nothing to go on in
// parallel. Under --deterministic, where it must not matter which engine is first, a check is bounded by work of its
// own (proofWork), which no engine shares.

const (
	aloneShare  = 0.15 // of what is left
	aloneFactor = 2    // of what it took to find the proof
	aloneLeast  = 500 * time.Millisecond
	maxChecking = 3 // checks in parallel with the engines; one more ends with its time alone
)

// alone returns the time in which a check has the task to itself.
func (c *claim) alone(ctx context.Context) time.Duration {
	end, ok := ctx.Deadline()
	if !ok {
		return time.Hour
	}
	return max(time.Duration(aloneShare*float64(time.Until(end))), aloneFactor*c.spent+aloneLeast)
}

// judge decides on a claim. With others, who may have a turn yet, it comes back before the check of a proof has ended,
// if that takes long.
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

// others reports whether an engine may have a turn yet in the jobs.
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
