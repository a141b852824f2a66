package smt

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// Limits of values.
const (
	valueVars  = 2   // variables in the constraints
	valueTerms = 40  // constraints
	valueSize  = 400 // the size of all constraints together
	valueEvals = 120 // evaluations, if there are two variables
)

// tryValues looks for a model with a few values: the literals in the constraints, and their neighbours. It often
// succeeds, since most conditions of reactive programs compare one input with a literal. If it returns nil, the
// constraints may still be satisfiable.
func (s *chain) tryValues(cs []*term.Term) *term.Model {
	if len(cs) > valueTerms {
		return nil
	}
	numbers := map[int]bool{}
	for _, c := range cs {
		list, small := s.symbolsOf(c)
		for _, n := range list {
			numbers[n] = true
		}
		if !small || len(numbers) > valueVars {
			return nil
		}
	}
	vars, consts := variables(cs)
	if vars == nil {
		return nil
	}
	m := term.NewModel()
	evals := 0
	holds := func() bool {
		evals++
		for _, c := range slices.Backward(cs) { // the goal comes last, and is most often false
			if ok, err := s.c.Holds(m, c); err != nil || !ok {
				return false
			}
		}
		return true
	}
	for _, a := range s.choices(vars[0], consts) {
		m.Vars[vars[0].Name()] = a
		if len(vars) == 1 {
			if holds() {
				return m
			}
			continue
		}
		for _, b := range s.choices(vars[1], consts) {
			m.Vars[vars[1].Name()] = b
			if evals > valueEvals {
				return nil
			}
			if holds() {
				return m
			}
		}
	}
	return nil
}

// variables returns the variables of the constraints, and the literals with their neighbours. The result is nil if
// there are no variables, or the constraints are too large or have terms that are not plain.
func variables(cs []*term.Term) (vars []*term.Term, consts []uint64) {
	left := valueSize
	plain := true
	for _, c := range cs {
		term.Walk(c, func(t *term.Term) bool {
			left--
			switch k := t.Sort().Kind; {
			case t.Op() == term.App || t.Op() == term.Forall || t.Op() == term.Exists:
				plain = false
			case t.Op() == term.Var:
				plain = plain && (k == term.BV || k == term.Bool || k == term.Int) && t.Sort().Bits <= 64
				if !slices.Contains(vars, t) {
					vars = append(vars, t)
				}
			case k == term.BV:
				if b, ok := t.Bits(); ok {
					consts = append(consts, b, b+1, b-1)
				}
			case k == term.Int:
				if b, ok := t.Big(); ok && b.IsInt64() {
					consts = append(consts, uint64(b.Int64()), uint64(b.Int64()+1), uint64(b.Int64()-1))
				}
			}
			return plain && left > 0
		})
	}
	if left <= 0 || !plain || len(vars) == 0 {
		return nil, nil
	}
	slices.SortFunc(vars, func(a, b *term.Term) int { return a.ID() - b.ID() })
	return vars, consts
}

// choices returns the values that are tried for a variable.
func (s *chain) choices(v *term.Term, consts []uint64) []*term.Term {
	if v.Sort().Kind == term.Bool {
		return []*term.Term{s.c.True(), s.c.False()}
	}
	var out []*term.Term
	add := func(t *term.Term) {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	if v.Sort().Kind == term.Int {
		for _, k := range append([]uint64{0, 1, ^uint64(0)}, consts...) {
			add(s.c.Int(int64(k)))
		}
		return out
	}
	w := int(v.Sort().Bits)
	mask := ^uint64(0) >> (64 - w)
	for _, k := range append([]uint64{0, 1, mask, mask >> 1, mask>>1 + 1}, consts...) {
		add(s.c.BV(k&mask, w))
	}
	return out
}
