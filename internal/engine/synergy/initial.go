package synergy

import "github.com/tandem-verifier/tandem/internal/ir"

// This file has the partition that an analysis begins with: a region a place (initial=none, as in the paper's
// examples), or parted by the conditions of the branches at the places that test them, or by what others track there.

// mostInitial bounds the conditions of a place.
const mostInitial = 4

// begin parts the regions of the places.
func (a *analysis) begin() {
	by := make([][]ir.Expr, a.program.Len())
	each := func(s int, x ir.Expr) {
		if len(by[s]) < mostInitial && a.speaks(s, x) {
			by[s] = append(by[s], x)
		}
	}
	switch a.w.cfg.Initial {
	case None:
	case Conditions:
		for s := range by {
			for _, m := range a.program.Moves(s) {
				if c, is := a.program.Block(s, m.Letter, m.To)[0].Edges()[0].Stmt.(*ir.Assume); is {
					each(s, c.Cond)
				}
			}
		}
	case Board:
		if a.w.board != nil {
			a.general.predicates(each)
		}
	}
	for s, xs := range by {
		for _, x := range xs {
			for _, r := range a.abs.Roots[s].Leaves(nil) {
				if !r.decides(x) {
					a.front.cut(r, x)
				}
			}
		}
	}
}
