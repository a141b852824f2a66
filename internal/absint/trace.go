package absint

// Trace partitioning of first iterations (L. Mauborgne, X. Rival: Trace partitioning in abstract
// interpretation based static analyzers, ESOP 2005, of which this is the unrolling of loops, without directives): the states
// of a loop head, and of what follows it, are kept apart by how often the loop has gone round, up to
// Config.First rounds; all later ones are together.
//
//	x = 0; do { y = x > 0 ? y : 1; x++; } while (...)	first iteration: x == 0; later: x >= 1, y == 1
//
// The count is a label of a state like the hash of its flags, and no part of what the state
// says: invariants are the disjunction of all states of a cut, whatever the labels.

// trace has a count for each loop around the last head that was passed, outermost first.
type trace string

// passing labels a state that goes from one cut to another.
func (a *analysis[E]) passing(from, to *node[E], s state[E]) state[E] {
	if a.cfg.First == 0 || to.loops == 0 {
		return s
	}
	t := []byte(s.trace)
	for len(t) < to.loops {
		t = append(t, 0)
	}
	t = t[:to.loops]
	if at := &t[to.loops-1]; from.pos < to.pos {
		*at = 0
	} else if int(*at) < a.cfg.First {
		*at++
	}
	s.trace = trace(t)
	return s
}

// mixTrace adds the label to a key.
func (s state[E]) mixTrace(mix func(uint64)) {
	for i := range len(s.trace) {
		mix(uint64(i)<<8 | uint64(s.trace[i]))
	}
}
