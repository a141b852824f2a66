// Package concolic searches for violations by directed testing: it runs the program, selects branches that the run did
// not take, and asks a solver for inputs that take them.
//
//	int x = nondet(), y = nondet(); if (x * 3 == y) if (x == 77003) reach_error();
//
// With all inputs zero, a run takes the first branch, but not the second. The solver finds x == 77003 with y == 3 * x,
// and the second run reaches the error, where random testing has one chance in 2^64.
//
// # How it works
//
// Package symex keeps the tree of the paths that were run. Its open arcs, the branches not taken, are the frontier. The
// search chooses one, solves for it, and runs the resulting test: natively for its coverage and its end, and in the
// interpreter for its path. The search order chooses the arc:
//
//	mixed         in turn: the arc nearest to an error; nearest to a branch that is not covered;
//	              of the test that covered most (generational); one at random
//	generational  all arcs of the test that covered most first (SAGE)
//	depth-first   the last arc of the last path first (DART); the baseline
//
// The option order=NAME selects it: concolic:order=depth-first. With quiet=on, edges that do not depend on inputs,
// above all in long loops, are not executed symbolically; a complete tree is then not a proof.
//
// Branches whose paths differ only in data are one step, whose paths have an arc for each place where they end (package
// symex, region.go; merge=off keeps them apart).
//
// Arcs whose query took too long are tried again with more time when nothing else is left. Runs are followed up to a
// limited length, which grows when the frontier is empty. Tests of other engines on the board are run as well. If other
// engines claim that only inputs of some region reach an error, inputs of that region come first (region.go).
//
// If the tree is complete, which means that every path was run or is infeasible, and nothing on the paths is
// approximated, the program is safe. The evidence is an unwinding together with the tree, which guides its check.
//
// # Sources
//
// P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing, PLDI 2005. P. Godefroid, M. Levin, D.
// Molnar, Automated whitebox fuzz testing, NDSS 2008, for generational search. C. Cadar, D. Dunbar, D. Engler, KLEE,
// OSDI 2008, for taking turns between search orders and for caching. Deviations: the tree ensures that no branch of a
// path is solved for twice; the tests of package engine/random on the board take the place of DART's random restarts.
//
// # Not modelled
//
// Terms that symex binds to the values of a run; other values of these terms are found only by chance.
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
	Query  smt.Budget // budget of a query
	Again  smt.Budget // budget of the second attempt if a query has no answer
	Levels []Level    // limits of runs, growing
	Memory uint64     // memory of a run, in bytes
	Nodes  int        // number of nodes at which the tree is dropped and built again
	Terms  int        // number of terms at which the tree is dropped as well
	// Cover makes all branches the goals of the search, and errors none. Runs have a trace.
	Cover bool
	// Quiet runs code that no input reaches without symbolic execution (symex.Options.Quiet). Paths omit that code, so
	// there is no proof.
	Quiet bool
	// Merge makes one of paths that differ only in data (symex.Options.Merge). With Cover and Quiet, paths stay apart: the
	// branches within a region are goals, or not followed.
	Merge bool
}

// Level bounds runs.
type Level struct {
	Fuel   uint64 // fuel of the run in the interpreter
	Edges  int    // edges of the path in the tree
	Nodes  int    // nodes of the path in the tree
	Native uint64 // fuel of the native run
	Reads  int    // inputs of a run
}

// Default returns the configuration without options.
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
		Memory: 64 << 20, Nodes: 400_000, Terms: 6_000_000, Merge: true,
	}
}

// New returns the engine with the given options.
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

// worker is a search that continues from turn to turn.
type worker struct {
	cfg       Config
	task      *verify.Task
	board     *verify.Board
	s         *Search              // nil if the search has not begun
	begun     bool                 // the first test was run
	seeds     *verify.Subscription // tests of other engines
	regions   *steering            // regions of other engines
	layouts   *testgen.Layouts
	left      []*ir.Obligation // to decide in this turn
	bad       *verify.Unsafe   // a violation that a test has shown
	published int              // number of tests that were published
	finished  bool             // see Finished
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

// open makes the search, on first use.
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

// Finished reports whether the search cannot begin, or has failed.
func (w *worker) Finished() bool { return w.finished }

// Done implements verify.Measured: the part of the paths that were taken. It is 0 if they will be no proof.
func (w *worker) Done() float64 {
	if w.s == nil || w.s.cfg.Quiet || w.s.begun > 0 || w.bad != nil {
		return 0
	}
	return w.s.x.Root.Done()
}

func (w *worker) Close() {
	if w.s != nil {
		w.s.Close()
	}
}

// onTest handles a run: it keeps a violation, and publishes tests that cover a new branch (fresh).
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

// adopt runs new tests of other engines from the board, at most as many as most.
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

// steer makes the search prefer the present region of the board.
func (w *worker) steer(ctx context.Context) error {
	r, changed := w.regions.next()
	if !changed {
		return nil
	}
	w.s.prefer(r)
	return w.s.spread(ctx, func() bool { return w.bad != nil })
}

// search works until a violation is found, nothing is left to try, or the turn ends.
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

// maxPublished bounds the tests that are published, maxSeeds those that are adopted at first.
const maxPublished, maxSeeds = 200, 100

// reason returns why the search has no result.
func (s *Search) reason() string {
	r := fmt.Sprintf("no violation found in %d directed tests", s.Tests)
	if s.Exhausted() {
		r += ", which take all branches that could be solved for"
	}
	if s.begun > 0 {
		r += fmt.Sprintf("; the tree of paths was dropped %d times for its size, so that complete tests are no proof",
			s.begun)
	}
	if s.odd != "" {
		r += "; " + s.odd
	}
	return r
}
