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

// This file runs tests, and makes queries for inputs of tests.

// tester makes the tests of F.
type tester struct {
	w      *worker
	replay *prover.Replayer
	trials *prover.Trials
	forest *Forest
	symex  *symex.Explorer
	places map[*State]*symex.Place // the places of states in symex

	random    bool                      // sample was called
	wentFar   bool                      // runFar was called
	constants []int64                   // constants of the program, for random inputs
	waiting   []truncated               // tests that may run again with larger limits
	endless   int                       // the fuel of runs whose states are not kept is divided by 2 this often
	pathsTo   map[*State][]*ir.Edge     // cache of pathTo
	unsafe    *verify.Unsafe            // a violation that a test has shown
	uncounted map[*ir.Obligation]string // why runs that violate an obligation do not count
}

// truncated is a test that its limits ended, with the limits of its next run.
type truncated struct {
	t  *Test
	by Limits
}

// Limits of the number of places that one walk finds, and of places that are kept.
const (
	mostPlaces = 64
	keptPlaces = 4 * mostPlaces
)

// fuelPer is the fuel of the interpreter that counts as a unit of work.
const fuelPer = 4

// run runs inputs and adds the states of the run to F. It keeps a violation that counts, and reports whether there are
// new states. wanted, if not nil, decides from the new states whether the test is kept.
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
		} else if !r.Cancelled { // F must not have a state at the error, which would end the search
			ts.uncounted[o] = r.Why
			fresh = slices.DeleteFunc(fresh, func(s *State) bool { return s.Loc.Kind == ir.Error })
		}
	}
	ts.forest.Enter(t, fresh)
	ts.w.task.Log.Count(Name+".tests", 1)
	if ts.w.fresh(fresh) {
		ts.w.tellTest(&verify.Test{Records: t.Records, Note: note}, t.Outcome.Kind)
	}
	switch t.Outcome.Kind { // sound: runs with other ends show nothing
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

// ends makes a run at native speed and returns the fuel that it takes. It returns 0 if the run does not end within the
// limits. If the run violates an obligation, it keeps the violation.
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

// native returns a run at native speed, nil if it does not end within the limits. For runs with little fuel it does not
// compile the program, since that would not pay.
func (ts *tester) native(ctx context.Context, in exec.Inputs, reads int) *exec.Run {
	fuel := uint64(nativeFuel) >> ts.endless
	if ts.w.kit.M.Counts() {
		fuel = min(fuel, ts.w.kit.M.Left()/nativePart*obs.FuelPer)
	}
	if fuel <= shortest().Fuel || !ts.forest.Compile(ctx) { // compiling takes longer than the run
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
	switch r.Outcome.Kind { // sound: runs with other ends need not be followed
	case exec.Violated, exec.Finished, exec.Blocked, exec.NoInput:
		return r
	case exec.OutOfFuel, exec.Cancelled:
		ts.endless = min(ts.endless+4, 12) // such runs are of no use, so the next ones get less fuel
	default:
	}
	return nil
}

// affords reports whether d is less than half of the rest of the turn.
func (ts *tester) affords(ctx context.Context, d time.Duration) bool {
	rest := ts.w.kit.M.Rest()
	if at, ok := ctx.Deadline(); ok && !ts.w.task.Options.Determ {
		rest = time.Until(at)
	}
	return d < rest/2
}

// longer runs again the first test that its limits ended, with larger limits. It reports whether F has new states.
func (ts *tester) longer(ctx context.Context) bool {
	if len(ts.waiting) == 0 {
		return false
	}
	x := ts.waiting[0]
	ts.waiting = ts.waiting[1:]
	return ts.run(ctx, x.t.Records, x.by, "a test that takes long", nil)
}

// reach searches for inputs whose run follows the run of s to s, then takes the edges, and comes to a state in which
// post holds (to any state if post is nil). It returns Yes with the inputs, No if there are none, or Open and the
// reason.
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

// place returns the place of s in symex, or nil and the reason. The walk also finds the places of earlier states of the
// run, since refinement goes backward.
func (ts *tester) place(ctx context.Context, s *State) (p *symex.Place, why string) {
	var before []*State
	for _, all := range ts.forest.at {
		for _, x := range all {
			// no test continues from an exit
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
