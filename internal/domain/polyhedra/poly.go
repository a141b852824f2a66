package polyhedra

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// Poly is a closed convex polyhedron. It is never changed.
//
// Its representation is a cone. A row (k, c1, ..., cn) is the constraint k + c1*x1 + ... >= 0, or the point (c1, ...,
// cn)/k, or a direction if k is 0. The constraint k >= 0 is one of the rows unless the others imply it.
type Poly struct {
	bot bool
	pair
}

// Config bounds the cost of operations. Zero fields have defaults.
type Config struct {
	Rows int // constraints or generators of an element; 0 means 2000
	Bits int // bits of a coefficient; 0 means 256
	Work int // words of saturation that one operation reads; 0 means 1 << 22
}

// Dense implements linear.Dense for polyhedra.
type Dense struct {
	c Config
	// rational omits all steps that hold for integers only. Tests that compare with rational libraries set it.
	rational bool
}

// newDense returns the domain of polyhedra over the coordinates of a block.
func newDense(c Config) Dense {
	if c.Rows == 0 {
		c.Rows = 2000
	}
	if c.Bits == 0 {
		c.Bits = 256
	}
	if c.Work == 0 {
		c.Work = 1 << 22
	}
	return Dense{c: c}
}

// limits returns the limits of one operation.
func (d Dense) limits() *limits { return &limits{rows: d.c.Rows, bits: d.c.Bits, work: d.c.Work} }

// Top returns all of Z^n.
func (d Dense) Top(n int) *Poly {
	var ar arena
	ar.reserve(n+1, n+1)
	p := &Poly{pair: pair{cols: n + 1, li: make([]*vec, 0, n)}}
	one := ar.unit(n+1, 0, 1)
	p.in, p.ra = []*vec{one}, []*vec{one}
	for i := 1; i <= n; i++ {
		p.li = append(p.li, ar.unit(n+1, i, 1))
	}
	p.sat = newMatrix(1, 1)
	return p
}

// newPoly returns the polyhedron of p, whose slices the caller must not use any more.
func newPoly(p pair) *Poly {
	p.eq, p.in, p.li, p.ra = slices.Clip(p.eq), slices.Clip(p.in), slices.Clip(p.li), slices.Clip(p.ra)
	return &Poly{pair: p}
}

func bottom(cols int) *Poly { return &Poly{bot: true, pair: pair{cols: cols}} }

// Size returns the number of coordinates.
func (d Dense) Size(p *Poly) int { return p.cols - 1 }

// IsBottom reports whether p is known to be empty. It may be false for a polyhedron without integer points.
func (d Dense) IsBottom(p *Poly) bool { return p.bot }

// Leq checks the constraints of b on the generators of a. It accepts values greater than -1, since an integer form is
// then not negative. Without this, a <= Join(a, b) would fail if the constraints of the hull were tightened.
func (d Dense) Leq(a, b *Poly) bool {
	if a == b || a.bot {
		return true
	}
	if b.bot {
		return false
	}
	for _, c := range b.eq {
		if !d.satisfies(a, c, true) {
			return false
		}
	}
	for _, c := range b.in {
		if !d.satisfies(a, c, false) {
			return false
		}
	}
	return true
}

// satisfies reports whether the integer points of a satisfy c.x >= 0, or c.x == 0 if equal is set. It may return false
// although the points satisfy the constraint.
func (d Dense) satisfies(a *Poly, c *vec, equal bool) bool {
	for _, l := range a.li {
		if dot(c, l).sign() != 0 {
			return false
		}
	}
	for _, r := range a.ra {
		v := dot(c, r)
		s := v.sign()
		if s >= 0 && !equal || s == 0 {
			continue
		}
		if d.rational || r.sign(0) == 0 {
			return false
		}
		if s > 0 {
			v = v.neg()
		}
		if v.cmp(r.at(0).neg()) <= 0 {
			return false
		}
	}
	return true
}

// rowOf returns the row of f with the constant k.
func (ar *arena) rowOf(cols int, f linear.Form, k integer) *vec {
	xs := coefs(cols, f, 1)
	xs[0] = k
	return ar.of(xs)
}

// Meet returns the intersection.
func (d Dense) Meet(a, b *Poly) *Poly {
	if d.Leq(a, b) {
		return a
	}
	if d.Leq(b, a) {
		return b
	}
	if len(a.eq)+len(a.in) < len(b.eq)+len(b.in) {
		a, b = b, a
	}
	var ar arena
	return d.add(&ar, a, b.eq, b.in)
}

