// Package random searches for violations by running the program on random inputs, guided by the branches that runs
// take.
//
//	int x = nondet(); if (x == 4711) if (nondet() < 0) reach_error();
//
// The value 4711 is in the pool, since the program compares x with it. A run that takes this branch covers something
// new and is kept, and its mutants find a negative second input.
//
// # How it works
//
// Inputs are chosen when the program reads them: from a pool of values (testgen.Pool) in a style that changes from run
// to run, or from a kept run with some values changed or inserted, or with fresh values from some point on. A run is
// kept if it took a branch that no run took before, or if the count of a branch is in a class of counts that is new for
// the branch (the classes are similar to AFL's).
//
// Runs have a limit of fuel. Most runs get little fuel. Runs that use it up are queued for a larger limit. Each limit
// gets its share of the time, so that long loops are finished and short runs still get enough time.
//
// If another engine claims on the board that only entry inputs in some box can lead to errors (no checker checks this
// claim), most values are drawn from that box.
//
// Runs that reach a state never seen before are kept as well, and further runs start from there (state.go).
//
// # Sources
//
// AFL (M. Zalewski) for classes of counts and mutations; G. Ernst's Korn for values with few random bits; M. Böhme,
// V.-T. Pham, A. Roychoudhury, Coverage-based greybox fuzzing as Markov chain (CCS 2016) for spending less on inputs
// that were mutated often; A. Ecoffet et al., First return, then explore (Nature 590, 2021) for runs from new states.
// Only the ideas are from these sources: weights and limits are our own.
package random

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Config holds the limits of the search.
type Config struct {
	Fuel    []uint64 // limits of a run, growing
	Corpus  int      // largest number of kept runs
	Reads   int      // inputs of a kept run; longer runs are cut
	Longest int      // inputs of any run
	Records int      // inputs of all kept runs together, and of all paths to states
	Memory  uint64   // memory of a run, in bytes, which costs time to reset
	// A program with at least Medium edges is interpreted for a moment before it is compiled, one with at least Large
	// edges for longer.
	Medium, Large int
}

// Default returns the usual limits.
func Default() Config {
	return Config{Fuel: []uint64{1 << 6, 1 << 9, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28, 1 << 32}, Corpus: 2000,
		Reads: 1 << 12, Longest: 1 << 19, Records: 1 << 19, Memory: 64 << 20, Medium: 0, Large: 20_000}
}

// New returns the engine with the given limits.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name:  "random",
		Doc:   "runs the program on random and boundary inputs, guided by branches",
		Needs: []verify.FactKind{verify.KindTest, verify.KindRegion},
		Gives: []verify.FactKind{verify.KindTest},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &worker{cfg: cfg, task: t, board: b,
				tests: b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindTest}})}
		},
	}
}

// stuck is the number of runs in a row without any input after which the search ends, since the engine cannot handle
// such a program.
const stuck = 3

// Compiling a program takes about compileLeast, and compileEdge for each edge; half of it on a fast machine. An
// interrupted compilation is lost, so that it must not begin in a turn that is too short for it.
const (
	compileLeast = 3 * time.Millisecond
	compileEdge  = 60 * time.Microsecond
)

// worker is a search that continues from turn to turn.
type worker struct {
	cfg      Config
	task     *verify.Task
	board    *verify.Board
	tests    *verify.Subscription // the tests of other engines
	search   *search              // nil if the search has not begun
	finished bool
	tried    bool // first was called
}

func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	defer w.task.Log.Timer("random")()
	if w.search == nil {
		if r := w.first(ctx); r != nil {
			return r
		}
		if late, has := ctx.Deadline(); has && !w.task.Options.Determ &&
			time.Until(late) < compileLeast+time.Duration(w.edges())*compileEdge {
			return &verify.Unknown{Reason: "the turn is too short to compile the program"}
		}
		if err := w.begin(ctx); err != nil {
			w.finished = ctx.Err() == nil
			return &verify.Unknown{Reason: "the program cannot be run: " + verify.Said(err)}
		}
	}
	s := w.search
	s.asked = w.board.Left(w.task)
	s.limit = 0
	if b.Work > 0 {
		s.limit = s.fuel + b.Work*obs.FuelPer
	}
	w.listen()
	res, err := s.run(ctx, w.listen)
	if err != nil {
		w.finished = ctx.Err() == nil
		return &verify.Unknown{Reason: "random testing failed: " + verify.Said(err)}
	}
	u, ok := res.(*verify.Unknown)
	w.finished = ok && u.Idle
	s.publish()
	return res
}

