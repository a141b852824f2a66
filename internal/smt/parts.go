package smt

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// part is a set of conjuncts that shares no variable and no function with the others.
type part struct {
	ts  []*term.Term
	set idSet
}

// smallTerm bounds the terms in a conjunct whose symbols are listed. Of larger ones, which share most of what they are
// made of, what they share is found in one walk over all of them.
const smallTerm = valueSize

// groups is a partition of conjuncts.
type groups struct {
	group  []int // union-find
	symbol map[int]int
	term   map[int]int // by its number: the first of the larger conjuncts that has it
}

func (g *groups) find(i int) int {
	for g.group[i] != i {
		g.group[i] = g.group[g.group[i]]
		i = g.group[i]
	}
	return i
}

// has records that conjunct i has k. It reports whether it is the first conjunct with k.
func (g *groups) has(in map[int]int, k, i int) bool {
	o, ok := in[k]
	if !ok {
		in[k] = i
		return true
	}
	a, b := g.find(o), g.find(i)
	g.group[max(a, b)] = min(a, b)
	return false
}

// parts takes a question apart.
func (s *chain) parts(ts []*term.Term) []*part {
	g := &groups{group: make([]int, len(ts)), symbol: map[int]int{}, term: map[int]int{}}
	for i, t := range ts {
		g.group[i] = i
		list, small := s.symbolsOf(t)
		for _, n := range list {
			g.has(g.symbol, n, i)
		}
		if !small {
			s.walk(g, t, i)
		}
	}
	var out []*part
	at := map[int]*part{}
	for i, t := range ts {
		r := g.find(i)
		p := at[r]
		if p == nil {
			p = &part{}
			at[r] = p
			out = append(out, p)
		}
		p.ts = append(p.ts, t)
	}
	for _, p := range out {
		p.set = setOf(p.ts)
	}
	return out
}

// walk notes what conjunct i is made of, up to what other conjuncts have too. Names that a quantifier binds count like
// others: parts may be larger than they have to be.
func (s *chain) walk(g *groups, t *term.Term, i int) {
	stack := []*term.Term{t}
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case u.Op() == term.Var:
			g.has(g.symbol, s.number(u.Name()), i)
			continue
		case u.IsConst() || !slices.ContainsFunc(u.Args(), func(a *term.Term) bool { return !a.IsConst() }) &&
			u.Op() != term.App:
			continue // nothing to share
		case !g.has(g.term, u.ID(), i):
			continue
		case u.Op() == term.App:
			g.has(g.symbol, s.number(u.Name()), i)
		}
		stack = append(stack, u.Args()...)
	}
}

// number numbers a variable or function.
func (s *chain) number(name string) int {
	n, ok := s.names[name]
	if !ok {
		n = len(s.names)
		s.names[name] = n
	}
	return n
}

// symbolsOf numbers the variables and functions of a conjunct; small: it is not too large for that.
func (s *chain) symbolsOf(t *term.Term) (list []int, small bool) {
	if r, ok := s.symbols[t]; ok {
		return r, r != nil
	}
	left := smallTerm
	term.Walk(t, func(*term.Term) bool {
		left--
		return left >= 0
	})
	if left >= 0 {
		list = []int{}
		for _, d := range term.Decls(t) {
			list = append(list, s.number(d.Name))
		}
	}
	s.symbols[t] = list
	return list, list != nil
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
