package vc

import (
	"context"
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file makes predicates smaller, by queries to the solver. Simplify and tightest preserve the meaning of the
// predicate. weaken, strengthen and clauses preserve the validity of the triple or implication for which they are
// called.

// simplify drops conjuncts of a predicate that follow from the other conjuncts, and disjuncts that imply the other
// disjuncts, given the axioms of its constants. It makes at most the given number of queries.
func (p *Prover) simplify(ctx context.Context, t *term.Term, questions int) *term.Term {
	e := p.E
	parts := Conjuncts(e.C, t)
	if len(parts) == 1 && t.Op() != term.Or || t.IsTrue() {
		if questions > 0 && !t.IsConst() && p.spare.take() && p.askIn(ctx, p.brief(), e.C.Not(t)) == smt.Unsat {
			return e.C.True()
		}
		return t
	}
	if t.Op() == term.Or {
		parts = nil
		for _, a := range t.Args() {
			parts = append(parts, e.C.Not(a))
		}
	}
	// The last parts are tried first, since they are mostly consequences of earlier parts.
	for i := len(parts) - 1; i >= 0 && questions > 0 && p.spare.take(); i-- {
		questions--
		others := append(slices.Clone(parts[:i]), parts[i+1:]...)
		if p.askIn(ctx, p.brief(), append(others, e.C.Not(parts[i]))...) == smt.Unsat {
			parts = slices.Delete(parts, i, i+1)
		}
	}
	if t.Op() != term.Or {
		return e.C.And(parts...)
	}
	for i, a := range parts {
		if parts[i] = e.C.Not(a); questions > 1 {
			parts[i] = p.simplify(ctx, parts[i], questions/len(parts))
		}
	}
	return e.C.Or(parts...)
}

// weaken drops conjuncts of pre that the triple {pre} m {post} does not need; ok is false if the triple is not known to
// hold.
func (p *Prover) weaken(ctx context.Context, pre *term.Term, m *move, post *term.Term) (_ *term.Term, ok bool) {
	e := p.E
	if m.next == nil || post.IsTrue() {
		return e.C.True(), true
	}
	parts := Conjuncts(e.C, pre)
	after := p.put(post, m.next)
	if open := p.open(parts, m, after); len(open) == 0 { // the triple holds without a query
		all := Conjuncts(e.C, after)
		return e.C.And(slices.DeleteFunc(parts, func(t *term.Term) bool {
			return !slices.Contains(all, t) ||
				slices.Contains(m.conds, t)
		})...), true
	}
	need, ok := p.least(ctx, append([]*term.Term{e.C.Not(after)}, m.conds...), parts, min(1, len(parts)), 8)
	return e.C.And(need...), ok
}

// open returns the conjuncts of after that neither pre nor the conditions of the move contain.
func (p *Prover) open(pre []*term.Term, m *move, after *term.Term) []*term.Term {
	return slices.DeleteFunc(Conjuncts(p.E.C, after), func(t *term.Term) bool {
		return slices.Contains(pre, t) ||
			slices.Contains(m.conds, t)
	})
}

// clauses drops disjuncts from each conjunct of t, as long as t still follows from the facts.
func (p *Prover) clauses(ctx context.Context, facts []*term.Term, t *term.Term) *term.Term {
	c := p.E.C
	all := Conjuncts(c, t)
	for i, clause := range all {
		if nots := Conjuncts(c, c.Not(clause)); len(nots) > 1 {
			if !p.spare.take() {
				break
			}
			if need, ok := p.least(ctx, facts, nots, 1, 3); ok {
				all[i] = c.Not(c.And(need...))
			}
		}
	}
	return c.And(all...)
}

// limited is an integer term with the direction of a bound: x > k if above is set, else x <= k.
type limited struct {
	x     *term.Term
	above bool
}

// tightest drops each bound of an integer term that another bound in the same conjunction or disjunction implies. An
// elimination over many steps leaves one such bound for each step.
func tightest(c *term.Ctx, t *term.Term) *term.Term {
	all := Conjuncts(c, t)
	if len(all) < 2 {
		if t.Op() == term.Or || t.Op() == term.Not && t.Arg(0).Op() == term.And {
			return c.Not(tightest(c, c.Not(t)))
		}
		return t
	}
	bound := func(y *term.Term) (s limited, k *big.Int) {
		if s.above = y.Op() == term.Not; s.above {
			y = y.Arg(0)
		}
		if y.Op() == term.ILe {
			if k, ok := y.Arg(1).Big(); ok {
				s.x = y.Arg(0)
				return s, k
			}
		}
		return limited{}, nil
	}
	limit := map[limited]*big.Int{}
	for _, y := range all {
		if s, k := bound(y); k != nil {
			if old := limit[s]; old == nil || s.above == (old.Cmp(k) < 0) {
				limit[s] = k
			}
		}
	}
	var out []*term.Term
	for _, y := range all {
		if s, k := bound(y); k != nil && k.Cmp(limit[s]) != 0 {
			continue
		}
		out = append(out, tightest(c, y))
	}
	return c.And(out...)
}

// strengthen drops disjuncts from each conjunct of post, as long as {pre} m {post} holds; ok is false if the triple is
// not known to hold.
func (p *Prover) strengthen(ctx context.Context, pre *term.Term, m *move, post *term.Term) (_ *term.Term, ok bool) {
	e := p.E
	if m.next == nil {
		return e.C.False(), true
	}
	parts := Conjuncts(e.C, pre)
	facts := append([]*term.Term{pre}, m.conds...)
	all := Conjuncts(e.C, post)
	var single []*term.Term // negated conjuncts of post with one disjunct, decided by one query
	for i, clause := range all {
		if len(p.open(parts, m, p.put(clause, m.next))) == 0 {
			continue
		}
		var nots []*term.Term
		back := map[*term.Term]*term.Term{}
		for _, t := range Conjuncts(e.C, e.C.Not(clause)) {
			n := p.put(t, m.next)
			if back[n] == nil {
				back[n] = t
				nots = append(nots, n)
			}
		}
		if len(nots) == 1 {
			single = append(single, nots[0])
			continue
		}
		need, ok := p.least(ctx, facts, nots, 0, 4)
		if !ok {
			return nil, false
		}
		for j, n := range need {
			need[j] = back[n]
		}
		all[i] = e.C.Not(e.C.And(need...))
	}
	if len(single) > 0 && p.ask(ctx, append(facts, e.C.Or(single...))...) != smt.Unsat {
		return nil, false
	}
	return e.C.And(all...), true
}
