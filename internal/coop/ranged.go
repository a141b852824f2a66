package coop

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Ranged program analysis (paper 5, sections 3 and 5; Fig. 2, 5 and 6): a splitter makes ranges of the paths, analyses
// work on them at the same time, and their proofs are joined.
//
//	assignment     an analysis that works on a range, with its runner: on the program that has only the range's
//	               executions, or on the task's program within the range
//	openRange      a range with the number of its open obligations, and the assignments to it
//	team           workers that run assignments; if there are more assignments than workers, in slices of time
//
// An analysis that decides a range ends all other assignments to it. An analysis that has finished its range takes over
// another one (steal.go). The ledger of the task joins the proofs: an obligation is proved when the ranges with proofs
// have all paths. The first violation that is replayed ends all analyses.
//
// Deviations: any number of analyses, ranges and workers; half-open ranges; obligations are decided one by one; each
// proof is checked, in the worker's time; ranges are split further; facts are exchanged; an analysis that could not
// decide its range steals, too; without a split all analyses work on all paths (in the paper, as with fallback=first,
// only the first).

// ranged runs the jobs as analyses on ranges.
func (w *walk) ranged(j *Job, in *allowance, after []Job) {
	early := w.ahead(j, in, after)
	ranges := w.r.rangesOf(in.ctx, j)
	if len(ranges) < 2 {
		if !early.wait() {
			w.unsplit(j, in, after)
		}
		return
	}
	if early.stop(w.r); w.over(in) {
		return
	}
	asked := *w.r.task
	asked.Obligations = w.r.left()
	t := &team{w: w, job: j, task: &asked, allowance: in, workers: j.workers(), determ: asked.Options.Determ}
	t.wake.L, t.slots = &t.mu, max(t.workers, len(j.Jobs))
	for i := range j.Jobs {
		t.order = append(t.order, i)
	}
	t.exchange = exchange{of: asked.Program, all: j.Ranged.Exchange == "on"}
	t.exchange.begin(w.r.board)
	t.ctx, t.end = context.WithCancel(in.ctx)
	defer t.end()
	t.mu.Lock()
	for i, r := range ranges {
		t.add(r, i%len(j.Jobs), "")
	}
	t.mu.Unlock()
	t.run()
}

// unsplit runs the analyses on all paths, according to the setting fallback.
func (w *walk) unsplit(j *Job, in *allowance, after []Job) {
	jobs := j.Jobs[:1]
	if j.Ranged.Fallback == "both" {
		jobs = slices.CompactFunc(slices.Clone(j.Jobs), func(a, b Job) bool { return a.String() == b.String() })
	}
	if len(jobs) == 1 {
		w.do(&jobs[0], in, after)
		return
	}
	w.par(&Job{Kind: Par, Jobs: jobs}, in, after)
}

// Times of the analyses that work on all paths before there are ranges.
const (
	aheadLate  = 5 * time.Millisecond   // delay of the analyses after the splitter, if all analyses are equal
	aheadShare = 0.05                   // share of the time that different analyses continue after a split
	aheadMost  = 500 * time.Millisecond // bound of that time
)

// errSplit is the cause with which a split ends the analyses on all paths.
var errSplit = errors.New("there are ranges now")

// headStart has the analyses that work on all paths until the task is split.
type headStart struct {
	start      *time.Timer     // begins the analyses
	moment     context.Context // the analyses continue after a split until it ends; nil: they end at the split
	stopMoment context.CancelFunc
	end        context.CancelCauseFunc
	ended      chan struct{} // nil: they never begin
}

