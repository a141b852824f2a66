package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file is about what an unwinding takes to hold of pointers and proves together with the rest. Whether
//
//	word[n++] = s      s = (1, i): the i-th byte of object 1
//
// keeps a pointer to object 1 depends on i being at most the object's size. Written as a case distinction, the other
// case reaches all of memory, with every access after it. In programs that are right there is no other case.
// So it becomes a goal of its own, and is known behind the statement. Where such a goal fails, the
// statement is written again with both cases.

// lemma is what holds where a statement is executed, if the proof is one.
type lemma struct {
	cond *term.Term
	what string
}

// suppose reports whether a condition may be taken to hold in the statement under way.
func (q *query) suppose(cond *term.Term, what string) bool {
	switch {
	case cond.IsTrue():
		return true
	case !q.c.heap || q.at == nil || q.c.doubted[q.at] || cond.IsFalse() || q.nested > 0:
		return false
	}
	if slices.ContainsFunc(q.lemmas, func(l lemma) bool { return l.cond == cond }) {
		return true
	}
	q.inexact(what)
	q.lemmas = append(q.lemmas, lemma{cond, what})
	return true
}

// supposed adds the ways in which what a statement supposes fails, and the rest to what holds behind it.
func (q *query) supposed(x *arrival, e *ir.Edge, at string) {
	for _, l := range q.lemmas {
		q.of = Claim{}
		lit := q.goal(l.what + " at " + at)
		q.goals[len(q.goals)-1].from = e
		x.b.way(q, nil, append(append([]*term.Term(nil), x.pass...), lit, q.tc.Not(l.cond))...)
		x.pass = append(x.pass, l.cond)
	}
	q.lemmas = nil
}

// lies is the condition that a pointer lies in what it points to; its end counts if end is set.
func (q *query) lies(p *pointer, end bool) *term.Term {
	nt := q.addressType()
	out := []*term.Term{}
	for _, in := range p.to {
		op := ir.Lt
		if end {
			op = ir.Le
		}
		ok := q.a.compare(op, nt, p.off, in.size)
		if !end {
			ok = q.tc.Or(ok, q.a.compare(ir.Eq, nt, p.off, q.a.lit(nt, 0)))
		}
		if !ok.IsTrue() {
			out = append(out, q.tc.Implies(q.is(p, in.id), ok))
		}
	}
	return q.tc.And(out...)
}
