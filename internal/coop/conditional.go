package coop

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Conditional model checking (Beyer, Henzinger, Keremoglu, Wendler, FSE 2012; paper 3). The verifiers have turns one
// after the other. The executions that a verifier claims to be safe are checked, and the next verifier works on the
// program that has only the remaining executions.
//
// Paper 3 leaves open how much time a verifier should get. Here each gets at least an equal share of the remaining
// time, unless it finishes before. A short run shows little about a longer one, as a refinement may begin anew. A
// verifier continues after its share as long as it makes progress: its slices of time double, and it ends when a slice,
// which is as long as all slices before, has not made the remaining program smaller. A job with a limit of its own ends
// at this limit. Time that the last jobs do not need goes to the jobs before them, which then work on all that remains
// of the task.

const (
	conditionalFirst = 100 * time.Millisecond // the first slice
	conditionalAsk   = 400 * time.Millisecond // the first slice after which progress is measured
	conditionalMost  = 0.6                    // share of the remaining time for a verifier, unless it is the last
	conditionalStep  = 0.98                   // a slice makes progress if the remaining edges become fewer by this factor
)

// tested returns the jobs with directed testing of the remaining executions as the last one, unless the jobs have it
// already.
func (w *walk) tested(jobs []Job) []Job {
	const tester = "concolic"
	found := false
	for i := range jobs {
		jobs[i].turns(func(t *Job) { found = found || t.Engine == tester })
	}
	if _, err := find(w.r.engines, tester); found || err != nil {
		return jobs
	}
	return append(slices.Clone(jobs), Job{Engine: tester})
}

// conditional does the first job, and then the others on the executions that it leaves. The last job gets all the
// remaining time.
func (w *walk) conditional(jobs []Job, in *allowance, after []Job) {
	if len(jobs) == 1 {
		w.do(&jobs[0], in, after)
		return
	}
	first, rest := jobs[0], jobs[1:]
	w.first(first, in, len(jobs), slices.Concat(rest, after))
	if w.over(in) {
		return
	}
	w.following(first, rest, in, after)
	first.Share, first.AtMost = 0, 0
	w.do(&first, in, after)
}

// first gives j, the first of the given number of jobs, its slices of time.
func (w *walk) first(j Job, in *allowance, jobs int, after []Job) {
	fixed := j.Share > 0 || j.AtMost > 0
	limit := &Job{Share: conditionalMost}
	if fixed {
		limit = &Job{Share: j.Share, AtMost: j.AtMost}
	}
	own, end := w.within(limit, in)
	defer end()
	j.Share, j.AtMost = 0, 0
	until := w.has(own) - w.has(in)/time.Duration(jobs)
	least, early := math.MaxInt, false
	for d := conditionalFirst; !w.over(own); d *= 2 {
		slice, atMost := &walk{r: w.r, ctx: w.ctx, again: w.again}, d
		if share := w.has(own) - until; !fixed && share > 0 {
			atMost = min(d, share)
		}
		slice.do(&Job{Kind: Seq, Jobs: []Job{j}, AtMost: atMost}, own, after)
		if slice.cut.Load() {
			w.cut.Store(true)
		} else if early { // even a long turn did not use up its time
			return
		} else {
			early, d = true, time.Hour
		}
		if !w.more(&j) {
			return
		}
		if fixed || d < conditionalAsk {
			continue
		}
		edges := w.open(&j)
		if float64(edges) > conditionalStep*float64(least) && w.has(own) <= until {
			return
		}
		least = edges
	}
}

// has returns the remaining time of an allowance. With --deterministic, it is the time that corresponds to the
// remaining work.
func (w *walk) has(in *allowance) time.Duration {
	if w.r.task.Options.Determ {
		return time.Duration(float64(in.work) / obs.PerSecond * float64(time.Second))
	}
	if end, ok := in.ctx.Deadline(); ok {
		return time.Until(end)
	}
	return math.MaxInt64
}

// following does the jobs after the first one, on the executions that the first one leaves.
func (w *walk) following(first Job, rest []Job, in *allowance, after []Job) {
	r := w.r
	var proof []verify.Leaf
	var open *verify.Condition // the executions that proof leaves open
	var assuming []verify.Assumption
	left := r.left()
	ctx, cancel := w.checking(in)
	defer cancel()
	w.asking(&first, func(spec string, p verify.Partial) {
		s := r.shown(ctx, p, left, spec, statesBetween)
		if s == nil {
			return
		}
		proof, assuming = append(proof, s.proof.Leaves...), append(assuming, s.assuming...)
		if open == nil {
			open = s.left
		} else {
			open = open.And(s.left)
		}
	})
	if open = between(r.task.Program, open); open == nil { // all is left
		w.conditional(rest, in, after)
		return
	}
	asked := *r.task
	asked.Obligations = left
	part, err := asked.Part(verify.Scope{Condition: open})
	if err != nil {
		r.task.Log.Warn("no part", "error", err)
		w.conditional(rest, in, after)
		return
	}
	w.rest(rest, in, part, proof, assuming)
}

