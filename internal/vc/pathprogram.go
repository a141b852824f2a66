package vc

import (
	"context"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file finds predicates for all paths that take some legs as often as they like: invariants of a program that has
// these legs only (Beyer, Henzinger, Majumdar, Rybalchenko: Path invariants. PLDI 2007). They are guesses, like those
// of legs.go.

// Passage is a leg between two places of a function.
type Passage struct {
	From, To *ir.Loc
	Leg      Leg
}

// PathProgram looks for a predicate for each place of some passages of one function, so that executions that begin at
// start (nil from: in the initial states) and take passages never get to one that leads to an error. Loose leaves out
// the ends of types: guesses do not depend on them, and solvers get stuck on them. It is nil where there is none.
func (p *Prover) PathProgram(ctx context.Context, all []Passage, loose bool,
	horn func([]*term.Term) *term.Model) map[*ir.Loc]*term.Term {
	e, c := p.E, p.E.C
	at := e.Start()
	numbers := map[*ir.Loc]int{}
	params := map[*ir.Loc][]Slot{}
	number := func(l *ir.Loc) int {
		n, known := numbers[l]
		if !known {
			n = len(numbers)
			numbers[l] = n
			for _, x := range p.slotsAt(Point{at.Ctx, l}) {
				if v := p.value(x); v.T != nil && v.Obj == nil && (v.T.Sort().Kind == term.Int || v.T.Sort().Kind == term.Bool) {
					params[l] = append(params[l], x)
				}
			}
		}
		return n
	}
	app := func(l *ir.Loc, s *State) *term.Term {
		n := number(l)
		as := []*term.Term{c.Int(0)}
		for _, x := range params[l] {
			v := e.slotValue(s, x)
			if v == nil || v.T == nil {
				v = e.Fresh("any", x.Type)
			}
			as = append(as, v.T)
		}
		return c.App(fmt.Sprintf("R%d", n), term.BoolSort, as...)
	}
	defer e.aside()()
	var clauses []*term.Term
	var apart []Passage
	for _, w := range all {
		for _, leg := range w.Leg.apart(maxApart) {
			apart = append(apart, Passage{w.From, w.To, leg})
		}
	}
	for _, w := range apart {
		var body []*term.Term
		s := p.base(at.Ctx)
		if w.From == at.Loc {
			s = e.Initial()
		} else {
			body = append(body, app(w.From, s))
		}
		end, _, _, err := p.leg(ctx, s, Point{at.Ctx, w.From}, w.Leg)
		if err != nil {
			return nil
		}
		if end == nil {
			continue
		}
		body = append(body, end.Conds()...)
		head := c.False()
		if w.To.Kind != ir.Error {
			head = app(w.To, end)
		}
		body = append(body, e.Axioms(append(slices.Clone(body), head)...)...)
		if loose {
			body = loosened(c, body)
		}
		x := c.Implies(c.And(body...), head)
		clauses = append(clauses, c.Forall(term.FreeVars(x), x))
	}
	m := horn(clauses)
	if m == nil {
		return nil
	}
	out := map[*ir.Loc]*term.Term{}
	for l, n := range numbers {
		f := m.Funcs[fmt.Sprintf("R%d", n)]
		if f == nil {
			continue
		}
		to := map[*term.Term]*term.Term{f.Params[0]: c.Int(0)}
		for i, v := range f.Params[1:] {
			to[v] = p.value(params[l][i]).T
		}
		out[l] = c.Subst(f.Body, to)
	}
	return out
}

// maxApart is the ways of a leg that clauses have one by one: solvers generalise better from those.
const maxApart = 64

// apart is the ways of a leg, each a leg, if they are at most so many.
func (l Leg) apart(most int) (out []Leg) {
	var edges []*ir.Edge
	var walk func(at int) bool
	walk = func(at int) bool {
		if at == l.Places-1 {
			out = append(out, Straight(slices.Clone(edges)))
			return len(out) <= most
		}
		for _, st := range l.Steps {
			if st.From != at {
				continue
			}
			edges = append(edges, st.Edge)
			if !walk(st.To) {
				return false
			}
			edges = edges[:len(edges)-1]
		}
		return true
	}
	if !walk(0) {
		return []Leg{l}
	}
	return out
}

// loosened leaves out what is compared with numbers at the ends of types.
func loosened(c *term.Ctx, ts []*term.Term) (out []*term.Term) {
	for _, t := range ts {
		for _, k := range Conjuncts(c, t) {
			a := k
			if a.Op() == term.Not {
				a = a.Arg(0)
			}
			if a.Op() != term.ILe || !far(a.Arg(0)) && !far(a.Arg(1)) {
				out = append(out, k)
			}
		}
	}
	return out
}

// far: t is a number beyond 2^30, or a sum with one.
func far(t *term.Term) bool {
	if v, ok := t.Big(); ok {
		return v.BitLen() > 30
	}
	return t.Op() == term.IAdd && slices.ContainsFunc(t.Args(), far)
}
