package cpa

import (
	"context"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file makes tests of paths that no execution takes to their end: a beginning that executions can take, and other inputs behind it. An
// error behind many rounds of a loop is met so before the path to it has been unwound round by round (Gulavani, Henzinger, Kannan, Nori,
// Rajamani: SYNERGY. FSE 2006; Beckman, Nori, Rajamani, Simmons: Proofs from tests. ISSTA 2008).

// Limits of tests: their part of the work, tests after a refinement, fuel of the first run of a test and how much more the next has,
// tests that wait for that, inputs of a run; and what compiling the program costs, in units of work an edge.
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

// trials are the tests so far.
type trials struct {
	begin     time.Time // of the turn
	spent     uint64    // of it
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

// used is the work of the turn so far.
func (w *worker) used() uint64 {
	if w.meter.Counts() {
		return w.had - min(w.meter.Left(), w.had)
	}
	return uint64(time.Since(w.trials.begin).Seconds() * obs.PerSecond)
}

// test runs some tests at the side of a path, as far as their part of the work goes.
func (w *worker) test(ctx context.Context, path cpa.Path) *verify.Unsafe {
	t := &w.trials
	before := w.used()
	purse := func() uint64 {
		now := w.used()
		if all := t.spent + now - before; now/trialPart > all {
			return now/trialPart - all
		}
		return 0
	}
	defer func() { t.spent += w.used() - before }()
	if t.jit == nil {
		edges := 0
		for _, f := range w.task.Program.Funcs {
			edges += len(f.Edges)
		}
		cost := uint64(edges * trialCompile)
		if t.failed || purse() < cost {
			return nil
		}
		jit, err := exec.CompileJIT(w.task.Program, exec.Config{Context: ctx, MaxMemory: trialMemory, Points: w.task.Points()}, exec.JITOptions{})
		w.meter.Spend(cost)
		if err != nil {
			t.failed = ctx.Err() == nil
			return nil
		}
		t.jit, t.constants = jit, exec.Constants(w.task.Program)
	}
	if len(t.waiting) > 0 {
		x := t.waiting[0]
		if x.fuel/obs.FuelPer < purse() {
			t.waiting = t.waiting[1:]
			if u := w.try(ctx, x); u != nil {
				return u
			}
		}
	}
	var first []ir.Record
	for i := range trialRuns {
		if t.closed || purse() < trialFuel/obs.FuelPer || ctx.Err() != nil {
			return nil
		}
		if i == 0 {
			first = w.beginning(ctx, path)
		}
		t.seed++
		x := trial{seed: t.seed, style: []exec.Style{exec.Small, exec.Mixed}[i%2], fuel: trialFuel}
		if i < trialRuns/2 {
			x.first = first
		}
		if u := w.try(ctx, x); u != nil {
			return u
		}
	}
	return nil
}

// beginning is what an execution reads that takes the beginning of a path.
func (w *worker) beginning(ctx context.Context, path cpa.Path) []ir.Record {
	p, err := w.prover(ctx, prover.Encoding(w.task.Program))
	if err != nil || len(path.Edges) == 0 {
		return nil
	}
	part := 1 + int(w.trials.seed/trialRuns)%4
	f, err := p.Check(ctx, vc.Path{Edges: path.Edges[:len(path.Edges)*part/5]})
	if err != nil || f.Result != smt.Sat {
		return nil
	}
	return f.Records
}

// try runs a test, and once more with more fuel when there is time for that.
func (w *worker) try(ctx context.Context, x trial) *verify.Unsafe {
	t := &w.trials
	reads := 0
	rest := exec.RandomOf(t.constants, x.seed, x.style)
	in := exec.Chain(exec.FromRecords(w.task.Program, x.first), exec.InputFunc(func(k ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
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
	w.meter.Spend(r.Fuel / obs.FuelPer)
	t.closed = t.closed || len(r.Reads) == 0
	switch r.Outcome.Kind {
	case exec.OutOfFuel:
		if x.fuel *= trialMore; len(t.waiting) < trialWaiting {
			t.waiting = append(t.waiting, x)
		}
	case exec.Violated:
		o := r.Outcome.Obligation
		if w.left[o] && w.replayer().Shows(r, o) == "" {
			test := testgen.FromRun(r, "a test at the side of a path of the abstract reachability graph")
			test.Records = slices.Clone(test.Records)
			w.board.Claim(w.task, Name, &verify.TestFact{Test: test, Ending: verify.EndViolated, Obligation: o})
			return &verify.Unsafe{Obligation: o, Test: test}
		}
	default: // it shows nothing
	}
	return nil
}