// ahead starts the analyses on all paths, before the task is split: the proof of an easy task must not wait for the
// split. If the analyses are different, they continue for a moment after the split, since a fast proof by one of them
// would take as long on each range. If there is no split, they continue to their end. No analysis works before the
// split with fallback=first, as in the paper; with violations=all, where the first violation does not end the job; and
// with --deterministic, which reads no clock.
func (w *walk) ahead(j *Job, in *allowance, after []Job) *headStart {
	if j.Ranged.Fallback != "both" || j.Ranged.Violations == "all" || w.r.task.Options.Determ ||
		j.workers() < len(j.Jobs) {
		return &headStart{}
	}
	ctx, end := context.WithCancelCause(in.ctx)
	h := &headStart{end: end, ended: make(chan struct{})}
	late := aheadLate
	if most := w.r.ranges.headStart; most > 0 &&
		slices.ContainsFunc(j.Jobs, func(o Job) bool { return o.String() != j.Jobs[0].String() }) {
		if limit, limited := in.ctx.Deadline(); limited {
			most = min(most, time.Duration(aheadShare*float64(time.Until(limit))))
		}
		late = 0
		h.moment, h.stopMoment = clock.WithTimeout(in.ctx, most)
	}
	h.start = time.AfterFunc(late, func() {
		defer close(h.ended)
		w.unsplit(j, &allowance{ctx: ctx, work: in.work}, after)
		if ctx.Err() != nil { // the team has workers of its own
			j.turns(w.r.drop)
		}
	})
	return h
}

// stop waits until the analyses have had their moment, and ends them. An analysis that has not begun does not begin.
func (h *headStart) stop(r *Runner) {
	if h.ended == nil {
		return
	}
	if h.moment != nil {
		defer h.stopMoment()
		select {
		case <-h.ended:
		case <-r.decided:
		case <-h.moment.Done():
		}
	}
	h.end(errSplit)
	if !h.start.Stop() {
		<-h.ended
	}
}

// wait waits until the analyses have ended. It returns false if they have not begun.
func (h *headStart) wait() bool {
	if h.ended == nil {
		return false
	}
	defer h.end(nil)
	if h.moment != nil {
		h.stopMoment()
	}
	if h.start.Stop() {
		return false
	}
	<-h.ended
	return true
}

// workers returns how many analyses work at the same time. With --deterministic, they take turns instead.
func (j *Job) workers() int {
	if j.Ranged.Workers > 0 {
		return j.Ranged.Workers
	}
	return min(len(j.Jobs), runtime.GOMAXPROCS(0))
}

// rangesOf returns the ranges at the beginning; none if the task cannot be split.
func (r *Runner) rangesOf(ctx context.Context, j *Job) []verify.PathRange {
	n := j.Ranged.Parts
	if n == 0 {
		n = len(j.Jobs)
	}
	out, err := r.ranges.cutter.Split(ctx, r.task, j.Ranged.Split, n)
	if err != nil {
		r.enter(StepReport{Engine: "split", Result: string(verify.UnknownVerd), Reason: "no ranges: " + verify.Said(err),
			Idle: true}, nil, nil)
	}
	return out
}

// openRange is a range of paths with open obligations.
type openRange struct {
	paths    verify.PathRange
	open     int // number of obligations that are not decided
	on       []*assignment
	tried    map[int]bool // analyses that have ended without deciding it
	splits   bool         // it is being halved
	unsplits bool         // it cannot be halved
	gone     bool         // it was replaced by its halves
	halved   int          // how often it was halved
	tries    int          // failed tries to halve it
	again    time.Time    // when halving is tried again
}

// text returns the range in its text form. It omits the form of the program, since all ranges of the task have the same
// one.
func (s *openRange) text() string {
	p := s.paths
	p.Form = "" // it is the task's
	return p.String()
}

// assignment is an analysis that works on a range, or waits for a worker.
type assignment struct {
	*openRange
	analysis int    // index of the job
	stolen   string // the analysis that the range was taken from; "": none
	sub      *Runner
	stop     context.CancelFunc // ends the analysis; nil while it is not at work
	ended    bool
	slice    time.Duration // length of the next slice
	began    time.Time
	from     time.Duration // when it began, by the clock of the run
	spent    time.Duration // at work
}

