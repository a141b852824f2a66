package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file refines the regions after a frontier over which no test leads, before the region in front of the frontier
// is split. It goes back from the error along a shortest abstract path, and splits each region by Pre of the next one.
// (With split=block, a letter of the path is code without loops.) If no state can take the path, the edge at the
// frontier is removed at once. Otherwise the region in front of the frontier is split by a condition about the whole
// path to the error, not only about its next step:
//
//	L2 -x == 0-> L4 -x % 2 != 0-> error        L4 is split by x % 2 != 0; from L2 no state leads to that part

// longestPath bounds the edges of the abstract path that along refines.
const longestPath = 64

// along refines the regions on a shortest path from r to the error, from the error back to r. It does nothing if one of
// these regions has a state of F or the path has a call. It reports whether it split a region or removed an edge.
func (a *analysis) along(ctx context.Context, r *Region) (some bool) {
	var way []*Edge
	for at := r; a.abs.Distance(at) > 0; {
		next := a.nearer(at)
		if next == nil || next.Exit != nil || len(way) == longestPath || len(a.front.states[at.ID]) > 0 {
			return false
		}
		way = append(way, next)
		at = next.To
	}
	for i := len(way) - 1; i >= 0 && ctx.Err() == nil; i-- {
		e := way[i]
		if e = a.live(e); e == nil {
			return some
		}
		if a.shown(ctx, e, nil, nil) {
			a.abs.remove(e)
			return true
		}
		yes := a.part(ctx, e)
		if yes == nil {
			return some
		}
		some = true
		if i > 0 {
			way[i-1] = &Edge{From: way[i-1].From, Letter: way[i-1].Letter, To: yes}
		}
	}
	return some
}

// nearer returns an edge from r to a region that is one step nearer to the error, nil if there is none.
func (a *analysis) nearer(r *Region) *Edge {
	for _, e := range a.abs.Out(r) {
		if d := a.abs.Distance(e.To); !e.Gone && d != Far && d+1 == a.abs.Distance(r) {
			return e
		}
	}
	return nil
}

// live returns the edge with the ends and the letter of e that is not gone, nil if there is none.
func (a *analysis) live(e *Edge) *Edge {
	for _, f := range a.abs.Out(e.From) {
		if !f.Gone && f.Letter == e.Letter && f.Exit == e.Exit && f.To == e.To {
			return f
		}
	}
	return nil
}

// part splits the region before e by Pre, if it can show that no state that violates Pre passes e. It returns the part
// in which Pre holds, nil if it did not split.
func (a *analysis) part(ctx context.Context, e *Edge) *Region {
	for n := 0; ctx.Err() == nil && a.w.link(n) != nil; n++ {
		q := a.pre(ctx, n, e)
		if q.why != "" {
			continue
		}
		x := q.Expr()
		// x is a condition of the region already
		if slices.ContainsFunc(e.From.literals(), func(y ir.Expr) bool { return ir.Equal(x, y) }) {
			return nil
		}
		if a.split(ctx, e, x) {
			return e.From.Yes
		}
	}
	return nil
}

// split splits the region before e by q and removes e from the part without q, if it can show that no state passes e
// unless q holds. It reports whether it did.
func (a *analysis) split(ctx context.Context, e *Edge, q ir.Expr) bool {
	if ir.IsTrue(q) || ir.IsFalse(q) || !a.shown(ctx, e, ir.NotExpr(q), nil) {
		return false
	}
	a.general.split[e.From.At]++
	no := a.front.cut(e.From, q)
	a.drop(no, e.Letter, e.Exit, e.To)
	if a.w.cfg.Scope == Function {
		for _, x := range atomsOf(q) {
			a.w.scoped = append(a.w.scoped, x)
			a.spread(x)
		}
	}
	a.counts()
	return true
}

// drop removes the edge with the given ends and letter, if there is one.
func (a *analysis) drop(from *Region, letter int, exit, to *Region) {
	if e := a.live(&Edge{From: from, Letter: letter, Exit: exit, To: to}); e != nil {
		a.abs.remove(e)
	}
}

// counts counts a refinement and logs progress.
func (a *analysis) counts() {
	a.w.logged.cuts++
	a.w.task.Log.Count(Name+".refinements", 1)
	a.w.task.Log.Progress(Name, "%d refinements, %d tests, %d regions", a.w.logged.cuts, len(a.w.tests.forest.Tests),
		len(a.abs.Regions))
}
