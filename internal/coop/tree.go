package coop

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// walk is a traversal of the tree of jobs.
type walk struct {
	r   *Runner
	ctx context.Context // the context of Runner.slice; the check of a claim may use all the time until its deadline
	cut atomic.Bool     // a turn used up its time
	// all jobs had a turn in an earlier round; parts, whose engines would begin anew, have none in later rounds
	again bool
}

// allowance limits a job: by the deadline of ctx, or with --deterministic by work.
type allowance struct {
	ctx  context.Context
	work uint64 // the remaining work
}

// workOf returns the work that corresponds to a time, in the unit of all engines (obs.PerSecond).
func workOf(d time.Duration) uint64 { return uint64(d.Seconds() * obs.PerSecond) }

// within returns the allowance of a job, as a part of the allowance of the enclosing job. The caller calls end, which
// returns unused work to in.
func (w *walk) within(j *Job, in *allowance) (out *allowance, end func()) {
	if j.Share == 0 && j.AtMost == 0 {
		return in, func() {}
	}
	if w.r.task.Options.Determ {
		given := in.work
		if j.Share > 0 {
			given = uint64(float64(given) * j.Share)
		}
		if j.AtMost > 0 {
			given = min(given, workOf(j.AtMost))
		}
		out = &allowance{in.ctx, given}
		return out, func() { in.work -= given - out.work }
	}
	deadline, ok := in.ctx.Deadline()
	if !ok {
		return in, func() {}
	}
	d := time.Until(deadline)
	if j.Share > 0 {
		d = time.Duration(float64(d) * j.Share)
	}
	if j.AtMost > 0 {
		d = min(d, j.AtMost)
	}
	ctx, cancel := clock.WithTimeout(in.ctx, d)
	return &allowance{ctx: ctx}, cancel
}

// do works on a job. The jobs in after come later in the strategy.
func (w *walk) do(j *Job, in *allowance, after []Job) {
	if w.over(in) {
		return
	}
	own, end := w.within(j, in)
	defer end()
	if w.r.task.Options.Determ && own.work == 0 { // a tiny share; for engines, work 0 would mean no limit
		return
	}
	switch j.Kind {
	case Turn:
		w.turn(j, own, after)
	case Seq:
		for i := range j.Jobs {
			w.do(&j.Jobs[i], own, slices.Concat(j.Jobs[i+1:], after))
		}
	case Turns:
		w.turns(j, own, after)
	case Par:
		w.par(j, own, after)
	case Split:
		if !w.again {
			w.split(j, own, after)
		}
	case Ranges:
		w.ranged(j, own, after)
	case Conditional:
		w.conditional(w.tested(j.Jobs), own, after)
	case If:
		if holds(j.Cond, w.r.program) {
			w.do(&j.Jobs[0], own, after)
		} else if len(j.Jobs) > 1 {
			w.do(&j.Jobs[1], own, after)
		}
	}
}

// leastWork is the least work for which a turn is begun. With a small budget it is 1/leastPart of the budget.
const (
	leastWork = obs.PerQuery
	leastPart = 8
)

// over reports whether a job need not begin: the task is decided, or no time or work remains.
func (w *walk) over(in *allowance) bool {
	return w.r.over() || in.ctx.Err() != nil || w.r.task.Options.Determ &&
		in.work < min(leastWork, max(w.r.task.Budget.Work/leastPart, 1))
}

// firstSlice is the length of the first turn of each job in turns.
const firstSlice = 50 * time.Millisecond

// turns gives each job a slice of time, then one of double length, and so on, until no job uses up its slice.
func (w *walk) turns(j *Job, in *allowance, after []Job) {
	around := slices.Concat(j.Jobs, after)
	for d := firstSlice; !w.over(in); d = min(2*d, time.Hour) {
		slice := &walk{r: w.r, ctx: w.ctx, again: w.again}
		for i := range j.Jobs {
			slice.do(&Job{Kind: Seq, Jobs: j.Jobs[i : i+1], AtMost: d}, in, around)
		}
		if !slice.cut.Load() {
			return
		}
	}
	w.cut.Store(true)
}

// par works on all jobs at the same time, and checks the facts that they publish meanwhile. The first job that decides
// the task ends it for all. With --deterministic the result must not depend on which job is first: the jobs then have
// their turns one after the other.
func (w *walk) par(j *Job, in *allowance, after []Job) {
	around := slices.Concat(j.Jobs, after)
	if w.r.task.Options.Determ {
		left := in.work
		for i := range j.Jobs {
			part := &allowance{in.ctx, in.work}
			w.do(&j.Jobs[i], part, around)
			left = min(left, part.work)
		}
		in.work = left
		return
	}
	ctx, cancel := context.WithCancel(in.ctx)
	var jobs, checks sync.WaitGroup
	checks.Go(func() { w.checkMeanwhile(ctx, around) })
	for i := range j.Jobs {
		jobs.Go(func() { w.do(&j.Jobs[i], &allowance{ctx: in.ctx}, around) })
	}
	jobs.Wait()
	cancel()
	checks.Wait()
}

