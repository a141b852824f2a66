package absint

// Value partitioning: the states of a cut are partitioned by the known values of control dimensions. If a cut has too
// many partitions, the analysis drops the dimensions that take many values there and starts again without them. If
// there is no such dimension, it joins the partitions of that cut.

// manyValues bounds the values of one dimension at a cut that has too many partitions.
const manyValues = 12

// key returns the partition of a state: a hash of the known values of the control dimensions. States whose hashes
// collide share a partition, which is sound.
func (v *solver) key(n *node, s State) uint64 {
	if v.cfg.Parts <= 1 || v.controlValues == nil || n.one {
		return 0
	}
	h := uint64(14695981039346656037)
	mix := func(x uint64) {
		h ^= x
		h *= 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	v.controlValues(s, func(d int32, x uint64) {
		if !v.dropped[d] {
			mix(uint64(d))
			mix(x)
		}
	})
	return h
}

// tooMany drops the control dimensions that take many values at n, and asks for a restart. If there are none, it
// joins n's states from here on.
func (v *solver) tooMany(n *node) {
	v.limited = v.cfg.Parts > 1
	values := map[int32]map[uint64]bool{}
	for _, p := range n.partitions {
		if v.controlValues == nil {
			break
		}
		v.controlValues(p.s, func(d int32, x uint64) {
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
	for _, p := range n.partitions {
		if v.ctx.Err() != nil { // joins of many states may take seconds, and an unfinished analysis has no result
			v.stop = Cancelled
			break
		}
		s = v.m.Join(s, p.s)
	}
	p := &partition{s: s}
	v.setPartitions(n, []*partition{p})
	v.enqueue(n, p)
}
