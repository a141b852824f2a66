package vc

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file chooses among the cores of a path. If the predicates for one core do not exclude a loop (the next path
// takes it once more), those for another core may: of
//
//	x = 0; y = n; [x < y; x = x + 1]; [x < y; x = x + 1]; assume x >= y; assume x != y
//
// constraints from outside the loop and the guards (x < y) are preferred to those that count. The preferred core is
// found as the least unsatisfiable prefix of the constraints in that order, by bisection (QuickXplain's preferences:
// Junker, AAAI 2004). A further core avoids a constraint of those that were found.

// Choice selects the core of a path to be explained: 0 for the solver's core, n for the n-th one in the order of
// preference.
type Choice struct {
	Other   int
	Outside func(edge int) bool // reports whether an edge, by index in the path, lies outside of loops; may be nil
}

// preferred returns the selected core; nil if there is none.
func (qu *questions) preferred(ctx context.Context, t *ssa, which Choice) []constraint {
	defer func(a *allowance) { qu.spare = a }(qu.spare)
	qu.spare = &allowance{questionsToSpare}
	order := slices.Clone(t.constraints)
	slices.SortStableFunc(order, func(x, y constraint) int { return cmp.Compare(t.rank(x, which), t.rank(y, which)) })
	var ts, core []*term.Term
	for _, x := range order {
		ts = append(ts, x.t)
	}
	for n := range which.Other {
		if n == 0 {
			if core = qu.mostWanted(ctx, ts); core == nil {
				return nil
			}
			continue
		}
		found := false
		for _, x := range slices.Backward(core[max(0, len(core)-3):]) {
			rest := slices.DeleteFunc(slices.Clone(ts), func(u *term.Term) bool { return u == x })
			if next := qu.mostWanted(ctx, rest); next != nil {
				ts, core, found = rest, next, true
				break
			}
		}
		if !found { // all cores contain them
			break
		}
	}
	return slices.DeleteFunc(slices.Clone(t.constraints), func(x constraint) bool { return !slices.Contains(core, x.t) })
}

// rank returns the position of a constraint in the order of preference, 0 first.
func (t *ssa) rank(x constraint, which Choice) int {
	if x.at < 0 || which.Outside != nil && which.Outside(x.at) {
		return 0
	}
	if ed := t.edges[x.at]; ed != nil {
		if _, is := ed.Stmt.(*ir.Assume); is {
			return 1
		}
	}
	if small(x.t) {
		return 3
	}
	return 2
}

// small reports whether a small number other than zero occurs in a term: mostly the step of a counter.
func small(t *term.Term) (found bool) {
	term.Walk(t, func(u *term.Term) bool {
		if k, ok := u.Big(); ok && k.Sign() != 0 && k.BitLen() <= 3 {
			found = true
		} else if k, ok := u.Bits(); ok && u.Sort().Kind == term.BV && (k != 0 && k < 8) {
			found = true
		}
		return !found
	})
	return found
}

// mostWanted returns a core of constraints that consists of the first ones, as far as possible.
func (qu *questions) mostWanted(ctx context.Context, ts []*term.Term) []*term.Term {
	end := func(less []*term.Term) int {
		n := 0
		for i, t := range ts {
			if slices.Contains(less, t) {
				n = i + 1
			}
		}
		return n
	}
	less, _, r := qu.core(ctx, qu.brief(), nil, ts)
	if r != smt.Unsat {
		return nil
	}
	for low, high := 0, end(less); ; {
		if high-low <= 1 {
			ts = ts[:high]
			break
		}
		mid := (low + high) / 2
		less, _, r := qu.core(ctx, qu.brief(), nil, ts[:mid])
		if r == smt.Unknown { // the next queries would be no easier
			return nil
		}
		if r == smt.Unsat {
			high = end(less)
		} else {
			low = mid
		}
	}
	need, ok := qu.least(ctx, nil, ts, 0, maxCoreQuestions)
	if !ok {
		return nil
	}
	return need
}
