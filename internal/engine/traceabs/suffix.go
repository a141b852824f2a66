package traceabs

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file searches for a suffix of a trace that is infeasible from any state. A trace often has several
// contradictions. The one nearest to the error excludes the most words, since words may reach it on other paths. If no
// location occurs twice in the suffix, no loop matters for its infeasibility, and predicates for the suffix suffice.
//
//	lock1 := 1; ..; lock2 := 1; ..; assume lock1 != 1; ..; assume lock2 != 1     is explained by {lock2 = 1}

// suffix returns the index of the first letter of a shortest such suffix, 0 if it finds none. It tries suffixes of 2,
// 4, 8 and more letters, then lengths between them.
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
	if straight == len(word) { // the suffix is the last letter alone
		return 0
	}
	// The suffix from begin is infeasible (not known if begin is 0), the suffix from feasible is feasible.
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

// local returns the data automaton of the predicates that explain the suffix of word from the letter with index from;
// nil if it does not accept word.
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
	if !whole { // a triple may need a predicate that cannot be expressed
		known = nil
	}
	d := floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true, Known: known})
	if yes, ok := d.Within(ctx).Accepts(word); !yes || !ok {
		return nil
	}
	return d
}
