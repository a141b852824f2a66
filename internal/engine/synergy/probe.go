package synergy

import (
	"context"
	"math/bits"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file searches runs for states that satisfy Pre of the region after a frontier, but perhaps not the conditions of
// the path over the frontier. Inputs can often change these conditions, but not the data. In this way, a loop bounded
// by an input can be left in the round in which its data fit:
//
//	for (i = 0; i < n; i++) h = step(h);
//	if (h == key) ...      a run with a large n has h == key at i == 875, and n == 875 leads over the frontier
//
// Compiled code searches long runs (exec.Probe), so a million rounds cost milliseconds.

// probe identifies a search that was made.
type probe struct {
	from, letter, to int
	what             string // text of the condition
	tests            int    // bit length of the number of tests at that time
}

// probe makes a test over e from such a state, and reports whether there is such a test. q is Pre of e.
func (a *analysis) probe(ctx context.Context, e *Edge, q *pre) bool {
	if q.why != "" || e.Exit != nil {
		return false
	}
	conds := a.conditions(ctx, 0, e)
	post := e.To.Expr()
	if ir.IsTrue(post) {
		post = nil
	}
	for _, way := range q.Cubes {
		data := slices.DeleteFunc(slices.Clone(way), func(c ir.Expr) bool {
			return slices.ContainsFunc(conds, func(x ir.Expr) bool { return ir.Equal(x, c) })
		})
		if len(data) == 0 || len(data) == len(way) {
			continue
		}
		x := ir.NewAnd(data...)
		k := probe{e.From.At, e.Letter, e.To.At, ir.ExprString(x), bits.Len(uint(len(a.w.tests.forest.Tests)))}
		if a.probed[k] {
			continue
		}
		a.probed[k] = true
		for _, s := range a.fitting(ctx, a.program.Loc[e.From.At], x) {
			if ctx.Err() != nil || a.tried[attempt{s, e.Letter, e.To, nil}] {
				continue
			}
			a.tried[attempt{s, e.Letter, e.To, nil}] = true
			records, answer, _ := a.w.tests.reach(ctx, s, a.block(e), post)
			if answer == vc.Yes && a.w.tests.run(ctx, records, onward(s, records), "a test over a frontier", nil) {
				a.w.task.Log.Count(Name+".probed", 1)
				return true
			}
		}
	}
	return false
}

// fitting returns some states at l in which x holds: states that F keeps or, if there are none, a state that it finds
// in a run.
func (a *analysis) fitting(ctx context.Context, l *ir.Loc, x ir.Expr) (out []*State) {
	for _, s := range a.w.tests.forest.at[a.w.tests.forest.place(l)] {
		if yes, ok := a.w.tests.forest.Holds(s, x); yes && ok && len(out) < mostTries {
			out = append(out, s)
		}
	}
	if len(out) > 0 {
		return out
	}
	before := a.w.tests.forest.Fuel
	s := a.w.tests.forest.First(ctx, l, x, mostTries)
	if s == nil && a.w.tests.runFar(ctx) {
		s = a.w.tests.forest.First(ctx, l, x, mostTries)
	}
	a.w.kit.M.Spend((a.w.tests.forest.Fuel - before) / fuelPer)
	if s == nil {
		return nil
	}
	for _, b := range a.w.ordered() {
		b.front.enter([]*State{s})
	}
	return []*State{s}
}
