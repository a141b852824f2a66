package smt

// The chain of caches follows KLEE: C. Cadar, D. Dunbar, D. Engler, "KLEE: unassisted and automatic generation of
// high-coverage tests for complex systems programs", OSDI 2008. The split into independent parts follows EXE: C. Cadar
// et al., "EXE: automatically generating inputs of death", CCS 2006. Deviations: KLEE has a rule for subsets of
// satisfiable sets, which is not needed here, since the model of the larger set is among the models that are tried.
// KLEE drops the parts that do not depend on the query, since its path condition is satisfiable; here each part needs
// an answer.

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/term"
)

// Open makes a solver: the chain of links (package doc), then a process, which starts at the first query that no link
// answers. It returns ErrNoSolver if there is no solver.
func Open(c *term.Ctx, cfg Config) (Solver, error) {
	first, err := openPipe(c, cfg)
	if err != nil {
		return nil, err
	}
	if cfg.Second != nil {
		if _, _, err := cfg.Second.find(); err != nil {
			return nil, fmt.Errorf("the second solver: %w", err)
		}
	}
	return newChain(c, cfg, newDivided(c, first, narrowest)), nil
}

// newChain returns a chain of links that leads to the solver first.
func newChain(c *term.Ctx, cfg Config, first Solver) *chain {
	return &chain{c: c, cfg: cfg, first: first, store: newStore(c), levels: make([]level, 1), in: map[*term.Term]bool{},
		names: map[string]int{}, symbols: map[*term.Term][]int{}}
}

// link is a link of the chain; its value is the name of its counter.
type link string

const (
	queries link = "queries" // counts all queries
	folded  link = "folded"  // the connectives alone are contradictory
	exact   link = "exact"   // the same set of conjuncts was answered before
	cores   link = "cores"   // the set contains a known unsatisfiable set
	models  link = "models"  // an earlier model satisfies the set
	values  link = "values"  // one of a few values satisfies the set
	asked   link = "asked"   // the solver answered
)

// chain is the Solver that Open makes.
type chain struct {
	c     *term.Ctx
	cfg   Config
	store *store

	levels []level
	in     map[*term.Term]bool // the asserted conjuncts

	names   map[string]int       // numbers of symbols
	symbols map[*term.Term][]int // the symbols of each conjunct; nil if they are too many to list

	first          Solver // has all levels, except for unsent conjuncts of the last level
	second, backup Solver // the solvers of Config.Second and Config.Backup; nil if not open

	sat   bool         // the last answer was Sat
	model *term.Model  // the model of the last answer
	err   error        // why there is no model
	core  []*term.Term // the core of the last answer
}

// level holds the conjuncts that were asserted between two Pushes and that no earlier level has.
type level struct {
	ts   []*term.Term
	sent int // the solver has ts[:sent]
}

// Push implements Solver.
func (s *chain) Push() {
	s.send()
	s.first.Push()
	s.levels = append(s.levels, level{})
}

// Pop implements Solver.
func (s *chain) Pop() {
	top := len(s.levels) - 1
	if top == 0 {
		panic("smt: Pop without Push")
	}
	for _, t := range s.levels[top].ts {
		delete(s.in, t)
	}
	s.levels = s.levels[:top]
	s.first.Pop()
}

// Assert implements Solver.
func (s *chain) Assert(ts ...*term.Term) {
	top := &s.levels[len(s.levels)-1]
	for _, t := range ts {
		mustBool(t)
		top.ts = s.conjuncts(t, s.in, top.ts)
	}
}

// send asserts the unsent conjuncts of the last level in the solver.
func (s *chain) send() {
	top := &s.levels[len(s.levels)-1]
	s.first.Assert(top.ts[top.sent:]...)
	top.sent = len(top.ts)
}

// conjuncts appends to out each conjunct of t that the given set does not have, and adds it to the set.
func (s *chain) conjuncts(t *term.Term, in map[*term.Term]bool, out []*term.Term) []*term.Term {
	switch {
	case in[t] || t.IsTrue():
	case t.Op() == term.And:
		for _, a := range t.Args() {
			out = s.conjuncts(a, in, out)
		}
	default:
		in[t] = true
		out = append(out, t)
	}
	return out
}

// question is one query: the asserted conjuncts, then the assumed ones.
type question struct {
	ts     []*term.Term
	held   int // the solver does not have ts[held:] yet
	assume []*term.Term
	of     map[*term.Term]*term.Term // by conjunct of an assumption: the assumption
}