// add returns a with further constraints. It omits constraints that would cost too much.
func (d Dense) add(ar *arena, a *Poly, eq, in []*vec) *Poly {
	p, lim, any := a.pair, d.limits(), false
	for k, cs := range [2][]*vec{eq, in} {
		for _, c := range cs {
			changed, ok := p.constrain(ar, c, k == 0, lim)
			if !ok {
				lim.work = max(lim.work, d.c.Work/16) // other constraints may be cheap
			}
			any = any || changed
		}
		if any && !p.hasPoint() {
			return bottom(p.cols)
		}
	}
	if !any {
		return a
	}
	p.finish(ar)
	return d.tightened(ar, newPoly(p), lim)
}

// hasPoint reports whether the cone has points, not only directions.
func (p *pair) hasPoint() bool {
	for _, r := range p.ra {
		if r.sign(0) > 0 {
			return true
		}
	}
	return false
}

// Join returns the convex hull with rounded constraints.
func (d Dense) Join(a, b *Poly) *Poly {
	if d.Leq(b, a) {
		return a
	}
	if d.Leq(a, b) {
		return b
	}
	if len(a.li)+len(a.ra) < len(b.li)+len(b.ra) {
		a, b = b, a
	}
	var ar arena
	if h, ok := d.hull(&ar, a, b.li, b.ra); ok {
		// Several rounded constraints together may imply a constraint that a vertex violates by 1 or more.
		if p := d.tightened(&ar, h, d.limits()); p == h || d.Leq(a, p) && d.Leq(b, p) {
			return p
		}
		return h
	}
	return d.enclose(&ar, a.cols, append(a.templates(&ar), b.templates(&ar)...), a.li, a.ra, b.li, b.ra)
}

// generate returns a with further generators and rounded constraints, nil if this costs too much.
func (d Dense) generate(ar *arena, a *Poly, li, ra []*vec) *Poly {
	if h, ok := d.hull(ar, a, li, ra); ok {
		return d.tightened(ar, h, d.limits())
	}
	return nil
}

// hull returns a with further generators; ok is false if that would cost too much.
func (d Dense) hull(ar *arena, a *Poly, li, ra []*vec) (p *Poly, ok bool) {
	q, lim, any := a.pair, d.limits(), false
	dual := false
	for k, gs := range [2][]*vec{li, ra} {
		for _, g := range gs {
			if !dual {
				if a.pair.contains(g, k == 0) {
					continue
				}
				q, dual = q.dual(), true
			}
			changed, ok := q.constrain(ar, g, k == 0, lim)
			if !ok {
				return nil, false
			}
			any = any || changed
		}
	}
	if !any {
		return a, true
	}
	q.finish(ar)
	return newPoly(q.dual()), true
}

// contains reports whether the cone contains the generator g, as a line if line is set.
func (p *pair) contains(g *vec, line bool) bool {
	for _, c := range p.eq {
		if dot(c, g).sign() != 0 {
			return false
		}
	}
	for _, c := range p.in {
		if s := dot(c, g).sign(); s < 0 || line && s != 0 {
			return false
		}
	}
	return true
}

// Forget makes the coordinate i arbitrary.
func (d Dense) Forget(p *Poly, i int) *Poly {
	if p.bot {
		return p
	}
	var ar arena
	return d.forget(&ar, p, i)
}

// forget does what Forget does, for a p that is not bottom.
func (d Dense) forget(ar *arena, p *Poly, i int) *Poly {
	l := []*vec{ar.unit(p.cols, i+1, 1)}
	if q := d.generate(ar, p, l, nil); q != nil {
		return q
	}
	return d.enclose(ar, p.cols, p.templates(ar), append(slices.Clip(p.li), l...), p.ra, nil, nil)
}

// Assume restricts p to the points that satisfy c.
func (d Dense) Assume(p *Poly, c linear.Cons) *Poly {
	if p.bot || !finite(c.Lo) {
		return p
	}
	if len(c.Terms) == 0 {
		if s := c.Lo.Sign(); s < 0 || c.Equal && s != 0 {
			return bottom(p.cols)
		}
		return p
	}
	var ar arena
	r := ar.rowOf(p.cols, c.Form, fromWide(c.Lo))
	if c.Equal {
		if !d.rational && r.divisor() != (integer{v: 1}) {
			return bottom(p.cols)
		}
		return d.add(&ar, p, []*vec{r}, nil)
	}
	if !d.rational {
		r = ar.tight(r)
	}
	return d.add(&ar, p, nil, []*vec{r})
}

