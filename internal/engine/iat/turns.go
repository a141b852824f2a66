package iat

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has the turns of the worker. A turn continues in the phase, at the rung and with the worklist at which the
// last turn ended. Parts whose abstract test was cut short are tested again.

// worker is the engine at work on a task.
type worker struct {
	cfg      Config
	task     *verify.Task
	board    *verify.Board
	e        *engine // nil if the engine has not begun
	finished bool
}

func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	if w.e == nil {
		w.e = begin(w.cfg, w.task, w.board)
	}
	e, t := w.e, w.task
	e.meter = smt.NewMeter(ctx, b.Work, t.Options.Determ)
	left := w.board.Left(t)
	e.open = slices.DeleteFunc(slices.Clone(e.open), func(o *ir.Obligation) bool { return !slices.Contains(left, o) })
	if len(e.open) == 0 {
		w.finished = true
		return &verify.Unknown{Reason: "what is left was claimed to hold"}
	}
	ats, bets := e.ats, e.bets
	r := e.decide(ctx)
	w.finished = e.phase == len(e.phases())
	// The log reports a dump that cannot be written.
	if _, err := t.Log.Dump(Name+".txt", []byte(e.tree(r))); err != nil {
		t.Log.Warn("dump not written", "error", err)
	}
	t.Log.Progress(Name, "%d abstract tests, %d exhaustive ones", e.ats, e.bets)
	t.Log.Count(Name+".at", int64(e.ats-ats))
	t.Log.Count(Name+".bet", int64(e.bets-bets))
	return r
}

// Partial implements verify.Partial. The proof has the leaves that are proved.
func (w *worker) Partial(_ context.Context, open []*ir.Obligation, _ int) (*verify.Safe, bool) {
	if w.e == nil || w.e.root == nil {
		return nil, false
	}
	e := w.e
	if slices.ContainsFunc(open, func(o *ir.Obligation) bool { return !slices.Contains(e.open, o) }) {
		return nil, false // some obligation is not covered by the leaves
	}
	done := e.evidence()
	if len(done.Leaves) == 0 {
		return nil, false
	}
	return &verify.Safe{Proof: done, Assuming: verify.Accesses(places(e.assuming))}, false
}

// Finished reports whether nothing is left to split or to try.
func (w *worker) Finished() bool { return w.finished }

func (w *worker) Close() {
	if w.e != nil {
		w.e.close()
	}
}

// phases returns the steps of decide. The quick ones come first: the plain rung, samples, and the runs of few inputs.
func (e *engine) phases() []func(context.Context) verify.Result {
	return []func(context.Context) verify.Result{e.firstPass, e.sample, e.few, e.passes, e.iterate}
}

// decide runs the remaining phases: it begins with one abstract test without symbols, which proves obligations for all
// inputs, and ends with the iteration.
func (e *engine) decide(ctx context.Context) verify.Result {
	e.reason = ""
	for all := e.phases(); e.phase < len(all); {
		r := all[e.phase](ctx)
		if e.over(ctx) {
			if r != nil {
				return r
			}
			if e.reason = "out of time"; ctx.Err() == nil {
				e.reason = outOfWork
			}
			return e.result()
		}
		if r == nil || e.phase+1 < len(all) {
			e.phase++
		}
		if r != nil {
			return r
		}
	}
	return e.result()
}

// over reports whether the turn is over, so that the present step may be incomplete.
func (e *engine) over(ctx context.Context) bool { return ctx.Err() != nil || e.spent() }

// again tests again the parts of the worklist that a turn cut short, and returns the parts that stay open, the fittest
// first.
func (e *engine) again(ctx context.Context) []*subspace {
	var open, parts []*subspace
	for _, p := range e.todo {
		if p.cut {
			p.cut, p.tested = false, nil
			parts = append(parts, p)
		} else {
			open = append(open, p)
		}
	}
	if len(parts) == 0 {
		return open
	}
	return byFitness(append(open, e.test(ctx, parts)...))
}
