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

// The condition of a task that is not decided (paper 3): the obligations that are open, and the executions of which no
// engine has shown anything. Obligations are proved or not in the course of the run. Engines are asked for executions
// at its end: the executions that an engine has shown to be safe are checked, as proofs are, and the condition leaves
// out the confirmed ones.

// Limits of the time that is kept for that.
const (
	residualShare = 0.15 // of the time limit
	residualMost  = 2 * time.Second
	residualLeast = 100 * time.Millisecond
)

// Residual makes Run compute the executions that are left, too. It is called before Run.
func (r *Runner) Residual() { r.residual.asked, r.residual.glance = true, false }

// Glance makes Run compute the executions that are left in a moment after the search, for a text only. It is called
// before Run.
func (r *Runner) Glance() { r.residual.asked, r.residual.glance = true, true }

// Limits of that moment.
const (
	glanceShare = 1.0 / 80 // of the time limit
	glanceMost  = 100 * time.Millisecond
)

// moment returns the context of gather and the most states of its condition: the time that is left of the limit, or a
// glance if the search used it up.
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

// reserve keeps some time for gather.
func (r *Runner) reserve(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !r.residual.asked || r.residual.glance || !limited {
		return ctx, func() {}
	}
	keep := min(max(time.Duration(residualShare*float64(time.Until(end))), residualLeast), residualMost)
	return clock.WithTimeout(ctx, time.Until(end)-keep)
}

// gather asks the engines which executions they have shown to be safe. Their assumptions become assumptions of the
// outcome only if the proof is confirmed.
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

// Numbers of states of a condition: few at first, since a condition that is not ready in time is of no use.
const (
	fewStates, mostStates, moreStates = 500, 32_000, 4
	slower                            = 3 * moreStates // what so many more may take
)

// partialProof is a confirmed proof of some of the executions, the condition that it leaves, and its assumptions.
type partialProof struct {
	proof    verify.Evidence
	left     *verify.Condition
	assuming []verify.Assumption
}

// shown asks a worker for a partial proof, with more and more states, and checks it; nil: it has none.
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
			r.task.Log.Info("an engine claimed something wrong of a part, which was found and counts for nothing", "engine",
				name, "reason", out.Reason)
		}
		if d != nil { // the nearest are among them
			best = &partialProof{s.Proof, d, append(slices.Clone(s.Assuming), out.Assuming...)}
		}
		end, limited := ctx.Deadline()
		if !more || limited && !r.task.Options.Determ && time.Until(end) < slower*time.Since(began) {
			break
		}
	}
	return best
}

// keeps reports whether a worker that is finished will be asked for a partial proof.
func (r *Runner) keeps(w *worker) bool {
	_, partial := w.Worker.(verify.Partial)
	return partial && (r.residual.asked || has(&r.strategy.Job, Conditional))
}

// idle returns the workers that are not at work, in the order of their names.
func (r *Runner) idle() (out []*worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, spec := range slices.Sorted(maps.Keys(r.atWork.idle)) {
		out = append(out, r.atWork.idle[spec]...)
	}
	return out
}

// shownOf reports whether all of the obligations have been proved in a scope.
func (r *Runner) shownOf(s verify.Scope, all []*ir.Obligation) bool {
	return !slices.ContainsFunc(all, func(o *ir.Obligation) bool {
		return !slices.ContainsFunc(r.ledger.Scopes(o), func(t verify.Scope) bool { return t.Covers(s) })
	})
}

// leftOver returns the condition that is left now. Needs r.mu.
func (r *Runner) leftOver(out *Outcome) *verify.Condition {
	c := &verify.Condition{Obligations: openOf(out.Findings), Note: out.Reason}
	if r.residual.checked != nil {
		c.States = r.residual.checked.States
	}
	return c
}

func (r *Runner) open() []*ir.Obligation {
	r.mu.Lock()
	defer r.mu.Unlock()
	return openOf(r.findings)
}

// openOf lists the obligations that are not decided.
func openOf(all []Finding) []*ir.Obligation {
	left := []*ir.Obligation{}
	for _, f := range all {
		if f.Status == verify.Open {
			left = append(left, f.Obligation)
		}
	}
	return left
}