// listen takes over the region to which another engine restricts errors, and the tests of other engines.
func (w *worker) listen() {
	s := w.search
	clear(s.box)
	if r := w.board.Region(w.task); r != nil {
		for _, d := range r.Box {
			s.box[d.Site] = d
		}
	}
	s.adopt(w.tests)
}

// begin compiles the program and makes the search.
func (w *worker) begin(ctx context.Context) error {
	t := w.task
	prog, state := withFingerprint(t.Program)
	m, err := exec.CompileJIT(prog, exec.Config{Cover: true, MaxMemory: w.cfg.Memory, Context: ctx, Points: t.Points()},
		exec.JITOptions{Watch: state})
	if err != nil {
		return err
	}
	w.search = &search{
		layouts: testgen.NewLayouts(t),
		cfg:     w.cfg, task: t, board: w.board, m: m,
		pool: testgen.NewPool(t.Program),
		rng:  rand.New(rand.NewPCG(t.Options.Seed, uint64(len(w.board.Find(verify.Query{Producer: "random"}))))),
		kept: kept{seen: make([]uint32, len(exec.BranchEdges(prog))), states: newTable()},
		box:  map[int]verify.Range{},
	}
	for _, fuel := range w.cfg.Fuel {
		w.search.levels = append(w.search.levels, level{fuel: fuel})
	}
	return nil
}

// Finished reports whether the engine cannot handle the program.
func (w *worker) Finished() bool { return w.finished }

func (w *worker) Close() {
	if w.search != nil {
		w.search.m.Close()
	}
}

// search is the search, over all turns.
type search struct {
	cfg     Config
	task    *verify.Task
	layouts *testgen.Layouts
	board   *verify.Board
	m       *exec.JIT
	pool    *testgen.Pool
	rng     *rand.Rand
	box     map[int]verify.Range // by site: the values to which another engine claims that errors are restricted

	asked []*ir.Obligation // to decide in this turn
	limit uint64           // value of fuel at which the turn ends; 0 for no limit

	levels []level

	runs, fuel uint64  // number of runs, and the fuel that they took
	found      int     // number of runs that took a new branch
	spent      float64 // sum of level.spent over all levels
	price      float64 // seconds for a unit of fuel; 1 with --deterministic
	odd        string  // why some run did not count; "" if all did
	unread     int     // number of runs in a row without inputs

	kept
}

// kept holds the runs and states from which further runs are made.
type kept struct {
	corpus      []*seed
	records     int      // number of inputs in corpus
	seen        []uint32 // by branch: the classes of counts that runs had (class), as bits
	states      table    // fingerprints of states that were reached
	fronts      []*front
	frontInputs int       // number of inputs in fronts
	payoffs     [2]payoff // the payoffs of runs from kept runs, and of runs from states
}

// payoff counts the cost and the successes of a kind of runs.
type payoff struct {
	spent float64
	found int // number of runs that took a new branch
}

// share returns the part of the runs that start from states. It depends on how many new branches each kind of runs has
// found for its cost.
func (s *search) share() float64 {
	rate := func(w payoff) float64 { return float64(w.found+1) / (w.spent + s.spent/100 + 1e-9) }
	a, b := rate(s.payoffs[0]), rate(s.payoffs[1])
	return min(max(b/(a+b), 0.2), 0.8)
}

// seed is a kept run.
type seed struct {
	reads  []ir.Record
	fuel   uint64
	chosen int  // number of times that the run was mutated
	found  int  // number of kept runs among its mutants
	known  bool // the run is published
}

// level is a limit of fuel, with the inputs that wait for it.
type level struct {
	fuel  uint64
	spent float64 // seconds, or fuel with --deterministic
	queue []gen   // the inputs that wait; none has been read from

	runs, exhausted int // number of runs, and number of runs that ran out of fuel
}

// maxQueue bounds the inputs that wait at a level.
const maxQueue = 64

