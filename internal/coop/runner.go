package coop

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Runner runs a strategy on a task. Snapshot may be called at any time from another goroutine.
type Runner struct {
	task     *verify.Task
	strategy Strategy
	engines  []verify.Engine
	board    *verify.Board
	ledger   *verify.Ledger // the confirmed claims about the task and its parts
	program  map[string]int // properties of the program, by name
	replay   replayer
	prove    func(context.Context, *verify.Task, *verify.Safe) ruling // judgeProof; tests replace it
	decided  chan struct{}                                            // closed when the task is decided, or End is called
	ended    chan struct{}                                            // closed when no engine is at work any more

	// mu protects the fields below, except settings that are made before Run, and checks.running.
	mu         sync.Mutex
	started    started
	findings   []Finding
	assuming   []verify.Assumption
	steps      []StepReport
	used       []verify.Exchange // facts in confirmed proofs; the numbers of facts are not set
	atWork     atWork
	checks     checks
	violations violations
	crew       *crew // nil: one job at a time
	residual   residual
	ranges     rangedJobs

	subtask
}

// subtask has the fields that are set if the task is a part, or the run is a search.
type subtask struct {
	ranged   bool // the task is a range of the paths of its program (verify.Task.Within)
	inner    bool // the task is a part: its findings go to the runner of the whole
	cut      bool // in the last round, a job used up its time
	search   bool // no verdict ends the run (NewSearch)
	subrange subrange
}

// subrange is the remaining range of a runner whose worker has yielded paths.
type subrange struct {
	mu    sync.Mutex
	paths *verify.PathRange // nil: the whole range of the task
}

// started records when Run began.
type started struct {
	at    time.Time
	ctx   context.Context // context of Run, which has the clock
	clock time.Duration   // the beginning by that clock
}

// atWork has the workers of a run.
type atWork struct {
	idle   map[string][]*worker // by engine with options: the workers that are not at work
	names  []string             // engines at work, or waiting for the check of their claims
	ranger verify.Ranger        // the worker, if it explores the paths of its range in order
}

// checks has the state of the checks of proofs and facts.
type checks struct {
	running sync.WaitGroup         // checks in parallel with the engines
	tried   map[verify.FactID]bool // facts whose check has begun
	proofs  []verify.Evidence      // the proofs that running checks
}

// violations has the state and the settings of the search after the first violation (more.go).
type violations struct {
	goOn   bool   // a violation does not end the run
	report func() // called at the first violation; may be nil
	toEnd  bool   // after a violation, the search has all of the remaining time
	held   bool   // a violation does not end the run, since a shorter one is searched for
	cancel func() // stops the timer that ends the search after the first violation; nil: no violation yet
	// after a run has reached a call without model or body: the time by the clock when the search ends; 0: not yet
	deadline time.Duration
}

// residual has the settings and the result of computing the remaining executions (left.go).
type residual struct {
	asked   bool              // Residual or Glance was called
	glance  bool              // Glance was called
	checked *verify.Condition // the remaining executions; fewer obligations may be open by now
}

// rangedJobs has the settings and the results of ranged jobs.
type rangedJobs struct {
	cutter    cutter
	headStart time.Duration // time that analyses on all paths continue after a split
	left      []RangeLeft   // the ranges that are not decided
}

// NewRunner prepares a run of s on a task. engines is the list that the strategy was parsed with.
func NewRunner(t *verify.Task, s Strategy, engines []verify.Engine) *Runner {
	if t.Parts == nil {
		c := *t
		c.Parts = &verify.PartSet{}
		t = &c
	}
	r := &Runner{task: t, strategy: s, engines: engines, board: verify.NewBoard(),
		ledger:  verify.NewLedger(t, (&coverings{}).covers),
		program: properties(t.Program), decided: make(chan struct{}), ended: make(chan struct{}), prove: judgeProof,
		started:    started{at: time.Now(), ctx: context.Background()},
		atWork:     atWork{idle: map[string][]*worker{}},
		checks:     checks{tried: map[verify.FactID]bool{}},
		violations: violations{goOn: goesOn(t)},
		ranges:     rangedJobs{cutter: byBounds{}, headStart: aheadMost}}
	r.board.Keep(s.Kept...)
	reach := reachable(t.Program)
	for _, o := range t.Asked() {
		f := Finding{Obligation: o, Status: verify.Open}
		if !reach[o.ID] {
			f.Status, f.Proof = verify.NotReached, &verify.Unreached{}
			r.board.Settle(o)
		}
		r.findings = append(r.findings, f)
	}
	if len(r.left()) == 0 {
		close(r.decided)
	}
	return r
}

