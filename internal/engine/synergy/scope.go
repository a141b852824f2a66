package synergy

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has scope=function: a condition that splits a region splits the regions of all locations where its
// registers live, also in the analyses of later obligations, as SLAM does with predicates (T. Ball, S. Rajamani:
// Automatically validating temporal safety properties of interfaces, SPIN 2001). So the result of one step need not be
// found again at each location on the path back (paper about SYNERGY, section 6, of test1, test2 and test13). The price
// is that each condition doubles the number of regions.
//
// Edges between the parts of split regions are kept. A proof removes them when they become frontiers.

// mostParts bounds the regions of a location that are split in this way.
const mostParts = 32

// spread splits the regions from which the error is abstractly reached, at all locations, by q.
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

// speaks reports whether s is not an error and q reads only registers that live at s.
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

// decides reports whether q or its negation is a condition of r.
func (r *Region) decides(q ir.Expr) bool {
	not := ir.NotExpr(q)
	return slices.ContainsFunc(r.literals(), func(x ir.Expr) bool { return ir.Equal(x, q) || ir.Equal(x, not) })
}

// atomsOf returns the conditions of which x is composed by connectives.
func atomsOf(x ir.Expr) []ir.Expr {
	switch y := x.(type) { // sound: other expressions are atoms
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