// Bounds returns the least and the greatest integer value of the form, computed from its values at the generators.
func (d Dense) Bounds(p *Poly, f linear.Form) (lo, hi domain.Wide) {
	r := linear.Between(domain.WideInt(0), domain.WideInt(0))
	if len(f.Terms) > 0 {
		var ar arena
		row := ar.rowOf(p.cols, f, integer{})
		g := integer{v: f.Terms[0].C} // the divisor by which row was divided
		if g.sign() < 0 {
			g = g.neg()
		}
		x := row.at(int(f.Terms[0].D) + 1)
		if x.sign() < 0 {
			x = x.neg()
		}
		r = linear.Between(p.extent(row, ceilDiv, floorDiv))
		if r.Hi.Less(r.Lo) {
			r.Hi = r.Lo // no integer is in between, so there is no point
		}
		g = floorDiv(g, x)
		w, _ := g.wide()
		if r.Lo != domain.MinWide {
			if r.Lo = r.Lo.Mul(w); r.Lo == domain.MaxWide {
				r.Lo = domain.MinWide
			}
		}
		if r.Hi != domain.MaxWide {
			if r.Hi = r.Hi.Mul(w); r.Hi == domain.MinWide {
				r.Hi = domain.MaxWide
			}
		}
	}
	r, _ = r.Plus(linear.Between(f.Lo, f.Hi))
	return r.Lo, r.Hi
}

// extent returns the range of f, a form without a constant. low and high round the bounds.
func (p *pair) extent(f *vec, low, high func(x, d integer) integer) (lo, hi domain.Wide) {
	for _, l := range p.li {
		if dot(f, l).sign() != 0 {
			return domain.MinWide, domain.MaxWide
		}
	}
	var l, h integer
	noLow, noHigh, first := false, false, true
	for _, r := range p.ra {
		v := dot(f, r)
		if r.sign(0) == 0 {
			noLow, noHigh = noLow || v.sign() < 0, noHigh || v.sign() > 0
			continue
		}
		x, y := low(v, r.at(0)), high(v, r.at(0))
		if first || x.cmp(l) < 0 {
			l = x
		}
		if first || y.cmp(h) > 0 {
			h = y
		}
		first = false
	}
	lo, hi = domain.MinWide, domain.MaxWide
	if w, ok := l.wide(); ok && !noLow {
		lo = w
	}
	if w, ok := h.wide(); ok && !noHigh {
		hi = w
	}
	return lo, hi
}

// Hides implements linear.Hider.
func (d Dense) Hides(p *Poly) bool {
	unfit := func(r *vec) bool {
		_, ok := r.form()
		return !ok
	}
	return !p.bot && (slices.ContainsFunc(p.eq, unfit) || slices.ContainsFunc(p.in, unfit))
}

// Constraints returns the constraints of the minimal system whose numbers fit, equalities before inequalities with
// the same dimensions.
func (d Dense) Constraints(p *Poly) []linear.Cons {
	if p.bot {
		return []linear.Cons{{Form: linear.Const(-1)}}
	}
	var out []linear.Cons
	for k, rows := range [2][]*vec{p.eq, p.in} {
		for _, r := range rows {
			f, ok := r.form()
			if ok && k == 0 && f.Terms[0].C < 0 {
				f, ok = f.Times(-1)
			}
			if ok && len(f.Terms) > 0 {
				out = append(out, linear.Cons{Form: f, Equal: k == 0})
			}
		}
	}
	slices.SortFunc(out, func(a, b linear.Cons) int {
		c := slices.CompareFunc(a.Terms, b.Terms, func(a, b linear.Term) int { return cmp.Compare(a.D, b.D) })
		if c == 0 && a.Equal != b.Equal {
			if a.Equal {
				return -1
			}
			return 1
		}
		if c == 0 {
			c = slices.CompareFunc(a.Terms, b.Terms, func(a, b linear.Term) int { return cmp.Compare(b.C, a.C) })
		}
		if c == 0 {
			c = a.Lo.Cmp(b.Lo)
		}
		return c
	})
	return out
}

// form returns the row as a linear form, or false if its numbers do not fit.
func (r *vec) form() (linear.Form, bool) {
	k, ok := r.at(0).wide()
	if !ok {
		return linear.Form{}, false
	}
	f := linear.Form{Lo: k, Hi: k}
	for i := 1; i < r.len(); i++ {
		x := r.at(i)
		if x.b != nil {
			return linear.Form{}, false
		}
		if x.v != 0 {
			f.Terms = append(f.Terms, linear.Term{D: domain.Dim(i - 1), C: x.v})
		}
	}
	return f, true
}
