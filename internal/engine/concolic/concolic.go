// Package concolic looks for violations by directed testing: it runs the program,
// looks at the branches that the run did not take, and asks a solver for inputs that take them.
//
//	int x = nondet(), y = nondet(); if (x * 3 == y) if (x == 77003) reach_error();
//
// All inputs zero: the first branch is taken, the second is not. x == 77003 with y == 3 * x is
// solved for, and the error is found by the second run, where random testing has one chance in 2^64.
//
// # How it works
//
// Package symex keeps the tree of the paths that were run. Its open arcs, the branches
// not taken, are the frontier; one is chosen, solved for, and the test that comes out is run: natively for
// what it covers and how it ends, and in the interpreter for its path. How an arc is
// chosen is the search order:
//
//	mixed         in turn: the arc nearest to an error; nearest to a branch that is not covered;
//	              of the test that covered most (generational); one at random
//	generational  all arcs of the test that covered most first (SAGE)
//	depth-first   the last arc of the last path first (DART); the baseline
//
// The option order=NAME selects it: concolic:order=depth-first. With quiet=on, edges that do not depend on inputs, in
// long loops above all, are not executed symbolically; a complete tree is then no proof.
//
// Arcs whose query took too long come again with more time when nothing else is left.
// Runs are followed for a limited length, which grows when the frontier is empty.
// Tests of other engines on the board are run as well, and inputs of the regions in which other engines
// say that errors are left come first (region.go).
//
// A program whose tree is complete, every path run or infeasible and nothing on the way
// approximated, is safe: the evidence is the unwinding, with the tree, along which it is checked.
//
// # Sources
//
// P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing, PLDI
// 2005. P. Godefroid, M. Levin, D. Molnar, Automated whitebox fuzz testing, NDSS 2008, for
// generational search. C. Cadar, D. Dunbar, D. Engler, KLEE, OSDI 2008, for taking turns
// between search orders and for caching. Deviations: because of the tree, no branch of a path is solved for
// twice; DART's random restarts are the tests of package engine/random on the board.
//
// # Not modelled
//
// Terms that symex binds to the values of a run: other values are only found by chance.
package concolic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Order is a search order.
type Order uint8

// The orders.
const (
	Mixed Order = iota
	Generational
	DepthFirst
)

// Config holds the limits of the search.
type Config struct {
	Order  Order
	Solver smt.Config
	Query  smt.Budget // of a query
	Again  smt.Budget // of the second try of one that gave nothing
	Levels []Level    // how far runs are followed, growing
	Memory uint64     // of a run, in bytes
	Nodes  int        // of the tree: it is forgotten and begun anew
	Terms  int        // the same
	// Cover: all branches are goals, errors are none. Runs have a trace.
	Cover bool
	// Quiet: code that no input reaches is run without symbolic execution (symex.Options.Quiet). Paths leave it out, so
	// that there is no proof.
	Quiet bool
}

// Level is how far runs go.
type Level struct {
	Fuel   uint64 // followed in the interpreter
	Edges  int    // of the path in the tree
	Nodes  int    // the same
	Native uint64 // fuel of the native run
	Reads  int    // inputs of a run
}

// Default returns the usual limits.
func Default() Config {
	return Config{
		Query: smt.Budget{Time: 300 * time.Millisecond, Work: 3_000_000},
		Again: smt.Budget{Time: 3 * time.Second, Work: 30_000_000},
		Levels: []Level{
			{1 << 6, 1_500, 120, 1 << 10, 1 << 7},
			{1 << 8, 5_000, 400, 1 << 12, 1 << 10},
			{1 << 11, 20_000, 2_000, 1 << 15, 1 << 12},
			{1 << 14, 100_000, 10_000, 1 << 20, 1 << 15},
			{1 << 18, 1_000_000, 50_000, 1 << 28, 1 << 18},
		},
		Memory: 64 << 20, Nodes: 400_000, Terms: 6_000_000,
	}
}

// New makes the engine.
func New(cfg Config) verify.Engine {
	return verify.Engine{
		Name:  "concolic",
		Doc:   "directed testing: solves for inputs that take the branches which no run has taken",
		Paper: "Godefroid, Klarlund, Sen: DART: directed automated random testing, PLDI 2005",
		Needs: []verify.FactKind{verify.KindTest, verify.KindRegion},
		Gives: []verify.FactKind{verify.KindTest},
		With: func(options string) (verify.Engine, error) {
			cfg, err := Parse(options)
			return New(cfg), err
		},
		Open: func(t *verify.Task, b *verify.Board) verify.Worker {
			return &worker{cfg: cfg, task: t, board: b}
		},
	}
}

// worker is a search that goes on from turn to turn.
type worker struct {
	cfg       Config
	task      *verify.Task
	board     *verify.Board
	s         *Search // nil: not begun
	begun     bool    // the first test was run
	seeds     *verify.Subscription
	regions   *steering
	layouts   *testgen.Layouts
	left      []*ir.Obligation // asked in this turn
	bad       *verify.Unsafe
	published int
	finished  bool
}

