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
func (v *solver) key(n *node, s State) uint64 {
	if v.cfg.Parts <= 1 || v.apart == nil || n.one {
		return 0
	}
	h := uint64(14695981039346656037)
	mix := func(x uint64) {
		h ^= x
		h *= 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	v.apart(s, func(d int32, x uint64) {
		if !v.dropped[d] {
			mix(uint64(d))
			mix(x)
		}
	})
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
		v.apart(p.s, func(d int32, x uint64) {
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
	var s State
	for _, p := range n.parts {
		if v.ctx.Err() != nil { // joins of many states may take seconds; nobody uses what is unfinished
			v.stop = Cancelled
			break
		}
		s = v.m.Join(s, p.s)
	}
	p := &part{s: s}
	v.setParts(n, []*part{p})
	v.enqueue(n, p)
}
