package coop

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file computes the condition of a task that is not decided (paper 3). It has the open obligations, and the
// executions that no engine has verified. At the end of the run, engines are asked for partial proofs, about executions
// that they have shown to be safe. These are checked like proofs, and the condition excludes the executions of
// confirmed ones.

// Limits of the time that is reserved for the condition.
const (
	residualShare = 0.15 // share of the time limit
	residualMost  = 2 * time.Second
	residualLeast = 100 * time.Millisecond
)

// Residual makes Run compute the remaining executions, too. It is called before Run.
func (r *Runner) Residual() { r.residual.asked, r.residual.glance = true, false }

// Glance makes Run compute the remaining executions for a text only, within a short time after the search. It is called
// before Run.
func (r *Runner) Glance() { r.residual.asked, r.residual.glance = true, true }

// Limits of the time for Glance, if the search used up its time.
const (
	glanceShare = 1.0 / 80 // share of the time limit
	glanceMost  = 100 * time.Millisecond
)

// moment returns the context of gather and the maximal number of states of its condition. For Glance, the context has
// the remaining time, or a short time if the search used up its time.
func (r *Runner) moment(ctx context.Context, began time.Time) (context.Context, context.CancelFunc, int) {
	if !r.residual.glance {
		return ctx, func() {}, mostStates
	}
	end, limited := ctx.Deadline()
	switch {
	case r.task.Options.Determ:
		return ctx, func() {}, fewStates
	case limited && errors.Is(ctx.Err(), context.DeadlineExceeded):
		ctx, stop := clock.WithTimeout(context.WithoutCancel(ctx), min(time.Duration(glanceShare*float64(end.Sub(began))),
			glanceMost))
		return ctx, stop, fewStates
	}
	ctx, stop := clock.WithTimeout(ctx, residualMost)
	return ctx, stop, mostStates
}

// reserve returns a context for the search that ends early enough to leave time for gather.
func (r *Runner) reserve(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !r.residual.asked || r.residual.glance || !limited {
		return ctx, func() {}
	}
	keep := min(max(time.Duration(residualShare*float64(time.Until(end))), residualLeast), residualMost)
	return clock.WithTimeout(ctx, time.Until(end)-keep)
}

// gather asks the engines for partial proofs, and sets the condition of the remaining executions. The assumptions of
// confirmed partial proofs become assumptions of the outcome.
func (r *Runner) gather(ctx context.Context, most int) {
	if !r.residual.asked || r.over() || ctx.Err() != nil {
		return
	}
	left := r.open()
	if len(left) == 0 {
		return
	}
	defer r.task.Log.Timer("left")()
	var all *verify.Condition
	var assuming []verify.Assumption
	add := func(c *verify.Condition, as ...verify.Assumption) {
		assuming = append(assuming, as...)
		if all == nil {
			all = c
		} else {
			all = all.And(c)
		}
	}
	for _, s := range r.ledger.Scopes(left[0]) {
		if c := check.Outside(r.task.Program, s); c != nil && r.shownOf(s, left) {
			add(c)
		}
	}
	for _, w := range r.idle() {
		p, is := w.Worker.(verify.Partial)
		if !is {
			continue
		}
		if s := r.shown(ctx, p, left, w.spec, most); s != nil {
			add(s.left, s.assuming...)
		}
	}
	if all == nil {
		return
	}
	all = all.Minimise()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.residual.checked = all
	for _, a := range assuming {
		if !slices.Contains(r.assuming, a) {
			r.assuming = append(r.assuming, a)
		}
	}
}

// Numbers of states of partial proofs. The first proof has about fewStates, and each further one moreStates times as
// many, up to mostStates: a larger proof may not be ready in time.
const (
	fewStates, mostStates, moreStates = 500, 32_000, 4
	slower                            = 3 * moreStates // estimated factor of time for the next number
)

// partialProof is a confirmed proof of some executions, the condition with the others, and its assumptions.
type partialProof struct {
	proof    *verify.Cover
	left     *verify.Condition
	assuming []verify.Assumption
}

// shown asks a worker for partial proofs with more and more states, and returns the largest that the checker confirms;
// nil if there is none.
func (r *Runner) shown(ctx context.Context, p verify.Partial, left []*ir.Obligation, name string,
	atMost int) (best *partialProof) {
	for most := fewStates; most <= atMost; most *= moreStates {
		began := time.Now()
		s, more := p.Partial(ctx, left, most)
		if s == nil || ctx.Err() != nil {
			break
		}
		d, out := check.Left(ctx, r.task.With(verify.Budget{Work: proofWork}), left, s)
		if out.Verdict == check.Refuted {
			r.task.Log.Info("a wrong claim of an engine about a part was detected and is ignored", "engine",
				name, "reason", out.Reason)
		}
		if d != nil { // a larger proof includes the smaller one
			best = &partialProof{out.Proof.(*verify.Cover), d, s.Assuming}
		}
		end, limited := ctx.Deadline()
		if !more || limited && !r.task.Options.Determ && time.Until(end) < slower*time.Since(began) {
			break
		}
	}
	return best
}

// keeps reports whether a finished worker is kept open, since it will be asked for a partial proof.
func (r *Runner) keeps(w *worker) bool {
	_, partial := w.Worker.(verify.Partial)
	return partial && (r.residual.asked || has(&r.strategy.Job, Conditional))
}

// idle returns the workers that are not at work, in the order of their engines' names.
func (r *Runner) idle() (out []*worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, spec := range slices.Sorted(maps.Keys(r.atWork.idle)) {
		out = append(out, r.atWork.idle[spec]...)
	}
	return out
}

// shownOf reports whether all of the obligations are proved in a scope.
func (r *Runner) shownOf(s verify.Scope, all []*ir.Obligation) bool {
	return !slices.ContainsFunc(all, func(o *ir.Obligation) bool {
		return !slices.ContainsFunc(r.ledger.Scopes(o), func(t verify.Scope) bool { return t.Covers(s) })
	})
}

// leftOver returns the condition of the remaining executions as of now. Needs r.mu.
func (r *Runner) leftOver(out *Outcome) *verify.Condition {
	c := &verify.Condition{Obligations: openOf(out.Findings), Note: out.Reason}
	if r.residual.checked != nil {
		c.States = r.residual.checked.States
	}
	return c
}

// open returns the undecided obligations, including obligations that engines no longer work on.
func (r *Runner) open() []*ir.Obligation {
	r.mu.Lock()
	defer r.mu.Unlock()
	return openOf(r.findings)
}

// openOf returns the obligations of the findings that are not decided.
func openOf(all []Finding) []*ir.Obligation {
	left := []*ir.Obligation{}
	for _, f := range all {
		if f.Status == verify.Open {
			left = append(left, f.Obligation)
		}
	}
	return left
}
