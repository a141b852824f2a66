package traceabs

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file exchanges facts with the board. Invariants and predicates of other engines make a data automaton, whose
// moves are decided as for predicates from interpolants. So the facts need not have been checked, and a proof does not
// rely on the engine that found them. Predicates that explain traces are published for other engines.

// Limits.
const (
	mostHints  = 24 // predicates of other engines that are used
	mostMisses = 3  // the predicates are ignored after this many traces in a row that they do not explain
	mostTold   = 6  // predicates at one location of a trace that are published
)

// hints has the predicates that other engines have found.
type hints struct {
	facts  int              // number of facts on the board when d was made
	d      *floydhoare.Data // the data automaton; nil if there are no predicates
	misses int              // traces in a row that d does not accept
}

// listen makes a data automaton from the facts on the board, if there are new ones.
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

// hint returns the data automaton of other engines' predicates, those included that are new on the board, if it accepts
// word, else nil.
func (w *worker) hint(ctx context.Context, word []int) *floydhoare.Data {
	w.listen()
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

// note records the predicates of a data automaton along the word for which it was made.
func (w *worker) note(p *floydhoare.Program, word []int, d *floydhoare.Data) {
	_, states := p.Path(word)
	places := make([]*ir.Loc, len(states))
	for i, s := range states {
		places[i] = p.Loc[s]
	}
	w.keep(places, d.Along(word))
}

// keep adds the predicates in sets, by index of a location in places, to the precision that is published, if other
// engines have the same names for their registers.
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

// publish publishes the precision if it is new.
func (w *worker) publish() {
	if w.precision != w.published {
		w.published = w.precision
		w.kit.Claim(&verify.Predicates{Precision: *w.precision})
	}
}
