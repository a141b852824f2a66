package relation

import "github.com/tandem-verifier/tandem/internal/domain/linear"

// Stated implements domain.Stater: it returns e without facts that Constraints cannot express.
func (m *machine[B, R]) Stated(e State[B, R]) State[B, R] {
	if e = m.settle(e); e.bot {
		return e
	}
	cons := m.rel.Constraints(e.rel)
	w := &writer[B, R]{view: m.view(e)}
	var keep []linear.Cons
	for _, c := range cons {
		if len(c.Terms) < 2 || w.knows(c.Form) && w.constraint(c) != nil {
			keep = append(keep, c)
		}
	}
	h, ok := m.rel.(linear.Hider[R])
	if len(keep) == len(cons) && !(ok && h.Hides(e.rel)) {
		return e
	}
	r := State[B, R]{box: e.box, rel: m.rel.Top(), in: e.in, safe: e.safe}
	for _, c := range keep {
		r.rel = m.rel.Assume(r.rel, c)
	}
	return m.settle(r)
}
