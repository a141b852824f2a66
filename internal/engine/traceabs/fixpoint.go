package traceabs

// This file makes data automata of fixpoints: 3.1 and Fig. 7 of M. Greitschus, D. Dietsch, A. Podelski: Refining Trace
// Abstraction using Abstract Interpretation (2017).
//
// Beyond the paper, several domains are tried, one after the other (rungs.go). If a domain excludes the error of a path
// program, fixpoints of more letters are tried: first of all letters, then of the letters in the loops on the trace.
// One data automaton of such a fixpoint replaces the automata of all traces through the loops.

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Limits.
const (
	// The states of the first fewWhole fixpoints are used unchanged. The states of later fixpoints are reduced to the
	// necessary facts, since unchanged states may lead to exponentially many states of the product.
	fewWhole = 8
	pathWork = 200_000 // edges evaluated in the analysis of one path program
)

// fixpoint returns the data automaton of the path program of word and a text on how it was found, if some domain
// excludes the error of the path program; else nil.
func (w *worker) fixpoint(ctx context.Context, p *floydhoare.Program, word []int) (*floydhoare.Data, string) {
	if len(w.rungs) == 0 {
		return nil, ""
	}
	w.task.Log.Count(Name+".ai", 1)
	letters, edges, _ := p.PathProgram(word)
	_, places := p.Path(word)
	end := p.Loc[places[len(places)-1]]
	for i, r := range w.rungs {
		if !r.first && !w.affords() || ctx.Err() != nil {
			break
		}
		f := w.analyse(ctx, r, edges, end, !r.first)
		if f == nil {
			continue
		}
		if d, how := w.wider(ctx, p, i, word); d != nil {
			return d, how
		}
		if d, how := w.automaton(ctx, p, r, f, letters, word); d != nil {
			w.useful++
			w.task.Log.Count(Name+".ai.useful", 1)
			if !r.first {
				w.task.Log.Count(Name+".ai.stronger", 1)
			}
			return d, how + " the path program in " + r.Name()
		}
	}
	return nil, ""
}

// wider returns the data automaton of a fixpoint of more letters than the word has, in the rung with index from or a
// later rung; nil if there is none. It tries each set of letters once.
func (w *worker) wider(ctx context.Context, p *floydhoare.Program, from int, word []int) (*floydhoare.Data, string) {
	if !w.cfg.Wide {
		return nil, ""
	}
	_, places := p.Path(word)
	end := p.Loc[places[len(places)-1]]
	try := func(letters map[int]bool, key string) (*floydhoare.Data, string) {
		for _, r := range w.rungs[from:] {
			k := wide{r, end, key}
			if w.tried[k] || !w.affords() {
				continue
			}
			w.tried[k] = true
			if f := w.analyse(ctx, r, p.Edges(letters), end, true); f != nil {
				if d, how := w.automaton(ctx, p, r, f, letters, word); d != nil {
					w.task.Log.Count(Name+".ai.wide", 1)
					return d, how + " loops in " + r.Name()
				}
			}
		}
		return nil, ""
	}
	if d, how := try(p.All()); d != nil {
		return d, how
	}
	return try(p.LoopProgram(word))
}

// wide identifies a fixpoint of more letters that was tried.
type wide struct {
	r   *rung
	end *ir.Loc
	key string
}

// automaton returns the data automaton of a fixpoint if it accepts word, else nil. The data automaton is made from the
// facts that exclude the error if these are computed, else from the states of the fixpoint.
func (w *worker) automaton(ctx context.Context, p *floydhoare.Program, r *rung, f *found, letters map[int]bool,
	word []int) (*floydhoare.Data, string) {
	enhanced := w.cfg.Enhanced || w.calls // a fixpoint gives no triples of calls and returns
	accepts := func(preds []int, o floydhoare.DataOptions) *floydhoare.Data {
		d := floydhoare.NewData(p, r.triples, preds, o)
		if yes, ok := d.Within(ctx).Accepts(word); !yes || !ok {
			return nil
		}
		return d
	}
	if f.needs != nil {
		preds, known := floydhoare.FromNeeds(ctx, p, r.triples, f.needs, letters)
		d := accepts(preds, floydhoare.DataOptions{Enhanced: w.cfg.Enhanced, Known: known})
		if d != nil {
			w.task.Log.Count(Name+".ai.backward", 1)
		}
		return d, "fixpoint forward and backward of"
	}
	if (w.cfg.Enhanced || w.useful >= fewWhole) && !w.calls {
		if preds, known, ok := floydhoare.Sliced(ctx, p, r.triples, f.states, letters); ok {
			if d := accepts(preds, floydhoare.DataOptions{Enhanced: true, Known: known}); d != nil {
				return d, "what is needed of the fixpoint of"
			}
		}
	}
	var preds []int
	var known []floydhoare.Known
	if r.Apart() && !w.calls {
		preds, known = floydhoare.FromParts(ctx, p, r.triples, f.states, letters)
	} else {
		preds, known = floydhoare.FromStates(ctx, p, w.preds, r.meaning, f.states, letters)
	}
	if w.cfg.Enhanced && !w.calls { // use single conjuncts, since one may hold where the conjunction does not
		for _, n := range slices.Clone(preds) {
			preds = append(preds, w.preds.Each(w.task.Program.Entry, w.preds.Expr([]int{n}))...)
		}
	}
	if d := accepts(preds, floydhoare.DataOptions{Enhanced: enhanced, Known: known}); d != nil {
		return d, "fixpoint of"
	}
	return nil, ""
}
