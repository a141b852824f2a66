package coop

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// This file lets the jobs of a strategy run at the same time (Runner.Jobs). The order of the text is then a priority:
// whenever fewer than the allowed number of jobs are at work, the next job of the text begins, with its share of the
// time that is left at that moment. Turns of one engine continue one worker, so that they never overlap: a turn whose
// engine is at work waits until that turn has ended, and later jobs of the text begin before it.
//
// Most tasks are decided in some hundredths of a second, and a second job would only slow the first one down. So all
// jobs but one begin after crewLate.

// crewLate is the time from the beginning of the run after which several jobs may be at work.
const crewLate = 80 * time.Millisecond

// crew limits the number of jobs at work.
type crew struct {
	mu    sync.Mutex
	wake  sync.Cond       // for each change of the fields below
	most  int             // number of jobs that may be at work
	busy  int             // number of jobs at work
	turns map[string]bool // engines with options that are at work
	from  time.Time       // when more than one job may be at work
}

// newCrew returns a crew for n jobs at the same time.
func newCrew(n int) *crew {
	c := &crew{most: n, turns: map[string]bool{}, from: time.Now().Add(crewLate)}
	c.wake.L = &c.mu
	return c
}

// begin waits until one of the jobs may begin, and returns its index: the first one whose engines are not at work. It
// returns -1 when ctx ends. The caller calls end with the same job.
func (c *crew) begin(ctx context.Context, jobs []*leaf) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	stop := context.AfterFunc(ctx, c.rouse)
	defer stop()
	for ctx.Err() == nil {
		if early := time.Until(c.from); c.busy > 0 && c.busy < c.most && early > 0 {
			timer := time.AfterFunc(early, c.rouse)
			c.wake.Wait()
			timer.Stop()
			continue
		}
		if c.busy < c.most {
			if i := slices.IndexFunc(jobs, func(l *leaf) bool { return !c.atWork(l.job) }); i >= 0 {
				c.busy++
				c.mark(jobs[i].job, true)
				return i
			}
		}
		c.wake.Wait()
	}
	return -1
}

// wait waits until a further job may begin and cut is set, no job is at work, or ctx ends.
func (c *crew) wait(ctx context.Context, cut *atomic.Bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer context.AfterFunc(ctx, c.rouse)()
	for c.busy > 0 && ctx.Err() == nil && (c.busy == c.most || !cut.Load()) {
		c.wake.Wait()
	}
}

// end records that a job has ended.
func (c *crew) end(j *Job) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy--
	c.mark(j, false)
	c.wake.Broadcast()
}

// rouse wakes the goroutines in begin.
func (c *crew) rouse() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wake.Broadcast()
}

// atWork reports whether an engine of a job is at work. The caller holds c.mu.
func (c *crew) atWork(j *Job) (yes bool) {
	if own := j.ownRunner(); own {
		return c.turns[j.String()]
	}
	j.turns(func(t *Job) { yes = yes || c.turns[t.Engine] })
	return yes
}

// mark records whether the engines of a job are at work. The caller holds c.mu.
func (c *crew) mark(j *Job, at bool) {
	if own := j.ownRunner(); own {
		c.turns[j.String()] = at
		return
	}
	j.turns(func(t *Job) { c.turns[t.Engine] = at })
}

// ownRunner reports whether the engines of a job work on parts of the task, with workers of their own.
func (j *Job) ownRunner() bool { return j.Kind == Split }

// leaf is a job that one goroutine of a crew works on.
type leaf struct {
	job *Job
	in  *group
}

// group is a composed job of a strategy whose leaves begin in the order of the text. Its time begins with the first of
// them.
type group struct {
	job    *Job
	parent *group
	left   int // number of leaves and groups in it that have not ended
	own    *allowance
	end    func()
}

// leaves appends the leaves of a job to out. Conditions of the strategy are evaluated for the program.
func (r *Runner) leaves(j *Job, in *group, out []*leaf) []*leaf {
	var jobs []Job
	switch j.Kind {
	case Seq:
		jobs = j.Jobs
	case If:
		switch {
		case holds(j.Cond, r.program):
			jobs = j.Jobs[:1]
		case len(j.Jobs) > 1:
			jobs = j.Jobs[1:]
		}
	case Turn, Turns, Par, Split, Conditional, Ranges:
		in.left++
		return append(out, &leaf{j, in})
	}
	g, n := &group{job: j, parent: in}, len(out)
	for i := range jobs {
		out = r.leaves(&jobs[i], g, out)
	}
	if len(out) > n {
		in.left++
	}
	return out
}

// open returns the allowance of a group, and begins its time with the first call.
func (g *group) open(w *walk) *allowance {
	if g.own == nil {
		g.own, g.end = w.within(g.job, g.parent.open(w))
	}
	return g.own
}

// done records that a leaf or a group in g has ended.
func (g *group) done() {
	if g.left--; g.left > 0 || g.parent == nil {
		return
	}
	if g.end != nil {
		g.end()
	}
	g.parent.done()
}

// together works on the leaves of a job with the crew of the runner. When all leaves have begun and a turn has used up
// its time, it begins again with the first leaf, until the end of the time: each further pass has what the shares of
// the pass before have left.
func (w *walk) together(j *Job, in *allowance) {
	ctx, cancel := context.WithCancel(in.ctx)
	defer cancel()
	var mu sync.Mutex // protects the groups
	var jobs, checks sync.WaitGroup
	checks.Go(func() { w.checkMeanwhile(ctx, j.Jobs) })
	for again := w.again; ; again = true {
		pass := &walk{r: w.r, ctx: w.ctx, again: again}
		pending := w.r.leaves(j, &group{own: in}, nil)
		for len(pending) > 0 && !w.over(in) {
			i := w.r.crew.begin(ctx, pending)
			if i < 0 {
				break
			}
			l := pending[i]
			pending = slices.Delete(pending, i, i+1)
			mu.Lock()
			own := l.in.open(w)
			mu.Unlock()
			jobs.Go(func() {
				pass.do(l.job, own, j.Jobs)
				mu.Lock()
				l.in.done()
				mu.Unlock()
				w.r.crew.end(l.job)
			})
		}
		w.r.crew.wait(ctx, &pass.cut)
		if pass.cut.Load() {
			w.cut.Store(true)
		}
		if !pass.cut.Load() || !w.r.another(in.ctx) {
			break
		}
	}
	jobs.Wait()
	cancel()
	checks.Wait()
}
