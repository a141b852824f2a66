package traceabs

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file looks for the end of a trace that is infeasible whatever comes before it. A trace often contradicts itself
// in several places, and the contradiction that is nearest to the error excludes more: words that come to it by other
// ways. Where that end goes through no location twice, no loop matters for it, and its predicates are enough.
//
//	lock1 := 1; ..; lock2 := 1; ..; assume lock1 != 1; ..; assume lock2 != 1     is explained by {lock2 = 1}

// suffix is the place of the first letter of such an end, 0 if none was found: of the fewest letters: 2, 4, 8 and more
// are tried, then those between.
func (w *worker) suffix(ctx context.Context, p *floydhoare.Program, word []int, q *vc.Prover) int {
	_, first, places := p.Trace(word, 0)
	seen := map[*ir.Loc]bool{}
	straight := len(word)
	for straight >= 0 && !seen[p.Loc[places[straight]]] &&
		(straight == len(word) || p.Alphabet.Kind(word[straight]) == floydhoare.Internal) {
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
		path, _, _ := p.Trace(word, at)
		from, excluded, err := q.Excluded(ctx, path)
		switch {
		case err != nil:
			return 0
		case !excluded && at == max(straight, 1):
			return 0
		case !excluded:
			feasible = at
		default:
			core := first[at] + max(from, 0)
			for begin = at; begin+1 < len(word) && first[begin+1] <= core; {
				begin++
			}
		}
	}
	return begin
}

// local is the data automaton of the predicates that explain such an end; nil if there are none that accept the word.
func (w *worker) local(ctx context.Context, p *floydhoare.Program, word []int, from int,
	q *vc.Prover) *floydhoare.Data {
	path, first, states := p.Trace(word, from)
	var found []*vc.Interpolants
	var err error
	attempt := func() {
		found, err = q.Attempts(ctx, path, sequences)
	}
	if left := q.E.C.Until(ctx, attempt); left != nil || err != nil || len(found) == 0 {
		return nil
	}
	seq, whole := between(first, found[0].Exprs)
	preds, known := floydhoare.FromSequence(p, w.preds, word[from:], states, seq)
	if !whole { // a triple between two of them may need what cannot be said
		known = nil
	}
	d := floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true, Known: known})
	if yes, ok := d.Within(ctx).Accepts(word); !yes || !ok {
		return nil
	}
	return d
}
