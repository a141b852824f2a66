package template

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
)

// State is an element. It is immutable.
type State struct {
	one  pmap.Map[span] // the bounds of single dimensions
	sums []bound        // of two dimensions or more, sorted by their terms
	bot  bool
}

// span is the range from lo to hi; domain.MinWide and domain.MaxWide mean that there is no bound.
type span struct{ lo, hi domain.Wide }

// bound states that the sum of terms is at most most.
type bound struct {
	terms []linear.Term
	most  domain.Wide
}

const (
	maxSums  = 64 // of an element
	maxTerms = 4  // of a sum
	maxCoef  = 1 << 31
)

// templates implements the domain.
type templates struct {
	wanted [][]linear.Term
	single func(domain.Dim) bool
}

// New returns the domain that bounds the given sums; their addends do not matter. It is a linear.Projector. single
// reports whether a dimension stands for one number only; nil: none is known to.
func New(sums []linear.Form, single func(domain.Dim) bool) linear.Domain[State] {
	d := &templates{single: single}
	for _, f := range sums {
		if fits(f.Terms) {
			d.wanted = append(d.wanted, f.Terms)
		}
	}
	slices.SortFunc(d.wanted, compare)
	d.wanted = slices.CompactFunc(d.wanted, func(a, b []linear.Term) bool { return slices.Equal(a, b) })
	return d
}

// fits reports whether elements may bound a sum.
func fits(ts []linear.Term) bool {
	return len(ts) >= 2 && len(ts) <= maxTerms &&
		!slices.ContainsFunc(ts, func(t linear.Term) bool { return t.C > maxCoef || t.C < -maxCoef })
}

// compare orders sums.
func compare(a, b []linear.Term) int {
	return slices.CompareFunc(a, b, func(x, y linear.Term) int {
		switch {
		case x.D != y.D:
			return int(x.D) - int(y.D)
		case x.C < y.C:
			return -1
		case x.C > y.C:
			return 1
		}
		return 0
	})
}

func (d *templates) Top() State            { return State{} }
func (d *templates) Bottom() State         { return State{bot: true} }
func (d *templates) IsBottom(r State) bool { return r.bot }
func (r State) only(x domain.Dim) (s span) {
	if s, ok := r.one.Get(uint32(x)); ok {
		return s
	}
	return span{domain.MinWide, domain.MaxWide}
}

// restricted returns r with the bounds s of x in addition.
func (r State) restricted(x domain.Dim, s span) State {
	old := r.only(x)
	s = span{domain.MaxW(s.lo, old.lo), domain.MinW(s.hi, old.hi)}
	if s.hi.Less(s.lo) {
		return State{bot: true}
	}
	if s != old {
		r.one = r.one.Set(uint32(x), s)
	}
	return r
}

// find returns the index in r.sums at which a sum is or would be, and whether it is there.
func (r State) find(ts []linear.Term) (int, bool) {
	return slices.BinarySearchFunc(r.sums, ts, func(b bound, ts []linear.Term) int { return compare(b.terms, ts) })
}

// has reports whether r bounds a sum itself.
func (r State) has(ts []linear.Term) bool {
	_, ok := r.find(ts)
	return ok
}

// Several implements the optional operation of package absint: no operation relates the target of an assignment to an
// operand.
func (d *templates) Several() bool { return true }

// Wide implements linear.Wide.
func (d *templates) Wide() {}

// add returns the sums with b in addition.
func add(sums []bound, b bound) []bound {
	if !fits(b.terms) || b.most == domain.MaxWide {
		return sums
	}
	i, ok := slices.BinarySearchFunc(sums, b, func(x, y bound) int { return compare(x.terms, y.terms) })
	switch {
	case !ok && len(sums) >= maxSums:
		return sums
	case !ok:
		return slices.Insert(slices.Clip(sums), i, b)
	case b.most.Less(sums[i].most):
		sums = slices.Clone(sums)
		sums[i] = b
	}
	return sums
}

