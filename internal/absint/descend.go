package absint

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Decreasing iterations. A pass goes over the cuts in order; the new state of
// a cut is what arrives over forward edges in this pass and over backward edges
// from the states of the pass before, so that it stays above its predecessors'
// effects throughout.

// arrivals collects states by key.
type arrivals struct {
	by   map[uint64]State
	keys []uint64 // in order of arrival
}

func (v *solver) put(n *node, to *arrivals, s State) {
	k := v.key(n, s)
	if to.by == nil {
		to.by = map[uint64]State{}
	}
	old, ok := to.by[k]
	if !ok {
		to.keys = append(to.keys, k)
		to.by[k] = s
		return
	}
	to.by[k] = v.m.Join(old, s)
}

// descend makes one decreasing pass; the first needs a pass to see what
// arrives over backward edges. It reports whether the pass ended.
func (v *solver) descend(first bool) bool {
	if first {
		v.arrive = func(to, from *node, s State) {
			if from.pos >= to.pos {
				v.put(to, &to.backNext, s)
			}
		}
		for _, n := range v.order {
			n.backNext = arrivals{}
		}
		v.over()
	}
	if v.stop != Done {
		return false
	}
	v.arrive = func(to, from *node, s State) {
		if from.pos >= to.pos {
			v.put(to, &to.backNext, s)
		} else {
			v.put(to, &to.next, s)
		}
	}
	for _, n := range v.order {
		n.back, n.backNext, n.next = n.backNext, arrivals{}, arrivals{}
	}
	if s := v.m.Initial(); s != nil {
		v.put(v.entry(), &v.entry().next, s)
	}
	saved := make([][]*part, len(v.order))
	for i, n := range v.order {
		saved[i] = n.parts
	}
	for _, n := range v.order {
		for _, k := range n.back.keys {
			v.put(n, &n.next, n.back.by[k])
		}
		v.shrink(n)
		for _, p := range n.parts {
			v.walk(n, p.s)
		}
		if v.stop != Done { // an unfinished pass proves nothing: the states before it stand
			for i, n := range v.order {
				v.setParts(n, saved[i])
			}
			return false
		}
	}
	return true
}

// shrink replaces the states of a cut by what arrived.
func (v *solver) shrink(n *node) {
	var parts []*part
	for _, k := range n.next.keys {
		s := n.next.by[k]
		if old := n.byKey[k]; old != nil {
			if !v.m.Leq(s, old.s) {
				s = old.s // not monotone here: stay
			} else {
				s = v.m.Narrow(old.s, s)
			}
		}
		parts = append(parts, &part{key: k, s: s})
	}
	v.setParts(n, parts)
}

func (v *solver) setParts(n *node, parts []*part) {
	n.parts, n.byKey = parts, map[uint64]*part{}
	for _, p := range parts {
		n.byKey[p.key] = p
	}
}

// settle makes sure that the states are a post-fixpoint, growing again where
// they are not.
func (v *solver) settle() {
	v.queue = nil
	v.stating = true
	for _, n := range v.order {
		n.queued = false
		for _, p := range n.parts {
			p.s = v.m.Stated(p.s)
			v.enqueue(n, p)
		}
	}
	v.begin()
	for !v.ascend() && v.stop == Done { // too many states apart: fewer, and on
		v.restart = false
	}
}

// errors lists what the final states do not exclude: error locations, and
// accesses that are invalid.
func (v *solver) errors() (errs map[*ir.Loc]bool, accesses []*ir.Edge) {
	errs = map[*ir.Loc]bool{}
	invalid := map[*ir.Edge]bool{}
	v.onError = func(l *ir.Loc) { errs[l] = true }
	v.each(func(s State, e *ir.Edge) {
		if !invalid[e] && !v.m.Valid(s, e) {
			invalid[e] = true
			accesses = append(accesses, e)
		}
	})
	v.onError = nil
	return errs, accesses
}

// each calls visit with each edge and each state before it.
func (v *solver) each(visit func(State, *ir.Edge)) {
	v.arrive = func(_, _ *node, _ State) {}
	v.onEdge = visit
	v.over()
	v.onEdge = nil
}
