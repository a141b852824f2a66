package blocks

import (
	"cmp"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// classes is a partition of dimensions (a union-find structure), whose classes have a size limit.
type classes struct {
	dims []domain.Dim // sorted
	// by index in dims: the index of the parent on the path to the representative, which is the first dimension of the
	// class
	of   []int
	size []int // by index of a representative: the size of its class
	max  int   // the size limit of classes
}

// partition returns the partition of dims, which are sorted, into classes of one dimension each.
func partition(dims []domain.Dim, max int) *classes {
	p := &classes{dims, make([]int, len(dims)), make([]int, len(dims)), max}
	for i := range dims {
		p.of[i], p.size[i] = i, 1
	}
	return p
}

// partitionOf returns the partition with a class of its own for each dimension in sets.
func partitionOf(max int, sets ...[][]domain.Dim) *classes {
	var all []domain.Dim
	for _, s := range sets {
		for _, ds := range s {
			all = append(all, ds...)
		}
	}
	slices.Sort(all)
	return partition(slices.Compact(all), max)
}

// find returns the index of the representative of dimension i.
func (p *classes) find(i int) int {
	for p.of[i] != i {
		p.of[i] = p.of[p.of[i]]
		i = p.of[i]
	}
	return i
}

// join merges the classes of i and j unless the result is too large. It reports whether both are in the same class now.
func (p *classes) join(i, j int) bool {
	i, j = p.find(i), p.find(j)
	if i == j {
		return true
	}
	if p.size[i]+p.size[j] > p.max {
		return false
	}
	i, j = min(i, j), max(i, j)
	p.of[j] = i
	p.size[i] += p.size[j]
	return true
}

// joinAll joins the classes of ds, to as few classes as the size limit allows.
func (p *classes) joinAll(ds []domain.Dim) {
	var buf [16]int
	seen := buf[:0]
next:
	for _, d := range ds {
		i, _ := slices.BinarySearch(p.dims, d)
		for _, j := range seen {
			if p.join(i, j) {
				continue next
			}
		}
		seen = append(seen, i)
	}
}

// list returns the classes, sorted by their first dimensions.
func (p *classes) list() [][]domain.Dim {
	at := make([]int, len(p.dims))
	var out [][]domain.Dim
	for i, d := range p.dims {
		u := p.find(i)
		if u == i {
			at[i], out = len(out), append(out, make([]domain.Dim, 0, p.size[i]))
		}
		out[at[u]] = append(out[at[u]], d)
	}
	return out
}

// lub returns the finest partition that is coarser than the partitions into the blocks as and into the blocks bs.
func lub[B any](as, bs []*block[B]) [][]domain.Dim {
	x, y := dimsOfBlocks(as), dimsOfBlocks(bs)
	p := partitionOf(math.MaxInt, x, y)
	for _, ds := range slices.Concat(x, y) {
		p.joinAll(ds)
	}
	return p.list()
}

// pack returns the finest partition that is coarser than the partitions as and bs, except where the size limit does not
// allow this. It never splits a set of as.
func (s *sparse[B]) pack(as, bs [][]domain.Dim) [][]domain.Dim {
	p := partitionOf(s.max, as, bs)
	for _, ds := range slices.Concat(as, bs) {
		p.joinAll(ds)
	}
	return p.list()
}

// dimsOfBlocks returns the dimensions of each block.
func dimsOfBlocks[B any](bs []*block[B]) [][]domain.Dim {
	out := make([][]domain.Dim, len(bs))
	for i, b := range bs {
		out[i] = b.dims
	}
	return out
}

// classes partitions dims, dimensions that both states bound, into blocks for a join. If dims do not fit into one
// block, it merges first the classes of dimensions that are related in both states, and then the classes of dimensions
// that are related in one state. Finally it merges classes whose bounds have moved by the same distance, since their
// difference is stable.
func (s *sparse[B]) classes(a, b State[B], dims []domain.Dim) [][]domain.Dim {
	if len(dims) == 0 {
		return nil
	}
	if len(dims) <= s.max {
		return [][]domain.Dim{dims}
	}
	p := partition(dims, s.max)
	type pair struct{ x, y *block[B] }
	firstOf := make(map[pair]int, len(dims)) // the first dimension in these two blocks
	for i, d := range dims {
		k := pair{a.of(d), b.of(d)}
		if f, ok := firstOf[k]; ok {
			p.join(f, i)
		} else {
			firstOf[k] = i
		}
	}
	for _, r := range []State[B]{a, b} {
		last := make(map[*block[B]]int, len(dims))
		for i, d := range dims {
			x := r.of(d)
			if l, ok := last[x]; !ok || !p.join(l, i) {
				last[x] = i
			}
		}
	}
	s.fill(p, a, b)
	return p.list()
}

// fill joins classes greedily, in order of the distances by which their bounds have moved.
func (s *sparse[B]) fill(p *classes, a, b State[B]) {
	type moved struct {
		i      int
		lo, hi domain.Wide // the distances by which the bounds moved, without sign
		none   bool        // there are no bounds
	}
	var ms []moved
	for i, d := range p.dims {
		if p.find(i) != i {
			continue
		}
		m := moved{i: i}
		la, ha := s.Bounds(a, linear.Of(d))
		lb, hb := s.Bounds(b, linear.Of(d))
		if la == domain.MinWide || lb == domain.MinWide || ha == domain.MaxWide || hb == domain.MaxWide {
			m.none = true
		} else {
			m.lo, m.hi = lb.Sub(la), hb.Sub(ha)
			if m.lo.Sign() < 0 || m.lo.Sign() == 0 && m.hi.Sign() < 0 {
				m.lo, m.hi = m.hi.Neg(), m.lo.Neg()
			}
		}
		ms = append(ms, m)
	}
	slices.SortFunc(ms, func(x, y moved) int {
		if x.none != y.none {
			if x.none {
				return 1
			}
			return -1
		}
		return cmp.Or(x.lo.Cmp(y.lo), x.hi.Cmp(y.hi), cmp.Compare(x.i, y.i))
	})
	for i := 1; i < len(ms); i++ {
		p.join(ms[i-1].i, ms[i].i) // if this fails, ms[i] begins a new block
	}
}