// bySpans returns an upper bound of f that follows from the bounds of single dimensions, MaxWide if there is none.
func (r State) bySpans(f linear.Form) domain.Wide {
	hi := f.Hi
	for _, t := range f.Terms {
		if hi == domain.MaxWide {
			return hi
		}
		s := r.only(t.D)
		end := s.hi
		if t.C < 0 {
			end = s.lo
		}
		if end == domain.MinWide || end == domain.MaxWide {
			return domain.MaxWide
		}
		if hi = hi.Add(end.Mul(domain.WideInt(t.C))); hi == domain.MinWide {
			return domain.MaxWide
		}
	}
	return hi
}

// atMost returns an upper bound of f, MaxWide if there is none: of f itself, or a k-th of one of k*f.
func (r State) atMost(f linear.Form) domain.Wide {
	best := r.bySpans(f)
	for _, b := range r.sums {
		k := int64(0)
		for _, t := range b.terms {
			if c := f.Coef(t.D); c > 0 && t.C > 0 || c < 0 && t.C < 0 {
				k = max(k, 1)
				if t.C%c == 0 {
					k = max(k, t.C/c)
				}
			}
		}
		for _, k := range slices.Compact([]int64{min(k, 1), k}) {
			if k == 0 {
				continue
			}
			g, ok := f.Times(k)
			if !ok {
				continue
			}
			if rest, ok := g.Minus(linear.Form{Terms: b.terms}); ok {
				if hi := r.bySpans(rest); hi != domain.MaxWide {
					best = domain.MinW(best, floorQuo(hi.Add(b.most), domain.WideInt(k)))
				}
			}
		}
	}
	return best
}

// Bounds implements linear.Domain, as the other methods.
func (d *templates) Bounds(r State, f linear.Form) (lo, hi domain.Wide) {
	lo = domain.MinWide
	if n, ok := f.Times(-1); ok {
		if most := r.atMost(n); most != domain.MaxWide {
			lo = most.Neg()
		}
	}
	return lo, r.atMost(f)
}

func (d *templates) Leq(a, b State) bool {
	if a.bot || b.bot {
		return a.bot
	}
	if !a.one.Covers(b.one, func(_ uint32, x, y span) bool { return !x.lo.Less(y.lo) && !y.hi.Less(x.hi) }) {
		return false
	}
	for _, y := range b.sums {
		if y.most.Less(a.atMost(linear.Form{Terms: y.terms})) {
			return false
		}
	}
	return true
}

// sums returns the sums that the elements bound, and the wanted ones, in order.
func (d *templates) sums(rs ...State) [][]linear.Term {
	all := slices.Clone(d.wanted)
	for _, r := range rs {
		for _, b := range r.sums {
			all = append(all, b.terms)
		}
	}
	slices.SortFunc(all, compare)
	return slices.CompactFunc(all, func(a, b []linear.Term) bool { return slices.Equal(a, b) })
}

func (d *templates) Join(a, b State) State {
	switch {
	case a.bot:
		return b
	case b.bot || same(a, b):
		return a
	}
	one := a.one.Intersect(b.one, func(_ uint32, x, y span) (span, bool) {
		s := span{domain.MinW(x.lo, y.lo), domain.MaxW(x.hi, y.hi)}
		return s, s.lo != domain.MinWide || s.hi != domain.MaxWide
	})
	out := State{one: one}
	for _, ts := range d.sums(a, b) {
		f := linear.Form{Terms: ts}
		x, y := a.atMost(f), b.atMost(f)
		if !a.has(ts) && !b.has(ts) && len(ts) == 2 { // what follows from other sums is known without it
			x, y = a.bySpans(f), b.bySpans(f)
		}
		if x == domain.MaxWide || y == domain.MaxWide {
			continue
		}
		if most := domain.MaxW(x, y); most.Less(out.bySpans(f)) { // the spans do not imply it
			out.sums = add(out.sums, bound{ts, most})
		}
	}
	return out
}

// same reports whether two elements are made of the same parts.
func same(a, b State) bool {
	return a.bot == b.bot && a.one.Same(b.one) && len(a.sums) == len(b.sums) &&
		(len(a.sums) == 0 || &a.sums[0] == &b.sums[0])
}

