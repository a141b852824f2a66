package vc

import (
	"context"
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file minimises unsatisfiable cores with few queries. It deletes constraints, several at once, and continues with
// the solver's own core after each answer (Liffiton, Sakallah, "Algorithms for computing minimal unsatisfiable subsets
// of constraints", JAR 2008). A model that violates one constraint only proves that this constraint is needed, and
// often leads to models for many more (model rotation: Belov, Marques-Silva, "Accelerating MUS extraction with
// recursive model rotation", FMCAD 2011). For the constraints
//
//	x1 = 0; x2 = x1 + 1; x3 = x2 + 1; 5 < x3
//
// the model x1 = 4, x2 = 5, x3 = 6 violates the first constraint only, which is therefore needed. Setting x1 = 0 in the
// model violates the second constraint only; then x2 = 1 violates the third, and x3 = 2 the last. So all four are
// needed. Deviation from the paper: rotation changes only constants that a constraint defines (as equal to a term).

// core decides facts and assume together, within the budget b. If they are unsatisfiable, need has the assumptions in
// the solver's core. If they are satisfiable, m is a model, or nil.
func (qu *questions) core(ctx context.Context, b smt.Budget, facts, assume []*term.Term) (need []*term.Term,
	m *term.Model, r smt.Result) {
	e := qu.E
	qu.S.Push()
	defer qu.S.Pop()
	all := append(append([]*term.Term{}, facts...), assume...)
	qu.S.Assert(append(append([]*term.Term{}, facts...), e.Axioms(all...)...)...)
	qu.Queries++
	switch r = qu.S.Check(ctx, b, assume...).Result; r {
	case smt.Sat:
		m, _ = qu.S.Model() // callers need no model
	case smt.Unsat:
		if need = qu.S.Core(); need == nil {
			need = assume
		}
	case smt.Unknown:
	}
	return need, m, r
}

// brief returns the budget of an optional query.
func (qu *questions) brief() smt.Budget {
	b := qu.Budget
	b.Time /= 10
	b.Work /= 10
	return b
}

// allowance is the number of optional queries that may still be made. A nil allowance is unlimited.
type allowance struct{ left int }

// take counts one query, and reports whether it may be made.
func (a *allowance) take() bool {
	if a == nil {
		return true
	}
	a.left--
	return a.left >= 0
}

// fewAtOnce is the size of a core above which several constraints are deleted at once.
const fewAtOnce = 8

// least returns an unsatisfiable core of the assumptions together with the facts, made smaller by at most the given
// number of queries. It tries to delete the last assumptions first, and stops when the core has only keep assumptions.
// The result is false if no core is found.
func (qu *questions) least(ctx context.Context, facts, assume []*term.Term, keep, questions int) ([]*term.Term, bool) {
	less, _, r := qu.core(ctx, qu.Budget, facts, assume)
	if r != smt.Unsat {
		return nil, false
	}
	of := func(all, some []*term.Term) []*term.Term {
		in := map[*term.Term]bool{}
		for _, t := range some {
			in[t] = true
		}
		return slices.DeleteFunc(slices.Clone(all), func(t *term.Term) bool { return !in[t] })
	}
	need := of(assume, less)
	seen := map[*term.Term]bool{}
	need = slices.DeleteFunc(need, func(t *term.Term) bool { was := seen[t]; seen[t] = true; return was })
	s := &minimiser{p: qu, facts: facts, needed: map[*term.Term]bool{}}
	if len(need) > fewAtOnce && questions > 0 && ctx.Err() == nil && qu.spare.take() { // rotation begins with the first
		questions--
		if _, m, r := qu.core(ctx, qu.brief(), facts, need[1:]); r == smt.Sat {
			s.rotate(m, need)
		}
	}
	for size := 1 + len(need)/fewAtOnce; questions > 0 && len(need) > keep && ctx.Err() == nil; {
		var out []*term.Term
		for _, t := range slices.Backward(need) {
			if !s.needed[t] && len(out) < min(size, len(need)-keep) {
				out = append(out, t)
			}
		}
		if len(out) == 0 || !qu.spare.take() {
			break
		}
		questions--
		others := slices.DeleteFunc(slices.Clone(need), func(t *term.Term) bool { return slices.Contains(out, t) })
		less, m, r := qu.core(ctx, qu.brief(), facts, others)
		switch {
		case r == smt.Unsat:
			need = of(others, less)
			size *= 2
			continue
		case r == smt.Sat:
			s.rotate(m, need)
		default: // the next queries would be as hard
			questions -= 10
		}
		if len(out) == 1 {
			s.needed[out[0]] = true
		}
		size = (len(out) + 1) / 2
	}
	return need, true
}

// minimiser is the state of the minimisation of one core.
type minimiser struct {
	p      *questions
	facts  []*term.Term
	needed map[*term.Term]bool // assumptions that are in every subset of the present core that is a core
}

// rotate marks needed constraints by model rotation. It begins with the model m, and does nothing unless m satisfies
// the facts and violates exactly one constraint of need.
func (s *minimiser) rotate(m *term.Model, need []*term.Term) {
	if m == nil {
		return
	}
	c := s.p.E.C
	rest := append(slices.Clone(s.facts), s.p.E.Axioms(append(slices.Clone(s.facts), need...)...)...)
	readers := map[*term.Term][]*term.Term{} // by constant
	kept := map[*term.Term]bool{}            // facts and axioms, which a model must satisfy
	for _, t := range rest {
		kept[t] = true
	}
	for _, t := range append(slices.Clone(need), rest...) {
		for _, v := range term.FreeVars(t) {
			readers[v] = append(readers[v], t)
		}
	}
	in := c.In(m)
	violated := func(ts []*term.Term) (out []*term.Term, ok bool) {
		for _, t := range ts {
			holds, err := in.Holds(t)
			if err != nil || !holds && (kept[t] || len(out) > 0) {
				return nil, false
			}
			if !holds {
				out = append(out, t)
			}
		}
		return out, len(out) == 1
	}
	bad, ok := violated(append(slices.Clone(rest), need...))
	for seen := map[*term.Term]bool{}; ok && !seen[bad[0]]; {
		t := bad[0]
		seen[t], s.needed[t] = true, true
		v, val := s.p.defined(t)
		if v == nil {
			return
		}
		x, err := c.Eval(m, val)
		if err != nil {
			return
		}
		n := *m
		n.Vars = maps.Clone(m.Vars)
		n.Vars[v.Name()] = x
		m, in = &n, c.In(&n)
		bad, ok = violated(readers[v])
	}
}

// defined returns the newest constant of an equation and the term that is its value by the equation; nil if the
// equation does not determine it.
func (qu *questions) defined(t *term.Term) (v, val *term.Term) {
	var last *term.Term
	for _, v := range term.FreeVars(t) {
		if last == nil || v.ID() > last.ID() {
			last = v
		}
	}
	q := &projection{c: qu.E.C, gone: func(v *term.Term) bool { return v == last }}
	return q.solved(t)
}
