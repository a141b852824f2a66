package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes properties of pointers that an unwinding supposes, and proves together with the rest. In
//
//	word[n++] = s      s = (1, i): the i-th byte of object 1
//
// the pointer is in object 1 after the statement only if i is at most the object's size. A case distinction would have
// to consider larger i: then the pointer, and every later access through it, could lead to any memory. Correct programs
// do not have this case. So the property becomes a goal of its own, and is assumed after the statement. If the goal
// fails, the statement is encoded again with both cases.

// lemma is a property that the encoding of a statement supposes.
type lemma struct {
	cond *term.Term
	what string // for messages
}

// suppose reports whether the encoding of the current statement may assume a condition. If so, it makes the condition a
// goal.
func (now *statement) suppose(cond *term.Term, what string) bool {
	switch {
	case cond.IsTrue():
		return true
	case !now.c.mem.heap || now.at == nil || now.c.doubted[now.at] || cond.IsFalse() || now.nested > 0:
		return false
	}
	if slices.ContainsFunc(now.lemmas, func(l lemma) bool { return l.cond == cond }) {
		return true
	}
	now.inexact(what)
	now.lemmas = append(now.lemmas, lemma{cond, what})
	return true
}

// supposed adds the goals for the lemmas of the current statement, and assumes the lemmas after the statement.
func (now *statement) supposed(x *arrival, e *ir.Edge, at string) {
	for _, l := range now.lemmas {
		now.q.vc.of = Claim{}
		lit := now.q.vc.goal(l.what + " at " + at)
		now.q.vc.goals[len(now.q.vc.goals)-1].from = e
		x.b.way(now.q, nil, append(append([]*term.Term(nil), x.pass...), lit, now.tc.Not(l.cond))...)
		x.pass = append(x.pass, l.cond)
	}
	now.lemmas = nil
}

// lies returns the condition that a pointer lies in its object. If end is set, the pointer may also be at the object's
// end.
func (now *statement) lies(p *pointer, end bool) *term.Term {
	nt := now.addressType()
	out := []*term.Term{}
	for _, in := range p.to {
		op := ir.Lt
		if end {
			op = ir.Le
		}
		ok := now.a.compare(op, nt, p.off, in.size)
		if !end {
			ok = now.tc.Or(ok, now.a.compare(ir.Eq, nt, p.off, now.a.lit(nt, 0)))
		}
		if !ok.IsTrue() {
			out = append(out, now.tc.Implies(now.q.heap.is(p, in.id), ok))
		}
	}
	return now.tc.And(out...)
}