func (d *templates) Meet(a, b State) State {
	if a.bot || b.bot {
		return d.Bottom()
	}
	out := a
	b.one.Each(func(k uint32, s span) bool {
		out = out.restricted(domain.Dim(k), s)
		return !out.bot
	})
	if out.bot {
		return out
	}
	for _, x := range b.sums {
		out.sums = add(out.sums, x)
	}
	return out
}

func (d *templates) Widen(old, next State, at domain.Thresholds) State {
	switch {
	case old.bot:
		return next
	case next.bot:
		return old
	}
	one := old.one.Intersect(next.one, func(_ uint32, x, y span) (span, bool) {
		s := x
		if y.lo.Less(x.lo) {
			s.lo = domain.MinWide
			if w, ok := at.Below(y.lo); ok && y.lo != domain.MinWide {
				s.lo = w
			}
		}
		if x.hi.Less(y.hi) {
			s.hi = domain.MaxWide
			if w, ok := at.Above(y.hi); ok && y.hi != domain.MaxWide {
				s.hi = w
			}
		}
		return s, s.lo != domain.MinWide || s.hi != domain.MaxWide
	})
	// A sum that is bounded again must not follow from another one, or the two might take turns for ever.
	out := State{one: one}
	for _, ts := range d.sums(old) {
		f := linear.Form{Terms: ts}
		most := old.bySpans(f)
		if i, ok := old.find(ts); ok {
			most = domain.MinW(most, old.sums[i].most)
		}
		if !most.Less(next.atMost(f)) && most.Less(out.bySpans(f)) {
			out.sums = add(out.sums, bound{ts, most})
		}
	}
	return out
}

func (d *templates) Narrow(old, next State) State {
	if old.bot {
		return old
	}
	return next
}

// eliminated returns what b says of other dimensions than x, given the bounds of x in r.
func (r State) eliminated(b bound, x domain.Dim) (bound, bool) {
	f := linear.Form{Terms: b.terms}
	k := f.Coef(x)
	if k == 0 {
		return b, true
	}
	rest := r.bySpans(linear.Form{Terms: []linear.Term{{D: x, C: -k}}})
	if rest == domain.MaxWide {
		return bound{}, false
	}
	return bound{f.Without(x).Terms, b.most.Add(rest)}, true
}

// Project implements linear.Projector.
func (d *templates) Project(r State, keep func(domain.Dim) bool) State {
	if r.bot {
		return r
	}
	out := State{one: r.one.Filter(func(k uint32, _ span) bool { return keep(domain.Dim(k)) })}
	for i, b := range r.sums {
		ok := true
		for _, t := range r.sums[i].terms {
			if ok && !keep(t.D) {
				b, ok = r.eliminated(b, t.D)
			}
		}
		if ok && !out.bot {
			out = out.with(b)
		}
	}
	return out
}

// with returns r with b, a sum or the bound of a single dimension, in addition.
func (r State) with(b bound) State {
	if len(b.terms) != 1 || b.most == domain.MaxWide {
		r.sums = add(r.sums, b)
		return r
	}
	s, k := span{domain.MinWide, domain.MaxWide}, domain.WideInt(b.terms[0].C)
	if k.Sign() > 0 {
		s.hi = floorQuo(b.most, k)
	} else {
		s.lo = floorQuo(b.most, k.Neg()).Neg()
	}
	return r.restricted(b.terms[0].D, s)
}

func (d *templates) Forget(r State, ds ...domain.Dim) State {
	return d.Project(r, func(x domain.Dim) bool { return !slices.Contains(ds, x) })
}

func (d *templates) Assign(r State, x domain.Dim, f linear.Form) State {
	if r.bot {
		return r
	}
	lo, hi := d.Bounds(r, f)
	out := State{one: r.one.Delete(uint32(x))}
	if lo != domain.MinWide || hi != domain.MaxWide {
		out.one = out.one.Set(uint32(x), span{lo, hi})
	}
	for _, b := range r.sums {
		if b, ok := r.eliminated(b, x); ok {
			if out = out.with(b); out.bot {
				return out
			}
		}
	}
	for _, t := range f.Terms {
		for _, b := range r.sums {
			if b, ok := r.replaced(b, x, t, f); ok {
				out.sums = add(out.sums, b)
			}
		}
	}
	if len(f.Terms) == 1 && f.Terms[0].C == 1 && f.Exact() && f.Terms[0].D != x && d.equates(x, f.Terms[0].D) {
		g, _ := linear.Of(x).Minus(f)
		n, _ := g.Times(-1)
		out.sums = add(add(out.sums, bound{g.Terms, f.Hi}), bound{n.Terms, f.Hi.Neg()})
	}
	return out
}