// team is the state of a ranged job.
type team struct {
	w         *walk
	job       *Job
	task      *verify.Task // with the obligations that were open at the beginning
	allowance *allowance
	ctx       context.Context
	end       context.CancelFunc
	workers   int
	slots     int // number of assignments with which no analysis and no worker is idle
	determ    bool
	exchange  exchange

	joins  sync.Mutex // held while findings are joined
	cuts   sync.Mutex
	halver halver // nil: no range was halved yet; protected by cuts

	mu     sync.Mutex
	wake   sync.Cond
	ranges []*openRange  // in the order in which they were made
	queue  []*assignment // the assignments that wait for a worker
	atWork []*assignment
	order  []int // analyses; the one whose assignment ended last is the first
}

// add adds a range and assigns it to an analysis. from names the analysis that the range was taken from; "" if none.
// Needs t.mu.
func (t *team) add(r verify.PathRange, analysis int, from string) *openRange {
	s := &openRange{paths: r, open: len(t.task.Asked()), tried: map[int]bool{}}
	t.ranges = append(t.ranges, s)
	t.assign(s, analysis, from)
	t.tell()
	return s
}

// assign adds an assignment of an analysis to a range. Needs t.mu.
func (t *team) assign(s *openRange, analysis int, from string) {
	a := &assignment{openRange: s, analysis: analysis, stolen: from, slice: firstSlice}
	s.on = append(s.on, a)
	t.queue = append(t.queue, a)
	t.wake.Broadcast()
}

// name returns the name of an analysis in reports.
func (t *team) name(analysis int) string {
	j := &t.job.Jobs[analysis]
	if j.Kind == Turn {
		return j.Engine
	}
	return kindNames[j.Kind] + "(...)"
}

// run runs the workers until all ranges are decided, or no more work can be done.
func (t *team) run() {
	r := t.w.r
	if all := t.job.Ranged.Violations == "all"; all {
		r.hold(true)
		defer r.hold(false)
	}
	defer context.AfterFunc(t.ctx, t.rouse)()
	n := t.workers
	if t.determ {
		n = 1
	}
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			for a := t.next(); a != nil; a = t.next() {
				t.work(a)
			}
			t.rouse()
		})
	}
	all.Wait()
	if t.halver != nil {
		t.halver.Close()
	}
	t.mu.Lock()
	rest := t.queue
	t.queue = nil
	t.mu.Unlock()
	for _, a := range rest {
		t.finish(a, "out of time")
		if a.sub != nil {
			a.sub.close()
		}
	}
	t.w.cut.Store(t.w.cut.Load() || len(rest) > 0 || t.ctx.Err() != nil)
}

// rouse wakes the workers that wait for an assignment.
func (t *team) rouse() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wake.Broadcast()
}

// over reports whether no analysis has to continue. Needs t.mu.
func (t *team) over() bool {
	return t.ctx.Err() != nil || t.w.over(t.allowance) ||
		!slices.ContainsFunc(t.ranges, func(s *openRange) bool { return s.open > 0 })
}

// next waits for an assignment and returns it; nil if there will be none.
func (t *team) next() *assignment {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.over() {
		t.steal()
		if len(t.queue) > 0 {
			a := t.queue[0]
			t.queue = t.queue[1:]
			t.atWork = append(t.atWork, a)
			return a
		}
		if t.halve() {
			continue
		}
		if len(t.atWork) == 0 {
			return nil
		}
		t.wake.Wait()
	}
	return nil
}

// live returns the number of assignments at work or waiting, without those whose range is decided. Needs t.mu.
func (t *team) live() (n int) {
	for _, a := range slices.Concat(t.queue, t.atWork) {
		if a.open > 0 {
			n++
		}
	}
	return n
}

