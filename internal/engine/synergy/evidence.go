package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file writes proofs. The invariant at each location is the disjunction of the regions from which no abstract path
// leads to the error. The invariant is inductive at any time, because each edge from such a region to another kind of
// region was removed by a proof. It excludes the error when no abstract error trace exists.

// result returns the result of a turn. ended is the reason if the turn ended before all obligations were decided, else
// "".
func (w *worker) result(ctx context.Context, asked []*ir.Obligation, ended string) verify.Result {
	var safe, left []*ir.Obligation
	news := false
	reason := ended
	for _, o := range asked {
		if !w.proved(o) {
			left = append(left, o)
			if reason == "" {
				reason = w.agenda.Why(o)
			}
			continue
		}
		safe = append(safe, o)
		news = news || !w.logged.told[o]
	}
	w.meanwhile(left)
	if !news {
		return &verify.Unknown{Reason: reason, Left: &verify.Condition{Note: reason, Obligations: left}}
	}
	for _, o := range safe {
		w.logged.told[o] = true
	}
	if w.nested != nil {
		return &verify.Safe{Obligations: safe, Proof: w.contracts(safe), Assuming: w.assuming(), Rest: reason}
	}
	ev := &verify.Inductive{}
	for _, o := range safe {
		ev.Invariants = append(ev.Invariants, w.analyses[o].invariants()...)
	}
	w.kit.Claim(&verify.Invariants{Inductive: *ev})
	return &verify.Safe{Obligations: safe, Proof: ev, Assuming: w.assuming(), Rest: reason}
}

// assuming returns the assumptions of the proof, including the assumptions of the checked invariants of other engines
// that the proof uses.
func (w *worker) assuming() []verify.Assumption {
	out := w.kit.Accesses()
	for _, x := range w.exchange.assuming {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// invariants returns the disjunctions of the regions from which no abstract path leads to the error, or of the regions
// that are reached, if these are shorter.
func (a *analysis) invariants() []verify.Invariant {
	reached := a.abs.Reached()
	safe, small := a.disjunctions(func(r *Region) bool { return a.abs.Distance(r) == Far })
	some, size := a.disjunctions(func(r *Region) bool { return reached[r] })
	if size < small || a.w.nested != nil {
		return some
	}
	return safe
}

// disjunctions returns, at each location, the disjunction of the regions for which the function in returns true. size
// is the size of all disjunctions.
func (a *analysis) disjunctions(in func(*Region) bool) (all []verify.Invariant, size int) {
	for s, r := range a.abs.Roots {
		x := ir.NewAnd(append(slices.Clone(a.general.known[s]), r.Formula(in))...)
		if !ir.IsTrue(x) {
			all = append(all, verify.Invariant{Loc: a.program.Loc[s], Expr: x})
			ir.Walk(x, func(ir.Expr) bool { size++; return true })
		}
	}
	return all, size
}
