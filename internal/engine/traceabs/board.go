package traceabs

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file is what comes from the board and goes there. Invariants and predicates of others make a data automaton,
// whose moves are decided as for interpolants: no engine need have checked them, and a proof does not rest on the
// engine that found them. Predicates that explain traces are worth tracking for others.

// Limits: predicates of others, traces in a row that they do not explain until there are new ones, and predicates of
// ours at one place of a trace.
const (
	mostHints  = 24
	mostMisses = 3
	mostTold   = 6
)

// hints are what others have found.
type hints struct {
	facts  int              // that were there
	d      *floydhoare.Data // nil: nothing
	misses int              // traces in a row that it does not accept
}

// listen makes a data automaton of what is on the board, if that is news.
func (w *worker) listen() {
	if w.board == nil {
		return
	}
	facts := w.board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant, verify.KindCandidate,
		verify.KindPredicate}})
	if len(facts) == w.hints.facts {
		return
	}
	w.hints = hints{facts: len(facts)}
	var preds []int
	at := func(l *ir.Loc, x ir.Expr) {
		if !w.calls && l.Func != w.task.Program.Entry {
			return
		}
		for _, c := range ir.Conjuncts(x) {
			if len(preds) < mostHints && prover.OfRegisters(l.Func, c) {
				preds = append(preds, w.preds.Each(l.Func, c)...)
			}
		}
	}
	for _, i := range w.board.Invariants(w.task.Program) {
		at(i.Loc, i.Expr)
	}
	for _, f := range facts {
		if found, is := f.Payload.(*verify.Predicates); is && f.Producer != Name {
			for _, l := range w.program.Loc {
				for _, x := range found.Precision.Predicates(l) {
					at(l, x)
				}
			}
		}
	}
	if len(preds) > 0 {
		w.hints.d = floydhoare.NewData(w.program, w.triples, preds, floydhoare.DataOptions{Enhanced: true})
	}
}

// hint is the data automaton of what others have found, if it accepts a word.
func (w *worker) hint(ctx context.Context, word []int) *floydhoare.Data {
	h := &w.hints
	if h.d == nil || h.misses == mostMisses {
		return nil
	}
	if yes, ok := h.d.Within(ctx).Accepts(word); !yes || !ok {
		h.misses++
		return nil
	}
	h.misses = 0
	return h.d
}

// note keeps what a data automaton says along the word that it was made for.
func (w *worker) note(p *floydhoare.Program, word []int, d *floydhoare.Data) {
	_, states := p.Path(word)
	places := make([]*ir.Loc, len(states))
	for i, s := range states {
		places[i] = p.Loc[s]
	}
	w.keep(places, d.Along(word))
}

// keep keeps what sets say at places, as far as others have the same names.
func (w *worker) keep(places []*ir.Loc, sets [][]int) {
	at := map[*ir.Loc][]ir.Expr{}
	for i, set := range sets {
		if l := places[i]; len(set) <= mostTold {
			for _, n := range set {
				if x := w.preds.Expr([]int{n}); n != floydhoare.False && prover.OfRegisters(l.Func, x) {
					at[l] = append(at[l], x)
				}
			}
		}
	}
	w.precision = w.precision.WithPredicates(verify.Scoped{Loc: at})
}

// publish puts on the board what is worth tracking, if that is news.
func (w *worker) publish() {
	if w.precision != w.published {
		w.published = w.precision
		w.kit.Claim(&verify.Predicates{Precision: *w.precision})
	}
}