// turn gives an engine a turn, and judges its claim. If a violation does not end the search, the worker continues after
// it.
func (w *walk) turn(j *Job, in *allowance, after []Job) {
	worker := w.r.take(j.Engine)
	if worker == nil {
		return
	}
	defer w.r.put(worker)
	for w.work(worker, in, after) && !w.over(in) {
	}
	if j.Share > 0 && !w.r.task.Options.Determ && !w.r.ranged {
		w.keepOn(worker, after)
	}
}

// Limits of keepOn.
const (
	keepShare  = 0.4 // share of the remaining time in which the work has to end, with all further turns
	keepFactor = 1.5 // the time for the rest of the work, by the extrapolated time
	keepTurns  = 4   // further turns
)

// keepOn gives a worker further turns, beyond the limit of its job, if it seems to end its work soon, extrapolated from
// the part that is done: without them, a search for all paths that is nearly complete would give no proof.
func (w *walk) keepOn(worker *worker, after []Job) {
	m, ok := worker.Worker.(verify.Measured)
	end, limited := w.ctx.Deadline()
	if !ok || !limited {
		return
	}
	all := time.Duration(keepShare * float64(time.Until(end)))
	done, last, most := 0.0, time.Now().Add(all), all
	for range keepTurns {
		if w.r.over() || w.r.stopped() || worker.finished() {
			return
		}
		before := done
		if done = m.Done(); done <= before || done == 1 {
			return
		}
		rest := time.Duration(float64(worker.spent) * (1 - done) / done)
		left := time.Until(last)
		if rest > min(most, left) {
			return
		}
		most = rest / 2 // else the extrapolation was wrong
		ctx, cancel := clock.WithTimeout(w.ctx, min(time.Duration(keepFactor*float64(rest))+firstSlice, left))
		more := &allowance{ctx: ctx}
		for w.work(worker, more, after) && !w.over(more) {
		}
		cancel()
	}
}

// work gives a worker a turn and judges the result. again reports whether the worker found one of several violations
// and should have another turn.
func (w *walk) work(worker *worker, in *allowance, after []Job) (again bool) {
	r := w.r
	ctx := in.ctx
	if r.stopped() {
		if !slices.Contains(worker.engine.Gives, verify.KindTest) {
			return false
		}
		var cancel context.CancelFunc
		ctx, cancel = r.rest(w.ctx, ctx)
		defer cancel()
	}
	if worker.finished() || ctx.Err() != nil || len(r.left()) == 0 && !r.search {
		return false
	}
	var budget verify.Budget
	if r.task.Options.Determ {
		budget.Work = in.work
	} else if deadline, ok := ctx.Deadline(); ok {
		budget.Time = time.Until(deadline)
	}
	name := worker.engine.Name
	r.startsWork(name)
	asked := r.left()
	start, began := time.Now(), clock.Now(ctx)
	res := r.work(ctx, worker, budget)
	took, spent := time.Since(start), clock.Now(ctx)-began
	worker.spent += spent
	if u, is := res.(*verify.Unknown); is && context.Cause(ctx) == errSplit {
		res = &verify.Unknown{Reason: errSplit.Error(), Idle: true, Left: u.Left}
	}
	switch finished := worker.finished(); {
	case finished && r.keeps(worker):
	case finished:
		r.end(worker)
		worker.Worker = done{}
	case r.task.Options.Determ:
		in.work = 0
		w.cut.Store(true)
	case budget.Time > 0 && (spent > budget.Time*9/10 || errors.Is(ctx.Err(), context.DeadlineExceeded)):
		w.cut.Store(true)
	}
	r.judge(w.ctx, claim{engine: name, asked: asked, result: res, took: took, spent: spent}, !r.task.Options.Determ &&
		r.others(after, worker))
	if !r.over() && !r.stopped() {
		r.checkFacts(w.ctx, after)
	}
	_, unsafe := res.(*verify.Unsafe)
	return unsafe && r.violations.goOn && !r.stopped() && r.fewer(asked)
}

// startsWork records that an engine is at work. Runner.enter removes the record with the engine's next StepReport.
func (r *Runner) startsWork(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.atWork.names = append(r.atWork.names, name)
}

// endsWork removes an engine from those at work.
func (r *Runner) endsWork(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if i := slices.Index(r.atWork.names, name); i >= 0 {
		r.atWork.names = slices.Delete(r.atWork.names, i, i+1)
	}
}

// done replaces the worker of an engine that has finished.
type done struct{}

func (done) Work(context.Context, verify.Budget) verify.Result { return nil }
func (done) Close()                                            {}
func (done) Finished() bool                                    { return true }
