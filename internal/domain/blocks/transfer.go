package blocks

import (
	"cmp"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

func (s *sparse[B]) Forget(r State[B], ds ...domain.Dim) State[B] {
	if len(ds) > 1 {
		ds = slices.Clone(ds)
		slices.Sort(ds)
	}
	for _, d := range ds {
		if b := r.of(d); b != nil {
			s.project(&r, b, func(d domain.Dim) bool {
				_, gone := slices.BinarySearch(ds, d)
				return !gone
			})
		}
	}
	return r
}

// Project implements linear.Projector.
func (s *sparse[B]) Project(r State[B], keep func(domain.Dim) bool) State[B] {
	out := r
	r.at.Each(func(_ uint32, b *block[B]) bool {
		s.project(&out, b, keep)
		return true
	})
	return out
}

// project removes the dimensions for which keep returns false from b, a block of r.
func (s *sparse[B]) project(r *State[B], b *block[B], keep func(domain.Dim) bool) {
	kept := make([]domain.Dim, 0, len(b.dims))
	to := make([]int, len(b.dims))
	for i, d := range b.dims {
		if to[i] = -1; keep(d) {
			to[i] = len(kept)
			kept = append(kept, d)
		}
	}
	if len(kept) == len(b.dims) {
		return
	}
	for i, d := range b.dims {
		if to[i] < 0 {
			r.drop(d)
		}
	}
	if len(kept) > 0 {
		s.store(r, kept, s.dense.Remap(b.e, len(kept), to))
	}
}

// Bounds returns the sum of the bounds of f in each block. It is exact if these bounds are exact, since blocks are
// independent.
func (s *sparse[B]) Bounds(r State[B], f linear.Form) (lo, hi domain.Wide) {
	parts, free := r.blocksOf(dimsOf(f))
	if len(free) > 0 {
		return domain.MinWide, domain.MaxWide
	}
	sum := linear.Between(f.Lo, f.Hi)
	for _, p := range parts {
		g := inside(f, p.dims)
		g.Lo, g.Hi = domain.Wide{}, domain.Wide{}
		l, h := s.dense.Bounds(p.e, g)
		sum, _ = sum.Plus(linear.Between(l, h))
		if sum.Lo == domain.MinWide && sum.Hi == domain.MaxWide {
			break
		}
	}
	return sum.Lo, sum.Hi
}

// Assume implements linear.Domain. If the blocks of c together are too large, it tries makeRoom first, and uses the
// result if it relates more dimensions of c.
func (s *sparse[B]) Assume(r State[B], c linear.Cons) State[B] {
	if r.bot {
		return r
	}
	lo, hi := s.Bounds(r, c.Form)
	switch {
	case hi.Sign() < 0 || c.Equal && lo.Sign() > 0:
		return s.Bottom()
	case lo.Sign() >= 0 && (!c.Equal || hi.Sign() <= 0):
		return r
	}
	ds := dimsOf(c.Form)
	if room, ok := s.makeRoom(r, ds); ok {
		if t := s.assumeAll(room, c, ds); t.bot || t.apart(ds) < r.apart(ds) {
			return t
		}
	}
	return s.assumeAll(r, c, ds)
}

// assumeAll assumes c, whose dimensions are ds. If the blocks of ds do not fit into one block, it assumes consequences
// of c in each of several sets of blocks.
func (s *sparse[B]) assumeAll(r State[B], c linear.Cons, ds []domain.Dim) State[B] {
	for _, bin := range s.bins(r, ds) {
		for _, c := range s.within(r, c, bin) {
			r = s.assume(r, c, bin)
			if r.bot {
				return r
			}
		}
	}
	return r
}

// within returns constraints over dims that follow from c and the bounds of the other dimensions of c.
func (s *sparse[B]) within(r State[B], c linear.Cons, dims []domain.Dim) []linear.Cons {
	out := outside(c.Form, dims)
	if len(out.Terms) == 0 {
		return []linear.Cons{c}
	}
	lo, hi := s.Bounds(r, out)
	var cs []linear.Cons
	in := linear.Form{}
	for _, t := range c.Terms {
		if _, ok := slices.BinarySearch(dims, t.D); ok {
			in.Terms = append(in.Terms, t)
		}
	}
	if f, ok := in.Plus(linear.Between(c.Lo, c.Lo)); ok && hi != domain.MaxWide {
		if f, ok = f.Plus(linear.Between(hi, hi)); ok && f.Exact() {
			cs = append(cs, linear.Cons{Form: f})
		}
	}
	if !c.Equal || lo == domain.MinWide {
		return cs
	}
	if f, ok := in.Plus(linear.Between(c.Lo, c.Lo)); ok {
		if f, ok = f.Plus(linear.Between(lo, lo)); ok && f.Exact() {
			if f, ok = f.Times(-1); ok {
				cs = append(cs, linear.Cons{Form: f})
			}
		}
	}
	return cs
}

// assume assumes a constraint over dims, which are the dimensions of whole blocks of r and unconstrained dimensions.
func (s *sparse[B]) assume(r State[B], c linear.Cons, dims []domain.Dim) State[B] {
	c.Form = inside(c.Form, dims)
	out := r
	s.store(&out, dims, s.dense.Assume(s.over(r, dims), c), r)
	return out
}

// bins packs the blocks of ds into sets of dimensions within the size limit, by first fit.
func (s *sparse[B]) bins(r State[B], ds []domain.Dim) [][]domain.Dim {
	var bins [][]domain.Dim
next:
	for _, d := range ds {
		set := []domain.Dim{d}
		if b := r.of(d); b != nil {
			set = b.dims
		}
		for i, bin := range bins {
			if _, ok := slices.BinarySearch(bin, d); ok {
				continue next
			}
			if len(bin)+len(set) <= s.max {
				both := slices.Concat(bin, set)
				slices.Sort(both)
				bins[i] = both
				continue next
			}
		}
		bins = append(bins, set)
	}
	return bins
}

// Assign implements linear.Domain. If the blocks of d and f together are too large, it tries makeRoom, as Assume does.
func (s *sparse[B]) Assign(r State[B], d domain.Dim, f linear.Form) State[B] {
	if r.bot {
		return r
	}
	self := f.Coef(d) != 0
	old := r.of(d)
	switch {
	case self && old == nil: // d is arbitrary before and after
		return r
	case f.Lo == domain.MinWide && f.Hi == domain.MaxWide:
		return s.Forget(r, d)
	}
	out := r
	ds := dimsOf(f)
	if !self {
		if old != nil && len(old.dims) > 1 || len(f.Terms) > 0 {
			out = s.Forget(r, d)
		}
		ds = append([]domain.Dim{d}, ds...)
		slices.Sort(ds)
	}
	if room, ok := s.makeRoom(out, ds); ok {
		if t := s.assign(r, room, d, f, ds); t.apart(ds) < out.apart(ds) {
			return t
		}
	}
	out = s.assign(r, out, d, f, ds)
	if old != nil && out.of(d) == old && settle(out, r) == r {
		return r
	}
	return out
}

// assign returns r after d = f. out is r without the old value of d; ds has d and the dimensions of f.
func (s *sparse[B]) assign(r, out State[B], d domain.Dim, f linear.Form, ds []domain.Dim) State[B] {
	var dims []domain.Dim
	for _, dims = range s.bins(out, ds) {
		if _, ok := slices.BinarySearch(dims, d); ok {
			break
		}
	}
	g := inside(f, dims)
	o := outside(f, dims)
	if len(o.Terms) > 0 {
		l, h := s.Bounds(r, o)
		g, _ = g.Plus(linear.Between(l, h))
	}
	i, _ := slices.BinarySearch(dims, d)
	e := s.dense.Assign(s.over(out, dims), i, g)
	if len(o.Terms) > 0 {
		lo, hi := s.Bounds(r, f)
		e = s.limit(e, i, lo, hi)
	}
	s.store(&out, dims, e, r)
	return out
}

// limit returns e restricted to points whose coordinate i is in lo..hi.
func (s *sparse[B]) limit(e B, i int, lo, hi domain.Wide) B {
	x := []linear.Term{{D: domain.Dim(i), C: 1}}
	neg := []linear.Term{{D: domain.Dim(i), C: -1}}
	if lo != domain.MinWide {
		e = s.dense.Assume(e, linear.Cons{Form: linear.Form{Terms: x, Lo: lo.Neg(), Hi: lo.Neg()}})
	}
	if hi != domain.MaxWide {
		e = s.dense.Assume(e, linear.Cons{Form: linear.Form{Terms: neg, Lo: hi, Hi: hi}})
	}
	return e
}

// hidden is the dimension that Substitute uses for the new value.
const hidden domain.Dim = math.MaxInt32

// Substitute implements linear.Substituter. If f is invertible in d, it makes the inverse assignment. Otherwise d in r
// is the new value; if f reads d, it is first renamed to hidden. Substitute assumes that the new value is equal to f
// plus a number of f's addend, and then forgets the new value.
func (s *sparse[B]) Substitute(r State[B], d domain.Dim, f linear.Form) State[B] {
	if r.bot || r.of(d) == nil {
		return r
	}
	if c := f.Coef(d); c == 1 || c == -1 {
		// v = c*d + g + k, so d = c*v - c*(g + k)
		if g, ok := f.Without(d).Times(-c); ok {
			if g, ok = g.Plus(linear.Form{Terms: []linear.Term{{D: d, C: c}}}); ok {
				return s.Assign(r, d, g)
			}
		}
	}
	v := d
	if f.Coef(d) != 0 {
		v = hidden
		r = s.rename(r, d, v)
	}
	// v - f is between the ends of the addend
	g := linear.Form{Terms: f.Terms}
	if diff, ok := linear.Of(v).Minus(g); ok {
		r = s.between(r, diff, f.Lo, f.Hi)
	}
	return s.Forget(r, v)
}

// between assumes lo <= f <= hi for f without addend.
func (s *sparse[B]) between(r State[B], f linear.Form, lo, hi domain.Wide) State[B] {
	low, ok := f.Plus(linear.Between(lo.Neg(), lo.Neg()))
	if lo == hi && ok && low.Exact() {
		return s.Assume(r, linear.Cons{Form: low, Equal: true})
	}
	if lo != domain.MinWide && ok && low.Exact() {
		r = s.Assume(r, linear.Cons{Form: low})
	}
	if neg, ok := f.Times(-1); ok && hi != domain.MaxWide {
		r = s.Assume(r, linear.Cons{Form: linear.Form{Terms: neg.Terms, Lo: hi, Hi: hi}})
	}
	return r
}

// rename renames d to v, which is larger than all dimensions of d's block and has no block itself.
func (s *sparse[B]) rename(r State[B], d, v domain.Dim) State[B] {
	b := r.of(d)
	at, _ := slices.BinarySearch(b.dims, d)
	dims := slices.Concat(b.dims[:at], b.dims[at+1:], []domain.Dim{v})
	to := make([]int, len(dims))
	for i := range to {
		switch {
		case i < at:
			to[i] = i
		case i == at:
			to[i] = len(dims) - 1
		default:
			to[i] = i - 1
		}
	}
	r.drop(d)
	s.store(&r, dims, s.dense.Remap(b.e, len(dims), to))
	return r
}

// Hides implements linear.Hider.
func (s *sparse[B]) Hides(r State[B]) (hides bool) {
	if h, ok := s.dense.(linear.Hider[B]); ok {
		r.at.Each(func(_ uint32, b *block[B]) bool {
			hides = h.Hides(b.e)
			return !hides
		})
	}
	return hides
}

// Constraints returns the constraints of all blocks, sorted by dimensions.
func (s *sparse[B]) Constraints(r State[B]) []linear.Cons {
	var out []linear.Cons
	r.at.Each(func(_ uint32, b *block[B]) bool {
		for _, c := range s.dense.Constraints(b.e) {
			ts := make([]linear.Term, len(c.Terms))
			for i, t := range c.Terms {
				ts[i] = linear.Term{D: b.dims[t.D], C: t.C}
			}
			c.Terms = ts
			out = append(out, c)
		}
		return true
	})
	slices.SortStableFunc(out, func(x, y linear.Cons) int {
		return slices.CompareFunc(x.Terms, y.Terms, func(a, b linear.Term) int { return cmp.Compare(a.D, b.D) })
	})
	return out
}
