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

// Runner runs a strategy. Snapshot may be called at any time from another goroutine.
type Runner struct {
	task     *verify.Task
	strategy Strategy
	engines  []verify.Engine
	board    *verify.Board
	ledger   *verify.Ledger // what was confirmed of the task and of its parts
	program  map[string]int // its properties
	replay   replayer
	prove    func(context.Context, *verify.Task, *verify.Safe) ruling // judgeProof
	decided  chan struct{}                                            // closed when nothing is left to do
	ended    chan struct{}                                            // closed when no engine is at work any more

	// mu protects the fields below, except settings that are made before Run and the group of checks.
	mu         sync.Mutex
	started    started
	findings   []Finding
	assuming   []verify.Assumption
	steps      []StepReport
	atWork     atWork
	checks     checks
	violations violations
	residual   residual
	ranges     rangedJobs

	subtask
}

// subtask says which part of a program the task is.
type subtask struct {
	ranged   bool // the task is a range of the paths of its program
	inner    bool // the task is a part: its findings go to another runner
	search   bool // no verdict ends it
	subrange subrange
}

// subrange is the part of a range of paths that a runner still has.
type subrange struct {
	mu    sync.Mutex
	paths *verify.PathRange // nil: all of the range
}

// started says when Run began.
type started struct {
	at    time.Time
	ctx   context.Context // of Run, for its clock
	clock time.Duration   // by that clock
}

// atWork lists workers.
type atWork struct {
	idle   map[string][]*worker // by engine with its options: those that are not at work
	names  []string             // engines at work, or waiting for the check of their claims
	ranger verify.Ranger        // the worker, if it meets the paths of its range in order
}

// checks are the checks of proofs and facts.
type checks struct {
	running sync.WaitGroup // in parallel with the engines
	tried   map[verify.FactID]bool
	proofs  []verify.Evidence // claims whose check goes on in parallel with the engines
}

// violations is the search after the first violation (more.go).
type violations struct {
	goOn   bool   // no violation ends the run
	report func() // nil: no caller wants to know
	toEnd  bool   // obligations that are open have all of the time
	held   bool   // a violation does not end the run: a shorter one is looked for
	cancel func() // keeps the search after the first violation from ending; nil: there is none
	// when, by the clock, the search for a violation ends that a run reached a call without model or body; 0: not yet
	deadline time.Duration
}

// residual is the condition that is left (left.go).
type residual struct {
	asked   bool
	glance  bool              // asked for in a moment only
	checked *verify.Condition // of the task; its obligations may be fewer by now
}

// rangedJobs is how ranged jobs work.
type rangedJobs struct {
	cutter    cutter
	headStart time.Duration // of analyses, before there are ranges
	left      []RangeLeft   // that are not decided
}

// NewRunner prepares a task. The engines must be those that the strategy was made for.
func NewRunner(t *verify.Task, s Strategy, engines []verify.Engine) *Runner {
	if t.Parts == nil {
		c := *t
		c.Parts = &verify.PartSet{}
		t = &c
	}
	r := &Runner{task: t, strategy: s, engines: engines, board: verify.NewBoard(), ledger: verify.NewLedger(t, covers),
		program: properties(t.Program), decided: make(chan struct{}), ended: make(chan struct{}), prove: judgeProof,
		started:    started{at: time.Now(), ctx: context.Background()},
		atWork:     atWork{idle: map[string][]*worker{}},
		checks:     checks{tried: map[verify.FactID]bool{}},
		violations: violations{goOn: goesOn(t)},
		ranges:     rangedJobs{cutter: byBounds{}, headStart: aheadMost}}
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

// NewSearch prepares a run that no verdict ends, for those who look for something else: it goes on until End, or until
// no job has anything to do.
func NewSearch(t *verify.Task, s Strategy, engines []verify.Engine) *Runner {
	r := NewRunner(t, s, engines)
	r.search, r.violations.goOn = true, false
	r.decided = make(chan struct{})
	return r
}

// End ends a run as a verdict does.
func (r *Runner) End() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.over() {
		close(r.decided)
	}
}