// firstFuel is the fuel that the first runs of a search may use even if the turn is over, a millisecond or two. On a
// loaded machine, compiling the program may take the whole first turn.
const firstFuel = 1 << 18

// perRun is the cost of a run in addition to its fuel, in units of fuel: some microseconds.
const perRun = 1024

// exchangeEach is the time after which a search publishes its runs and looks for facts of other engines. With
// --deterministic it does so between turns only.
const exchangeEach = 100 * time.Millisecond

// run makes runs until the turn ends or a run shows a violation. It calls listen from time to time.
func (s *search) run(ctx context.Context, listen func()) (verify.Result, error) {
	var last time.Time
	for {
		first := s.fuel < firstFuel
		if ctx.Err() != nil && !first || (s.limit > 0 && s.fuel >= s.limit) {
			return s.unknown(), nil
		}
		lv := s.pick()
		l := &s.levels[lv]
		var g gen
		if n := len(l.queue); n > 0 {
			g = l.queue[n-1]
			l.queue = l.queue[:n-1]
		} else {
			g = s.plan()
		}
		plan := g
		start := time.Now()
		s.m.SetFuel(max(l.fuel, plan.fuel))
		during := ctx
		if first {
			during = context.WithoutCancel(ctx)
		}
		r, err := s.m.Run(during, &g)
		if err != nil {
			return nil, err
		}
		if r.Outcome.Kind == exec.Cancelled { // run it again in the next turn
			l.queue = append(l.queue, plan)
			return s.unknown(), nil
		}
		s.runs++
		s.fuel += r.Fuel + perRun
		cost := float64(r.Fuel + perRun)
		if !s.task.Options.Determ {
			cost = time.Since(start).Seconds()
			if start.Sub(last) > exchangeEach {
				last = start
				s.publish()
				listen()
				s.task.Log.Progress("random", "%d runs, %d kept, %d states, %d of %d branches", s.runs, len(s.corpus),
					len(s.fronts), s.covered(), len(s.seen))
			}
		}
		l.spent += cost
		l.runs++
		s.spent += cost
		s.price = s.spent / float64(s.fuel)
		kind := 0
		if plan.stop > 0 {
			kind = 1
		}
		s.payoffs[kind].spent += cost
		news := s.found
		res := s.learn(r, lv, plan)
		if res != nil {
			return res, nil
		}
		s.payoffs[kind].found += s.found - news
		s.enter(r, &g)
		if len(r.Reads) == 0 && lv+1 == len(s.levels) || r.Outcome.Kind != exec.OutOfFuel && len(r.Reads) == 0 {
			if s.unread++; s.unread == stuck {
				return &verify.Unknown{Reason: "the program reads no input", Idle: true}, nil
			}
		} else {
			s.unread = 0
		}
	}
}

// pick chooses the level of the next run: the highest level with inputs in its queue that can pay for a whole run from
// its share of the cost so far, else level 0.
func (s *search) pick() int {
	total := 0.0
	for i := range s.levels {
		total += s.weight(i)
	}
	for i := len(s.levels) - 1; i > 0; i-- {
		l := &s.levels[i]
		if len(l.queue) > 0 && l.spent+float64(l.fuel)*s.price <= s.spent*s.weight(i)/total {
			return i
		}
	}
	return 0
}

// weight returns the weight of a level. Level 0 weighs as much as all others together, and a level whose runs all
// exhaust their fuel weighs little.
func (s *search) weight(i int) float64 {
	l := &s.levels[i]
	w := 1 - float64(l.exhausted)/float64(l.runs+1)
	if i == 0 {
		w *= float64(len(s.levels) - 1)
	}
	return max(w, 0.2)
}