// work runs an assignment: for a slice of time if others wait for a worker, otherwise until it ends.
func (t *team) work(a *assignment) {
	r := t.w.r
	if a.sub == nil {
		if err := t.open(a); err != nil {
			t.task.Log.Warn("no part", "error", err)
			t.mu.Lock()
			t.leave(a)
			t.mu.Unlock()
			t.ends(a, &Outcome{})
			return
		}
	}
	t.mu.Lock()
	sliced := t.live() > t.workers || t.determ
	if a.open == 0 { // decided meanwhile
		t.leave(a)
		t.mu.Unlock()
		t.finish(a, "")
		a.sub.close()
		return
	}
	in := &allowance{ctx: t.ctx, work: t.allowance.work}
	if sliced && t.determ {
		in.work = min(in.work, workOf(a.slice))
	}
	given := in.work
	ctx, cancel := context.WithCancel(t.ctx) // checks of claims may take longer than the slice
	a.stop = cancel
	in.ctx = ctx
	if sliced && !t.determ {
		var stop context.CancelFunc
		in.ctx, stop = clock.WithTimeout(ctx, a.slice)
		defer stop()
	}
	t.mu.Unlock()

	begun := clock.Now(ctx)
	done := make(chan bool, 1)
	var at sync.WaitGroup
	at.Go(func() { done <- t.rounds(ctx, a, in) })
	if !t.determ {
		at.Go(func() { t.exchange.listen(ctx, a) })
	}
	var cut bool
	select {
	case cut = <-done:
	case <-a.sub.decided: // do not wait for an engine that is still at work
	}
	decided := a.sub.over()
	t.mu.Lock()
	a.spent += clock.Now(ctx) - begun
	a.slice = min(2*a.slice, time.Hour)
	t.allowance.work -= min(t.allowance.work, given-in.work)
	waits := cut && !decided && a.open > 0 && t.ctx.Err() == nil
	t.leave(a)
	if waits {
		t.queue = append(t.queue, a)
	}
	t.mu.Unlock()
	if !waits {
		t.finish(a, "")
	}
	cancel()
	at.Wait()
	t.exchange.collect(a)
	if !waits {
		r.learn(a.sub)
		t.exchange.leave(a)
		a.sub.close()
	}
}

// open makes the runner of an assignment.
func (t *team) open(a *assignment) error {
	r, job := t.w.r, t.job.Jobs[a.analysis]
	t.mu.Lock()
	paths, budget := a.paths, verify.Budget{Work: t.allowance.work, Memory: asMany(r.task.Budget.Memory, t.workers)}
	t.mu.Unlock()
	asked := *t.task
	if t.job.Ranged.Violations == "first" {
		open := r.open()
		asked.Obligations = slices.DeleteFunc(slices.Clone(t.task.Asked()),
			func(o *ir.Obligation) bool { return !slices.Contains(open, o) })
	}
	part, err := &asked, error(nil)
	if known := r.know(&job); known {
		part = part.Within(paths)
	} else if part, err = part.Part(verify.Scope{Range: &paths}); err != nil {
		return err
	}
	sub := r.partRunner(part.With(budget), job)
	r.startsWork(t.name(a.analysis))
	t.mu.Lock()
	a.began, a.from, a.sub = time.Now(), clock.Now(t.ctx), sub
	t.mu.Unlock()
	t.exchange.join(a)
	return nil
}

// asMany returns the memory limit for each of the solvers of some workers.
func asMany(memory uint64, workers int) uint64 {
	if memory == 0 {
		return 0
	}
	return max(memory/uint64(workers), leastMemory)
}

// leastMemory is the least memory in bytes with which a solver is useful.
const leastMemory = 64 << 20

// know reports whether all engines of a job support ranges. A job that joins proofs of parts does not, since it makes a
// proof of a program, not of a range of its paths: it gets the program with only the paths of the range.
func (r *Runner) know(j *Job) bool {
	all := !has(j, Split) && !has(j, Conditional) && !has(j, Ranges)
	j.turns(func(t *Job) {
		e, err := find(r.engines, t.Engine)
		all = all && err == nil && e.Ranged != nil
	})
	return all
}

// rounds runs an analysis, and repeats it as long as it decides an obligation. cut reports whether its time was used
// up.
func (t *team) rounds(ctx context.Context, a *assignment, in *allowance) (cut bool) {
	for {
		before := a.sub.left()
		if cut = a.sub.slice(ctx, in, false); cut || in.ctx.Err() != nil || a.sub.over() || !a.sub.fewer(before) {
			return cut
		}
	}
}

// leave removes an assignment from those at work. Needs t.mu.
func (t *team) leave(a *assignment) {
	t.atWork = slices.DeleteFunc(t.atWork, func(b *assignment) bool { return b == a })
	a.stop = nil
}

