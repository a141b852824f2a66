package coop

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// A part of a task has its own runner and board. Its program has only the executions of the part; for engines that
// support ranges, it is the program of the task, and a range limits the executions. A proof of the part is entered into
// the ledger of the task: an obligation is proved when the parts with proofs cover the task. A violation in a part is a
// violation of the task.

// partRunner returns a runner for a part. Its board begins with the possible invariants of the task as candidates.
func (r *Runner) partRunner(part *verify.Task, j Job) *Runner {
	part.Original, part.Readers = nil, nil // a violation is replayed as one of the task
	sub := NewRunner(part, Strategy{Job: j, Kept: r.strategy.Kept}, r.engines)
	sub.violations.goOn, sub.replay.plain, sub.inner = false, true, true
	sub.prove, sub.ranges.cutter, sub.ranges.headStart = r.prove, r.ranges.cutter, r.ranges.headStart
	if sub.ranged = part.Program == r.task.Program; !sub.ranged {
		suggest(sub.board, verify.InvariantsUp(derive.Of(part.Program), r.board.Invariants(r.task.Program)))
	} else {
		suggest(sub.board, r.board.Invariants(r.task.Program))
	}
	return sub
}

// own returns the obligation of the task for an obligation of a part, which may be the same or a copy.
func (r *Runner) own(o *ir.Obligation) *ir.Obligation {
	if all := r.task.Program.Obligations; o.ID < len(all) && all[o.ID] == o {
		return o
	}
	return o.Origin
}

// onPart runs job j on a part until it ends, and returns the runner and its outcome.
func (w *walk) onPart(ctx context.Context, in *allowance, part *verify.Task, j Job) (*Runner, *Outcome) {
	sub := w.r.partRunner(part, j)
	out := sub.Run(ctx)
	sub.Wait()
	w.r.learn(sub)
	if sub.cut {
		w.cut.Store(true)
	}
	return sub, out
}

// learn takes over the invariants and candidates of a runner of a part, as candidates.
func (r *Runner) learn(sub *Runner) {
	p := sub.task.Program
	invs := sub.board.Invariants(p)
	if p != r.task.Program {
		invs = verify.InvariantsDown(derive.Of(p), invs)
	}
	suggest(r.board, invs)
}

// assumptions returns the assumptions on which the proofs so far depend.
func (r *Runner) assumptions() []verify.Assumption {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.assuming)
}

// suggest publishes the invariants that are not on the board yet, as candidates. A part sends back the candidates that
// it has got from the task.
func suggest(b *verify.Board, invs []verify.Invariant) {
	type said struct {
		loc  *ir.Loc
		text string
	}
	known := map[said]bool{}
	for _, f := range b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant, verify.KindCandidate}}) {
		var of []verify.Invariant
		switch p := f.Payload.(type) { // sound: at worst, candidates are published twice
		case *verify.Invariants:
			of = p.Invariants
		case *verify.Candidates:
			of = p.Invariants
		}
		for _, i := range of {
			known[said{i.Loc, ir.ExprString(i.Expr)}] = true
		}
	}
	var news []verify.Invariant
	for _, i := range invs {
		if k := (said{i.Loc, ir.ExprString(i.Expr)}); !known[k] {
			known[k] = true
			news = append(news, i)
		}
	}
	if len(news) > 0 {
		_, _ = b.Publish(verify.Fact{Payload: &verify.Candidates{Invariants: news}, Status: verify.Candidate,
			Producer: suggestedBy})
	}
}

// suggestedBy is the producer of candidates that a part gets from the task, or the task from a part.
const suggestedBy = "split"

// joined enters the findings of a runner of a part: proofs into the ledger, and a violation as one of the task. If by
// is not "", it replaces the names of the engines that have proved obligations.
func (r *Runner) joined(ctx context.Context, sub *Runner, out *Outcome, step StepReport, by string) {
	set := map[*ir.Obligation]Finding{}
	var assuming []verify.Assumption
	assumed, violated := sub.assumptions(), false
	for _, f := range out.Findings {
		switch f.Status {
		case verify.Violated:
			r.decide(ctx, claim{engine: f.Engine, asked: sub.task.Asked(),
				result: &verify.Unsafe{Obligation: r.own(f.Obligation), Test: f.Test}, took: step.Time, share: step.Share})
			violated = true
		case verify.Proved, verify.NotReached:
			proved, err := r.ledger.Enter(ctx, sub.scoped(), &verify.Safe{Obligations: []*ir.Obligation{f.Obligation},
				Proof: f.Proof, Assuming: assumed})
			if err != nil {
				step.Reason, step.Bug = err.Error(), true
			}
			for _, p := range proved {
				step.Result, assuming = string(verify.True), append(assuming, p.Assuming...)
				engine := f.Engine
				if by != "" {
					engine = by
				}
				set[p.Obligation] = Finding{Obligation: p.Obligation, Status: verify.Proved, Engine: engine, Proof: p.Proof}
			}
		case verify.Open:
			if f.Reached { // a run of the part is a run of the task
				f.Obligation = r.own(f.Obligation)
				set[f.Obligation] = f
			}
		}
	}
	if !violated || len(set) > 0 { // a violation has a step of its own
		r.enter(step, set, assuming)
	}
}
