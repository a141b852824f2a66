package term

import "slices"

// Mapping replaces subterms by a function, and keeps the results from term to term: mapping a sequence of terms that
// share subterms takes one visit of each subterm. It leaves quantifiers as they are.
type Mapping struct {
	c    *Ctx
	at   func(*Term) *Term
	memo map[*Term]*Term // the terms that change
	same []uint64        // set of the IDs of the terms that do not change
}

// NewMapping returns the mapping by at. Each subterm is given to at after its operands were mapped, and is replaced by
// the result, which at returns unchanged or with another term of the same sort. at must always give the same result for
// the same term.
func (c *Ctx) NewMapping(at func(*Term) *Term) *Mapping {
	return &Mapping{c: c, at: at, memo: map[*Term]*Term{}}
}

// Of returns t after the mapping.
func (m *Mapping) Of(t *Term) *Term {
	if len(t.args) == 0 || t.op == Forall || t.op == Exists || m.isSame(t) {
		return t
	}
	if r, ok := m.memo[t]; ok {
		return r
	}
	r := t
	var args []*Term
	for i, a := range t.args {
		b := m.Of(a)
		if b != a && args == nil {
			args = slices.Clone(t.args)
		}
		if args != nil {
			args[i] = b
		}
	}
	if args != nil {
		r = rebuild(m.c, t, args)
	}
	if n := m.at(r); n != r {
		must(n.sort == t.sort, "a term of sort %v is mapped to one of sort %v", t.sort, n.sort)
		r = n
	}
	if r == t {
		m.setSame(t)
	} else {
		m.memo[t] = r
	}
	return r
}

// isSame reports whether t is known not to change.
func (m *Mapping) isSame(t *Term) bool {
	return int(t.id/64) < len(m.same) && m.same[t.id/64]>>(t.id%64)&1 != 0
}

// setSame records that t does not change.
func (m *Mapping) setSame(t *Term) {
	for int(t.id/64) >= len(m.same) {
		m.same = append(m.same, make([]uint64, len(m.same)+16)...)
	}
	m.same[t.id/64] |= 1 << (t.id % 64)
}

// Changed calls f for t and its subterms that the mapping changes, with their results, once Of(t) was called. If f
// returns false, Changed does not visit the operands of that term from there.
func (m *Mapping) Changed(t *Term, f func(t, result *Term) bool) {
	r, ok := m.memo[t]
	if !ok || !f(t, r) {
		return
	}
	for _, a := range t.args {
		m.Changed(a, f)
	}
}
