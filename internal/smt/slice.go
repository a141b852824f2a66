package smt

// Constraint independence is one of EXE's query optimisations: C. Cadar et al.,
// "EXE: automatically generating inputs of death", CCS 2006. There the path condition is known to be
// satisfiable; here what is left out is checked once, and remembered, as a
// contradiction in it makes every query Unsat.

import (
	"context"
	"encoding/binary"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Slice splits what is asserted into parts that share no variable and no
// function, and asks only about the part that the assumptions touch. The other parts
// are independent problems, whose answers are remembered.
type Slice struct {
	c     *term.Ctx
	inner Solver
	log   *obs.Log
	stack stack

	names   map[string]int              // numbers of symbols
	symbols map[*term.Term][]int        // of constraints
	sat     map[string]*term.Model      // parts that are Sat, by the ids of their terms
	model   *term.Model                 // of the last Sat
	core    []*term.Term                // of the last Unsat
	flat    map[*term.Term][]*term.Term // conjunctions taken apart
}

const maxParts = 20_000 // remembered

// NewSlice makes a Slice around s, to which nobody else may assert; log may be nil.
func NewSlice(c *term.Ctx, s Solver, log *obs.Log) *Slice {
	return &Slice{c: c, inner: s, log: log, names: map[string]int{}, symbols: map[*term.Term][]int{},
		sat: map[string]*term.Model{}, flat: map[*term.Term][]*term.Term{}}
}

// Push implements Solver.
func (s *Slice) Push() { s.stack.push() }

// Pop implements Solver.
func (s *Slice) Pop() { s.stack.pop() }

// Assert implements Solver.
func (s *Slice) Assert(ts ...*term.Term) { s.stack.add(ts) }

// Close implements Solver.
func (s *Slice) Close() error { return s.inner.Close() }

// Model implements Solver.
func (s *Slice) Model() (*term.Model, error) {
	if s.model == nil {
		return nil, errNoModel
	}
	return s.model, nil
}

// Core implements Corer; nil if the solver does not.
func (s *Slice) Core() []*term.Term { return slices.Clone(s.core) }

// Check implements Solver. Budget.Time is for all parts together, the rest of
// the budget for each.
func (s *Slice) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	for _, t := range assume {
		mustBool(t)
	}
	s.model, s.core = nil, nil
	begin := time.Now()
	total, work := term.NewModel(), uint64(0)
	for i, p := range s.parts(assume) {
		with := assume
		if i > 0 {
			with = nil
		}
		if len(p.ts)+len(with) == 0 {
			continue
		}
		m, ok := s.sat[p.key]
		if !ok {
			left := b
			if b.Time > 0 {
				if left.Time = b.Time - time.Since(begin); left.Time <= 0 {
					return unknown(ReasonTime)
				}
			}
			var a Answer
			a, m = s.ask(ctx, left, p, with)
			if work += a.Work; a.Result != Sat {
				a.Work = work
				return a
			}
		}
		for name, v := range m.Vars {
			total.Vars[name] = v
		}
		for name, f := range m.Arrays {
			total.Arrays[name] = f
		}
		for name, f := range m.Funcs {
			total.Funcs[name] = f
		}
	}
	s.model = total
	return Answer{Result: Sat, Work: work}
}

// part is a set of constraints that shares no symbol with the others.
type part struct {
	ts      []*term.Term
	symbols map[int]bool
	key     string
}

// ask puts one part to the solver.
func (s *Slice) ask(ctx context.Context, b Budget, p *part, assume []*term.Term) (Answer, *term.Model) {
	s.log.Count("smt.parts", 1)
	s.inner.Push()
	defer s.inner.Pop()
	s.inner.Assert(p.ts...)
	a := s.inner.Check(ctx, b, assume...)
	switch a.Result {
	case Unsat:
		s.core = coreOf(s.inner)
		return a, nil
	case Unknown:
		return a, nil
	}
	m, err := s.inner.Model()
	if err != nil {
		return unknown("no model of a part: " + err.Error()), nil
	}
	m = s.only(m, p)
	if len(s.sat) >= maxParts {
		clear(s.sat)
	}
	s.sat[p.key] = m
	return a, m
}

// only is the model of the part's symbols; the solver may have named others.
func (s *Slice) only(m *term.Model, p *part) *term.Model {
	r := term.NewModel()
	in := func(name string) bool {
		n, ok := s.names[name]
		return ok && p.symbols[n]
	}
	for name, v := range m.Vars {
		if in(name) {
			r.Vars[name] = v
		}
	}
	for name, f := range m.Arrays {
		if in(name) {
			r.Arrays[name] = f
		}
	}
	for name, f := range m.Funcs {
		if in(name) {
			r.Funcs[name] = f
		}
	}
	return r
}

// parts takes the constraints apart; the first part is the one of the
// assumptions, perhaps empty. The keys contain the assumptions.
func (s *Slice) parts(assume []*term.Term) []*part {
	group := []int{0} // union-find; 0 is the group of the assumptions
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	owner := map[int]int{} // symbol -> a group that has it
	join := func(t *term.Term, g int) {
		for _, n := range s.symbolsOf(t) {
			if o, ok := owner[n]; ok {
				// The smaller number stays the root, so that 0 does.
				a, b := find(o), find(g)
				group[max(a, b)] = min(a, b)
			} else {
				owner[n] = g
			}
		}
	}
	for _, t := range assume {
		join(t, 0)
	}
	var ts []*term.Term
	seen := map[*term.Term]bool{}
	for _, t := range s.stack.ts {
		for _, u := range s.conjuncts(t) {
			if seen[u] || u.IsTrue() {
				continue
			}
			seen[u] = true
			ts = append(ts, u)
			group = append(group, len(group))
			join(u, len(group)-1)
		}
	}
	out := []*part{{symbols: map[int]bool{}}}
	at := map[int]*part{0: out[0]}
	for i, t := range ts {
		g := find(i + 1)
		p := at[g]
		if p == nil {
			p = &part{symbols: map[int]bool{}}
			at[g] = p
			out = append(out, p)
		}
		p.ts = append(p.ts, t)
		for _, n := range s.symbolsOf(t) {
			p.symbols[n] = true
		}
	}
	for i, p := range out {
		all := p.ts
		if i == 0 {
			all = slices.Clone(all)
			for _, t := range assume {
				all = append(all, s.conjuncts(t)...)
				for _, n := range s.symbolsOf(t) {
					p.symbols[n] = true
				}
			}
		}
		p.key = key(all)
	}
	return out
}

// key names a set of terms.
func key(ts []*term.Term) string {
	var b []byte
	for _, id := range setOf(ts).ids {
		b = binary.AppendUvarint(b, uint64(id))
	}
	return string(b)
}

// conjuncts takes a conjunction apart.
func (s *Slice) conjuncts(t *term.Term) []*term.Term {
	if t.Op() != term.And {
		return []*term.Term{t}
	}
	if r, ok := s.flat[t]; ok {
		return r
	}
	var out []*term.Term
	for _, a := range t.Args() {
		out = append(out, s.conjuncts(a)...)
	}
	s.flat[t] = out
	return out
}

// symbolsOf numbers the variables and functions of a constraint.
func (s *Slice) symbolsOf(t *term.Term) []int {
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
