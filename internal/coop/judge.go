package coop

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// claim is the result of an engine's turn.
type claim struct {
	engine string
	asked  []*ir.Obligation // the remaining obligations when the turn began
	result verify.Result
	took   time.Duration // wall time, for reports
	spent  time.Duration // time by the clock of the run
	share  Share
}

// decide checks a claim and enters the result into the findings. Engines that are at work continue meanwhile.
func (r *Runner) decide(ctx context.Context, c claim) {
	defer clock.Busy(ctx)()
	defer func() {
		if x := recover(); x != nil {
			r.task.Log.Warn("a check failed", "engine", c.engine, "panic", fmt.Sprint(x), "stack", string(debug.Stack()))
			r.enter(StepReport{Engine: c.engine, Time: c.took, Result: string(verify.UnknownVerd),
				Reason: "internal error in the check of its claim"}, nil, nil)
		}
	}()
	sub := r.scoped().With(verify.Budget{})
	sub.Obligations = c.asked
	step := StepReport{Engine: c.engine, Time: c.took, Share: c.share, Result: string(verify.UnknownVerd)}
	set := map[*ir.Obligation]Finding{}
	var assuming []verify.Assumption
	switch res := c.result.(type) {
	case *verify.Safe:
		claimed := res.Obligations
		if claimed == nil {
			claimed = sub.Asked()
		}
		ru := r.prove(ctx, sub, res)
		settle(r.board, c.engine, res, claimed, ru)
		step.Reason, step.Bug = ru.reason, ru.bug
		if !ru.ok {
			for _, o := range claimed {
				set[o] = Finding{Obligation: o, Status: verify.Open, Reason: ru.reason}
			}
			break
		}
		step.Reason = res.Rest
		for _, o := range ru.left {
			set[o] = Finding{Obligation: o, Status: verify.Open, Reason: ru.reason}
		}
		claimed = slices.DeleteFunc(slices.Clone(claimed), func(o *ir.Obligation) bool { return slices.Contains(ru.left, o) })
		proved, err := r.claimsOf(ctx, sub, &verify.Safe{Obligations: claimed, Proof: ru.proof, Assuming: ru.assuming})
		if err != nil {
			step.Reason, step.Bug = err.Error(), true
		}
		for _, p := range proved {
			step.Result = string(verify.True)
			set[p.Obligation] = Finding{Obligation: p.Obligation, Status: verify.Proved, Engine: c.engine, Proof: p.Proof}
			assuming = append(assuming, p.Assuming...)
		}
		if len(proved) > 0 {
			r.countUses(c.engine, ru.proof)
		}
	case *verify.Unsafe:
		ru := r.replay.judgeTest(ctx, sub, res)
		settle(r.board, c.engine, res, nil, ru)
		step.Reason, step.Bug = ru.reason, ru.bug
		if ru.ok {
			step.Result = string(verify.False)
			set[res.Obligation] = Finding{Obligation: res.Obligation, Status: verify.Violated, Engine: c.engine, Test: ru.test,
				Run: ru.run, Source: ru.source}
		} else if res.Obligation != nil {
			set[res.Obligation] = Finding{Obligation: res.Obligation, Status: verify.Open, Reason: ru.reason, Reached: ru.stop}
		}
	case *verify.Unknown:
		step.Reason, step.Idle, step.Runs = res.Reason, res.Idle, res.Runs
	}
	if step.Bug && r.unsaid(step.Reason) {
		r.task.Log.Info("a wrong claim of an engine was detected and is ignored", "engine", c.engine,
			"reason", step.Reason)
	}
	r.enter(step, set, assuming)
}

// countUses counts the facts of other engines in a confirmed proof.
func (r *Runner) countUses(engine string, proof verify.Evidence) {
	uses := r.board.Uses(engine, proof)
	r.mu.Lock()
	defer r.mu.Unlock()
	for kind, by := range uses {
		for from, n := range by {
			r.used = append(r.used, verify.Exchange{Kind: kind, From: from, To: engine, Used: n})
		}
	}
}

