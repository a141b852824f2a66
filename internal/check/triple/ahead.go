package triple

import (
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file asks the solver while an unwinding is being encoded. The blocks on all paths to the current statement are
// complete. So a condition that the solver excludes there is false in every execution that reaches the statement.

// maxAsked bounds the number of these queries for one query of an unwinding.
const maxAsked = 96

// excluded reports whether the solver shows that cond is false on all paths that end in the given arrivals.
func (now *statement) excluded(in []arrival, cond *term.Term) bool {
	if now.asked >= maxAsked || now.c.ctx.Err() != nil {
		return false
	}
	now.asked++
	s := now.c.queries.solver
	s.Push()
	defer s.Pop()
	s.Assert(now.facts...)
	for _, g := range now.q.vc.goals {
		s.Assert(now.tc.Not(g.lit))
	}
	for _, b := range now.q.vc.blocks {
		ways := b.ways[:len(b.ways):len(b.ways)]
		for _, x := range in {
			if x.b == b {
				ways = append(ways, now.tc.And(append(append([]*term.Term{cond}, x.pass...), now.supposedYet()...)...))
			}
		}
		s.Assert(now.tc.Implies(b.name, now.tc.Or(ways...)))
	}
	return now.c.queries.check(now.c.queries.budget(40, 1)).Result == smt.Unsat
}

// supposedYet returns the conditions that the current statement has supposed so far.
func (now *statement) supposedYet() (out []*term.Term) {
	for _, l := range now.lemmas {
		out = append(out, l.cond)
	}
	return out
}
