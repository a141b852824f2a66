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

// Predicates are unified: one number a meaning, as far as that is plain.
type Predicates struct {
	prog   *ir.Program
	prover *vc.Prover
	all    []*predicate
	terms  map[*term.Term]int
	texts  map[text]int
	states map[*absint.Meaning][]int

	vars    map[*ir.Var]int   // numbers; nil is memory
	touched map[string]*touch // by key of the letter
}

type text struct {
	f *ir.Func
	s string
}

// predicate is one of them.
type predicate struct {
	f     *ir.Func
	expr  ir.Expr // nil: to be written of the state
	mean  *absint.Meaning
	state absint.State // nil: none
	term  *term.Term   // nil: none that is exact, or not asked for yet
	asked bool         // for the term
	parts []*term.Term // without one, conjuncts that have one, if taken
	taken bool
	reads bits // if read
	read  bool

	placed, here bool // whether it speaks of one function is known; whether it does
}

// NewPredicates has false and true. Without a prover terms are not compared.
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

// Len is how many there are.
func (ps *Predicates) Len() int { return len(ps.all) }

// Of is the number of a condition on the registers of a function.
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

// foreign are the names of registers that are not the function's: one of these may be called alike.
func foreign(f *ir.Func, x ir.Expr) (out string) {
	ir.Vars(x, func(v *ir.Var) {
		if !v.Global && (v.ID >= len(f.Vars) || f.Vars[v.ID] != v) {
			out += " " + v.Name
		}
	})
	return out
}

// Each is Of for each conjunct.
func (ps *Predicates) Each(f *ir.Func, x ir.Expr) (out []int) {
	for _, c := range ir.Conjuncts(x) {
		out = append(out, ps.Of(f, c))
	}
	return sorted(out)
}

// OfState is the number of what can be written down of a state: the same for states that lie below each other (one
// state per distinct fixpoint, 3.1).
func (ps *Predicates) OfState(f *ir.Func, m *absint.Meaning, s absint.State) int {
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

// Expr is the conjunction of predicates.
func (ps *Predicates) Expr(set []int) ir.Expr {
	var out []ir.Expr
	for _, n := range set {
		if n != True {
			out = append(out, ps.all[n].expression())
		}
	}
	return ir.NewAnd(out...)
}

func (p *predicate) expression() ir.Expr {
	if p.expr == nil {
		p.expr = p.mean.Expr(p.state)
	}
	return p.expr
}
