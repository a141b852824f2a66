package smt

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/tandem-verifier/tandem/internal/clock"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Divisions are the most expensive operators of bit-vectors: solvers encode one of 32 bits as 32 subtractions, each
// under a comparison. Most proofs need only that a remainder is less than its divisor. This file gives the solver names
// for the results of divisions instead, with lemmas about these names. If the solver then answers Unsat, the formula
// with the divisions is Unsat, too. If its model gives names other values than their divisions have, the solver gets
// the definitions of these names, and is asked again.
//
// Source: lemmas on demand as in R. Bruttomesso et al., "A lazy and layered SMT(BV) solver for hard industrial
// verification problems", CAV 2007. Deviations: the lemmas are given before the first question; a model is first
// repaired by changing the dividends that are free inputs; quotients by literals are defined by a multiplication.

// divided is a Solver that passes formulas without divisions to the solver next.
type divided struct {
	c      *term.Ctx
	next   Solver
	least  int // the least width at which divisions get names
	names  *term.Mapping
	byKey  map[divisionKey]*division
	byTerm map[*term.Term]*division // by the result of named

	levels []dividedLevel

	sat   bool                      // the last answer was Sat
	model *term.Model               // the model of the last answer; nil: the model of next
	of    map[*term.Term]*term.Term // by mapped assumption of the last Check: the assumption
}

// divisionKey identifies a division. Quotient and remainder by a literal share one division, with op BVUDiv.
type divisionKey struct {
	op   term.Op // BVUDiv or BVURem
	x, y *term.Term
}

// division has names for the results of an unsigned division.
type division struct {
	key     divisionKey
	q, r    *term.Term   // the names of quotient and remainder; one of them is nil if the divisor is not a literal
	lemmas  []*term.Term // about the names; they hold for the results of the division
	define  []*term.Term // together with the lemmas: the names are the results of the division
	said    bool         // next has the lemmas
	defined bool         // next has the definition
}

// dividedLevel is a level of the stack.
type dividedLevel struct {
	ts            []*term.Term        // the mapped terms
	said, defined []*division         // the divisions whose lemmas and definitions were asserted in this level
	seen          map[*term.Term]bool // the terms whose divisions were listed in this level
}

// newDivided returns a Solver that answers by the solver next. Divisions of at least least bits get names.
func newDivided(c *term.Ctx, next Solver, least int) *divided {
	s := &divided{c: c, next: next, least: least, byKey: map[divisionKey]*division{},
		byTerm: map[*term.Term]*division{}, levels: []dividedLevel{{seen: map[*term.Term]bool{}}}}
	s.names = c.NewMapping(s.named)
	return s
}

// narrowest is the least width at which Open gives names to divisions. Solvers decide narrower ones by cases.
const narrowest = 12

// named returns the term by which a division is replaced, and other terms unchanged. Signed division is unsigned
// division of absolute values, as in the definition of SMT-LIB.
func (s *divided) named(t *term.Term) *term.Term {
	op := t.Op()
	switch op {
	case term.BVUDiv, term.BVURem, term.BVSDiv, term.BVSRem:
	default:
		return t
	}
	if int(t.Sort().Bits) < s.least {
		return t
	}
	c, x, y := s.c, t.Arg(0), t.Arg(1)
	if op == term.BVUDiv || op == term.BVURem {
		d := s.division(op, x, y)
		if op == term.BVUDiv {
			s.byTerm[d.q] = d
			return d.q
		}
		s.byTerm[d.r] = d
		return d.r
	}
	zero := c.BV(0, int(t.Sort().Bits))
	xneg, yneg := c.BVSlt(x, zero), c.BVSlt(y, zero)
	ax, ay := c.Ite(xneg, c.BVNeg(x), x), c.Ite(yneg, c.BVNeg(y), y)
	var r *term.Term
	var d *division
	if op == term.BVSDiv {
		d = s.division(term.BVUDiv, ax, ay)
		r = c.Ite(c.Eq(xneg, yneg), d.q, c.BVNeg(d.q))
	} else {
		d = s.division(term.BVURem, ax, ay)
		r = c.Ite(xneg, c.BVNeg(d.r), d.r)
	}
	s.byTerm[r] = d
	return r
}

