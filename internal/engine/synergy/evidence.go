package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file writes a proof down: at each location the disjunction of the regions from where no abstract way leads to the error. It is inductive at any time, as an edge from such
// a region to another one was removed by a proof, and it excludes the error when no abstract error trace is left.

// result is what is known at the end of a turn, ended is why it ended before all was decided.
func (w *worker) result(ctx context.Context, asked []*ir.Obligation, ended string) verify.Result {
	var safe, left []*ir.Obligation
	news := false
	reason := ended
	for _, o := range asked {
		if !w.proved(o) {
			left = append(left, o)
			if reason == "" {
				reason = w.passed[o].why
			}
			continue
		}
		safe = append(safe, o)
		news = news || !w.told[o]
	}
	if !news {
		return &verify.Unknown{Reason: reason, Left: &verify.Condition{Note: reason, Obligations: left}}
	}
	ev := &verify.Inductive{}
	for _, o := range safe {
		ev.Invariants = append(ev.Invariants, w.analyses[o].invariants()...)
		w.told[o] = true
	}
	w.kit.Claim(&verify.Invariants{Inductive: *ev})
	return &verify.Safe{Obligations: safe, Proof: ev, Assuming: w.kit.Accesses(), Rest: reason}
}

// invariants are the regions from where no abstract way leads to the error, or those that are reached, which is shorter.
func (a *analysis) invariants() (out []verify.Invariant) {
	reached := a.abs.Reached()
	least := -1
	for _, in := range []func(*Region) bool{
		func(r *Region) bool { return a.abs.Distance(r) == Far },
		func(r *Region) bool { return reached[r] },
	} {
		var all []verify.Invariant
		size := 0
		for s, r := range a.abs.Roots {
			x := ir.NewAnd(append(slices.Clone(a.general.known[s]), r.Formula(in))...)
			if !ir.IsTrue(x) {
				all = append(all, verify.Invariant{Loc: a.program.Loc[s], Expr: x})
				ir.Walk(x, func(ir.Expr) bool { size++; return true })
			}
		}
		if least < 0 || size < least {
			least, out = size, all
		}
	}
	return out
}
