package powerset

import (
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// State is an element: disjuncts that are not bottom, none below another. Without disjuncts it is bottom.
type State[E any] struct{ parts []E }

// Parts returns the disjuncts. Callers must not change the slice.
func (s State[E]) Parts() []E { return s.parts }

// sets implements the domain.
type sets[E any] struct {
	domain.Domain[E]
	max     int
	back    domain.Substituter[E] // may be nil, like the following fields
	proj    domain.Projector[E]
	singles singles[E]
}

// singles is a domain with the optional operation Singles, see package absint.
type singles[E any] interface {
	Singles(e E, f func(d domain.Dim, bits uint64))
}

// lattice and numeric are the two parts of a domain.Domain; projecting is a numeric with Project.
type (
	lattice[E any]    struct{ *sets[E] }
	numeric[E any]    struct{ *sets[E] }
	projecting[E any] struct{ numeric[E] }
)

// New returns the domain of sets of up to max elements of d.
func New[E any](d domain.Domain[E], max int) domain.Domain[State[E]] {
	s := &sets[E]{Domain: d, max: max}
	if s.max < 1 {
		s.max = 1
	}
	s.back, _ = d.Numeric.(domain.Substituter[E])
	s.proj, _ = d.Numeric.(domain.Projector[E])
	s.singles, _ = d.Lattice.(singles[E])
	out := domain.Domain[State[E]]{Lattice: lattice[E]{s}, Numeric: numeric[E]{s}}
	if s.proj != nil {
		out.Numeric = projecting[E]{numeric[E]{s}}
	}
	return out
}

// put returns parts with e added, without disjuncts that are below another.
func (s *sets[E]) put(parts []E, e E) []E {
	if s.Domain.IsBottom(e) {
		return parts
	}
	for _, p := range parts {
		if s.Domain.Leq(e, p) {
			return parts
		}
	}
	out := make([]E, 0, len(parts)+1)
	for _, p := range parts {
		if !s.Domain.Leq(p, e) {
			out = append(out, p)
		}
	}
	return append(out, e)
}

// limit returns the element of parts. It joins disjuncts until there are at most max.
func (s *sets[E]) limit(parts []E) State[E] {
	for len(parts) > s.max {
		a, b, best := 0, 1, math.Inf(1)
		for i := range parts {
			for j := i + 1; j < len(parts); j++ {
				if l := s.loss(parts[i], parts[j]); l < best {
					a, b, best = i, j, l
				}
			}
		}
		j := s.Domain.Join(parts[a], parts[b])
		rest := make([]E, 0, len(parts))
		for i, p := range parts {
			if i != a && i != b {
				rest = append(rest, p)
			}
		}
		parts = s.put(rest, j)
	}
	return State[E]{parts}
}

// loss returns how much precision the join of p and q loses: the growth of ranges in bits, and the number of lost
// constraints.
func (s *sets[E]) loss(p, q E) float64 {
	j := s.Domain.Join(p, q)
	types := map[domain.Dim]ir.Type{}
	cs := 0
	for _, e := range []E{p, q} {
		for _, c := range s.Domain.Constraints(e) {
			c.Dims(func(d domain.Dim, t ir.Type) { types[d] = t })
			cs++
		}
	}
	sum := float64(max(0, cs-2*len(s.Domain.Constraints(j))))
	dims := make([]domain.Dim, 0, len(types))
	for d := range types {
		dims = append(dims, d)
	}
	slices.Sort(dims) // sums of floats depend on the order
	for _, d := range dims {
		x := domain.NewDim(types[d], d)
		w := max(width(s.Domain.Bounds(p, x)), width(s.Domain.Bounds(q, x)))
		sum += width(s.Domain.Bounds(j, x)) - w
	}
	return sum
}

// width returns the approximate binary logarithm of the size of a range.
func width(r domain.Range) float64 {
	switch {
	case r.Empty:
		return 0
	case r.T.Kind == ir.Int || r.T.Kind == ir.Bool:
		n := r.Hi.Sub(r.Lo)
		return math.Log2(1 + math.Ldexp(float64(n.Hi), 64) + float64(n.Lo))
	case r.T.Kind == ir.Float && r.FLo < r.FHi:
		return min(64, math.Log2(1+r.FHi-r.FLo))
	}
	return 0
}

// each returns the element of the results of f for all disjuncts of e.
func (s *sets[E]) each(e State[E], f func(E) E) State[E] {
	var parts []E
	for _, p := range e.parts {
		parts = s.put(parts, f(p))
	}
	return s.limit(parts)
}

func (s lattice[E]) Top() State[E] { return State[E]{[]E{s.Domain.Top()}} }

func (s lattice[E]) Bottom() State[E] { return State[E]{} }

func (s lattice[E]) IsBottom(e State[E]) bool { return len(e.parts) == 0 }

func (s lattice[E]) Leq(a, b State[E]) bool {
	for _, p := range a.parts {
		if !s.below(p, b.parts) {
			return false
		}
	}
	return true
}

// below reports whether p is below one of qs.
func (s *sets[E]) below(p E, qs []E) bool {
	for _, q := range qs {
		if s.Domain.Leq(p, q) {
			return true
		}
	}
	return false
}

func (s lattice[E]) Join(a, b State[E]) State[E] {
	switch {
	case s.Leq(b, a):
		return a
	case s.Leq(a, b):
		return b
	}
	parts := a.parts
	for _, q := range b.parts {
		parts = s.put(parts, q)
	}
	return s.limit(parts)
}

// Meet returns the meets of all pairs of disjuncts, even if these exceed the limit.
func (s lattice[E]) Meet(a, b State[E]) State[E] {
	var parts []E
	for _, p := range a.parts {
		for _, q := range b.parts {
			parts = s.put(parts, s.Domain.Meet(p, q))
		}
	}
	return State[E]{parts}
}

// Widen implements domain.Lattice as the package comment describes.
func (s lattice[E]) Widen(old, next State[E], at domain.Thresholds) State[E] {
	switch {
	case len(old.parts) == 0:
		return s.limit(next.parts)
	case s.Leq(next, old):
		return old
	}
	parts := slices.Clone(old.parts)
	for _, q := range next.parts {
		if s.below(q, parts) {
			continue
		}
		at0, best := 0, math.Inf(1)
		if len(parts) > 1 {
			for i, p := range parts {
				if l := s.loss(p, q); l < best {
					at0, best = i, l
				}
			}
		}
		p := parts[at0]
		parts[at0] = s.Domain.Widen(p, s.Domain.Join(p, q), at)
	}
	var out []E
	for _, p := range parts {
		out = s.put(out, p)
	}
	return State[E]{out}
}

// Narrow returns next, or old if next is not below it. Callers bound the length of descending chains.
func (s lattice[E]) Narrow(old, next State[E]) State[E] {
	if s.Leq(next, old) {
		return next
	}
	return old
}

// Singles calls f for each dimension that has the same single value in all disjuncts, ascending.
func (s lattice[E]) Singles(e State[E], f func(d domain.Dim, bits uint64)) {
	if s.singles == nil || len(e.parts) == 0 {
		return
	}
	type seen struct {
		n    int
		bits uint64
	}
	all := map[domain.Dim]seen{}
	for i, p := range e.parts {
		s.singles.Singles(p, func(d domain.Dim, bits uint64) {
			if was := all[d]; was.n == i && (i == 0 || was.bits == bits) {
				all[d] = seen{i + 1, bits}
			}
		})
	}
	var dims []domain.Dim
	for d, v := range all {
		if v.n == len(e.parts) {
			dims = append(dims, d)
		}
	}
	slices.Sort(dims)
	for _, d := range dims {
		f(d, all[d].bits)
	}
}

// Assign implements domain.Numeric.
func (s numeric[E]) Assign(e State[E], d domain.Dim, x *domain.Expr) State[E] {
	return s.each(e, func(p E) E { return s.Domain.Assign(p, d, x) })
}

// Forget implements domain.Numeric.
func (s numeric[E]) Forget(e State[E], ds ...domain.Dim) State[E] {
	return s.each(e, func(p E) E { return s.Domain.Forget(p, ds...) })
}

// Project implements domain.Projector.
func (s projecting[E]) Project(e State[E], keep func(domain.Dim) bool) State[E] {
	return s.each(e, func(p E) E { return s.proj.Project(p, keep) })
}

// Assume implements domain.Numeric.
func (s numeric[E]) Assume(e State[E], c *domain.Expr) State[E] {
	var parts []E
	for _, p := range e.parts {
		for _, q := range s.assume(p, c, true, 2*s.max) {
			parts = s.put(parts, q)
		}
	}
	return s.limit(parts)
}

// assume splits p into at most about n elements in which c may have the truth value holds.
func (s *sets[E]) assume(p E, c *domain.Expr, holds bool, n int) []E {
	plain := func() []E {
		x := c
		if !holds {
			x = domain.NewUnary(ir.LNot, c)
		}
		return []E{s.Domain.Assume(p, x)}
	}
	switch {
	case s.Domain.IsBottom(p):
		return nil
	case n < 2:
		return plain()
	case c.Kind == domain.KUnary && c.Un == ir.LNot:
		return s.assume(p, c.X, !holds, n)
	case c.Kind != domain.KBinary:
		return plain()
	}
	switch c.Bin { // sound: for other operators, the base domain refines p without splitting
	case ir.LAnd, ir.LOr:
		if (c.Bin == ir.LAnd) == holds {
			var out []E
			left := s.assume(p, c.X, holds, n)
			for _, q := range left {
				out = append(out, s.assume(q, c.Y, holds, n/len(left))...)
			}
			return out
		}
		out := s.assume(p, c.X, holds, n/2)
		for _, q := range s.assume(p, c.X, !holds, 2) {
			out = append(out, s.assume(q, c.Y, holds, n/2)...)
		}
		return out
	case ir.Eq, ir.Ne:
		if k := c.X.T.Kind; (c.Bin == ir.Ne) == holds && (k == ir.Int || k == ir.Bool) {
			return []E{s.Domain.Assume(p, domain.NewBinary(ir.Lt, c.X, c.Y)),
				s.Domain.Assume(p, domain.NewBinary(ir.Lt, c.Y, c.X))}
		}
	}
	return plain()
}

// Substitute implements domain.Substituter.
func (s numeric[E]) Substitute(within, e State[E], d domain.Dim, x *domain.Expr) State[E] {
	var parts []E
	for _, w := range within.parts {
		for _, p := range e.parts {
			q := p
			if s.back != nil {
				q = s.back.Substitute(w, p, d, x)
			} else {
				q = s.Domain.Meet(w, s.Domain.Forget(p, d))
			}
			parts = s.put(parts, q)
		}
	}
	return s.limit(parts)
}

// Stated implements domain.Stater.
func (s numeric[E]) Stated(e State[E]) State[E] {
	st, ok := s.Domain.Numeric.(interface{ Stated(E) E })
	if !ok {
		return e
	}
	var parts []E
	for _, p := range e.parts {
		parts = s.put(parts, st.Stated(p))
	}
	return State[E]{parts}
}

// Bounds implements domain.Numeric.
func (s numeric[E]) Bounds(e State[E], x *domain.Expr) domain.Range {
	if len(e.parts) == 0 {
		return s.Domain.Bounds(s.Domain.Bottom(), x)
	}
	r := s.Domain.Bounds(e.parts[0], x)
	for _, p := range e.parts[1:] {
		r = join(r, s.Domain.Bounds(p, x))
	}
	return r
}

// join returns the least range that has all values of a and b.
func join(a, b domain.Range) domain.Range {
	switch {
	case a.Empty:
		return b
	case b.Empty:
		return a
	}
	a.Lo, a.Hi = domain.MinW(a.Lo, b.Lo), domain.MaxW(a.Hi, b.Hi)
	a.FLo, a.FHi, a.NaN = min(a.FLo, b.FLo), max(a.FHi, b.FHi), a.NaN || b.NaN
	return a
}

// Constraints implements domain.Numeric: the constraints that all disjuncts have in common, and at the end one
// disjunction of the others.
func (s numeric[E]) Constraints(e State[E]) []*domain.Expr {
	switch len(e.parts) {
	case 0:
		return []*domain.Expr{domain.NewConst(ir.B, 0)}
	case 1:
		return s.Domain.Constraints(e.parts[0])
	}
	count := map[string]int{} // the number of disjuncts with this constraint
	all := make([][]*domain.Expr, len(e.parts))
	for i, p := range e.parts {
		said := map[string]bool{}
		for _, c := range s.Domain.Constraints(p) {
			if t := c.String(); !said[t] {
				said[t] = true
				count[t]++
				all[i] = append(all[i], c)
			}
		}
	}
	var out []*domain.Expr
	var or *domain.Expr
	whole := false
	for i, cs := range all {
		var and *domain.Expr
		for _, c := range cs {
			switch {
			case count[c.String()] < len(e.parts):
				and = combine(ir.LAnd, and, c)
			case i == 0:
				out = append(out, c)
			}
		}
		if and == nil {
			whole = true
			continue
		}
		or = combine(ir.LOr, or, and)
	}
	if !whole {
		out = append(out, or)
	}
	return out
}

// combine returns x op y, or y if x is nil.
func combine(op ir.BinOp, x, y *domain.Expr) *domain.Expr {
	if x == nil {
		return y
	}
	return domain.NewBinary(op, x, y)
}
