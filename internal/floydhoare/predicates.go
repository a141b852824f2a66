package floydhoare

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// The numbers of two predicates.
const (
	False = 0
	True  = 1
)

// Predicates has numbered predicates. Two predicates have the same number if they are equal as texts, as terms, or as
// states of a domain.
type Predicates struct {
	prog   *ir.Program
	prover *vc.Prover
	all    []*predicate              // by number
	terms  map[*term.Term]int        // numbers by exact term
	texts  map[text]int              // numbers by text
	states map[*absint.Meaning][]int // numbers of the predicates that are states of a domain

	vars    map[*ir.Var]int   // numbers of registers in bits; the register nil represents memory
	touched map[string]*touch // results of touches, by key of the letter
}

// text identifies a condition on the registers of f by its text.
type text struct {
	f *ir.Func
	s string
}

// predicate is a condition on the registers of a function, or a state of a domain.
type predicate struct {
	f     *ir.Func
	expr  ir.Expr         // nil if it is not made from the state yet
	mean  *absint.Meaning // the domain of the state
	state absint.State    // nil if the predicate is not a state
	term  *term.Term      // nil if there is no exact term, or if asked is not set
	asked bool            // term is computed
	parts []*term.Term    // if there is no exact term: the terms of the conjuncts that have one, if taken is set
	taken bool            // parts is computed
	reads bits            // the registers that it reads, if read is set
	read  bool            // reads is computed

	placed, here bool // placed: here is computed; here: the result of local
}

// NewPredicates returns a Predicates with False and True. If prover is nil, predicates have no terms.
func NewPredicates(p *ir.Program, prover *vc.Prover) *Predicates {
	ps := &Predicates{prog: p, prover: prover, terms: map[*term.Term]int{}, texts: map[text]int{},
		states: map[*absint.Meaning][]int{},
		vars:   map[*ir.Var]int{}, touched: map[string]*touch{}}
	for i, b := range []bool{false, true} {
		x := &predicate{f: p.Entry, expr: ir.NewBool(b)}
		if prover != nil {
			x.term = prover.E.C.Bool(b)
			ps.terms[x.term] = i
		}
		ps.all = append(ps.all, x)
	}
	return ps
}

// Len returns the number of predicates.
func (ps *Predicates) Len() int { return len(ps.all) }

// Of returns the number of a condition on the registers of a function.
func (ps *Predicates) Of(f *ir.Func, x ir.Expr) int {
	switch {
	case ir.IsFalse(x):
		return False
	case ir.IsTrue(x):
		return True
	}
	p := &predicate{f: f, expr: x}
	k := text{f, ir.ExprString(x) + foreign(f, x)}
	if n, ok := ps.texts[k]; ok {
		return n
	}
	if ps.prover != nil {
		p.asked = true
		if t, exact := ps.prover.Term(ps.prover.E.RootOf(f), x); exact {
			if n, ok := ps.terms[t]; ok {
				ps.texts[k] = n
				return n
			}
			p.term, ps.terms[t] = t, len(ps.all)
		}
	}
	ps.texts[k] = len(ps.all)
	ps.all = append(ps.all, p)
	return len(ps.all) - 1
}

// foreign returns the names of the registers in x that do not belong to f. A register of f may have the same name.
func foreign(f *ir.Func, x ir.Expr) (out string) {
	ir.Vars(x, func(v *ir.Var) {
		if !v.Global && (v.ID >= len(f.Vars) || f.Vars[v.ID] != v) {
			out += " " + v.Name
		}
	})
	return out
}

// Each returns the numbers of the conjuncts of a condition, sorted.
func (ps *Predicates) Each(f *ir.Func, x ir.Expr) (out []int) {
	for _, c := range ir.Conjuncts(x) {
		out = append(out, ps.Of(f, c))
	}
	return sorted(out)
}

// ofState returns the number of the predicate of an abstract state, without facts that no expression can state. Equal
// states have the same number (one state per distinct fixpoint, 3.1).
func (ps *Predicates) ofState(f *ir.Func, m *absint.Meaning, s absint.State) int {
	if s = m.Stated(s); s == nil {
		return False
	}
	for _, n := range ps.states[m] {
		if q := ps.all[n]; q.f == f && m.Leq(s, q.state) && m.Leq(q.state, s) {
			return n
		}
	}
	if top := m.Top(); m.Leq(top, s) {
		return True
	}
	ps.states[m] = append(ps.states[m], len(ps.all))
	ps.all = append(ps.all, &predicate{f: f, mean: m, state: s})
	return len(ps.all) - 1
}

// Expr returns the conjunction of a set of predicates.
func (ps *Predicates) Expr(set []int) ir.Expr {
	var out []ir.Expr
	for _, n := range set {
		if n != True {
			out = append(out, ps.all[n].expression())
		}
	}
	return ir.NewAnd(out...)
}

// expression returns the predicate as an expression.
func (p *predicate) expression() ir.Expr {
	if p.expr == nil {
		p.expr = p.mean.Expr(p.state)
	}
	return p.expr
}
