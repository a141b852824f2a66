package synergy

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file runs tests, and asks for inputs of tests.

// tester makes the tests of F.
type tester struct {
	w      *worker
	replay *prover.Replayer
	trials *prover.Trials
	forest *Forest
	symex  *symex.Explorer
	places map[*State]*symex.Place

	random    bool        // tests on random inputs were made
	wentFar   bool        // and some that go far
	constants []int64     // of the program, for random inputs
	waiting   []truncated // tests that may get larger limits
	endless   int         // how much less fuel runs get whose states are not kept
	pathsTo   map[*State][]*ir.Edge
	unsafe    *verify.Unsafe            // that a test has shown
	uncounted map[*ir.Obligation]string // why runs that violate it do not count
}

// truncated is a test that ended for want of limits, and the limits that it gets next.
type truncated struct {
	t  *Test
	by Limits
}

// Places that one walk finds, and that are kept.
const (
	mostPlaces = 64
	keptPlaces = 4 * mostPlaces
)

// fuelPer is the fuel of the interpreter for a unit of work.
const fuelPer = 4

// test runs inputs and adds their states to F; a violation that counts is kept. It reports whether there are new
// states. wanted is asked whether a test with new states is kept; nil: it is.
func (ts *tester) run(ctx context.Context, records []ir.Record, by Limits, note string,
	wanted func([]*State) bool) bool {
	before, begin := ts.forest.Fuel, ts.w.kit.M.Now()
	t, fresh, err := ts.forest.Add(ctx, records, by)
	ts.w.kit.M.Spend((ts.forest.Fuel - before) / fuelPer)
	if err != nil || t.Outcome.Kind == exec.Cancelled {
		return false
	}
	if wanted != nil && !wanted(fresh) && t.Outcome.Kind != exec.Violated {
		return false
	}
	if t.Outcome.Kind == exec.OutOfFuel && by.Reads == shortest().Reads {
		if all := ts.ends(ctx, records, by.Reads); all > by.Fuel && ts.unsafe == nil &&
			ts.affords(ctx, (ts.w.kit.M.Now()-begin)*time.Duration(1+all/by.Fuel)) {
			return ts.run(ctx, records, Limits{all, by.Reads}, note, wanted)
		}
	}
	if o := t.Outcome.Obligation; t.Outcome.Kind == exec.Violated && ts.w.asked(o) {
		r := ts.replay.Run(ctx, t.Records, note, o, ts.w.asked)
		if r.Unsafe != nil {
			ts.unsafe = r.Unsafe
		} else if !r.Cancelled { // others may: that it came to the error is kept out of F, where it would end the search
			ts.uncounted[o] = r.Why
			fresh = slices.DeleteFunc(fresh, func(s *State) bool { return s.Loc.Kind == ir.Error })
		}
	}
	ts.forest.Enter(t, fresh)
	ts.w.task.Log.Count(Name+".tests", 1)
	if ts.w.fresh(fresh) {
		ts.w.tellTest(&verify.Test{Records: t.Records, Note: note}, t.Outcome.Kind)
	}
	switch t.Outcome.Kind { // sound: other ends show nothing
	case exec.OutOfFuel:
		if by.Fuel < farthest().Fuel {
			ts.waiting = append(ts.waiting, truncated{t, Limits{by.Fuel * moreFuel, by.Reads}})
		}
	case exec.NoInput:
		if by.Reads < farthest().Reads {
			ts.waiting = append(ts.waiting, truncated{t, Limits{by.Fuel, by.Reads * moreReads}})
		}
	default:
	}
	for _, a := range ts.w.ordered() {
		a.front.enter(fresh)
	}
	return len(fresh) > 0
}

// ends returns the fuel that a run takes to its end, found by a run at native speed; 0 if it has no end, or that is not
// known.
func (ts *tester) ends(ctx context.Context, records []ir.Record, reads int) uint64 {
	r := ts.native(ctx, exec.Chain(exec.FromRecords(ts.w.task.Program, records), exec.Zeros()), reads)
	if r == nil {
		return 0
	}
	if o := r.Outcome.Obligation; r.Outcome.Kind == exec.Violated && ts.w.asked(o) && ts.replay.Shows(r, o) == "" {
		t := testgen.FromRun(r, "a test that takes long")
		ts.w.board.Claim(ts.w.task, Name, &verify.TestFact{Test: t, Ending: verify.EndViolated, Obligation: o})
		ts.unsafe = &verify.Unsafe{Obligation: o, Test: t}
	}
	return r.Fuel + 1
}

