package smt

import "github.com/tandem-verifier/tandem/internal/term"

// part is a set of conjuncts that shares no variable and no function with the others.
type part struct {
	ts  []*term.Term
	set idSet
}

// parts takes a question apart.
func (s *chain) parts(ts []*term.Term) []*part {
	group := make([]int, len(ts)) // union-find
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	owner := map[int]int{} // symbol -> a conjunct that has it
	for i, t := range ts {
		group[i] = i
		for _, n := range s.symbolsOf(t) {
			if o, ok := owner[n]; ok {
				a, b := find(o), find(i)
				group[max(a, b)] = min(a, b)
			} else {
				owner[n] = i
			}
		}
	}
	var out []*part
	at := map[int]*part{}
	for i, t := range ts {
		g := find(i)
		p := at[g]
		if p == nil {
			p = &part{}
			at[g] = p
			out = append(out, p)
		}
		p.ts = append(p.ts, t)
	}
	for _, p := range out {
		p.set = setOf(p.ts)
	}
	return out
}

// symbolsOf numbers the variables and functions of a conjunct.
func (s *chain) symbolsOf(t *term.Term) []int {
	if r, ok := s.symbols[t]; ok {
		return r
	}
	out := []int{}
	for _, d := range term.Decls(t) {
		n, ok := s.names[d.Name]
		if !ok {
			n = len(s.names)
			s.names[d.Name] = n
		}
		out = append(out, n)
	}
	s.symbols[t] = out
	return out
}

// merged is a model made of models of parts.
type merged struct {
	parts  []*part
	models []*term.Model
}

func (g *merged) add(m *term.Model, p *part) {
	g.parts = append(g.parts, p)
	g.models = append(g.models, m)
}

// model takes of each model the symbols of its part; the only one as it is.
func (g *merged) model() *term.Model {
	same := true
	for _, m := range g.models {
		same = same && m == g.models[0]
	}
	if same && len(g.models) > 0 {
		return g.models[0]
	}
	r := term.NewModel()
	for i, m := range g.models {
		for _, d := range term.Decls(g.parts[i].ts...) {
			if v, ok := m.Vars[d.Name]; ok {
				r.Vars[d.Name] = v
			}
			if f, ok := m.Arrays[d.Name]; ok {
				r.Arrays[d.Name] = f
			}
			if f, ok := m.Funcs[d.Name]; ok {
				r.Funcs[d.Name] = f
			}
		}
	}
	return r
}
