package synergy

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file chooses the condition by which a region is split: all of Pre, or Pre without the conditions of the path
// over the frontier (option relevance).

// choices returns conditions to split the region before e by, the better ones first; x is Pre. If other paths lead to
// the location after the frontier as well, the first choice omits the conditions of this path, unless they are needed
// to exclude a state of F. Conditions from the region after e are kept. If they seem unnecessary, perhaps only few
// states are known; and if they are necessary after all, dropping them multiplies regions.
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

// meets reports whether another path leads from the location before e to the location after it, without returning to
// the former. If there is one, the choice of the path is not a property of the location after e.
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

// relevant returns the conjuncts of way, a cube of Pre, by which to split. It drops each condition of the path unless
// it excludes a state of F that no other conjunct excludes. If there are only such conditions it returns all. ok is
// false if some state may satisfy all conjuncts.
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
	var states []*State // states that may satisfy few
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

// conditions returns the conditions on a state under which it can pass the letter of e at all.
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