func (w *worker) Work(ctx context.Context, b verify.Budget) verify.Result {
	t := w.task
	defer t.Log.Timer("concolic")()
	if err := w.open(ctx); err != nil {
		w.finished = ctx.Err() == nil
		if errors.Is(err, smt.ErrNoSolver) {
			return &verify.Unknown{Reason: verify.Said(err), Idle: true}
		}
		return &verify.Unknown{Reason: "the program cannot be run: " + verify.Said(err)}
	}
	s := w.s
	w.bad, w.left = nil, w.board.Left(t)
	s.Asked(w.left)
	s.Limit = 0
	if b.Work > 0 {
		s.Limit = s.Work + b.Work
	}
	tests, queries := s.Tests, s.Queries
	err := w.search(ctx)
	t.Log.Count("concolic.tests", int64(s.Tests-tests))
	t.Log.Count("concolic.queries", int64(s.Queries-queries))
	switch {
	case err != nil:
		w.finished = ctx.Err() == nil
		return &verify.Unknown{Reason: "directed testing failed: " + verify.Said(err)}
	case w.bad != nil:
		return w.bad
	}
	if ctx.Err() == nil && s.Exhausted() {
		if proof := s.Proof(ctx); proof != nil {
			return &verify.Safe{Proof: proof}
		}
	}
	return &verify.Unknown{Reason: s.reason(), Runs: s.odd}
}

func (w *worker) open(ctx context.Context) (err error) {
	if w.s != nil {
		return nil
	}
	cfg := w.cfg
	if w.task.Options.Determ {
		cfg.Query.Time, cfg.Again.Time = 0, 0
	}
	if w.s, err = NewSearch(ctx, w.task, cfg); err != nil {
		return err
	}
	w.s.OnTest = w.onTest
	w.layouts = testgen.NewLayouts(w.task)
	w.seeds = w.board.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindTest}})
	w.regions = newSteering(w.task, w.board)
	return nil
}

// Finished reports whether the search cannot be begun, or goes wrong.
func (w *worker) Finished() bool { return w.finished }

func (w *worker) Close() {
	if w.s != nil {
		w.s.Close()
	}
}

// onTest looks at a run: a violation ends the search, and what is new goes to the board.
func (w *worker) onTest(r *exec.Run, fresh bool) {
	publish := func(f *verify.TestFact) { w.board.Claim(w.task, "concolic", f) }
	if r.Outcome.Kind == exec.Violated && w.bad == nil {
		o := r.Outcome.Obligation
		if slices.Contains(w.left, o) && w.layouts.Shows(r, o) == "" {
			w.bad = &verify.Unsafe{Obligation: o, Test: testgen.FromRun(r, "directed")}
			publish(&verify.TestFact{Test: w.bad.Test, Ending: testgen.Ending(r.Outcome.Kind), Obligation: o})
		}
		return
	}
	if fresh && w.published < maxPublished && len(r.Reads) > 0 && len(r.Reads) < 1<<12 {
		w.published++
		publish(&verify.TestFact{Test: testgen.FromRun(r, "directed"), Ending: verify.EndFinished})
	}
}

// adopt runs tests of others that came to the board.
func (w *worker) adopt(ctx context.Context, most int) error {
	for n := 0; n < most && w.bad == nil && ctx.Err() == nil; {
		f, ok := w.seeds.Poll()
		if !ok {
			return nil
		}
		tf := f.Payload.(*verify.TestFact)
		if tf.Test == nil || f.Producer == "concolic" {
			continue
		}
		n++
		if err := w.s.Add(ctx, tf.Test.Records); err != nil {
			return err
		}
	}
	return nil
}

// steer prefers the region that the board has now.
func (w *worker) steer(ctx context.Context) error {
	r, changed := w.regions.next()
	if !changed {
		return nil
	}
	w.s.Prefer(r)
	return w.s.Spread(ctx, func() bool { return w.bad != nil })
}

// search goes on until a violation is found, nothing is left to try, or the turn ends.
func (w *worker) search(ctx context.Context) error {
	s := w.s
	most := 4
	if !w.begun {
		if err := s.Add(ctx, nil); err != nil {
			return err
		}
		w.begun, most = ctx.Err() == nil, maxSeeds
	}
	for {
		if err := w.steer(ctx); err != nil {
			return err
		}
		if err := w.adopt(ctx, most); err != nil {
			return err
		}
		most = 4
		if w.bad != nil || ctx.Err() != nil || s.Limit > 0 && s.Work >= s.Limit {
			return nil
		}
		if more, err := s.Step(ctx); !more || err != nil {
			return err
		}
	}
}

// maxPublished bounds the tests put on the board, maxSeeds those taken from there at first.
const maxPublished, maxSeeds = 200, 100

func (s *Search) reason() string {
	r := fmt.Sprintf("no violation found in %d directed tests", s.Tests)
	if s.Exhausted() {
		r += ", which take all branches that could be solved for"
	}
	if s.odd != "" {
		r += "; " + s.odd
	}
	return r
}
