package traceabs

// This file has the generalisation: Fig. 6 of M. Greitschus, D. Dietsch, A. Podelski: Refining Trace Abstraction using
// Abstract Interpretation (2017).

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// Limits.
const (
	pathPart  = 4 // a generalisation takes at most 1/pathPart of the rest of the turn
	sequences = 1 // number of sequences of interpolants whose predicates go into one data automaton
)

// generalise implements Fig. 6. It uses the fixpoint of the path program if a statement of the trace is in a loop, the
// path program is new, and the fixpoint excludes the error; else it uses interpolants. It returns a data automaton and
// a text on how it was found, or nil and the reason.
func (w *worker) generalise(ctx context.Context, p *floydhoare.Program, word []int, q *vc.Prover) (d *floydhoare.Data,
	how, why string) {
	_, _, key := p.PathProgram(word)
	loop := slices.ContainsFunc(word, func(l int) bool { return p.Alphabet.Letter(l).Loops })
	again := w.analysed[key]
	w.analysed[key] = true
	if loop && again == (w.cfg.AI == Last) {
		if d, how = w.fixpoint(ctx, p, word); d != nil {
			return d, how, ""
		}
	}
	if loop && !w.calls {
		if d, how = w.clauses(ctx, p, word, q); d != nil {
			return d, how, ""
		}
	}
	if d, how, why = w.interpolants(ctx, p, word, q); d != nil {
		return d, how, ""
	}
	// Beyond the paper, fixpoints are also tried without a loop, since a domain may express facts about memory that no
	// sequence of interpolants can express.
	if !again && (!loop || w.cfg.AI == Last) {
		if d, how = w.fixpoint(ctx, p, word); d != nil {
			return d, how, ""
		}
	}
	return nil, "", "a trace is infeasible, but cannot be generalised: " + why
}

// part returns a context that limits one generalisation to a part of the turn.
func (w *worker) part(ctx context.Context) (context.Context, context.CancelFunc) {
	if d, ok := ctx.Deadline(); ok && !w.task.Options.Determ {
		return clock.WithTimeout(ctx, max(time.Until(d)/pathPart, 50*time.Millisecond))
	}
	return context.WithCancel(ctx)
}

// interpolants returns the data automaton of a word that a solver has shown to be infeasible. It has the predicates of
// some sequences of interpolants; its moves are decided when the difference needs them. If there is none, why is the
// reason.
func (w *worker) interpolants(ctx context.Context, p *floydhoare.Program, word []int, q *vc.Prover) (d *floydhoare.Data,
	how, why string) {
	if w.calls {
		return w.nestedInterpolants(ctx, p, word, q)
	}
	path, first, states := p.Trace(word, 0)
	var all []*vc.Interpolants
	var err error
	core := w.core(p, word, first)
	if left := q.E.C.Until(ctx, func() { all, err = q.AttemptsOf(ctx, path, sequences, core) }); left != nil {
		return nil, "", verify.Said(left)
	}
	if err != nil {
		return nil, "", err.Error()
	}
	var preds []int
	var known []floydhoare.Known
	var hows []string
	for _, ip := range all {
		seq, whole := between(first, ip.Exprs)
		more, triples := floydhoare.FromSequence(p, w.preds, word, states, seq)
		preds = append(preds, more...)
		if whole { // unless whole is set, a triple may need a predicate that cannot be expressed
			known = append(known, triples...)
		}
		hows = append(hows, ip.How)
	}
	if len(preds) == 0 {
		return nil, "", "no sequence of interpolants can be said as expressions"
	}
	d = floydhoare.NewData(p, w.triples, preds, floydhoare.DataOptions{Enhanced: true, Known: known})
	if yes, ok := d.Within(ctx).Accepts(word); !yes || !ok {
		return nil, "", "no progress: the data automaton does not accept the trace"
	}
	return d, "interpolants: " + strings.Join(hows, ", "), ""
}

// mostCores is the number of other cores that are tried before the solver's core is used again.
const mostCores = 1

// core selects the core of a trace that interpolants explain: another core each time that the path program of the trace
// comes again. first has the index of each letter's first edge.
func (w *worker) core(p *floydhoare.Program, word, first []int) vc.Choice {
	_, _, key := p.PathProgram(word)
	n := w.explained[key]
	w.explained[key]++
	loops := make([]bool, first[len(word)])
	for i, l := range word {
		for k := first[i]; k < first[i+1]; k++ {
			loops[k] = p.Alphabet.Letter(l).Loops
		}
	}
	return vc.Choice{Other: n % (mostCores + 1), Outside: func(i int) bool { return !loops[i] }}
}

// between returns the predicates at the beginning of each letter, and at the end. whole is false if one of them cannot
// be expressed.
func between(first []int, exprs []ir.Expr) (seq []ir.Expr, whole bool) {
	whole = true
	for _, i := range first {
		seq = append(seq, exprs[i])
		whole = whole && exprs[i] != nil
	}
	return seq, whole
}