// NewSearch prepares a run that no verdict ends, for callers that use the engines for another purpose. The run ends
// with End, or when no job has anything to do.
func NewSearch(t *verify.Task, s Strategy, engines []verify.Engine) *Runner {
	r := NewRunner(t, s, engines)
	r.search, r.violations.goOn = true, false
	r.decided = make(chan struct{})
	return r
}

// End ends a run as if its task were decided.
func (r *Runner) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over() {
		close(r.decided)
	}
}

// Board returns the board on which the engines exchange facts.
func (r *Runner) Board() *verify.Board { return r.board }

// Jobs lets n jobs of the strategy be at work at the same time. With --deterministic, which reads no clock, it is one.
// It is called before Run.
func (r *Runner) Jobs(n int) {
	if r.crew = nil; n > 1 && !r.task.Options.Determ {
		r.crew = newCrew(n)
	}
}

// Run works through the jobs until the task is decided or the context ends. When the task is decided, it does not wait
// for engines that are still at work; Wait does. Without a deadline, the jobs share a round of a minute, then one of
// two minutes, and so on, so that every engine gets turns. The run ends after a round in which no engine used up its
// time.
func (r *Runner) Run(ctx context.Context) *Outcome {
	ctx, cancel := context.WithCancel(ctx)
	r.mu.Lock()
	r.started.ctx, r.started.clock = ctx, clock.Now(ctx)
	r.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(r.ended)
		defer r.close()
		defer close(done)
		began := time.Now()
		search, stop := r.reserve(ctx)
		r.rounds(search)
		stop()
		last, stop, most := r.moment(ctx, began)
		r.gather(last, most)
		stop()
	}()
	select {
	case <-done:
	case <-r.decided:
	}
	cancel()
	r.mu.Lock()
	if r.violations.cancel != nil {
		r.violations.cancel()
	}
	r.mu.Unlock()
	return r.Snapshot()
}

// Wait waits, after Run, until all engines have ended and are closed.
func (r *Runner) Wait() { <-r.ended }

// firstRound is the time of the first round of a run without a deadline. With --deterministic, a run has the work of
// this time.
const firstRound = time.Minute

// leastRound is the least remaining time for which another round is begun.
const leastRound = 200 * time.Millisecond

// rounds works through the jobs: once if the run has a limit, but again and again until then if several jobs may be at
// work, so that each further round has what the shares of the round before have left. Without a limit, the rounds are
// of growing length. A round in which no engine used up its time is the last one.
func (r *Runner) rounds(ctx context.Context) {
	if _, limited := ctx.Deadline(); limited || r.task.Options.Determ {
		r.cut = r.round(ctx, false)
		for r.cut && r.crew != nil && r.another(ctx) {
			r.cut = r.round(ctx, true)
		}
		return
	}
	for d := firstRound; ; d *= 2 {
		part, cancel := clock.WithTimeout(ctx, d)
		cut := r.round(part, false)
		cancel()
		if !cut || ctx.Err() != nil || r.over() || r.stopped() {
			return
		}
	}
}

// another reports whether enough time remains until the limit of ctx for another round. Parts of a task have one round.
func (r *Runner) another(ctx context.Context) bool {
	end, limited := ctx.Deadline()
	return limited && !r.inner && time.Until(end) > leastRound && ctx.Err() == nil && !r.over() && !r.stopped()
}

// round works through the jobs once; again is walk.again. cut reports whether a job used up its time.
func (r *Runner) round(ctx context.Context, again bool) (cut bool) {
	own := &allowance{ctx: ctx, work: r.task.Budget.Work}
	if own.work == 0 {
		own.work = workOf(firstRound)
	}
	return r.slice(ctx, own, again)
}

// slice works through the jobs with an allowance, and leaves the unused work in it. In the next slice, engines
// continue. The check of a claim may use all of the time of ctx. cut reports whether a job used up its time.
func (r *Runner) slice(ctx context.Context, in *allowance, again bool) (cut bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w := &walk{r: r, ctx: ctx, again: again}
	if r.crew != nil {
		w.together(&r.strategy.Job, in)
	} else {
		w.do(&r.strategy.Job, in, nil)
	}
	if r.over() || r.stopped() {
		cancel()
	}
	r.checks.running.Wait()
	return w.cut.Load()
}

