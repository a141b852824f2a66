package absint

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Decreasing iterations. A pass goes over the cuts in order; the new state of
// a cut is what arrives over forward edges in this pass and over backward edges
// from the states of the pass before, so that it stays above its predecessors'
// effects throughout.

// arrivals collects states by key.
type arrivals[E any] struct {
	by   map[uint64]state[E]
	keys []uint64 // in order of arrival
}

func (a *analysis[E]) put(n *node[E], to *arrivals[E], s state[E]) {
	k := a.key(n, s)
	if to.by == nil {
		to.by = map[uint64]state[E]{}
	}
	old, ok := to.by[k]
	if !ok {
		to.keys = append(to.keys, k)
		to.by[k] = s
		return
	}
	to.by[k] = a.join(old, s)
}

// descend makes one decreasing pass; the first needs a pass to see what
// arrives over backward edges. It reports whether the pass ended.
func (a *analysis[E]) descend(first bool) bool {
	if first {
		a.arrive = func(to, from *node[E], s state[E]) {
			if from.pos >= to.pos {
				a.put(to, &to.backNext, s)
			}
		}
		for _, n := range a.order {
			n.backNext = arrivals[E]{}
		}
		for _, n := range a.order {
			for _, p := range n.parts {
				a.walk(n, p.s)
			}
		}
	}
	if a.stop != Done {
		return false
	}
	a.arrive = func(to, from *node[E], s state[E]) {
		if from.pos >= to.pos {
			a.put(to, &to.backNext, s)
		} else {
			a.put(to, &to.next, s)
		}
	}
	for _, n := range a.order {
		n.back, n.backNext, n.next = n.backNext, arrivals[E]{}, arrivals[E]{}
	}
	a.put(a.entry(), &a.entry().next, a.initial())
	saved := make([][]*part[E], len(a.order))
	for i, n := range a.order {
		saved[i] = n.parts
	}
	for _, n := range a.order {
		for _, k := range n.back.keys {
			a.put(n, &n.next, n.back.by[k])
		}
		a.shrink(n)
		for _, p := range n.parts {
			a.walk(n, p.s)
		}
		if a.stop != Done { // an unfinished pass proves nothing: the states before it stand
			for i, n := range a.order {
				a.setParts(n, saved[i])
			}
			return false
		}
	}
	return true
}

// shrink replaces the states of a cut by what arrived.
func (a *analysis[E]) shrink(n *node[E]) {
	var parts []*part[E]
	for _, k := range n.next.keys {
		s := n.next.by[k]
		if old := n.byKey[k]; old != nil {
			if !a.leq(s, old.s) {
				s = old.s // not monotone here: stay
			} else {
				s = a.narrow(old.s, s)
			}
		}
		parts = append(parts, &part[E]{key: k, s: s})
	}
	a.setParts(n, parts)
}

func (a *analysis[E]) setParts(n *node[E], parts []*part[E]) {
	n.parts, n.byKey = parts, map[uint64]*part[E]{}
	for _, p := range parts {
		n.byKey[p.key] = p
	}
}

// settle makes sure that the states are a post-fixpoint, growing again where
// they are not.
func (a *analysis[E]) settle() {
	a.queue = nil
	for _, n := range a.order {
		n.queued = false
		for _, p := range n.parts {
			a.enqueue(n, p)
		}
	}
	a.grow(a.entry(), a.initial())
	for !a.ascend() && a.stop == Done { // too many states apart: fewer, and on
		a.restart = false
	}
}

// errors lists the error locations that the final states reach.
func (a *analysis[E]) errors() map[*ir.Loc]bool {
	found := map[*ir.Loc]bool{}
	a.arrive = func(_, _ *node[E], _ state[E]) {}
	a.onError = func(l *ir.Loc) { found[l] = true }
	for _, n := range a.order {
		for _, p := range n.parts {
			a.walk(n, p.s)
		}
	}
	a.onError = nil
	return found
}
