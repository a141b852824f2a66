package blocks

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
)

// makeRoom moves dimensions out of the blocks of ds until the remaining ones fit into one block. The dimensions ds,
// which the program relates, stay, together with the dimensions at the smallest distance from ds in the graph of
// constraints. The result is false if no dimension was moved.
func (s *sparse[B]) makeRoom(r State[B], ds []domain.Dim) (State[B], bool) {
	parts, free := r.blocksOf(ds)
	if len(ds) > s.max || len(union(parts, free...)) <= s.max {
		return r, false
	}
	type ranked struct {
		d        domain.Dim
		distance int
	}
	var all []ranked
	for _, p := range parts {
		for i, n := range s.distances(p, ds) {
			all = append(all, ranked{p.dims[i], n})
		}
	}
	for _, d := range free {
		all = append(all, ranked{d, 0})
	}
	slices.SortFunc(all, func(x, y ranked) int {
		return cmp.Or(cmp.Compare(x.distance, y.distance), cmp.Compare(x.d, y.d))
	})
	// ds come first, with distance 0; other dimensions have at least distance 1
	var stay []domain.Dim
	for _, x := range all[:s.max] {
		stay = append(stay, x.d)
	}
	slices.Sort(stay)
	for _, p := range parts {
		for _, in := range []bool{true, false} {
			to := make([]int, len(p.dims))
			var dims []domain.Dim
			for i, d := range p.dims {
				if _, ok := slices.BinarySearch(stay, d); ok == in {
					to[i], dims = len(dims), append(dims, d)
				} else {
					to[i] = -1
				}
			}
			if len(dims) == len(p.dims) {
				break
			}
			if len(dims) > 0 && !s.store(&r, dims, s.dense.Remap(p.e, len(dims), to)) {
				return r, true
			}
		}
	}
	return r, true
}

// distances returns the distance of each dimension of b from ds in the graph of the constraints of b. Equalities are
// shorter than inequalities. They have length 0, or 1 next to ds.
func (s *sparse[B]) distances(b *block[B], ds []domain.Dim) []int {
	const far = 1 << 30
	dist := make([]int, len(b.dims))
	for i, d := range b.dims {
		if dist[i] = far; slices.Contains(ds, d) {
			dist[i] = 0
		}
	}
	cs := s.dense.Constraints(b.e)
	for changed := true; changed; {
		changed = false
		for _, c := range cs {
			nearest := far
			for _, t := range c.Terms {
				nearest = min(nearest, dist[t.D])
			}
			step := 2
			if c.Equal {
				step = 1
				if nearest > 0 {
					step = 0
				}
			}
			for _, t := range c.Terms {
				if nearest+step < dist[t.D] {
					dist[t.D], changed = nearest+step, true
				}
			}
		}
	}
	return dist
}

// apart returns the number of blocks of ds, where a dimension without a block counts as a block.
func (r State[B]) apart(ds []domain.Dim) int {
	parts, free := r.blocksOf(ds)
	return len(parts) + len(free)
}
