package prover

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file runs tests near a path that no execution takes to its end. A test follows a prefix of the path that
// executions can take, and reads random inputs afterwards. If an error needs many rounds of a loop, such tests may find
// it long before the analysis has unrolled the path that far (Gulavani, Henzinger, Kannan, Nori, Rajamani: SYNERGY. FSE
// 2006; Beckman, Nori, Rajamani, Simmons: Proofs from tests. ISSTA 2008).

// Limits of tests.
const (
	trialPart    = 5        // tests take at most 1/trialPart of the work
	trialRuns    = 4        // tests along one path
	trialFuel    = 1 << 16  // fuel of the first run of a test
	trialMore    = 8        // factor of the fuel of the next run
	trialWaiting = 4        // number of tests that may wait for another run
	trialReads   = 1 << 18  // inputs of a run
	trialCompile = 300      // cost of compiling an edge, in units of work
	trialMemory  = 64 << 20 // memory of a run, in bytes
)

// Trials runs the tests of an engine in addition to the engine's work on paths.
type Trials struct {
	name   string // name of the engine
	note   string // describes the tests
	task   *verify.Task
	board  *verify.Board
	m      *Meter
	replay *Replayer

	spent     uint64 // work of this turn on tests
	jit       *exec.JIT
	failed    bool    // the program cannot be compiled or run
	constants []int64 // constants of the program, preferred as inputs
	seed      uint64  // the seed of the last test
	waiting   []trial // tests that ran out of fuel and shall run again with more
	closed    bool    // a run read no input, so all other runs would be the same
}

// trial is a test: it reads the inputs first, and then random inputs chosen by seed and style.
type trial struct {
	first []ir.Record
	seed  uint64
	style exec.Style
	fuel  uint64
}

// NewTrials returns trials whose work m counts. note describes the tests, and r decides whether a violation counts.
func NewTrials(name, note string, t *verify.Task, b *verify.Board, m *Meter, r *Replayer) *Trials {
	return &Trials{name: name, note: note, task: t, board: b, m: m, replay: r}
}

// Renew begins another turn, like Meter.Renew.
func (t *Trials) Renew() { t.spent = 0 }

// Close closes the machine.
func (t *Trials) Close() {
	if t.jit != nil {
		t.jit.Close()
	}
}

// NearPath runs some tests along path, within the share of the work that tests have. It calls p, which may return nil,
// if it needs a prover to find inputs for a prefix of the path. NearPath returns a violation of an obligation for which
// left returns true, or nil.
func (t *Trials) NearPath(ctx context.Context, p func() *vc.Prover, path []*ir.Edge,
	left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, trialPart, trialRuns, func() []ir.Record { return t.beginning(ctx, p(), path) }, left)
}

// Others runs tests with random inputs, at most as many as most, within the share of the work that tests have. Engines
// with few and expensive paths use it. It returns a violation like NearPath.
func (t *Trials) Others(ctx context.Context, most int, left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, trialPart, most, func() []ir.Record { return nil }, left)
}

// Rest runs tests, at most as many as most, until they have taken half of the turn's work. It is for an engine that has
// nothing else to do. It returns a violation like NearPath.
func (t *Trials) Rest(ctx context.Context, most int, left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, 2, most, func() []ir.Record { return nil }, left)
}

// some runs tests, at most as many as most, while they have taken less than 1/part of the turn's work. begin returns
// the inputs with which the first tests begin.
func (t *Trials) some(ctx context.Context, part uint64, most int, begin func() []ir.Record,
	left func(*ir.Obligation) bool) *verify.Unsafe {
	before := t.m.Used()
	purse := func() uint64 {
		now := t.m.Used()
		if all := t.spent + now - before; now/part > all {
			return now/part - all
		}
		return 0
	}
	defer func() { t.spent += t.m.Used() - before }()
	if !t.ready(ctx, purse) {
		return nil
	}
	if len(t.waiting) > 0 {
		x := t.waiting[0]
		if x.fuel/obs.FuelPer < purse() {
			t.waiting = t.waiting[1:]
			if u := t.try(ctx, x, left); u != nil {
				return u
			}
		}
	}
	var first []ir.Record
	for i := range most {
		if t.closed || purse() < trialFuel/obs.FuelPer || ctx.Err() != nil || t.m.Left() == 0 {
			return nil
		}
		if i == 0 {
			first = begin()
		}
		t.seed++
		x := trial{seed: t.seed, style: []exec.Style{exec.Small, exec.Mixed}[i%2], fuel: trialFuel}
		if i < trialRuns/2 {
			x.first = first
		}
		if u := t.try(ctx, x, left); u != nil {
			return u
		}
	}
	return nil
}

// ready compiles the program if purse, which returns the work that tests may still take, returns enough. It reports
// whether tests can run.
func (t *Trials) ready(ctx context.Context, purse func() uint64) bool {
	if t.jit != nil || t.failed {
		return !t.failed
	}
	edges := 0
	for _, f := range t.task.Program.Funcs {
		edges += len(f.Edges)
	}
	cost := uint64(edges * trialCompile)
	if purse() < cost {
		return false
	}
	jit, err := exec.CompileJIT(t.task.Program, exec.Config{Context: ctx, MaxMemory: trialMemory, Points: t.task.Points()},
		exec.JITOptions{})
	t.m.Spend(cost)
	if err != nil {
		t.failed = ctx.Err() == nil
		return false
	}
	t.jit, t.constants = jit, exec.Constants(t.task.Program)
	return true
}

// beginning returns inputs on which an execution takes a prefix of path; nil if p finds none.
func (t *Trials) beginning(ctx context.Context, p *vc.Prover, path []*ir.Edge) []ir.Record {
	if p == nil || len(path) == 0 {
		return nil
	}
	part := 1 + int(t.seed/trialRuns)%4
	f, err := p.Check(ctx, vc.Path{Edges: path[:len(path)*part/5]})
	if err != nil || f.Result != smt.Sat {
		return nil
	}
	return f.Records
}

// try runs x and returns its violation if it counts, else nil. A test that runs out of fuel may run again later with
// more.
func (t *Trials) try(ctx context.Context, x trial, left func(*ir.Obligation) bool) *verify.Unsafe {
	reads := 0
	rest := exec.RandomOf(t.constants, x.seed, x.style)
	in := exec.Chain(exec.FromRecords(t.task.Program, x.first),
		exec.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
			if reads++; reads > trialReads {
				return 0, false
			}
			return rest.Next(k, s, ty)
		}))
	t.jit.SetFuel(x.fuel)
	r, err := t.jit.Run(ctx, in)
	if err != nil {
		t.failed = ctx.Err() == nil
		return nil
	}
	t.m.Spend(r.Fuel / obs.FuelPer)
	t.closed = t.closed || len(r.Reads) == 0
	switch r.Outcome.Kind {
	case exec.OutOfFuel:
		if x.fuel *= trialMore; len(t.waiting) < trialWaiting {
			t.waiting = append(t.waiting, x)
		}
	case exec.Violated:
		o := r.Outcome.Obligation
		if left(o) && t.replay.Shows(r, o) == "" {
			test := testgen.FromRun(r, t.note)
			test.Records = slices.Clone(test.Records)
			t.board.Claim(t.task, t.name, &verify.TestFact{Test: test, Ending: verify.EndViolated, Obligation: o})
			return &verify.Unsafe{Obligation: o, Test: test}
		}
	default: // the run shows nothing
	}
	return nil
}
