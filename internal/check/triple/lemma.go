package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes properties of pointers that an unwinding supposes and proves together with the rest. Whether
//
//	word[n++] = s      s = (1, i): the i-th byte of object 1
//
// keeps a pointer to object 1 depends on i being at most the object's size. In a case distinction, the other case would
// reach all of memory, in every later access as well; in correct programs there is no such case. So the property
// becomes a goal of its own, and is assumed after the statement. If the goal fails, the statement is written again with
// both cases.

// lemma is a property that has to hold where a statement is executed.
type lemma struct {
	cond *term.Term
	what string
}

// suppose reports whether the current statement may assume a condition, and makes it a goal if so.
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

// supposed adds the goals that the current statement supposes, and assumes them after it.
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

// lies returns the condition that a pointer lies in its object, its end included if end is set.
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
