package triple

import (
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// While an unwinding is written, the solver may be asked what the part that is there already says: the blocks behind
// the ways to some place are complete. What it excludes there holds in every execution that comes by.

// maxAsked bounds such questions of a query.
const maxAsked = 96

// excluded reports whether no way into some arrivals leads on with cond.
func (q *query) excluded(in []arrival, cond *term.Term) bool {
	if q.asked >= maxAsked || q.c.ctx.Err() != nil {
		return false
	}
	q.asked++
	s := q.c.solver
	s.Push()
	defer s.Pop()
	s.Assert(q.facts...)
	for _, g := range q.goals {
		s.Assert(q.tc.Not(g.lit))
	}
	for _, b := range q.blocks {
		ways := b.ways[:len(b.ways):len(b.ways)]
		for _, x := range in {
			if x.b == b {
				ways = append(ways, q.tc.And(append(append([]*term.Term{cond}, x.pass...), q.supposedYet()...)...))
			}
		}
		s.Assert(q.tc.Implies(b.name, q.tc.Or(ways...)))
	}
	return q.c.check(q.c.budget(40, 1)).Result == smt.Unsat
}

// supposedYet is what the statement under way has supposed.
func (q *query) supposedYet() (out []*term.Term) {
	for _, l := range q.lemmas {
		out = append(out, l.cond)
	}
	return out
}
