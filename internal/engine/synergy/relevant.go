package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file says by what a region is split: by all of Pre, or without the conditions of the way over the frontier
// (option relevance).

// choices returns conditions to split a region by, the better first: where control comes to the place after the
// frontier by other paths as well, without the conditions of this path, as far as all states of F stay out. The
// conditions that the region after it asks for itself is not dropped: that few states are known is no reason to believe
// that it does not matter, and where it does, regions multiply.
func (a *analysis) choices(ctx context.Context, n int, e *Edge, x vc.Preimage) (out []ir.Expr) {
	if a.w.cfg.Relevance && a.meets(e) {
		var few vc.Preimage
		ok := true
		for _, way := range x.Cubes {
			var w []ir.Expr
			if w, ok = a.relevant(ctx, n, e, way); !ok {
				break
			}
			if !slices.ContainsFunc(few.Cubes, func(v []ir.Expr) bool { return slices.EqualFunc(v, w, ir.Equal) }) {
				few.Cubes = append(few.Cubes, w)
			}
		}
		if ok {
			out = append(out, few.Expr())
		}
	}
	if all := x.Expr(); len(out) == 0 || !ir.Equal(all, out[0]) {
		out = append(out, all)
	}
	return out
}

// meets reports whether control may come to where an edge leads in another way from where it begins, without coming
// back there first: by which path it does is no property of the place after it.
func (a *analysis) meets(e *Edge) bool {
	k := [3]int{e.From.At, e.Letter, e.To.At}
	yes, known := a.met[k]
	if known {
		return yes
	}
	seen := map[int]bool{e.From.At: true}
	var queue []int
	for _, m := range a.program.Moves(e.From.At) {
		if (m.Letter != e.Letter || m.To != e.To.At) && !seen[m.To] {
			seen[m.To] = true
			queue = append(queue, m.To)
		}
	}
	for len(queue) > 0 && !seen[e.To.At] {
		at := queue[0]
		queue = queue[1:]
		for _, m := range a.program.Moves(at) {
			if !seen[m.To] {
				seen[m.To] = true
				queue = append(queue, m.To)
			}
		}
	}
	a.met[k] = seen[e.To.At] && e.To.At != e.From.At
	return a.met[k]
}

// relevant returns the conjuncts of a way to split by without those that are conditions of the way, but for such as
// keep states of F out; all if there are no others. ok is false where a state may have all conjuncts.
func (a *analysis) relevant(ctx context.Context, n int, e *Edge, way []ir.Expr) (few []ir.Expr, ok bool) {
	conds := a.conditions(ctx, n, e)
	var rest []ir.Expr
	for _, c := range way {
		if slices.ContainsFunc(conds, func(x ir.Expr) bool { return ir.Equal(x, c) }) {
			rest = append(rest, c)
		} else {
			few = append(few, c)
		}
	}
	if len(few) == 0 {
		few, rest = way, nil
	}
	may := func(s *State, c ir.Expr) bool { yes, ok := a.w.tests.forest.Holds(s, c); return yes || !ok }
	var states []*State // that few does not keep out
	for _, s := range a.front.states[e.From.ID] {
		if !slices.ContainsFunc(few, func(c ir.Expr) bool { return !may(s, c) }) {
			states = append(states, s)
		}
	}
	if len(states) == 0 {
		return few, true
	}
	more, ok := vc.Preimage{Cubes: [][]ir.Expr{rest}}.Suitable(len(states),
		func(i int, c ir.Expr) bool { return may(states[i], c) })
	if !ok {
		return nil, false
	}
	return append(few, more.Cubes[0]...), true
}

// conditions returns the conditions that a letter asks of a state to be passed at all.
func (a *analysis) conditions(ctx context.Context, n int, e *Edge) []ir.Expr {
	k := [4]int{n, e.From.At, e.Letter, e.To.At}
	conds, known := a.conds[k]
	if known || a.program.Alphabet.Letter(e.Letter).Kind != floydhoare.Internal {
		return conds
	}
	l := a.w.link(n)
	left := l.prover.E.C.Until(ctx, func() {
		yes := ir.NewBool(true)
		block := a.program.Block(e.From.At, e.Letter, e.To.At)[0].Graph
		for _, way := range l.prover.Preimage(ctx, l.prover.E.RootOf(a.fn(e.From)), block, yes, yes).Cubes {
			conds = append(conds, way...)
		}
	})
	if left == nil && ctx.Err() == nil {
		a.conds[k] = conds
	}
	return conds
}