// equates reports whether an assignment of y, plus a constant, to x is remembered: both stand for one number, and x is
// in a wanted sum.
func (d *templates) equates(x, y domain.Dim) bool {
	return d.single != nil && d.single(x) && d.single(y) && slices.ContainsFunc(d.wanted, func(ts []linear.Term) bool {
		return slices.ContainsFunc(ts, func(t linear.Term) bool { return t.D == x })
	})
}

// replaced returns what b says of x after the assignment of f to x: t, a term of f, is replaced by x. From x = t + rest
// follows t = x - rest.
func (r State) replaced(b bound, x domain.Dim, t linear.Term, f linear.Form) (bound, bool) {
	k := linear.Form{Terms: b.terms}.Coef(t.D)
	if k == 0 || t.C != 1 && t.C != -1 {
		return bound{}, false
	}
	b, ok := r.eliminated(bound{linear.Form{Terms: b.terms}.Without(t.D).Terms, b.most}, x) // its old value
	if !ok {
		return bound{}, false
	}
	rest, ok := f.Without(t.D).Times(k * t.C)
	if !ok {
		return bound{}, false
	}
	more := r.bySpans(rest)
	if more == domain.MaxWide {
		return bound{}, false
	}
	g, ok := linear.Form{Terms: b.terms}.Plus(linear.Form{Terms: []linear.Term{{D: x, C: k * t.C}}})
	return bound{g.Terms, b.most.Add(more)}, ok
}

func (d *templates) Assume(r State, c linear.Cons) State {
	if r.bot {
		return r
	}
	r = d.assume(r, c.Form)
	if n, ok := c.Times(-1); ok && c.Equal && !r.bot {
		r = d.assume(r, n)
	}
	return r
}

// assume returns r restricted to the points where f, which is exact, is at least 0.
func (d *templates) assume(r State, f linear.Form) State {
	n, ok := f.Times(-1) // -f <= 0
	if !ok {
		return r
	}
	n.Lo, n.Hi = domain.Wide{}, domain.Wide{}
	most := f.Lo
	if lo := r.atMost(linear.Form{Terms: f.Terms, Lo: f.Lo, Hi: f.Hi}); lo.Sign() < 0 {
		return State{bot: true}
	}
	if len(n.Terms) == 1 {
		return r.with(bound{n.Terms, most})
	}
	if _, wanted := slices.BinarySearchFunc(d.wanted, n.Terms, compare); wanted || r.has(n.Terms) {
		r.sums = add(r.sums, bound{n.Terms, most})
	}
	return r
}

// floorQuo returns a/b rounded down, for b > 0.
func floorQuo(a, b domain.Wide) domain.Wide {
	q := a.Quo(b)
	if a.Less(q.Mul(b)) {
		q = q.Sub(domain.WideInt(1))
	}
	return q
}

func (d *templates) Constraints(r State) (out []linear.Cons) {
	atLeast := func(ts []linear.Term, most domain.Wide) {
		if n, ok := (linear.Form{Terms: ts}).Times(-1); ok {
			n.Lo, n.Hi = most, most
			out = append(out, linear.Cons{Form: n})
		}
	}
	r.one.Each(func(k uint32, s span) bool {
		if s.hi != domain.MaxWide {
			atLeast([]linear.Term{{D: domain.Dim(k), C: 1}}, s.hi)
		}
		if s.lo != domain.MinWide {
			atLeast([]linear.Term{{D: domain.Dim(k), C: -1}}, s.lo.Neg())
		}
		return true
	})
	for _, b := range r.sums {
		atLeast(b.terms, b.most)
	}
	return out
}