// learn evaluates a run: it returns a violation, keeps the run if it took a new branch, and queues its inputs for the
// next level if it ran out of fuel.
func (s *search) learn(r *exec.Run, lv int, plan gen) verify.Result {
	switch r.Outcome.Kind {
	case exec.Violated:
		// The machine has run a copy of the program.
		o := s.task.Program.Obligations[r.Outcome.Obligation.ID]
		r.Outcome.Obligation = o
		if slices.Contains(s.asked, o) {
			if s.odd = s.layouts.Shows(r, o); s.odd == "" {
				return s.violated(r)
			}
		}
	case exec.OutOfFuel:
		if plan.stop > 0 {
			break
		}
		s.levels[lv].exhausted++
		if next := lv + 1; next < len(s.levels) {
			if q := &s.levels[next].queue; len(*q) < maxQueue {
				*q = append(*q, plan)
			} else {
				(*q)[s.rng.IntN(maxQueue)] = plan
			}
		}
	case exec.Undefined:
		s.task.Faults.Meet(r.Outcome.Pos)
		if s.odd == "" {
			s.odd = "undefined behaviour (" + r.Outcome.What + ") at " + r.Outcome.Pos.String()
		}
	}
	if s.news(r.Cover) && len(r.Reads) > 0 {
		s.found++
		s.keep(&seed{reads: slices.Clone(r.Reads[:min(len(r.Reads), s.cfg.Reads)]), fuel: r.Fuel})
		if plan.parent != nil {
			plan.parent.found++
		}
	}
	return nil
}

// news records the classes of a run's branch counts. It reports whether the class of some branch is new for that
// branch.
func (s *search) news(cover []uint32) bool {
	news := false
	for i, n := range cover {
		if n == 0 {
			continue
		}
		if b := uint32(1) << class(n); s.seen[i]&b == 0 {
			s.seen[i] |= b
			news = true
		}
	}
	return news
}

// class returns the class of a count, from 0: 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more.
func class(n uint32) uint {
	switch {
	case n < 4:
		return uint(n) - 1
	case n < 8:
		return 3
	case n < 16:
		return 4
	case n < 32:
		return 5
	case n < 128:
		return 6
	}
	return 7
}

// covered returns the number of branches that were taken.
func (s *search) covered() int {
	n := 0
	for _, b := range s.seen {
		if b != 0 {
			n++
		}
	}
	return n
}

// keep adds a seed. It removes random ones if there are too many.
func (s *search) keep(k *seed) {
	for len(s.corpus) > 0 && (len(s.corpus) >= s.cfg.Corpus || s.records+len(k.reads) > s.cfg.Records) {
		i := s.rng.IntN(len(s.corpus))
		s.records -= len(s.corpus[i].reads)
		s.corpus = append(s.corpus[:i], s.corpus[i+1:]...)
	}
	s.corpus = append(s.corpus, k)
	s.records += len(k.reads)
}

// violated publishes the test of r and returns its violation.
func (s *search) violated(r *exec.Run) verify.Result { return violated(s.task, s.board, r) }

// violated publishes the test of a run and returns its violation.
func violated(t *verify.Task, b *verify.Board, r *exec.Run) verify.Result {
	test := testgen.FromRun(r, "random")
	b.Claim(t, "random", &verify.TestFact{Test: test, Ending: verify.EndViolated, Obligation: r.Outcome.Obligation})
	return &verify.Unsafe{Obligation: r.Outcome.Obligation, Test: test}
}

// adopt keeps the tests of other engines that are new on the board.
func (s *search) adopt(tests *verify.Subscription) {
	for {
		f, ok := tests.Poll()
		if !ok {
			return
		}
		if t := f.Payload.(*verify.TestFact); f.Producer != "random" && t.Test != nil && len(t.Test.Records) > 0 &&
			len(t.Test.Records) <= s.cfg.Reads {
			s.keep(&seed{reads: t.Test.Records, known: true})
		}
	}
}

// maxPublished bounds the tests that are published at a time.
const maxPublished = 200

// publish publishes the newest kept runs, which are the rarest.
func (s *search) publish() {
	for i := len(s.corpus) - 1; i >= 0 && i >= len(s.corpus)-maxPublished; i-- {
		if s.corpus[i].known {
			continue
		}
		s.corpus[i].known = true
		s.board.Claim(s.task, "random", &verify.TestFact{Test: &verify.Test{Records: s.corpus[i].reads, Note: "random"},
			Ending: verify.EndFinished})
	}
}

// unknown returns the result of a turn that found no violation.
func (s *search) unknown() verify.Result {
	s.task.Log.Count("random.runs", int64(s.runs))
	u := &verify.Unknown{Reason: fmt.Sprintf("no violation found in %d random runs", s.runs)}
	if s.odd != "" {
		u.Reason += "; " + s.odd
		u.Runs = s.odd
	}
	return u
}
