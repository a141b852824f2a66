package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file makes suitable tests (GenSuitableTest): a run follows a run of F to a state in front of a frontier, crosses
// the frontier, and then continues to its end on any path.

// mostTries bounds the states of a region from which crossing a frontier is tried.
const mostTries = 3

// attempt identifies a query for a test that was made.
type attempt struct {
	s      *State
	letter int
	to     *Region
	exit   *State // for an edge over a call: the state at the exit whose path leads through the callee; else nil
}

// look searches states of F in r that have not been searched before, and reports whether r has one. F keeps more states
// of a location than the list of r has, and runs have more states than F keeps.
func (a *analysis) look(ctx context.Context, r *Region) bool {
	if a.front.looked[r] {
		return false
	}
	a.front.looked[r] = true
	l := a.program.Loc[r.At]
	for _, s := range a.w.tests.forest.at[a.w.tests.forest.place(l)] {
		if a.front.find(s) == r {
			a.front.put(r, s)
		}
	}
	if len(a.front.states[r.ID]) > 0 {
		return true
	}
	return a.found(r, func(f *Forest) *State { return f.First(ctx, l, r.Expr(), mostTries) })
}

// came reports whether r has a state. It also searches the visits of the last test whose states were not kept.
func (a *analysis) came(ctx context.Context, r *Region) bool {
	return len(a.front.states[r.ID]) > 0 ||
		a.found(r, func(f *Forest) *State { return f.newest(ctx, a.program.Loc[r.At], r.Expr()) })
}

// found adds the state that find returns to its region, and reports whether r then has a state.
func (a *analysis) found(r *Region, find func(*Forest) *State) bool {
	before := a.w.tests.forest.Fuel
	s := find(a.w.tests.forest)
	a.w.kit.M.Spend((a.w.tests.forest.Fuel - before) / fuelPer)
	if s == nil {
		return false
	}
	for _, b := range a.w.ordered() {
		b.front.enter([]*State{s})
	}
	return len(a.front.states[r.ID]) > 0
}

// suitable searches for a test over e, first from states for which leads is true. It reports whether it found one.
// Otherwise unknown is the reason why such a test may still exist, "" if none exists.
func (a *analysis) suitable(ctx context.Context, e *Edge, leads func(*State) bool) (found bool, unknown string) {
	edges := a.block(e)
	post := e.To.Expr()
	if ir.IsTrue(post) {
		post = nil
	}
	var first, rest []*State
	for _, s := range a.front.states[e.From.ID] {
		if leads != nil && leads(s) {
			first = append(first, s)
		} else {
			rest = append(rest, s)
		}
	}
	var some []*State
	for _, s := range append(first, rest...) {
		if k := (attempt{s, e.Letter, e.To, nil}); !a.tried[k] && len(some) < mostTries {
			some = append(some, s)
		}
	}
	slices.SortStableFunc(some, func(s, t *State) int { return s.When - t.When }) // long paths make large queries
	for _, s := range some {
		if ctx.Err() != nil {
			break
		}
		a.tried[attempt{s, e.Letter, e.To, nil}] = true
		records, answer, why := a.w.tests.reach(ctx, s, edges, post)
		switch answer {
		case vc.Open:
			unknown = why
		case vc.Yes:
			a.w.tests.run(ctx, records, onward(s, records), "a test over a frontier", nil)
			if a.w.tests.unsafe != nil || a.abs.Distance(e.To) == 0 || a.came(ctx, e.To) {
				return true, ""
			}
			unknown = "a test does not go where the solver says it does"
		case vc.No:
		}
	}
	return false, unknown
}

// onward returns the limits of a test with the inputs records that continues from s: the limits of the run to s, but
// with room for further inputs after records.
func onward(s *State, records []ir.Record) Limits {
	return Limits{s.Test.by.Fuel, min(max(s.Test.by.Reads, 4*len(records)), farthest().Reads)}
}

// block returns the edges of the letter of e.
func (a *analysis) block(e *Edge) []*ir.Edge {
	return a.program.Block(e.From.At, e.Letter, e.To.At)[0].Edges()
}