// Board returns the board on which the engines exchange facts.
func (r *Runner) Board() *verify.Board { return r.board }

// Run works through the jobs until the task is decided or the context ends. It does not wait for an engine that is
// still at work when it is decided: they end soon after (Wait). Without a deadline the jobs share a round of a minute,
// then one of two minutes, and so on: no engine starves the next. It ends when a round cut no engine short.
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

// Wait returns when, after Run, no engine is at work any more and all are closed.
func (r *Runner) Wait() { <-r.ended }

// firstRound is the time of the first round of a run without a time limit, and what --deterministic
// has of work.
const firstRound = time.Minute

func (r *Runner) rounds(ctx context.Context) {
	if _, limited := ctx.Deadline(); limited || r.task.Options.Determ {
		r.round(ctx)
		return
	}
	for d := firstRound; ; d *= 2 {
		part, cancel := clock.WithTimeout(ctx, d)
		cut := r.round(part)
		cancel()
		if !cut || ctx.Err() != nil || r.over() || r.stopped() {
			return
		}
	}
}

// round works through the jobs once; cut says that one of them used up its time.
func (r *Runner) round(ctx context.Context) (cut bool) {
	own := &allowance{ctx: ctx, work: r.task.Budget.Work}
	if own.work == 0 {
		own.work = workOf(firstRound)
	}
	return r.slice(ctx, own)
}

// slice works through the jobs with an allowance, and leaves in it the work that was not used; in the next slice
// engines go on. Claims are checked with all of the time of ctx.
func (r *Runner) slice(ctx context.Context, in *allowance) (cut bool) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w := &walk{r: r, ctx: ctx}
	w.do(&r.strategy.Job, in, nil)
	if r.over() || r.stopped() {
		cancel()
	}
	r.checks.running.Wait()
	return w.cut.Load()
}

// over reports whether nothing is left to do.
func (r *Runner) over() bool {
	select {
	case <-r.decided:
		return true
	default:
		return false
	}
}

// stopped reports whether a run reaches a call without model or body: no proof can be found.
func (r *Runner) stopped() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.findings, func(f Finding) bool { return f.Reached })
}

// rest limits the time that is left to find a violation before such a call: an answer that
// will hardly be better is given soon.
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

// worker is an engine at work on the task, or between its turns.
type worker struct {
	verify.Worker
	engine *verify.Engine
	spec   string // the engine with its options
}

// finished reports whether nothing would come of another turn.
func (w *worker) finished() bool {
	f, ok := w.Worker.(verify.Finisher)
	return ok && f.Finished()
}

// take returns a worker that is not at work, or a new one without what the engine opens.
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
		return nil // Parse has looked for it
	}
	return &worker{engine: e, spec: spec}
}

func (r *Runner) put(w *worker) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.atWork.idle[w.spec] = append(r.atWork.idle[w.spec], w)
}

// work gives a worker a turn. A panic is turned into the engine's failure, as one engine's bug must not cost the answer
// of the others; its next turn begins anew.
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

// opened returns a new worker. Of a task that is a range of the paths of its program (verify.Task.Within) only engines
// are asked that know ranges.
func (r *Runner) opened(e *verify.Engine) verify.Worker {
	if !r.ranged {
		return e.Open(r.task, r.board)
	}
	w := e.Ranged(r.task, *r.task.Scope.Range, r.board)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.atWork.ranger, _ = w.(verify.Ranger)
	return w
}

// end closes a worker, whatever state a panic left it in.
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

// drop closes the workers of an engine that are not at work.
func (r *Runner) drop(turn *Job) {
	r.mu.Lock()
	free := r.atWork.idle[turn.Engine]
	delete(r.atWork.idle, turn.Engine)
	r.mu.Unlock()
	for _, w := range free {
		r.end(w)
	}
}

// close ends all workers and the machines of the replay.
func (r *Runner) close() {
	for _, free := range r.atWork.idle {
		for _, w := range free {
			r.end(w)
		}
	}
	r.replay.close()
}

// left returns the obligations that are to be decided.
func (r *Runner) left() []*ir.Obligation { return r.board.Left(r.task) }
