package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file makes predicates, and the triples that are known between them, from an explanation why no execution takes a
// word (generalize in Fig. 4 to 6).

// FromStates makes predicates and triples from a fixpoint on the path program of letters, which has states by location:
// one predicate for each distinct state, and a triple for each occurrence of a letter (3.1). A location without a state
// is unreachable, so its predicate is False. Each triple is checked in the domain, since a predicate may lack facts of
// its state that no expression can state. When the context ends, no more triples are checked, and the result has the
// triples checked so far.
func FromStates(ctx context.Context, p *Program, ps *Predicates, m *absint.Meaning, states map[*ir.Loc][]absint.State,
	letters map[int]bool) (preds []int, known []Known) {
	type at struct {
		n int
		s absint.State
	}
	by := make([][]at, p.Len())
	for s, l := range p.Loc {
		for _, x := range states[l] {
			n := ps.ofState(l.Func, m, x)
			by[s] = append(by[s], at{n, m.Stated(x)})
			preds = append(preds, n)
		}
	}
	for s := range p.Len() {
		for _, mv := range p.Moves(s) {
			if ctx.Err() != nil {
				return sorted(preds), known
			}
			if !letters[mv.Letter] || p.Alphabet.Kind(mv.Letter) != Internal {
				continue
			}
			l, b := p.Alphabet.Letter(mv.Letter), p.block(s, mv.Letter)
			for _, x := range by[s] {
				y := after(m, x.s, b)
				if y == nil {
					known = append(known, Known{[]int{x.n}, l, False})
					continue
				}
				for _, z := range by[mv.To] {
					if m.Leq(y, z.s) {
						known = append(known, Known{[]int{x.n}, l, z.n})
					}
				}
			}
		}
	}
	return sorted(preds), known
}

// FromSequence makes predicates and triples from a sequence of predicates along a word: one before each letter and one
// at the end, each split into its conjuncts. states has the state of the program before each letter, and the state at
// the end. A nil predicate could not be written as an expression, and no triple with it is known. No triple of a call
// or return is known either.
func FromSequence(p *Program, ps *Predicates, word, states []int, seq []ir.Expr) (preds []int, known []Known) {
	at := make([][]int, len(word)+1)
	for i := range at {
		if i < len(seq) && seq[i] != nil {
			at[i] = ps.Each(p.Loc[states[i]].Func, seq[i])
			preds = append(preds, at[i]...)
		}
	}
	for i, l := range word {
		if i >= len(seq) || seq[i] == nil || p.Alphabet.Kind(l) != Internal {
			continue
		}
		for _, n := range at[i+1] {
			known = append(known, Known{at[i], p.Alphabet.Letter(l), n})
		}
	}
	return sorted(preds), known
}

// BeforeLetters selects from a sequence along the path of a word the predicates before each letter and at the end.
// first and states are results of Trace.
func BeforeLetters(p *Program, word, first, states []int, seq *vc.Nested) []ir.Expr {
	out := []ir.Expr{seq.Exprs[0]}
	for i, l := range word {
		x := seq.Exprs[first[i+1]]
		if loc := p.Loc[states[i+1]]; p.Alphabet.Kind(l) == Internal && loc == loc.Func.Exit {
			x = seq.Exits[first[i+1]-1] // the path has returned already
		}
		out = append(out, x)
	}
	return out
}
