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

// This file makes tests of paths that no execution takes to their end: a beginning that executions can take, and other
// inputs behind it. An error behind many rounds of a loop is met so before the path to it has been unwound round by
// round (Gulavani, Henzinger, Kannan, Nori, Rajamani: SYNERGY. FSE 2006; Beckman, Nori, Rajamani, Simmons: Proofs from
// tests. ISSTA 2008).

// Limits of tests: their part of the work, tests beside a path, fuel of the first run of a test and how much more the
// next has, tests that wait for that, inputs of a run; and what compiling the program costs, in units of work an edge.
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

// Trials are the tests beside the paths of one engine.
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

// trial is a test: what is read first, and how the rest is chosen.
type trial struct {
	first []ir.Record
	seed  uint64
	style exec.Style
	fuel  uint64
}

// NewTrials makes tests under a meter, whose note says beside what they were made; what counts as a violation r says.
func NewTrials(name, note string, t *verify.Task, b *verify.Board, m *Meter, r *Replayer) *Trials {
	return &Trials{name: name, note: note, task: t, board: b, m: m, replay: r}
}

// Renew begins another turn, as that of the meter.
func (t *Trials) Renew() { t.spent = 0 }

// Close ends the machine.
func (t *Trials) Close() {
	if t.jit != nil {
		t.jit.Close()
	}
}

// Beside runs some tests at the side of a path, as far as their part of the work goes. The prover that is made when a
// test needs it, if there is one, says what beginnings of the path read. A violation counts if it is of an obligation
// that is left.
func (t *Trials) Beside(ctx context.Context, p func() *vc.Prover, path []*ir.Edge,
	left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, trialPart, trialRuns, func() []ir.Record { return t.beginning(ctx, p(), path) }, left)
}

// Others runs so many tests of any inputs, as far as their part of the work goes: where paths are few and dear.
func (t *Trials) Others(ctx context.Context, most int, left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, trialPart, most, func() []ir.Record { return nil }, left)
}

// Rest runs tests for as long as half of the work of the turn went into them, or so many, where nothing else is left to
// do.
func (t *Trials) Rest(ctx context.Context, most int, left func(*ir.Obligation) bool) *verify.Unsafe {
	return t.some(ctx, 2, most, func() []ir.Record { return nil }, left)
}

// some runs tests whose part of all work is to be 1/part.
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

// ready compiles the program when there is work for that.
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

// beginning is what an execution reads that takes the beginning of a path.
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

// try runs a test, and once more with more fuel when there is time for that.
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