// question returns the query for the asserted conjuncts and the assumptions.
func (s *chain) question(assume []*term.Term) *question {
	q := &question{assume: assume, of: map[*term.Term]*term.Term{}}
	for _, l := range s.levels {
		q.ts = append(q.ts, l.ts...)
	}
	top := s.levels[len(s.levels)-1]
	q.held = len(q.ts) - (len(top.ts) - top.sent)
	var new []*term.Term
	for _, a := range assume {
		mustBool(a)
		n := len(new)
		new = s.conjuncts(a, s.in, new)
		for _, t := range new[n:] {
			q.of[t] = a
		}
	}
	for _, t := range new {
		delete(s.in, t)
	}
	q.ts = append(q.ts, new...)
	return q
}

// coreIn returns the assumptions with a conjunct in a set.
func (q *question) coreIn(in idSet) []*term.Term {
	out := []*term.Term{}
	for _, t := range q.ts {
		if a := q.of[t]; a != nil && in.has(t) && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// count counts an answer of a link.
func (s *chain) count(l link) {
	name := "smt." + string(l)
	if s.cfg.Name != "" {
		name = s.cfg.Name + "." + name
	}
	s.cfg.Log.Count(name, 1)
}

// Check implements Solver.
func (s *chain) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	q := s.question(assume)
	s.count(queries)
	s.sat, s.model, s.err, s.core = false, nil, nil, nil
	all := setOf(q.ts)
	if u, ok := fold(q.ts); ok {
		s.count(folded)
		s.core = q.coreIn(setOf(u))
		return Answer{Result: Unsat}
	}
	if a := s.known(q, all, exact); a.Result != Unknown {
		return a
	}
	parts := s.parts(q.ts)
	var open []*part
	total := &merged{}
	by := models
	for _, p := range parts {
		if len(parts) > 1 { // a single part is the set that known has looked up
			if e := s.store.exact(p.set); e != nil && e.model != nil && !e.open {
				total.add(e.model, p)
				continue
			}
		}
		if u, ok := s.store.core(p.set); ok {
			s.count(cores)
			s.core = q.coreIn(u)
			return Answer{Result: Unsat}
		}
		if m := s.store.model(p.ts); m != nil {
			total.add(m, p)
			continue
		}
		if m := s.tryValues(p.ts); m != nil {
			s.store.sat(p.set, s.store.keep(m), false)
			by = values
			total.add(m, p)
			continue
		}
		open = append(open, p)
	}
	if len(open) == 0 {
		s.count(by)
		s.sat, s.model = true, total.model()
		s.store.sat(all, s.store.keep(s.model), false)
		return Answer{Result: Sat}
	}
	if a, ended := endedBy(ctx); ended {
		return a
	}
	s.count(asked)
	a, m, sure, err := s.ask(ctx, b, q, open, len(open) == len(parts))
	if a.Result != Sat {
		return a
	}
	s.sat, s.err = true, err
	if m != nil {
		for _, p := range open {
			total.add(m, p)
		}
		s.model = total.model()
		s.store.sat(all, s.store.keep(s.model), !sure)
	}
	return a
}

// known returns the answer to an earlier query for the same set, or Unknown if there was none. It counts the answer for
// the link by.
func (s *chain) known(q *question, set idSet, by link) Answer {
	e := s.store.exact(set)
	switch {
	case e == nil:
		return Answer{}
	case e.model != nil:
		s.sat, s.model = true, e.model
		s.count(by)
		return Answer{Result: Sat}
	}
	s.core = q.coreIn(e.core)
	s.count(by)
	return Answer{Result: Unsat}
}

// ask sends the open parts of a query to the solver, and validates its model. all reports that these are all parts. If
// the model is not available, the answer is still valid, and err has the reason. sure reports that the model satisfies
// the parts for all values that SMT-LIB leaves open.
func (s *chain) ask(ctx context.Context, b Budget, q *question, open []*part, all bool) (a Answer, m *term.Model,
	sure bool, err error) {
	in := map[*term.Term]bool{}
	var ts []*term.Term
	for _, p := range open {
		ts = append(ts, p.ts...)
		for _, t := range p.ts {
			in[t] = true
		}
	}
	var assume []*term.Term
	for _, t := range q.ts {
		if a := q.of[t]; a != nil && in[t] && !slices.Contains(assume, a) {
			assume = append(assume, a)
		}
	}
	var held []*term.Term
	for _, t := range q.ts[q.held:] {
		if q.of[t] == nil && (all || in[t]) {
			held = append(held, t)
		}
	}
	if all {
		s.send()
	} else if len(held) > 0 {
		s.first.Push()
		defer s.first.Pop()
		s.first.Assert(held...)
	}
	defer s.endSingle()
	by := s.first
	a = by.Check(ctx, b, assume...)
	if a.Result == Unknown && b.Again != nil && s.cfg.Backup != nil && ctx.Err() == nil {
		work := a.Work
		a, by = s.other(ctx, &s.backup, s.cfg.Backup, *b.Again, ts)
		a.Work += work
	}
	if a.Result != Unknown && s.cfg.Second != nil {
		a = s.agreed(ctx, b, ts, a)
	}
	switch a.Result {
	case Unsat:
		set := ts
		if core := by.Core(); core != nil && by == s.first && s.cfg.Second == nil {
			// A conjunct that belongs to several assumptions stays if one of these assumptions is in the core.
			said := map[*term.Term]bool{}
			for _, a := range core {
				s.conjuncts(a, said, nil)
			}
			set = slices.DeleteFunc(slices.Clone(ts), func(t *term.Term) bool { return q.of[t] != nil && !said[t] })
		}
		u := setOf(set)
		s.store.unsat(u)
		s.store.put(&entry{set: setOf(q.ts), core: u})
		s.core = q.coreIn(u)
	case Sat:
		if m, err = by.Model(); err != nil {
			return a, nil, false, err
		}
		var why string
		if sure, why = s.validate(m, ts); why != "" {
			return Answer{Reason: why, Work: a.Work}, nil, false, nil
		}
	}
	return a, m, sure, nil
}

// other sends the conjunction of ts to a further solver, and returns its answer and the solver. It opens the solver if
// *at is nil.
func (s *chain) other(ctx context.Context, at *Solver, cfg *Config, b Budget, ts []*term.Term) (Answer, Solver) {
	if *at == nil {
		o, err := openPipe(s.c, *cfg)
		if err != nil {
			return unknown(err.Error()), s.first
		}
		*at = o
		if !cfg.single() {
			o.Push()
		}
	}
	o := *at
	if !cfg.single() { // drop the terms of the last query
		o.Pop()
		o.Push()
	}
	o.Assert(ts...)
	return o.Check(ctx, b), o
}

// endSingle closes the solvers that are made for a single query.
func (s *chain) endSingle() {
	for _, o := range []struct {
		at  *Solver
		cfg *Config
	}{{&s.backup, s.cfg.Backup}, {&s.second, s.cfg.Second}} {
		if *o.at != nil && o.cfg.single() {
			(*o.at).Close()
			*o.at = nil
		}
	}
}

// agreed returns the answer a if the second solver gives it too, else Unknown. If one solver answers Sat and the other
// Unsat, it logs a warning, since one of them is wrong. The solvers work one after the other, since both read terms of
// one term.Ctx, and the second has the whole budget again.
func (s *chain) agreed(ctx context.Context, b Budget, ts []*term.Term, a Answer) Answer {
	o, _ := s.other(ctx, &s.second, s.cfg.Second, b, ts)
	a.Work += o.Work
	switch o.Result {
	case a.Result:
		return a
	case Unknown:
		return Answer{Reason: "second solver: " + o.String(), Work: a.Work}
	}
	log := s.cfg.Second.Log
	log.Count("smt.disagreements", 1)
	log.Warn("smt: SOLVERS DISAGREE", "first", a.String(), "second", o.String())
	return Answer{Reason: "solvers disagree: " + a.String() + " and " + o.String(), Work: a.Work}
}

// validate evaluates the terms in the solver's model; wrong describes the fault if one of them is false. It skips and
// counts terms that cannot be evaluated or whose value SMT-LIB leaves open; sure is false if there are any.
func (s *chain) validate(m *term.Model, ts []*term.Term) (sure bool, wrong string) {
	in := s.c.In(m)
	sure = true
	for _, t := range ts {
		holds, err := in.Holds(t)
		switch {
		case err != nil:
			s.cfg.Log.Count("smt.unvalidated", 1)
			sure = false
		case !holds:
			s.cfg.Log.Count("smt.wrongmodels", 1)
			s.cfg.Log.Warn("smt: solver gave a wrong model", "violates", t.String())
			return false, "solver gave a wrong model"
		}
	}
	return sure, ""
}

// Model implements Solver.
func (s *chain) Model() (*term.Model, error) {
	switch {
	case !s.sat:
		return nil, errNoModel
	case s.err != nil:
		return nil, s.err
	}
	return s.model, nil
}

// Core implements Solver.
func (s *chain) Core() []*term.Term { return slices.Clone(s.core) }

// Close implements Solver.
func (s *chain) Close() error {
	err := s.first.Close()
	for _, o := range []Solver{s.second, s.backup} {
		if o != nil {
			err = errors.Join(err, o.Close())
		}
	}
	return err
}
