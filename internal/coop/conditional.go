package coop

import (
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Conditional model checking (Beyer, Henzinger, Keremoglu, Wendler, FSE 2012; paper 3): verifiers in turn, each on what those before it have left. What a
// verifier has shown of some of the executions is checked, and the next one works on the program that has the others.
//
// How much time a verifier gets is paper 3's open question. Here it goes on as long as it comes forward: its slices of time double, and it ends when
// one of them, as long as all before, has made the program that is left no smaller.

const (
	conditionalFirst = 100 * time.Millisecond // the first slice
	conditionalMost  = 0.6                    // of what is left, for one verifier that is not the last
	conditionalStep  = 0.98                   // what a slice makes of the edges that are left, if it comes forward
)

// tested adds directed testing of what is left, unless the jobs have it.
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

// conditional does the first of the jobs, and the others on what it leaves; the last one has all the time that is left.
func (w *walk) conditional(jobs []Job, in *room, after []Job) {
	r := w.r
	if len(jobs) == 1 {
		w.do(&jobs[0], in, after)
		return
	}
	first, rest := jobs[:1], jobs[1:]
	room, end := w.within(&Job{Kind: Seq, Jobs: first, Share: conditionalMost}, in)
	least := 0
	for d := conditionalFirst; ; d *= 2 {
		w.do(&Job{Kind: Seq, Jobs: first, AtMost: d}, room, slices.Concat(rest, after))
		if w.over(room) {
			break
		}
		edges, more := w.open(&first[0])
		if !more || least > 0 && float64(edges) > conditionalStep*float64(least) {
			break
		}
		least = edges
	}
	end()
	if w.over(in) {
		return
	}
	proof, assuming := &verify.Conditional{}, []verify.Assumption(nil)
	left := r.left()
	w.asking(&first[0], func(spec string, p verify.Partial) {
		s := r.shown(w.ctx, p, left, spec, statesBetween)
		if s == nil {
			return
		}
		proof.Shown, assuming = append(proof.Shown, s.proof), append(assuming, s.assuming...)
		if proof.Condition == nil {
			proof.Condition = s.left
		} else {
			proof.Condition = proof.Condition.And(s.left)
		}
	})
	if proof.Condition != nil {
		proof.Condition = proof.Condition.Minimise()
	}
	if proof.Condition == nil || len(proof.Condition.States) == 0 { // all is left
		w.conditional(rest, in, after)
		return
	}
	asked := *r.task
	asked.Obligations = left
	part, err := asked.Part(verify.Scope{Condition: proof.Condition})
	if err != nil {
		r.task.Log.Warn("no part", "error", err)
		w.conditional(rest, in, after)
		return
	}
	w.rest(rest, in, part, proof, assuming)
}

// statesBetween is of how many states a condition between two verifiers is made at most.
const statesBetween = 10_000

// asking takes the workers of a job that can say what they have shown, one after the other.
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

// open counts the edges that executions may take which the verifiers of a job leave; more says that one of them may come forward.
func (w *walk) open(j *Job) (edges int, more bool) {
	w.asking(j, func(_ string, p verify.Partial) {
		if f, is := p.(verify.Finisher); is && f.Finished() {
			return
		}
		more = true
		if s, _ := p.Partial(w.ctx, w.r.left(), statesBetween); s != nil {
			if g, is := s.Proof.(*verify.Annotated); is {
				edges += len(g.Left("").At(w.r.task.Program))
			}
		}
	})
	return edges, more
}

// rest works on the part that is left. What is proved of it is proved of the task, as all else was shown; a violation is one of the task.
func (w *walk) rest(jobs []Job, in *room, part *verify.Task, proof *verify.Conditional, assuming []verify.Assumption) {
	r := w.r
	part = part.With(verify.Budget{Work: in.work})
	in.work = 0
	began := time.Now()
	sub, out := w.below(in.ctx, in, part, Job{Kind: Conditional, Jobs: jobs})
	step := StepReport{Engine: "conditional", Time: time.Since(began), Result: string(verify.UnknownVerd)}
	if out.Verdict == verify.UnknownVerd {
		step.Reason = "what is left: " + out.Reason
	}
	set := map[*ir.Obligation]Finding{}
	for _, f := range out.Findings {
		o := f.Obligation.Origin
		switch f.Status {
		case verify.Violated:
			r.decide(w.ctx, claim{f.Engine, part.Asked(), &verify.Unsafe{Obligation: o, Test: f.Test}, step.Time})
			if r.over() {
				return
			}
		case verify.Proved, verify.NotReached:
			own := *proof
			own.Rest = f.Proof
			step.Result = string(verify.True)
			set[o] = Finding{Obligation: o, Status: verify.Proved, Engine: "conditional", Proof: &own}
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

// has says whether a job of a kind is in a tree of jobs.
func has(j *Job, k Kind) bool {
	return j.Kind == k || slices.ContainsFunc(j.Jobs, func(i Job) bool { return has(&i, k) })
}