// finish enters the findings of an assignment, and ends other assignments to its range if it is decided.
func (t *team) finish(a *assignment, why string) {
	r := t.w.r
	step := StepReport{Engine: t.name(a.analysis), Time: a.spent, Result: string(verify.UnknownVerd), Reason: why,
		Share: Share{Range: a.text(), Stolen: a.stolen}}
	if a.sub == nil { // it never had a turn
		t.ends(a, &Outcome{})
		return
	}
	step.Began = a.began.Sub(r.started.at)
	out := a.sub.Snapshot()
	if t.decided(a.openRange) {
		out.Findings = nil // another analysis has shown them
	}
	switch out.Verdict {
	case verify.True:
		step.Result = string(verify.True)
	case verify.False:
		step.Result = string(verify.False)
	case verify.UnknownVerd:
		if step.Reason == "" {
			step.Reason = t.reason(a, out)
		}
	}
	t.joins.Lock() // the report of the last range comes after all others
	r.joined(t.w.ctx, a.sub, out, step, "ranged")
	t.joins.Unlock()
	if out.Verdict == verify.False {
		r.endsWork(step.Engine)
	}
	t.ends(a, out)
}

// decided reports whether a range has no open obligations.
func (t *team) decided(s *openRange) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return s.open == 0
}

// reason returns why an assignment has not decided its range.
func (t *team) reason(a *assignment, out *Outcome) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case a.gone:
		return "the range was halved"
	case a.open == 0:
		return "another analysis decided the range"
	case t.ctx.Err() != nil && !t.w.r.over():
		return verify.Said(t.ctx.Err())
	}
	if all := lastReasons(out.Steps); len(all) > 0 {
		return all[len(all)-1]
	}
	return out.Reason
}

// ends records that an assignment has ended, and which obligations of its range are still open.
func (t *team) ends(a *assignment, out *Outcome) {
	t.mu.Lock()
	defer t.mu.Unlock()
	a.ended = true
	a.on = slices.DeleteFunc(a.on, func(b *assignment) bool { return b == a })
	a.tried[t.same(a.analysis)] = true
	t.order = slices.Insert(slices.DeleteFunc(t.order, func(i int) bool { return i == a.analysis }), 0, a.analysis)
	scope := verify.Scope{Range: &a.paths}
	if a.open == 0 {
		return
	}
	before := a.open
	a.open = 0
	for _, o := range t.task.Asked() {
		if t.w.r.opens(o, scope, out) {
			a.open++
		}
	}
	if a.open == 0 {
		t.release(a.openRange)
	}
	if out.Verdict == verify.False && 0 < a.open && a.open < before { // it may decide more obligations
		t.assign(a.openRange, a.analysis, a.stolen)
	}
	t.tell()
	t.wake.Broadcast()
}

// opens reports whether an obligation is undecided in a scope, given the outcome of an assignment.
func (r *Runner) opens(o *ir.Obligation, s verify.Scope, out *Outcome) bool {
	if slices.ContainsFunc(out.Findings, func(f Finding) bool {
		return r.own(f.Obligation) == o &&
			f.Status == verify.Violated
	}) {
		return false
	}
	if !slices.ContainsFunc(r.ledger.Scopes(o), func(c verify.Scope) bool { return c.Covers(s) }) {
		return slices.Contains(r.open(), o)
	}
	return false
}

// tell records the remaining ranges for outcomes while the team is at work. Needs t.mu.
func (t *team) tell() {
	var left []RangeLeft
	for _, s := range t.ranges {
		if s.open == 0 {
			continue
		}
		l := RangeLeft{Range: s.paths.String()}
		for i := range t.job.Jobs {
			if t.same(i) == i &&
				(s.tried[i] || slices.ContainsFunc(s.on, func(a *assignment) bool { return t.same(a.analysis) == i })) {
				l.By = append(l.By, t.name(i))
			}
		}
		left = append(left, l)
	}
	t.w.r.mu.Lock()
	defer t.w.r.mu.Unlock()
	t.w.r.ranges.left = left
}
