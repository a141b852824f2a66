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

// This file tests paths that no execution takes to their end: a prefix of the path that executions can take, followed
// by other inputs. So a test may find an error after many rounds of a loop before the path to it is unrolled round by
// round (Gulavani, Henzinger, Kannan, Nori, Rajamani: SYNERGY. FSE 2006; Beckman, Nori, Rajamani, Simmons: Proofs from
// tests. ISSTA 2008).

// Limits of tests: their share of the work (1/trialPart), the tests along one path, the fuel of a test's first run and
// the factor for its next run, the tests that wait for a next run, the inputs of a run; the cost of compiling the
// program, in units of work per edge; the memory of a run.
const (
	trialPart    = 5
	trialRuns    = 4
	trialFuel    = 1 << 16
	trialMore    = 8
	trialWaiting = 4
	trialReads   = 1 << 18
	trialCompile = 300
	trialMemory  = 64 << 20
)

// Trials are the tests that one engine runs in addition to its work on paths.
type Trials struct {
	name   string // of the engine
	note   string // what a test is
	task   *verify.Task
	board  *verify.Board
	m      *Meter
	replay *Replayer

	spent     uint64 // of the turn
	jit       *exec.JIT
	failed    bool
	constants []int64
	seed      uint64
	waiting   []trial // that had too little fuel
	closed    bool    // a run read nothing: all others are like it
}

// trial is a test: the inputs that are read first, and the random choice of the others.
type trial struct {
	first []ir.Record
	seed  uint64
	style exec.Style
	fuel  uint64
}

// NewTrials makes tests under a meter. note describes the tests, and r decides what counts as a violation.
func NewTrials(name, note string, t *verify.Task, b *verify.Board, m *Meter, r *Replayer) *Trials {
	return &Trials{name: name, note: note, task: t, board: b, m: m, replay: r}
}

// Renew begins another turn, as Meter.Renew does.
func (t *Trials) Renew() { t.spent = 0 }

// Close ends the machine.
func (t *Trials) Close() {
	if t.jit != nil {
		t.jit.Close()
	}
}

// NearPath runs some tests along a path, within their share of the work. p returns the prover that finds the inputs of
// prefixes of the path; it is called when a test needs it, and may return nil. A violation counts if its obligation is
// left.
func (t *Trials) NearPath(ctx context.Context, p func() *vc.Prover, path []*ir.Edge,
	left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, trialPart, trialRuns, func() []ir.Record { return t.beginning(ctx, p(), path) }, left)
}

// Others runs at most most tests of random inputs, within their share of the work: for engines with few and expensive
// paths.
func (t *Trials) Others(ctx context.Context, most int, left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, trialPart, most, func() []ir.Record { return nil }, left)
}

// Rest runs at most most tests until they have taken half of the turn's work, for an engine that has nothing else to
// do.
func (t *Trials) Rest(ctx context.Context, most int, left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, 2, most, func() []ir.Record { return nil }, left)
}

// some runs tests as long as they have taken less than 1/part of all work.
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

// ready compiles the program when there is enough work for that. It reports whether tests can run.
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

// beginning returns the inputs of an execution that takes a prefix of a path.
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

// try runs a test. A test that runs out of fuel may run again later with more.
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
	default: // it shows nothing
	}
	return nil
}