// native returns a run at native speed; nil if it has no end, or none that is known. Compiling does not pay for one
// run.
func (ts *tester) native(ctx context.Context, in exec.Inputs, reads int) *exec.Run {
	fuel := uint64(nativeFuel) >> ts.endless
	if ts.w.kit.M.Counts() {
		fuel = min(fuel, ts.w.kit.M.Left()/nativePart*obs.FuelPer)
	}
	if fuel <= shortest().Fuel || !ts.forest.Compile(ctx) { // the run takes more
		return nil
	}
	if at, ok := ctx.Deadline(); ok && !ts.w.task.Options.Determ {
		within, cancel := clock.WithTimeout(ctx, time.Until(at)/nativePart)
		defer cancel()
		ctx = within
	}
	r := ts.forest.Native(ctx, in, Limits{fuel, reads})
	if r == nil {
		return nil
	}
	ts.w.kit.M.Spend(r.Fuel / obs.FuelPer)
	switch r.Outcome.Kind { // sound: others need not be followed
	case exec.Violated, exec.Finished, exec.Blocked, exec.NoInput:
		return r
	case exec.OutOfFuel, exec.Cancelled:
		ts.endless = min(ts.endless+4, 12) // that showed nothing
	default:
	}
	return nil
}

// affords reports whether half of what is left of the turn is as much.
func (ts *tester) affords(ctx context.Context, d time.Duration) bool {
	rest := ts.w.kit.M.Rest()
	if at, ok := ctx.Deadline(); ok && !ts.w.task.Options.Determ {
		rest = time.Until(at)
	}
	return d < rest/2
}

// longer runs the first test once more that ended for want of limits.
func (ts *tester) longer(ctx context.Context) bool {
	if len(ts.waiting) == 0 {
		return false
	}
	x := ts.waiting[0]
	ts.waiting = ts.waiting[1:]
	return ts.run(ctx, x.t.Records, x.by, "a test that takes long", nil)
}

// reach asks for inputs with which a run goes as the run of the state does, then along edges to a state where a
// condition holds.
func (ts *tester) reach(ctx context.Context, s *State, edges []*ir.Edge, post ir.Expr) (records []ir.Record,
	answer vc.Truth, why string) {
	b, ok := ts.w.kit.M.Part(ctx, queryPart, reachTime)
	if !ok {
		return nil, vc.Open, "out of time"
	}
	if ts.symex.Terms() > maxTerms {
		if err := ts.symex.Reset(); err != nil {
			return nil, vc.Open, verify.Said(err)
		}
		clear(ts.places)
	}
	p := ts.places[s]
	if p == nil {
		if p, why = ts.place(ctx, s); p == nil {
			return nil, vc.Open, why
		}
	}
	r := ts.symex.Reach(ctx, p, edges, post, b)
	ts.w.kit.M.Spend(r.Work)
	ts.w.task.Log.Count(Name+".queries", 1)
	switch r.Result {
	case smt.Sat:
		return r.Test.Records, vc.Yes, ""
	case smt.Unsat:
		return nil, vc.No, ""
	}
	return nil, vc.Open, r.Reason
}

// place returns the place of a state for symex, nil if it cannot be told. The walk finds places of earlier states of
// the run, too, since refinement goes backward.
func (ts *tester) place(ctx context.Context, s *State) (p *symex.Place, why string) {
	var before []*State
	for _, all := range ts.forest.at {
		for _, x := range all {
			// nothing goes on from there
			if x.Test == s.Test && x.When < s.When && ts.places[x] == nil && x.Loc != x.Loc.Func.Exit {
				before = append(before, x)
			}
		}
	}
	slices.SortFunc(before, func(x, y *State) int { return y.When - x.When })
	before = append([]*State{s}, before[:min(len(before), mostPlaces-1)]...)
	var at []symex.Visit
	for _, x := range before {
		at = append(at, symex.Visit{Loc: x.Loc, N: x.Visit})
	}
	found, err := ts.symex.Places(ctx, s.Test.Records, at)
	if len(ts.places) > keptPlaces {
		clear(ts.places)
	}
	for i, x := range before[:len(found)] {
		if found[i] != nil {
			ts.places[x] = found[i]
		}
	}
	switch p = ts.places[s]; {
	case p != nil:
		return p, ""
	case err == nil || errors.Is(err, symex.ErrNoVisit):
		return nil, "a run is not followed that far"
	}
	return nil, verify.Said(err)
}
