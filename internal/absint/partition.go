package absint

// Value partitioning: the states of a cut are partitioned by the known values of control dimensions. If a cut has too
// many partitions, the analysis drops the control dimensions that take many values at the cut and starts again. If no
// control dimension takes many values, the analysis joins the partitions of this cut. With Rounds, it drops one
// dimension at a time, since the number of partitions is a product.

// At a cut with too many partitions, a control dimension with more than manyValues values is dropped.
const manyValues = 12

// key returns the partition key of s at n: a hash of the values of the control dimensions that have a single value in
// s. States whose hashes collide share a partition, which is sound.
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

// least returns the control dimension to drop when states are partitioned by the rounds of loops. values has the values
// of each dimension at one cut. Flags are dropped before counters, and dimensions with many values before others.
func (v *solver) least(values map[Key]map[uint64]bool) (least Key, ok bool) {
	for d, vs := range values {
		if len(vs) < 2 {
			continue
		}
		before := false
		if ok {
			counts, other := v.m.CountsRounds(d), v.m.CountsRounds(least)
			n, most := len(vs), len(values[least])
			before = other && !counts || counts == other && (n > most || n == most && d < least)
		}
		if !ok || before {
			least, ok = d, true
		}
	}
	return least, ok
}

// tooMany is called when n has too many partitions. It drops the control dimensions that take many values at n, and
// requests a restart. If there are no such dimensions, it joins the states of n, now and for the rest of the analysis.
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
	if v.cfg.Control == Rounds {
		if d, ok := v.least(values); ok {
			v.dropped[d], v.restart = true, true
			return
		}
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