// checking returns the context for checking the claims of a verifier about its executions. It has the same limit as the
// check of a proof.
func (w *walk) checking(in *allowance) (context.Context, context.CancelFunc) {
	if w.r.task.Options.Determ {
		return context.WithCancel(w.ctx)
	}
	return clock.WithTimeout(w.ctx, max(time.Duration(aloneShare*float64(w.has(in))), aloneLeast))
}

// between returns a coarser condition than c for the next verifier, with which the program is not larger than before.
// Without that, all later jobs would work on a program unrolled by an earlier verifier, though they may handle loops
// better. It joins states of the condition, at loop heads only or everywhere. It returns nil if the condition excludes
// no execution.
func between(p *ir.Program, c *verify.Condition) *verify.Condition {
	if c == nil || len(c.States) == 0 {
		return nil
	}
	size := func(c *verify.Condition) (n int) {
		for _, states := range c.At(p) {
			n += len(states)
		}
		return n
	}
	most := 0
	for _, f := range p.Funcs {
		most += len(f.Edges)
	}
	small := c.Minimise()
	if size(small) > most {
		heads := map[*ir.Loc]bool{}
		for _, l := range restrict.Heads(p) {
			heads[l] = true
		}
		small = c.Join(p, func(l *ir.Loc) bool { return heads[l] }).Minimise()
	}
	if size(small) > most {
		small = c.Join(p, func(*ir.Loc) bool { return true }).Minimise()
	}
	if small = small.Contract(p); len(small.States) == 0 || small.States[0].Stays && len(small.States[0].Steps) == 0 {
		return nil
	}
	return small
}

// statesBetween bounds the number of states of a condition between two verifiers.
const statesBetween = 10_000

// asking calls ask, one after the other, for the workers of a job that can return partial proofs.
func (w *walk) asking(j *Job, ask func(spec string, p verify.Partial)) {
	j.turns(func(t *Job) {
		worker := w.r.take(t.Engine)
		if worker == nil {
			return
		}
		defer w.r.put(worker)
		if p, is := worker.Worker.(verify.Partial); is {
			ask(t.Engine, p)
		}
	})
}

// more reports whether one of the verifiers of a job is not finished.
func (w *walk) more(j *Job) (more bool) {
	j.turns(func(t *Job) {
		if worker := w.r.take(t.Engine); worker != nil {
			more = more || !worker.finished()
			w.r.put(worker)
		}
	})
	return more
}

// open returns the number of edges that executions may take which the verifiers of a job have not verified. It looks at
// small partial proofs only, and returns math.MaxInt if the number is not known.
func (w *walk) open(j *Job) int {
	edges, says := 0, false
	w.asking(j, func(_ string, p verify.Partial) {
		if s, _ := p.Partial(w.ctx, w.r.left(), fewStates); s != nil {
			if g, is := s.Proof.(*verify.Annotated); is {
				says = true
				edges += len(g.Left("").At(w.r.task.Program))
			}
		}
	})
	if !says {
		return math.MaxInt
	}
	return edges
}

// rest works on the remaining part. A proof of the part is a proof of the task, since the leaves in proof verify all
// other executions; a violation in the part is a violation of the task.
func (w *walk) rest(jobs []Job, in *allowance, part *verify.Task, proof []verify.Leaf,
	assuming []verify.Assumption) {
	r := w.r
	part = part.With(verify.Budget{Work: in.work})
	in.work = 0
	began := time.Now()
	sub, out := w.onPart(in.ctx, in, part, Job{Kind: Conditional, Jobs: jobs})
	step := StepReport{Engine: "conditional", Time: time.Since(began), Result: string(verify.UnknownVerd)}
	if out.Verdict == verify.UnknownVerd {
		step.Reason = "what is left: " + out.Reason
	}
	set := map[*ir.Obligation]Finding{}
	for _, f := range out.Findings {
		o := f.Obligation.Origin
		switch f.Status {
		case verify.Violated:
			r.decide(w.ctx, claim{engine: f.Engine, asked: part.Asked(), result: &verify.Unsafe{Obligation: o, Test: f.Test},
				took: step.Time})
			if r.over() {
				return
			}
		case verify.Proved, verify.NotReached:
			own := &verify.Cover{Leaves: append(slices.Clone(proof), verify.Leaf{Scope: part.Scope, Proof: f.Proof})}
			step.Result = string(verify.True)
			set[o] = Finding{Obligation: o, Status: verify.Proved, Engine: "conditional", Proof: own}
		case verify.Open:
		}
	}
	if len(set) > 0 {
		assuming = append(assuming, sub.assuming...)
	} else {
		assuming = nil
	}
	r.enter(step, set, assuming)
}

// has reports whether a tree of jobs has a job of kind k.
func has(j *Job, k Kind) bool {
	return j.Kind == k || slices.ContainsFunc(j.Jobs, func(i Job) bool { return has(&i, k) })
}
