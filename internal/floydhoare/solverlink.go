package floydhoare

import (
	"context"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file decides triples by a solver. A predicate without an exact term is represented in pre by its conjuncts that
// have an exact term. Triples that have it as post are not decided.

// termOf returns a predicate as a term over canonical constants; nil if it has no exact term.
func (ps *Predicates) termOf(n int) *term.Term {
	p := ps.all[n]
	if p.term == nil && !p.asked && ps.prover != nil {
		if t, exact := ps.prover.Term(ps.prover.E.RootOf(p.f), p.expression()); exact {
			p.term = t
		}
		p.asked = true // set last, since the context may end the making of terms by a panic (Triples.Post)
	}
	return p.term
}

// termsOf returns terms whose conjunction follows from a set of predicates; whole reports that it is equivalent to the
// set.
func (ps *Predicates) termsOf(set []int) (out []*term.Term, whole bool) {
	whole = true
	for _, n := range set {
		if x := ps.termOf(n); x != nil {
			out = append(out, x)
			continue
		}
		whole = false
		if p := ps.all[n]; ps.prover != nil && p.asked && !p.taken {
			for _, c := range ir.Conjuncts(p.expression()) {
				if t, exact := ps.prover.Term(ps.prover.E.RootOf(p.f), c); exact {
					p.parts = append(p.parts, t)
				}
			}
			p.taken = true
		}
		out = append(out, ps.all[n].parts...)
	}
	return out, whole
}

// bySolver decides the triples todo (indices of posts) by models and by the solver, and sets their answers in out. It
// does not decide posts that are states of the domain.
func (t *Triples) bySolver(ctx context.Context, set []int, l *Letter, posts []int, todo []int, out []vc.Truth) {
	p := t.Prover
	if p == nil || l.Kind == Call {
		return
	}
	var terms []*term.Term
	var at []int
	for _, i := range todo {
		if t.byStates(posts[i]) {
			continue
		}
		if x := t.termOf(posts[i]); x != nil {
			terms, at = append(terms, x), append(at, i)
		}
	}
	if len(at) == 0 {
		return
	}
	c := p.E.RootOf(l.Func)
	parts, whole := t.termsOf(set)
	all := p.E.C.And(parts...)
	say := func(i int, link string, answer vc.Truth) {
		if answer == vc.Yes || whole { // a refutation without all of pre means nothing
			out[i] = t.count(link, answer)
		}
	}
	refuted := make([]bool, len(at))
	for k, answer := range p.RefuteBlock(c, all, l.Block.Graph, terms) {
		if refuted[k] = answer != vc.Open; refuted[k] {
			say(at[k], "models", answer)
		}
	}
	var rest []*term.Term
	var where []int
	for k, i := range at {
		if !refuted[k] {
			rest, where = append(rest, terms[k]), append(where, i)
		}
	}
	if len(rest) == 0 {
		return
	}
	for k, answer := range p.HoldBlock(ctx, c, all, l.Block.Graph, rest) {
		if answer != vc.Open {
			say(where[k], "solver", answer)
		}
	}
}
