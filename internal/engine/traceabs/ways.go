package traceabs

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file explains traces of letters with several ways by single ways: what explains one way often explains all, and is found with less than what is said of all
// at once. Where a letter does not lead to the next predicate, it has another way on which that fails, which is explained next (counterexamples to a triple, as
// in the lazy abstraction of large blocks: D. Beyer, M. E. Keremoglu, P. Wendler: Predicate abstraction with adjustable-block encoding, FMCAD 2010).
//
//	either y = 1 or y = 2; assume y == 7      the way by y = 1: {y != 7}, which holds on the other way, too

// mostTried is how many ways of one trace are explained.
const mostTried = 6

// byWays is the data automaton of predicates of some ways of a trace, from a letter on; nil if they do not exclude it.
func (w *worker) byWays(ctx context.Context, p *floydhoare.Program, word []int, from int, q *vc.Prover, core func(first []int) vc.Choice) *floydhoare.Data {
	_, _, states := p.Trace(word, from)
	block := func(i int) floydhoare.Block { return p.Block(states[i-from], word[i], states[i-from+1])[0] }
	ways := make([][]*ir.Edge, len(word))
	for i := from; i < len(word); i++ {
		ways[i] = block(i).Way()
	}
	f := p.Prog.Entry
	in := q.E.RootOf(f)
	var preds []int
	var known []floydhoare.Known
	for range mostTried {
		var path vc.Path
		if from > 0 {
			path.Start = vc.Point{Loc: block(from).From()}
		}
		first := []int{0}
		for _, way := range ways[from:] {
			path.Edges = append(path.Edges, way...)
			first = append(first, len(path.Edges))
		}
		choice := core(first)
		choice.Backward = true
		found, err := q.AttemptsOf(ctx, path, sequences, choice)
		if err != nil || len(found) == 0 {
			return nil
		}
		seq, whole := between(first, found[0].Exprs)
		more, triples := floydhoare.FromSequence(p, w.preds, word[from:], seq)
		preds = append(preds, more...)
		if whole {
			known = append(known, slices.DeleteFunc(triples, func(k floydhoare.Known) bool { return !k.Letter.Block.Straight() })...)
		}
		d := floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true, Known: known})
		if yes, ok := d.Within(ctx).Accepts(word); yes || !ok {
			if !ok {
				return nil
			}
			return d
		}
		// The first letter that does not lead to what is to hold behind it.
		sets := d.Along(word)
		at := -1
		for i := from; i+1 < len(sets) && at < 0; i++ {
			if seq[i+1-from] != nil && !within(w.preds.Each(f, seq[i+1-from]), sets[i+1]) {
				at = i
			}
		}
		if at < 0 || block(at).Straight() {
			return nil
		}
		pre, _ := q.Term(in, w.preds.Expr(sets[at]))
		post, _ := q.Term(in, seq[at+1-from])
		steps, _, ok := q.Way(ctx, vc.Point{Ctx: in, Loc: block(at).From()}, block(at).Leg, pre, q.E.C.Not(post))
		if !ok {
			return nil
		}
		var way []*ir.Edge
		for _, k := range steps {
			way = append(way, block(at).Leg.Steps[k].Edge)
		}
		if slices.Equal(way, ways[at]) {
			return nil
		}
		ways[at] = way
	}
	return nil
}

// within says that each number is one of a sorted set, or True.
func within(ns, set []int) bool {
	return !slices.ContainsFunc(ns, func(n int) bool {
		_, in := slices.BinarySearch(set, n)
		return !in && n != floydhoare.True
	})
}