// over reports whether the run has ended.
func (r *Runner) over() bool {
	select {
	case <-r.decided:
		return true
	default:
		return false
	}
}

// stopped reports whether a run of the program has reached a call without model or body. No proof is possible then.
func (r *Runner) stopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Reached })
}

// rest limits the search for a violation after a run has reached a call without model or body. The verdict will
// probably stay unknown, and the user should not wait long for it.
func (r *Runner) rest(round, ctx context.Context) (context.Context, context.CancelFunc) {
	const least, unlimited = 2 * time.Second, 5 * time.Second
	if r.task.Options.Determ {
		return context.WithCancel(ctx)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.violations.deadline == 0 {
		d := unlimited
		if end, ok := round.Deadline(); ok {
			d = max(time.Until(end)/10, least)
		}
		r.violations.deadline = clock.Now(ctx) + d
	}
	return clock.WithTimeout(ctx, r.violations.deadline-clock.Now(ctx))
}

// worker is an engine that works on the task, or waits for its next turn.
type worker struct {
	verify.Worker
	engine *verify.Engine
	spec   string        // the engine with its options
	spent  time.Duration // processor time of all turns
}

// finished reports whether further turns would decide nothing.
func (w *worker) finished() bool {
	f, ok := w.Worker.(verify.Finisher)
	return ok && f.Finished()
}

// take returns a worker of an engine that is not at work, or a new one whose engine is not opened yet.
func (r *Runner) take(spec string) *worker {
	r.mu.Lock()
	defer r.mu.Unlock()
	if free := r.atWork.idle[spec]; len(free) > 0 {
		w := free[len(free)-1]
		r.atWork.idle[spec] = free[:len(free)-1]
		return w
	}
	e, err := find(r.engines, spec)
	if err != nil {
		return nil // cannot happen: Parse has found the engine
	}
	return &worker{engine: e, spec: spec}
}

// put returns a worker that take has given.
func (r *Runner) put(w *worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.atWork.idle[w.spec] = append(r.atWork.idle[w.spec], w)
}

// work gives a worker a turn. A panic ends only the turn of this engine, with Unknown as its result; its next turn
// begins anew.
func (r *Runner) work(ctx context.Context, w *worker, b verify.Budget) (res verify.Result) {
	defer clock.Busy(ctx)()
	defer func() {
		if x := recover(); x != nil {
			r.task.Log.Warn("engine failed", "engine", w.spec, "panic", fmt.Sprint(x), "stack", string(debug.Stack()))
			res = &verify.Unknown{Reason: fmt.Sprintf("internal error in engine %s", w.spec)}
			r.end(w)
		}
	}()
	if w.Worker == nil {
		w.Worker = r.opened(w.engine)
	}
	return w.Work(ctx, b)
}

// opened returns a new worker. If the task is a range of the paths of its program (verify.Task.Within), the engine must
// support ranges.
func (r *Runner) opened(e *verify.Engine) verify.Worker {
	if !r.ranged {
		return e.Open(r.task, r.board.As(e.Name))
	}
	w := e.Ranged(r.task, *r.task.Scope.Range, r.board.As(e.Name))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.atWork.ranger, _ = w.(verify.Ranger)
	return w
}

// end closes a worker, also after a panic.
func (r *Runner) end(w *worker) {
	defer func() {
		if x := recover(); x != nil {
			r.task.Log.Warn("engine failed to close", "engine", w.spec, "panic", fmt.Sprint(x))
		}
	}()
	if w.Worker != nil {
		opened := w.Worker
		w.Worker = nil
		r.mu.Lock()
		r.atWork.ranger = nil
		r.mu.Unlock()
		opened.Close()
	}
}

// drop closes those workers of an engine that are not at work.
func (r *Runner) drop(turn *Job) {
	r.mu.Lock()
	free := r.atWork.idle[turn.Engine]
	delete(r.atWork.idle, turn.Engine)
	r.mu.Unlock()
	for _, w := range free {
		r.end(w)
	}
}

// close closes all workers and the machines of the replay.
func (r *Runner) close() {
	for _, free := range r.atWork.idle {
		for _, w := range free {
			r.end(w)
		}
	}
	r.replay.close()
}

// left returns the obligations that engines still work on.
func (r *Runner) left() []*ir.Obligation { return r.board.Left(r.task) }
