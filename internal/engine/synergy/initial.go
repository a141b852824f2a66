package synergy

import "github.com/tandem-verifier/tandem/internal/ir"

// This file makes the partition with which an analysis begins: one region for each location (initial=none, as in the
// paper's examples), or regions split by the conditions of the branches at the location (initial=conditions), or by the
// predicates that other engines use there (initial=board).

// mostInitial bounds the conditions that split a location.
const mostInitial = 4

// begin splits the regions of all locations as the option initial demands.
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
