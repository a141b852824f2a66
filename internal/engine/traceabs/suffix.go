package traceabs

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file looks for the end of a trace that is infeasible whatever comes before it. A trace often contradicts itself in several places, and the
// contradiction that is nearest to the error excludes more: words that come to it by other ways. Where that end goes through no place twice, no loop
// matters for it, and its predicates are enough.
//
//	lock1 := 1; ..; lock2 := 1; ..; assume lock1 != 1; ..; assume lock2 != 1     is explained by {lock2 = 1}

// suffix is the place of the first letter of such an end, 0 if none was found: of the fewest letters: 2, 4, 8 and more are
// tried, then those between.
func (w *worker) suffix(ctx context.Context, p *floydhoare.Program, word []int, q *vc.Prover) int {
	edges, places := p.Path(word)
	first := make([]int, len(word)+1) // by letter: its first edge
	for i, l := range word {
		first[i+1] = first[i] + len(p.Block(places[i], l, places[i+1])[0].Edges())
	}
	seen := map[*ir.Loc]bool{}
	straight := len(word)
	for straight >= 0 && !seen[p.Loc[places[straight]]] {
		seen[p.Loc[places[straight]]] = true
		straight--
	}
	straight++
	if straight == len(word) { // the last letter alone
		return 0
	}
	// From begin on it is infeasible (0: not known), from feasible on it is not.
	begin, feasible := 0, len(word)
	for n := 2; feasible > begin+1 && ctx.Err() == nil; n *= 2 {
		at := max(len(word)-n, straight, 1)
		if begin > 0 {
			at = (begin + feasible) / 2
		}
		f, err := q.Check(ctx, vc.Path{Start: vc.Point{Loc: p.Loc[places[at]]}, Edges: edges[first[at]:]})
		switch {
		case err != nil:
			return 0
		case f.Result != smt.Unsat && at == max(straight, 1):
			return 0
		case f.Result != smt.Unsat:
			feasible = at
		default:
			core := first[at]
			if len(f.Core) > 0 {
				core += max(f.Core[0], 0)
			}
			for begin = at; first[begin+1] <= core; {
				begin++
			}
		}
	}
	return begin
}

// local is the data automaton of the predicates that explain such an end; nil if there are none that accept the word.
func (w *worker) local(ctx context.Context, p *floydhoare.Program, word []int, from int, q *vc.Prover) *floydhoare.Data {
	all, places := p.Path(word)
	edges, _ := p.Path(word[:from])
	end := all[len(edges):]
	var found []*vc.Interpolants
	var err error
	attempt := func() {
		found, err = q.Attempts(ctx, vc.Path{Start: vc.Point{Loc: p.Loc[places[from]]}, Edges: end}, sequences)
	}
	if left := q.E.C.Until(ctx, attempt); left != nil || err != nil || len(found) == 0 {
		return nil
	}
	seq, at := []ir.Expr{found[0].Exprs[0]}, 0
	whole := seq[0] != nil
	for i := from; i < len(word); i++ {
		at += len(p.Block(places[i], word[i], places[i+1])[0].Edges())
		seq = append(seq, found[0].Exprs[at])
		whole = whole && found[0].Exprs[at] != nil
	}
	preds, known := floydhoare.FromSequence(p, w.preds, word[from:], seq)
	if !whole { // a triple between two of them may need what cannot be said
		known = nil
	}
	d := floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true, Known: known})
	if yes, ok := d.Within(ctx).Accepts(word); !yes || !ok {
		return nil
	}
	return d
}