// division returns the division of x by y that has a name for the result of op, BVUDiv or BVURem.
func (s *divided) division(op term.Op, x, y *term.Term) *division {
	by, literal := y.Big()
	literal = literal && by.Sign() > 0
	if literal {
		op = term.BVUDiv
	}
	key := divisionKey{op, x, y}
	if d := s.byKey[key]; d != nil {
		return d
	}
	c, sort := s.c, x.Sort()
	n := int(sort.Bits)
	zero, ones := c.BV(0, n), c.BVNot(c.BV(0, n))
	d := &division{key: key}
	if op == term.BVUDiv {
		d.q = c.Fresh("quotient", sort)
	}
	if op == term.BVURem || literal {
		d.r = c.Fresh("remainder", sort)
	}
	none, some := c.Eq(y, zero), c.Not(c.Eq(y, zero))
	if d.q != nil {
		d.lemmas = append(d.lemmas,
			c.Implies(none, c.Eq(d.q, ones)),
			c.Implies(some, c.BVUle(d.q, x)),
			c.Implies(some, c.Eq(c.BVUlt(x, y), c.Eq(d.q, zero))))
	}
	if d.r != nil {
		d.lemmas = append(d.lemmas,
			c.Implies(some, c.BVUlt(d.r, y)),
			c.BVUle(d.r, x),
			c.Implies(c.Or(none, c.BVUlt(x, y)), c.Eq(d.r, x)))
	}
	switch {
	case literal:
		// Neither the product nor the sum wraps: the quotient is at most max/y, and a sum that wraps is less than the
		// remainder.
		d.lemmas = append(d.lemmas, c.BVUle(d.q, c.BVUDiv(ones, y)))
		d.define = []*term.Term{c.Eq(x, c.BVAdd(c.BVMul(d.q, y), d.r))}
	case op == term.BVUDiv:
		d.define = []*term.Term{c.Eq(d.q, c.BVUDiv(x, y))}
	default:
		d.define = []*term.Term{c.Eq(d.r, c.BVURem(x, y))}
	}
	s.byKey[key] = d
	return d
}

// Push implements Solver.
func (s *divided) Push() {
	s.next.Push()
	s.levels = append(s.levels, dividedLevel{seen: map[*term.Term]bool{}})
}

// Pop implements Solver.
func (s *divided) Pop() {
	s.next.Pop()
	top := len(s.levels) - 1
	for _, d := range s.levels[top].said {
		d.said = false
	}
	for _, d := range s.levels[top].defined {
		d.defined = false
	}
	s.levels = s.levels[:top]
}

// Assert implements Solver.
func (s *divided) Assert(ts ...*term.Term) {
	for _, t := range ts {
		mustBool(t)
		s.pass(s.mapped(t))
	}
}

// pass asserts a term without divisions in next.
func (s *divided) pass(ts ...*term.Term) {
	top := &s.levels[len(s.levels)-1]
	top.ts = append(top.ts, ts...)
	s.next.Assert(ts...)
}

// mapped returns t with names for divisions, and asserts the lemmas about the names.
func (s *divided) mapped(t *term.Term) *term.Term {
	n := s.names.Of(t)
	if n != t {
		s.list(t)
	}
	return n
}

// list asserts the lemmas about the divisions in t.
func (s *divided) list(t *term.Term) {
	top := &s.levels[len(s.levels)-1]
	s.names.Changed(t, func(t, n *term.Term) bool {
		for _, l := range s.levels {
			if l.seen[t] {
				return false
			}
		}
		top.seen[t] = true
		if d := s.byTerm[n]; d != nil && !d.said {
			d.said = true
			top.said = append(top.said, d)
			s.pass(d.lemmas...)
		}
		return true
	})
}

// define asserts the definition of the names of d.
func (s *divided) define(d *division) {
	top := &s.levels[len(s.levels)-1]
	d.defined = true
	top.defined = append(top.defined, d)
	s.pass(d.define...)
}

// open returns the divisions of the stack whose definitions next does not have, in the order in which they were named.
func (s *divided) open() []*division {
	var out []*division
	for _, l := range s.levels {
		for _, d := range l.said {
			if !d.defined {
				out = append(out, d)
			}
		}
	}
	return out
}

// firstShare is the part of a limit that a question without the definitions gets.
const firstShare = 3

