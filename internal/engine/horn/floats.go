package horn

import "github.com/tandem-verifier/tandem/internal/term"

// This file removes floats, which Spacer does not support. A truth value or an integer that a clause computes from
// floats is replaced by a variable; equal terms get the same variable. Since the clause holds for all values of the
// variable, it also holds for the value in an execution. So
//
//	P(n) && d < 1.5 && n < int(d) => Q(n + 1)     is     P(n) && b && n < i => Q(n + 1)

// floating reports whether terms of the sort s hold floats.
func floating(s term.Sort) bool {
	return s.Kind == term.FP || s.Kind == term.Array && (s.Elem.Kind == term.FP || s.Index.Kind == term.FP)
}

// withoutFloats returns t with the terms over floats replaced by variables.
func (s *system) withoutFloats(t *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	seen := map[*term.Term]bool{}
	var visit func(t *term.Term)
	visit = func(t *term.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, a := range t.Args() {
			if floating(a.Sort()) {
				if s.free[t] == nil {
					s.free[t] = s.e.C.Fresh("float", t.Sort())
					s.e.Approx++
					s.e.Why = "floats"
				}
				by[t] = s.free[t]
				return
			}
		}
		for _, a := range t.Args() {
			visit(a)
		}
	}
	visit(t)
	if len(by) == 0 {
		return t
	}
	return s.e.C.Subst(t, by)
}
