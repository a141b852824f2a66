package horn

import "github.com/tandem-verifier/tandem/internal/term"

// Spacer knows no floats. A truth value or an integer that a clause computes from them becomes a constant of its own,
// the same for the same term: any value it has in an execution is one of those that the clause speaks of. So
//
//	P(n) && d < 1.5 && n < int(d) => Q(n + 1)     is     P(n) && b && n < i => Q(n + 1)

// floating: terms of the sort hold floats.
func floating(s term.Sort) bool {
	return s.Kind == term.FP || s.Kind == term.Array && (s.Elem.Kind == term.FP || s.Index.Kind == term.FP)
}

// withoutFloats replaces the terms over floats.
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