// Check implements Solver.
func (s *divided) Check(ctx context.Context, b Budget, assume ...*term.Term) Answer {
	s.sat, s.model, s.of = false, nil, map[*term.Term]*term.Term{}
	var mapped []*term.Term
	for _, a := range assume {
		mustBool(a)
		n := s.mapped(a)
		if s.of[n] == nil {
			s.of[n] = a
			mapped = append(mapped, n)
		}
	}
	begin, limit, work := clock.Now(ctx), b.limit(ctx), uint64(0)
	for round := 0; ; round++ {
		open := s.open()
		now := b
		if limit > 0 {
			now.Time = max(limit-(clock.Now(ctx)-begin), time.Millisecond)
		}
		if b.Work > 0 {
			now.Work = max(b.Work, work+1) - work
		}
		if len(open) > 0 {
			now.Time, now.Work = now.Time/firstShare, now.Work/firstShare
			if limit > 0 {
				now.Time = max(now.Time, time.Millisecond)
			}
			if b.Work > 0 {
				now.Work = max(now.Work, 1)
			}
		}
		a := s.next.Check(ctx, now, mapped...)
		work += a.Work
		a.Work = work
		switch {
		case a.Result == Unsat, len(open) == 0, ctx.Err() != nil:
			s.sat = a.Result == Sat
			return a
		case a.Result == Sat:
			m, err := s.next.Model()
			if err != nil {
				break
			}
			wrong := s.wrong(m, open)
			if len(wrong) > 0 {
				if m = s.repaired(m, wrong, mapped); m != nil {
					wrong = nil
				}
			}
			if len(wrong) == 0 {
				s.sat, s.model = true, m
				return a
			}
			if round == 0 {
				open = wrong
			}
		}
		for _, d := range open {
			s.define(d)
		}
	}
}

// wrong returns the divisions whose names have values in the model that are not the results of the division.
func (s *divided) wrong(m *term.Model, ds []*division) []*division {
	in := s.c.In(m)
	var out []*division
	for _, d := range ds {
		if !all(in, d.define) {
			out = append(out, d)
		}
	}
	return out
}

// all reports whether the terms are true.
func all(in *term.Interpretation, ts []*term.Term) bool {
	for _, t := range ts {
		if ok, err := in.Holds(t); err != nil || !ok {
			return false
		}
	}
	return true
}

// repaired returns a model of the stack and the assumptions, in which all divisions have their results. It starts from
// the model m, and changes the dividends of the divisions wrong that are variables. It returns nil if it finds none.
func (s *divided) repaired(m *term.Model, wrong []*division, assume []*term.Term) *term.Model {
	n := &term.Model{Vars: maps.Clone(m.Vars), Arrays: m.Arrays, Funcs: m.Funcs}
	for _, d := range wrong {
		c, x := s.c, d.key.x
		if x.Op() != term.Var {
			return nil
		}
		to := d.r
		switch {
		case d.q != nil && d.r != nil:
			to = c.BVAdd(c.BVMul(d.q, d.key.y), d.r)
		case d.q != nil:
			to = c.BVMul(d.q, d.key.y)
		}
		v, err := c.Eval(n, to)
		if err != nil {
			return nil
		}
		n.Vars[x.Name()] = v
	}
	in := s.c.In(n)
	if !all(in, assume) {
		return nil
	}
	for _, l := range slices.Backward(s.levels) {
		if !all(in, l.ts) {
			return nil
		}
		for _, d := range l.said {
			if !d.defined && !all(in, d.define) {
				return nil
			}
		}
	}
	return n
}

// Model implements Solver. The model has no values of names.
func (s *divided) Model() (*term.Model, error) {
	if !s.sat {
		return nil, errNoModel
	}
	m := s.model
	if m == nil {
		var err error
		if m, err = s.next.Model(); err != nil {
			return nil, err
		}
	}
	if len(s.byKey) == 0 {
		return m, nil
	}
	n := &term.Model{Vars: maps.Clone(m.Vars), Arrays: m.Arrays, Funcs: m.Funcs}
	for _, d := range s.byKey {
		for _, name := range []*term.Term{d.q, d.r} {
			if name != nil {
				delete(n.Vars, name.Name())
			}
		}
	}
	return n, nil
}

// Core implements Solver.
func (s *divided) Core() []*term.Term {
	core := s.next.Core()
	if core == nil {
		return nil
	}
	out := make([]*term.Term, len(core))
	for i, n := range core {
		out[i] = s.of[n]
	}
	return out
}

// Close implements Solver.
func (s *divided) Close() error { return s.next.Close() }
