package blocks

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// classes is a partition of dimensions, whose classes are sorted and have a size limit.
type classes struct {
	of   map[domain.Dim]domain.Dim // towards the representative
	size map[domain.Dim]int        // of the class of a representative
	max  int
}

func partition(max int) *classes {
	return &classes{of: map[domain.Dim]domain.Dim{}, size: map[domain.Dim]int{}, max: max}
}

func (p *classes) find(d domain.Dim) domain.Dim {
	u, ok := p.of[d]
	if !ok {
		p.of[d], p.size[d] = d, 1
		return d
	}
	for u != d {
		v := p.of[u]
		p.of[d] = v
		d, u = u, v
	}
	return d
}

// join makes one class of two, if it is not too large.
func (p *classes) join(a, b domain.Dim) bool {
	a, b = p.find(a), p.find(b)
	if a == b {
		return true
	}
	if p.size[a]+p.size[b] > p.max {
		return false
	}
	if b < a {
		a, b = b, a
	}
	p.of[b] = a
	p.size[a] += p.size[b]
	return true
}

// list gives the classes, by their first dimensions.
func (p *classes) list() [][]domain.Dim {
	ds := make([]domain.Dim, 0, len(p.of))
	for d := range p.of {
		ds = append(ds, d)
	}
	slices.Sort(ds)
	at := map[domain.Dim]int{}
	var out [][]domain.Dim
	for _, d := range ds {
		u := p.find(d)
		i, ok := at[u]
		if !ok {
			i = len(out)
			at[u], out = i, append(out, nil)
		}
		out[i] = append(out[i], d)
	}
	return out
}

// lub is the finest partition that is coarser than both.
func lub[B any](as, bs []*block[B]) [][]domain.Dim {
	p := partition(1 << 30)
	for _, x := range slices.Concat(as, bs) {
		for _, d := range x.dims {
			p.join(x.dims[0], d)
		}
	}
	return p.list()
}

// pack is the least upper bound as far as classes are not too large; sets of as are never torn.
func (s *sparse[B]) pack(as, bs [][]domain.Dim) [][]domain.Dim {
	p := partition(s.max)
	for _, x := range as {
		for _, d := range x {
			p.join(x[0], d)
		}
	}
	for _, y := range bs {
		for i, d := range y {
			p.find(d)
			for _, e := range y[:i] {
				if p.join(d, e) {
					break
				}
			}
		}
	}
	return p.list()
}

func dimsOfBlocks[B any](bs []*block[B]) [][]domain.Dim {
	out := make([][]domain.Dim, len(bs))
	for i, b := range bs {
		out[i] = b.dims
	}
	return out
}

// classes partitions dimensions that both states bound, for a join. If they do not fit into one
// block, those stay together that are related in both states, then in one, and what is left
// is filled up by the distance which single dimensions have moved: where x and y moved alike,
// their difference is kept.
func (s *sparse[B]) classes(a, b State[B], dims []domain.Dim) [][]domain.Dim {
	if len(dims) == 0 {
		return nil
	}
	if len(dims) <= s.max {
		return [][]domain.Dim{dims}
	}
	p := partition(s.max)
	for _, d := range dims {
		p.find(d)
	}
	type pair struct{ x, y *block[B] }
	firstOf := map[pair]domain.Dim{} // of the dimensions that have these two blocks
	for _, d := range dims {
		k := pair{a.of(d), b.of(d)}
		if f, ok := firstOf[k]; ok {
			p.join(f, d)
		} else {
			firstOf[k] = d
		}
	}
	for _, r := range []State[B]{a, b} {
		last := map[*block[B]]domain.Dim{}
		for _, d := range dims {
			x := r.of(d)
			if l, ok := last[x]; !ok || !p.join(l, d) {
				last[x] = d
			}
		}
	}
	s.fill(p, a, b)
	return p.list()
}

// fill joins classes greedily, those that moved alike first.
func (s *sparse[B]) fill(p *classes, a, b State[B]) {
	type moved struct {
		d      domain.Dim
		lo, hi domain.Wide // by how much the ends moved; backward moves count like forward ones
		none   bool        // nothing is known
	}
	all := p.list()
	ms := make([]moved, len(all))
	for i, c := range all {
		m := moved{d: c[0]}
		la, ha := s.Bounds(a, linear.Of(c[0]))
		lb, hb := s.Bounds(b, linear.Of(c[0]))
		if la == domain.MinWide || lb == domain.MinWide || ha == domain.MaxWide || hb == domain.MaxWide {
			m.none = true
		} else {
			m.lo, m.hi = lb.Sub(la), hb.Sub(ha)
			if m.lo.Sign() < 0 || m.lo.Sign() == 0 && m.hi.Sign() < 0 {
				m.lo, m.hi = m.hi.Neg(), m.lo.Neg()
			}
		}
		ms[i] = m
	}
	slices.SortFunc(ms, func(x, y moved) int {
		if x.none != y.none {
			if x.none {
				return 1
			}
			return -1
		}
		return cmp.Or(x.lo.Cmp(y.lo), x.hi.Cmp(y.hi), cmp.Compare(x.d, y.d))
	})
	for i := 1; i < len(ms); i++ {
		p.join(ms[i-1].d, ms[i].d) // or a new block begins
	}
}
