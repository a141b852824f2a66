package vc

import (
	"cmp"
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file chooses among the unsatisfiable cores of a path. The predicates from one core may exclude only this path,
// and not the paths with more iterations of its loop, while the predicates from another core exclude all of them. On
//
//	x = 0; y = n; [x < y; x = x + 1]; [x < y; x = x + 1]; assume x >= y; assume x != y
//
// constraints from outside of the loop and guards (x < y) are preferred to the constraints of the counter (x = x + 1).
// The constraints are sorted by this preference, and the preferred core comes from the shortest unsatisfiable prefix,
// which bisection finds (QuickXplain's preferences: Junker, AAAI 2004). Each further core omits one constraint of the
// core before.

// Choice selects the unsatisfiable core from which a path is explained: 0 for the solver's core, n for the n-th core in
// the order of preference.
type Choice struct {
	Other   int
	Outside func(edge int) bool // reports whether an edge, by index in the path, lies outside of loops; may be nil
}

// preferred returns the constraints in the selected core; nil if there is no core.
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
			if core = qu.preferredCore(ctx, ts); core == nil {
				return nil
			}
			continue
		}
		found := false
		for _, x := range slices.Backward(core[max(0, len(core)-3):]) {
			rest := slices.DeleteFunc(slices.Clone(ts), func(u *term.Term) bool { return u == x })
			if next := qu.preferredCore(ctx, rest); next != nil {
				ts, core, found = rest, next, true
				break
			}
		}
		if !found { // all cores contain these constraints
			break
		}
	}
	return slices.DeleteFunc(slices.Clone(t.constraints), func(x constraint) bool { return !slices.Contains(core, x.t) })
}

// rank returns the rank of a constraint in the order of preference; the preferred constraints have rank 0.
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

// small reports whether a term contains a small number other than zero. Such a number is mostly the step of a counter.
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

// preferredCore returns a core of the constraints ts, sorted by preference: it lies in the shortest unsatisfiable
// prefix. It returns nil if the solver finds no core.
func (qu *questions) preferredCore(ctx context.Context, ts []*term.Term) []*term.Term {
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
