package synergy

import (
	"context"
	"errors"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Work decides one obligation after the other.
func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	asked := w.board.Left(w.task)
	if w.kit == nil {
		w.equip()
	}
	if w.exchange.facts == nil {
		w.exchange.open(w.board)
	}
	if err := w.kit.Begin(ctx, b); err != nil {
		return failed(err, asked)
	}
	w.kit.M.Short = func() { w.own.short = true }
	w.tests.trials.Renew()
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
	w.fixpoints.spent = 0
	u, over := w.agenda.Turn(ctx, asked)
	switch {
	case u != nil:
		return u
	case over != "":
		return w.result(ctx, asked, over)
	}
	if w.agenda.Postponed() > 0 {
		if u := w.tests.trials.Rest(ctx, maxRest, w.asked); u != nil {
			return u
		}
	}
	w.over = w.kit.M.Over(ctx) == "" && w.agenda.Settled(asked)
	return w.result(ctx, asked, "")
}

// equip makes the kit, the solvers and the machines of the worker.
func (w *worker) equip() {
	w.kit, w.tests.replay = prover.NewKit(Name, w.task, w.board), prover.NewReplayer(Name, w.task, w.board)
	w.own.askers = askers(w.kit)
	w.tests.trials = prover.NewTrials(Name, "a test at the side", w.task, w.board, w.kit.M, w.tests.replay)
}

// failed returns the result if err makes all work impossible.
func failed(err error, asked []*ir.Obligation) *verify.Unknown {
	why := verify.Said(err)
	return &verify.Unknown{Reason: why, Idle: errors.Is(err, smt.ErrNoSolver),
		Left: &verify.Condition{Note: why, Obligations: asked}}
}

// method returns the function that decides an obligation.
func (w *worker) method() func(context.Context, *ir.Obligation) (*verify.Unsafe, string) {
	if w.cfg.stabilise {
		return w.stabilise
	}
	return w.decide
}

// progress counts events that may help a postponed obligation: tests, and facts of other engines.
func (w *worker) progress() int {
	return len(w.tests.forest.Tests) + len(w.exchange.checked) + w.exchange.heard
}

// proved reports whether o is proved: no abstract error trace is left.
func (w *worker) proved(o *ir.Obligation) bool {
	a := w.analyses[o]
	return a != nil && a.done
}
