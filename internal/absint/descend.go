package absint

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the decreasing iterations. A pass visits the cuts in order and computes a new state for each. The new
// state is the join of the states that have arrived at the cut, over forward edges in this pass and over backward edges
// in the pass before. States only decrease. So at any time, the state of a cut covers the transfers from the present
// states of its predecessors.

// arrivals collects the states that arrive at a cut, by partition key.
type arrivals struct {
	by   map[uint64]State
	keys []uint64 // in order of arrival
}

// put joins s, a state that arrives at the cut n, into the state of the same partition key in the given arrivals.
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

// descend makes one decreasing pass, and reports whether it was completed. If first is set, no pass was made before:
// descend then begins by collecting the states that arrive over backward edges.
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
		v.walkAll()
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
	saved := make([][]*partition, len(v.order))
	for i, n := range v.order {
		saved[i] = n.partitions
	}
	for _, n := range v.order {
		for _, k := range n.back.keys {
			v.put(n, &n.next, n.back.by[k])
		}
		v.shrink(n)
		for _, p := range n.partitions {
			v.walk(n, p.s)
		}
		if v.stop != Done { // an unfinished pass proves nothing, so restore the states before it
			for i, n := range v.order {
				v.setPartitions(n, saved[i])
			}
			return false
		}
	}
	return true
}

// shrink replaces the states of n by the states that arrived there.
func (v *solver) shrink(n *node) {
	var parts []*partition
	for _, k := range n.next.keys {
		s := n.next.by[k]
		if old := n.byKey[k]; old != nil {
			if !v.m.Leq(s, old.s) {
				s = old.s // the transfer is not monotone here, so keep the old state
			} else {
				s = v.m.Narrow(old.s, s)
			}
		}
		parts = append(parts, &partition{key: k, s: s})
	}
	v.setPartitions(n, parts)
}

// setPartitions replaces the partitions of a cut.
func (v *solver) setPartitions(n *node, parts []*partition) {
	n.partitions, n.byKey = parts, map[uint64]*partition{}
	for _, p := range parts {
		n.byKey[p.key] = p
	}
}

// settle drops from all states the facts that invariants cannot express, and iterates upward from every cut until the
// states are a post-fixpoint again.
func (v *solver) settle() {
	v.queue = nil
	v.stating = true
	for _, n := range v.order {
		n.queued = false
		for _, p := range n.partitions {
			p.s = v.m.Stated(p.s)
			v.enqueue(n, p)
		}
	}
	v.begin()
	for !v.ascend() && v.stop == Done { // there were too many partitions, so continue with fewer
		v.restart = false
	}
}

// errors returns the error locations that are reachable according to the final states, and the edges whose accesses may
// be invalid.
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

// each calls visit for each edge, with each state that the fixpoint has before the edge.
func (v *solver) each(visit func(State, *ir.Edge)) {
	v.arrive = func(_, _ *node, _ State) {}
	v.onEdge = visit
	v.walkAll()
	v.onEdge = nil
}
