package smt

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// part is a set of conjuncts that shares no variable and no function with the other conjuncts of a query.
type part struct {
	ts  []*term.Term
	set idSet
}

// smallTerm bounds the size of a conjunct whose symbols are listed. Larger conjuncts often share most of their
// subterms. For these, one walk over all conjuncts finds common subterms and symbols, and visits each subterm once.
const smallTerm = valueSize

// groups is a partition of conjuncts.
type groups struct {
	group  []int       // union-find, by index of the conjunct
	symbol map[int]int // by symbol: the first conjunct with it
	term   map[int]int // by Term.ID: the first of the large conjuncts with it
}

// find returns the representative of the group of conjunct i.
func (g *groups) find(i int) int {
	for g.group[i] != i {
		g.group[i] = g.group[g.group[i]]
		i = g.group[i]
	}
	return i
}

// has records that conjunct i contains the symbol or term number k, and merges the group of i with the group of the
// first conjunct that contains it. first has this conjunct by number. has reports whether i itself is the first.
func (g *groups) has(first map[int]int, k, i int) bool {
	o, ok := first[k]
	if !ok {
		first[k] = i
		return true
	}
	a, b := g.find(o), g.find(i)
	g.group[max(a, b)] = min(a, b)
	return false
}

// parts splits a set of conjuncts into parts.
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

// walk records the symbols and subterms of conjunct i. It skips subterms that an earlier conjunct has recorded. Bound
// variables of quantifiers count as symbols, so parts may be larger than necessary.
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
			continue // a term without symbols
		case !g.has(g.term, u.ID(), i):
			continue
		case u.Op() == term.App:
			g.has(g.symbol, s.number(u.Name()), i)
		}
		stack = append(stack, u.Args()...)
	}
}

// number returns the number of a variable or function.
func (s *chain) number(name string) int {
	n, ok := s.names[name]
	if !ok {
		n = len(s.names)
		s.names[name] = n
	}
	return n
}

// symbolsOf returns the numbers of the variables and functions of a conjunct. small is false if the conjunct is too
// large.
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

// merged collects models of parts, for a model of the whole set.
type merged struct {
	parts  []*part
	models []*term.Model
}

// add adds the model of a part.
func (g *merged) add(m *term.Model, p *part) {
	g.parts = append(g.parts, p)
	g.models = append(g.models, m)
}

// model returns the model that has for the symbols of each part the values of the part's model. If all parts have the
// same model, it returns this model.
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
