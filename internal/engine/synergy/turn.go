package synergy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits of an obligation where there are others: the part of what is left of the turn, and the time that it has in any
// case.
const (
	sharePart = 0.5
	shareTime = 200 * time.Millisecond
)

// passed is why an obligation was passed, and how many tests and refinements there were.
type passed struct {
	why  string
	what int
}

// Work decides one obligation after the other.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	asked := w.board.Left(w.task)
	if w.kit == nil {
		k, err := prover.NewKit(ctx, Name, w.task, w.board)
		if err != nil {
			return failed(err, asked)
		}
		w.kit, w.replay = k, prover.NewReplayer(Name, w.task, w.board)
		w.trials = prover.NewTrials(Name, "a test at the side", w.task, w.board, k.M, w.replay)
	}
	if w.exchange.facts == nil {
		w.exchange.open(w.board)
	}
	w.kit.M.Renew(ctx, b)
	w.kit.M.Short = func() { w.own.short = true }
	w.trials.Renew()
	w.asked = func(o *ir.Obligation) bool { return slices.Contains(asked, o) }
	if w.program == nil {
		if err := w.open(ctx); err != nil {
			return failed(err, asked)
		}
	}
	if w.dead != nil {
		w.over = true
		return failed(w.dead, asked)
	}
	defer w.tell()
	defer w.tellPredicates()
	w.general = 0
	open := func(o *ir.Obligation) bool { return !w.proved(o) && w.stale(o) }
	for back, again := 0, true; again && back <= maxBack; {
		again = false
		cut := false
		for i, o := range asked {
			if !open(o) {
				continue
			}
			var u *verify.Unsafe
			var why string
			short := w.share(ctx, slices.ContainsFunc(asked[i+1:], open),
				func(ctx context.Context) { u, why = w.method()(ctx, o) })
			if u != nil {
				return u
			}
			if ended := w.ended(ctx); ended != "" && why != "" {
				return w.result(ctx, asked, ended)
			}
			again = true
			delete(w.passed, o)
			switch {
			case why == "":
			case short: // it goes on where it was
				w.passed[o] = passed{fmt.Sprintf("%s at %s", why, o.Pos), -1}
				cut = true
			default:
				w.passed[o] = passed{fmt.Sprintf("%s at %s", why, o.Pos), w.progress()}
			}
		}
		if !cut {
			back++
		}
	}
	if len(w.passed) > 0 {
		if u := w.trials.Rest(ctx, maxRest, w.asked); u != nil {
			return u
		}
	}
	w.over = w.ended(ctx) == "" && !slices.ContainsFunc(asked, open)
	return w.result(ctx, asked, "")
}

// failed is the result where nothing could be done.
func failed(err error, asked []*ir.Obligation) *verify.Unknown {
	why := verify.Said(err)
	return &verify.Unknown{Reason: why, Idle: errors.Is(err, smt.ErrNoSolver),
		Left: &verify.Condition{Note: why, Obligations: asked}}
}

// method is how an obligation is decided.
func (w *worker) method() func(context.Context, *ir.Obligation) (*verify.Unsafe, string) {
	if w.cfg.stabilise {
		return w.stabilise
	}
	return w.decide
}

// share calls f with a part of what is left of the turn, or all if nobody else wants it; it tells whether that was too
// little.
func (w *worker) share(ctx context.Context, others bool, f func(context.Context)) (short bool) {
	if !others {
		f(ctx)
		return false
	}
	w.kit.M.Within(sharePart, func() {
		within, cancel := context.WithCancel(ctx)
		if d, ok := ctx.Deadline(); ok && !w.task.Options.Determ {
			within, cancel = clock.WithTimeout(ctx, max(time.Duration(float64(time.Until(d))*sharePart), shareTime))
		}
		defer cancel()
		f(within)
		short = w.ended(within) != ""
	})
	return short && w.ended(ctx) == ""
}

// progress counts what may help an obligation that was passed: tests, and what others have found.
func (w *worker) progress() int {
	return len(w.forest.Tests) + len(w.exchange.checked) + w.exchange.heard
}

// proved reports whether no abstract error trace of an obligation is left.
func (w *worker) proved(o *ir.Obligation) bool {
	a := w.analyses[o]
	return a != nil && a.done
}

// stale reports whether an obligation was not looked at since there are other tests.
func (w *worker) stale(o *ir.Obligation) bool {
	p, is := w.passed[o]
	return !is || p.what < w.progress()
}

// ended says why a turn is over; "" if it is not.
func (w *worker) ended(ctx context.Context) string {
	switch {
	case ctx.Err() != nil:
		return "out of time"
	case w.kit.M.Ended(ctx) && w.kit.M.Counts():
		return "out of work"
	case w.kit.M.Ended(ctx):
		return "out of time"
	}
	return ""
}
