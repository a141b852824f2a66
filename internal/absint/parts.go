package absint

// Value partitioning: the states of a cut are kept apart by the values of
// control dimensions, as far as these are known. A dimension that takes too many
// values at some cut is given up, and the analysis starts again without it; where
// too many combinations remain, the states of that cut are united.

// manyValues is how many values of one dimension at a cut are too many when
// the states are.
const manyValues = 12

// key tells states of a cut apart: a hash of the known values of the control
// dimensions. States whose keys collide are united, which is sound.
func (v *solver) key(n *node, s value) uint64 {
	if v.cfg.Parts <= 1 || v.apart == nil && v.cfg.First == 0 || n.one {
		return 0
	}
	h := uint64(14695981039346656037)
	mix := func(x uint64) {
		h ^= x
		h *= 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	s.trace.mix(mix)
	if v.apart != nil {
		v.apart(s.State, func(d int32, x uint64) {
			if !v.dropped[d] {
				mix(uint64(d))
				mix(x)
			}
		})
	}
	return h
}

// tooMany gives up control dimensions that take many values at n; if none
// does, n's states are united from here on.
func (v *solver) tooMany(n *node) {
	v.limited = v.cfg.Parts > 1
	values := map[int32]map[uint64]bool{}
	for _, p := range n.parts {
		if v.apart == nil {
			break
		}
		v.apart(p.s.State, func(d int32, x uint64) {
			if values[d] == nil && !v.dropped[d] {
				values[d] = map[uint64]bool{}
			}
			if values[d] != nil {
				values[d][x] = true
			}
		})
	}
	for d, vs := range values {
		if len(vs) > manyValues {
			v.dropped[d] = true
			v.restart = true
		}
	}
	if v.restart {
		return
	}
	n.one = true
	s := value{}
	for _, p := range n.parts {
		s = v.join(s, p.s)
	}
	p := &part{s: s}
	v.setParts(n, []*part{p})
	v.enqueue(n, p)
}

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
func (v *solver) passing(from, to *node, s value) value {
	if v.cfg.First == 0 || to.loops == 0 {
		return s
	}
	t := []byte(s.trace)
	for len(t) < to.loops {
		t = append(t, 0)
	}
	t = t[:to.loops]
	if at := &t[to.loops-1]; from.pos < to.pos {
		*at = 0
	} else if int(*at) < v.cfg.First {
		*at++
	}
	s.trace = trace(t)
	return s
}

// mix adds the label to a key.
func (t trace) mix(mix func(uint64)) {
	for i := range len(t) {
		mix(uint64(i)<<8 | uint64(t[i]))
	}
}
