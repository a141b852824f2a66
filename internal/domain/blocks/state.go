package blocks

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
)

// Config has the options of the domain.
type Config struct {
	Max int // largest number of dimensions in a block; 0 for no limit
}

// Combiner is a Dense that can compute the product of elements over disjoint coordinates in one operation. The
// parameter to has an argument of Remap for each element of parts. Without a Combiner, Remap and Meet are used.
type Combiner[B any] interface {
	Combine(n int, parts []B, to [][]int) B
}

// Samer is a Dense with a cheap equality test of two elements of the same size, which may return false for equal
// elements. Without a Samer, Leq in both directions is used.
type Samer[B any] interface {
	Same(a, b B) bool
}

// Opener is a Dense whose widened elements have a representation that is not canonical, which makes chains end.
// OpenGroups and OpenCombine are Groups and Combine on this representation. OpenCombine may drop coordinates (whose
// target is negative), but only whole groups. Without an Opener, widened blocks are not split.
type Opener[B any] interface {
	OpenGroups(b B) [][]int
	OpenCombine(n int, parts []B, to [][]int) B
}

// State is an element of the domain.
type State[B any] struct {
	at    pmap.Map[*block[B]]  // the blocks, by their first dimensions
	first pmap.Map[domain.Dim] // for the other dimensions of a block, its first dimension
	bot   bool
}

// block is a set of related dimensions with an element. It is immutable. Its element is not bottom and has one
// coordinate per dimension. The element has one group, unless it is a result of widening.
type block[B any] struct {
	dims []domain.Dim // sorted
	e    B
}

// sparse implements the domain. combiner, samer and opener are nil if dense does not implement these interfaces.
type sparse[B any] struct {
	dense    linear.Dense[B]
	combiner Combiner[B]
	samer    Samer[B]
	opener   Opener[B]
	max      int
}

// New returns the domain over blocks of elements of dense.
func New[B any](dense linear.Dense[B], c Config) linear.Domain[State[B]] {
	s := &sparse[B]{dense: dense, max: c.Max}
	if s.max <= 0 {
		s.max = 1 << 30
	}
	s.combiner, _ = dense.(Combiner[B])
	s.samer, _ = dense.(Samer[B])
	s.opener, _ = dense.(Opener[B])
	return s
}

// Blocks returns the dimensions of each block, sorted. It is for tests and statistics.
func (r State[B]) Blocks() [][]domain.Dim {
	var out [][]domain.Dim
	r.at.Each(func(_ uint32, b *block[B]) bool { out = append(out, b.dims); return true })
	return out
}

// of returns the block of d, nil if d has none.
func (r State[B]) of(d domain.Dim) *block[B] {
	if b, ok := r.at.Get(uint32(d)); ok {
		return b
	}
	if f, ok := r.first.Get(uint32(d)); ok {
		b, _ := r.at.Get(uint32(f))
		return b
	}
	return nil
}

// blocksOf returns the blocks of ds, each once, and the dimensions of ds without a block.
func (r State[B]) blocksOf(ds []domain.Dim) (parts []*block[B], free []domain.Dim) {
	for _, d := range ds {
		b := r.of(d)
		if b == nil {
			free = append(free, d)
		} else if !slices.Contains(parts, b) {
			parts = append(parts, b)
		}
	}
	return parts, free
}

// drop removes the entries of d. The caller must replace the block that had d.
func (r *State[B]) drop(d domain.Dim) {
	r.at, r.first = r.at.Delete(uint32(d)), r.first.Delete(uint32(d))
}

// set adds the block b. It overwrites the entries of b's dimensions.
func (r *State[B]) set(b *block[B]) {
	r.at, r.first = r.at.Set(uint32(b.dims[0]), b), r.first.Delete(uint32(b.dims[0]))
	for _, d := range b.dims[1:] {
		r.at, r.first = r.at.Delete(uint32(d)), r.first.Set(uint32(d), b.dims[0])
	}
}

// store sets the blocks of dims to e, split into its groups. It reuses equal blocks of the states from. If e is bottom,
// it makes r bottom and returns false.
func (s *sparse[B]) store(r *State[B], dims []domain.Dim, e B, from ...State[B]) bool {
	if s.dense.IsBottom(e) {
		*r = State[B]{bot: true}
		return false
	}
	s.split(r, dims, e, from, s.dense.Groups(e), s.dense.Remap)
	return true
}

