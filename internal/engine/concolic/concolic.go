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
// Arcs whose query took too long come again with more time when nothing else is left.
// Runs are followed for a limited length, which grows when the frontier is empty.
// Tests of other engines on the board are run as well, and inputs of the regions in which other engines
// say that errors are left come first (region.go).
//
// A program whose tree is complete, every path run or infeasible and nothing on the way
// approximated, is safe: the evidence is the unwinding.
//
// # Sources
//
// P. Godefroid, N. Klarlund, K. Sen, DART: directed automated random testing, PLDI
// 2005. P. Godefroid, M. Levin, D. Molnar, Automated whitebox fuzz testing, NDSS 2008, for
// generational search. C. Cadar, D. Dunbar, D. Engler, KLEE, OSDI 2008, for taking turns
// between search orders and for caching. Deviations: the tree makes that no branch of a path is solved for
// twice; DART's random restarts are the tests of package engine/random on the board.
//
// # Not modelled
//
// What symex binds to the values of a run: other values of it are only found by chance.
package concolic

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/exec"
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
		Open: verify.Once(func(ctx context.Context, t *verify.Task, b *verify.Board) verify.Result {
			return run(ctx, cfg, t, b)
		}),
	}
}

func run(ctx context.Context, cfg Config, t *verify.Task, b *verify.Board) verify.Result {
	defer t.Log.Timer("concolic")()
	if t.Options.Determ {
		cfg.Query.Time, cfg.Again.Time = 0, 0
	}
	s, err := NewSearch(t, cfg)
	if errors.Is(err, smt.ErrNoSolver) {
		return &verify.Unknown{Reason: err.Error(), Idle: true}
	}
	if err != nil {
		return &verify.Unknown{Reason: "the program cannot be run: " + err.Error()}
	}
	defer s.Close()
	var bad *verify.Unsafe
	layouts := testgen.NewLayouts(t)
	published := 0
	s.OnTest = func(r *exec.Run, fresh bool) {
		ending := testgen.Ending(r.Outcome.Kind)
		if r.Outcome.Kind == exec.Violated && bad == nil {
			o := r.Outcome.Obligation
			if slices.Contains(t.Asked(), o) && layouts.Shows(r, o) == "" {
				bad = &verify.Unsafe{Obligation: o, Test: testgen.FromRun(r, "directed")}
				_, _ = b.Publish(verify.Fact{
					Payload:  &verify.TestFact{Test: bad.Test, Ending: ending, Obligation: o},
					Producer: "concolic", Status: verify.Claimed,
				})
			}
			return
		}
		if fresh && published < maxPublished && len(r.Reads) > 0 && len(r.Reads) < 1<<12 {
			published++
			// A refused publication only means that nobody else sees the test.
			_, _ = b.Publish(verify.Fact{
				Payload:  &verify.TestFact{Test: testgen.FromRun(r, "directed"), Ending: verify.EndFinished},
				Producer: "concolic", Status: verify.Claimed,
			})
		}
	}
	fail := func(err error) verify.Result {
		return &verify.Unknown{Reason: "directed testing failed: " + err.Error()}
	}
	// Tests on the board: all that are there, the engine's own of earlier runs among them, then
	// those of others.
	seeds, old := b.Subscribe(verify.Query{Kinds: []verify.FactKind{verify.KindTest}}), verify.FactID(-1)
	for _, f := range b.Find(verify.Query{Kinds: []verify.FactKind{verify.KindTest}}) {
		old = f.ID
	}
	adopt := func(most int) error {
		for n := 0; n < most && bad == nil && ctx.Err() == nil; {
			f, ok := seeds.Poll()
			if !ok {
				return nil
			}
			tf := f.Payload.(*verify.TestFact)
			if tf.Test == nil || f.ID > old && f.Producer == "concolic" {
				continue
			}
			n++
			if err := s.Add(ctx, tf.Test.Records); err != nil {
				return err
			}
		}
		return nil
	}
	found := func() bool { return bad != nil }
	regions := newSteering(t, b)
	steer := func() error {
		r, changed := regions.next()
		if !changed {
			return nil
		}
		s.Prefer(r)
		return s.Spread(ctx, found)
	}
	if err := s.Add(ctx, nil); err != nil {
		return fail(err)
	}
	if err := steer(); err != nil {
		return fail(err)
	}
	if err := adopt(maxSeeds); err != nil {
		return fail(err)
	}
	for bad == nil && ctx.Err() == nil && (t.Budget.Work == 0 || s.Work < t.Budget.Work) {
		more, err := s.Step(ctx)
		if err != nil {
			return fail(err)
		}
		if !more {
			break
		}
		if err := adopt(4); err != nil {
			return fail(err)
		}
		if err := steer(); err != nil {
			return fail(err)
		}
	}
	t.Log.Count("concolic.tests", int64(s.Tests))
	t.Log.Count("concolic.queries", int64(s.Queries))
	if bad != nil {
		return bad
	}
	if ctx.Err() == nil && s.Exhausted() {
		if proof := s.Proof(ctx); proof != nil {
			return &verify.Safe{Proof: proof}
		}
	}
	return &verify.Unknown{Reason: s.reason()}
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