// exchanged returns the exchange of facts so far. Needs r.mu.
func (r *Runner) exchanged() []verify.Exchange {
	out := r.board.Exchanged()
	for i := range out {
		for _, u := range r.used {
			if o := &out[i]; o.Kind == u.Kind && o.From == u.From && o.To == u.To {
				o.Used += u.Used
			}
		}
	}
	return out
}

// claimsOf enters a confirmed proof into the ledger, and returns the claims that are proved with it. If r works on a
// range of paths, each confirmed obligation is proved at once: the claim need not cover the part of the range that r
// has yielded to other runners.
func (r *Runner) claimsOf(ctx context.Context, of *verify.Task, s *verify.Safe) (proved []verify.Claim, err error) {
	if !r.ranged {
		return r.ledger.Enter(ctx, of, s)
	}
	for _, o := range s.Obligations {
		proved = append(proved, verify.Claim{Obligation: o, Scope: of.Scope, Proof: s.Proof, Assuming: s.Assuming})
	}
	return proved, nil
}

// enter records the results of a turn. If they decide the task, the run ends, and no later results count.
func (r *Runner) enter(step StepReport, set map[*ir.Obligation]Finding, assuming []verify.Assumption) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.Index(r.atWork.names, step.Engine); i >= 0 {
		r.atWork.names = slices.Delete(r.atWork.names, i, i+1)
	}
	if r.over() {
		return
	}
	r.steps = append(r.steps, step)
	for _, a := range assuming {
		if !slices.Contains(r.assuming, a) {
			r.assuming = append(r.assuming, a)
		}
	}
	done := !r.search
	for i := range r.findings {
		f := &r.findings[i]
		if n, ok := set[f.Obligation]; ok && f.Status == verify.Open && !f.Reached {
			*f = n
		} else if ok && f.Status == verify.Proved && n.Status == verify.Violated && r.ranged {
			// the proof is about a range, and the path of the test may lie outside of it
			*f = n
		} else if ok && f.Status == verify.Proved && n.Status == verify.Violated { // one of them is wrong
			r.task.Log.Warn("a checked proof and a replayed test contradict each other; please report this", "proof", f.Engine,
				"test", n.Engine)
			*f = Finding{Obligation: f.Obligation, Status: verify.Open,
				Reason: "a checked proof and a replayed test contradict each other", Reached: true}
		} else if ok && r.violations.held && f.Status == verify.Violated && n.Status == verify.Violated &&
			len(n.Run.Reads) < len(f.Run.Reads) {
			*f = n
		}
		switch {
		case f.Status == verify.Proved:
			r.board.Prove(f.Obligation)
		case f.Status != verify.Open || f.Reached:
			r.board.Settle(f.Obligation)
		}
		if f.Status == verify.Violated && !r.violations.held && r.violated() {
			done = true
			break
		}
		done = done && (f.Status != verify.Open || f.Reached) && !(r.violations.held && f.Status == verify.Violated)
	}
	if done {
		close(r.decided)
	}
}

// unsaid reports whether no earlier step has reason as an error of an engine: each error is logged once.
func (r *Runner) unsaid(reason string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !slices.ContainsFunc(r.steps, func(s StepReport) bool { return s.Bug && s.Reason == reason })
}

// hold switches whether the run continues after a violation to find shorter ones. When it is switched off and a
// violation is known, the run ends.
func (r *Runner) hold(on bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.violations.held = on
	if !on && !r.over() && slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Status == verify.Violated }) {
		close(r.decided)
	}
}

// reachable reports, by obligation ID, whether the automaton has a path to an error location of the obligation.
func reachable(p *ir.Program) map[int]bool {
	out := map[int]bool{}
	for l := range p.Reached() {
		if l.Kind == ir.Error && l.Obligation != nil {
			out[l.Obligation.ID] = true
		}
	}
	return out
}