// split stores a block for each of groups, the groups of e; part projects e on the coordinates of a group.
func (s *sparse[B]) split(r *State[B], dims []domain.Dim, e B, from []State[B], groups [][]int,
	part func(e B, n int, to []int) B) {
	if len(groups) == 1 && len(groups[0]) == len(dims) {
		s.put(r, dims, e, from)
		return
	}
	to := make([]int, len(dims))
	for _, g := range groups {
		for i := range to {
			to[i] = -1
		}
		sub := make([]domain.Dim, len(g))
		for i, c := range g {
			to[c], sub[i] = i, dims[c]
		}
		s.put(r, sub, part(e, len(g), to), from)
	}
}

// put stores a block of dims with element e. A single dimension without bounds gets no block.
func (s *sparse[B]) put(r *State[B], dims []domain.Dim, e B, from []State[B]) {
	if len(dims) == 1 {
		if lo, hi := s.dense.Bounds(e, linear.Of(0)); lo == domain.MinWide && hi == domain.MaxWide {
			r.drop(dims[0])
			return
		}
	}
	for _, o := range from {
		if b, ok := o.at.Get(uint32(dims[0])); ok && slices.Equal(b.dims, dims) && s.same(b.e, e) {
			r.set(b)
			return
		}
	}
	r.set(&block[B]{dims, e})
}

// same reports whether a and b are equal. It may return false for equal elements.
func (s *sparse[B]) same(a, b B) bool {
	if s.samer != nil {
		return s.samer.Same(a, b)
	}
	return s.dense.Leq(a, b) && s.dense.Leq(b, a)
}

// over returns the projection of r on dims, which are sorted, as an element over the indexes of dims.
func (s *sparse[B]) over(r State[B], dims []domain.Dim) B {
	parts, _ := r.blocksOf(dims)
	return s.product(parts, dims)
}

// product returns the product of parts, projected on dims, which are sorted.
func (s *sparse[B]) product(parts []*block[B], dims []domain.Dim) B {
	if len(parts) == 1 && slices.Equal(parts[0].dims, dims) {
		return parts[0].e
	}
	es, to := coordinates(parts, dims)
	if s.combiner != nil {
		return s.combiner.Combine(len(dims), es, to)
	}
	if len(parts) == 0 {
		return s.dense.Top(len(dims))
	}
	e := s.dense.Remap(es[0], len(dims), to[0])
	for k := 1; k < len(parts); k++ {
		e = s.dense.Meet(e, s.dense.Remap(es[k], len(dims), to[k]))
	}
	return e
}

// coordinates returns the elements of the blocks, and for each block the indexes of its dimensions in dims; -1 for a
// dimension that is not in dims.
func coordinates[B any](parts []*block[B], dims []domain.Dim) (es []B, to [][]int) {
	to = make([][]int, len(parts))
	es = make([]B, len(parts))
	for k, p := range parts {
		es[k], to[k] = p.e, make([]int, len(p.dims))
		for i, d := range p.dims {
			j, ok := slices.BinarySearch(dims, d)
			if !ok {
				j = -1
			}
			to[k][i] = j
		}
	}
	return es, to
}

// union returns the dimensions of the blocks and others, sorted, each once.
func union[B any](parts []*block[B], others ...domain.Dim) []domain.Dim {
	out := slices.Clone(others)
	for _, p := range parts {
		out = append(out, p.dims...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// inside returns the terms of f over the dimensions, as coordinates.
func inside(f linear.Form, dims []domain.Dim) linear.Form {
	out := linear.Form{Lo: f.Lo, Hi: f.Hi}
	for _, t := range f.Terms {
		if i, ok := slices.BinarySearch(dims, t.D); ok {
			out.Terms = append(out.Terms, linear.Term{D: domain.Dim(i), C: t.C})
		}
	}
	return out
}

// outside returns the terms of f that are not over the dimensions.
func outside(f linear.Form, dims []domain.Dim) linear.Form {
	var out linear.Form
	for _, t := range f.Terms {
		if _, ok := slices.BinarySearch(dims, t.D); !ok {
			out.Terms = append(out.Terms, t)
		}
	}
	return out
}

// dimsOf returns the dimensions of f.
func dimsOf(f linear.Form) []domain.Dim {
	out := make([]domain.Dim, len(f.Terms))
	for i, t := range f.Terms {
		out[i] = t.D
	}
	return out
}
