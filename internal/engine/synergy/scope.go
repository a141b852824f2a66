package synergy

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has scope=function: a condition that splits a region splits the regions of all places where its registers
// live, and those of the obligations that come later, as SLAM uses predicates (T. Ball, S. Rajamani: Automatically
// validating temporal safety properties of interfaces, SPIN 2001). So what one step has found need not be found once
// more for each place on the way back (paper about SYNERGY, section 6, of test1, test2 and test13), at the price of
// regions: twice as many for each.
//
// Between the parts edges are as before; they go by proofs, when they come to be frontiers.

// mostParts bounds the regions of a place that are split so.
const mostParts = 32

// spread splits the regions of all places by a condition, as far as the error is reached from them.
func (a *analysis) spread(q ir.Expr) {
	for s := range a.abs.Roots {
		if !a.speaks(s, q) {
			continue
		}
		leaves := slices.DeleteFunc(a.abs.Roots[s].Leaves(nil), func(r *Region) bool {
			return a.abs.Distance(r) == Far ||
				r.decides(q)
		})
		if len(leaves) > mostParts {
			continue
		}
		for _, r := range leaves {
			a.front.cut(r, q)
			a.w.task.Log.Count(Name+".spread", 1)
		}
	}
}

// speaks reports whether a condition may be said at a place: of registers that live there.
func (a *analysis) speaks(s int, q ir.Expr) bool {
	l := a.program.Loc[s]
	if a.program.Final(s) || !prover.OfRegisters(l.Func, q) {
		return false
	}
	e := a.w.own.all[0].prover.E
	live := map[*ir.Var]bool{}
	for _, x := range e.Slots(vc.Point{Ctx: e.RootOf(l.Func), Loc: l}) {
		live[x.Var] = true
	}
	all := true
	ir.Vars(q, func(v *ir.Var) { all = all && live[v] })
	return all
}

// decides reports whether a condition or its opposite is among what holds in a region.
func (r *Region) decides(q ir.Expr) bool {
	not := ir.NotExpr(q)
	return slices.ContainsFunc(r.Literals(), func(x ir.Expr) bool { return ir.Equal(x, q) || ir.Equal(x, not) })
}

// atomsOf returns the conditions of which another is made by connectives.
func atomsOf(x ir.Expr) []ir.Expr {
	switch y := x.(type) { // sound: an atom
	case *ir.Unary:
		if y.Op == ir.LNot {
			return atomsOf(y.X)
		}
	case *ir.Binary:
		if y.Op == ir.LAnd || y.Op == ir.LOr {
			return append(atomsOf(y.X), atomsOf(y.Y)...)
		}
	}
	return []ir.Expr{x}
}
