package polyhedra

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// P. Cousot, N. Halbwachs, Automatic discovery of linear restraints among variables of a program, POPL 1978: an
// assignment whose form reads its target maps all rows; any other assignment is a projection and two constraints.

// Assign returns p after the assignment of an arbitrary value of f to coordinate i.
func (d Dense) Assign(p *Poly, i int, f linear.Form) *Poly {
	if p.bot {
		return p
	}
	var ar arena
	if c := f.Coef(domain.Dim(i)); c != 0 {
		return d.move(&ar, p, i, c, f)
	}
	if p = d.forget(&ar, p, i); p.bot {
		return p
	}
	if f.Exact() && finite(f.Lo) {
		return d.add(&ar, p, []*vec{ar.target(p.cols, f, i, fromWide(f.Lo), 1)}, nil)
	}
	var in []*vec
	if finite(f.Hi) { // f + hi - xi >= 0
		in = append(in, ar.target(p.cols, f, i, fromWide(f.Hi), 1))
	}
	if finite(f.Lo) { // xi - f - lo >= 0
		in = append(in, ar.target(p.cols, f, i, fromWide(f.Lo).neg(), -1))
	}
	return d.add(&ar, p, nil, in)
}

// finite reports whether w is a bound. A number that has saturated, in either direction, is not a bound.
func finite(w domain.Wide) bool { return w != domain.MinWide && w != domain.MaxWide }

// target returns the row sign*(f - xi) + k.
func (ar *arena) target(cols int, f linear.Form, i int, k integer, sign int64) *vec {
	xs := coefs(cols, f, sign)
	xs[0], xs[i+1] = k, integer{v: -sign}
	return ar.of(xs)
}

// coefs returns the coefficients of f times sign, after a 0 for the constant.
func coefs(cols int, f linear.Form, sign int64) []integer {
	xs := make([]integer, cols)
	for _, t := range f.Terms {
		xs[t.D+1] = integer{v: t.C}
		if sign < 0 {
			xs[t.D+1] = xs[t.D+1].neg()
		}
	}
	return xs
}

// move does what Assign does, for a form f that reads coordinate i with coefficient c. This is a bijection of points,
// followed by the addition of the interval of the addend.
func (d Dense) move(ar *arena, p *Poly, i int, c int64, f linear.Form) *Poly {
	lo, hi := f.Lo, f.Hi
	lowEnd, highEnd := finite(lo), finite(hi)
	base := integer{}
	switch {
	case lowEnd:
		base = fromWide(lo)
	case highEnd:
		base = fromWide(hi)
	}
	xs := coefs(p.cols, f, 1)
	xs[0] = base
	q, ok := d.image(ar, p, i, xs)
	if !ok {
		return d.forget(ar, p, i)
	}
	if lowEnd && highEnd && lo == hi {
		return q
	}
	if q.bot {
		return q
	}
	var ra []*vec
	if !highEnd {
		ra = append(ra, ar.unit(p.cols, i+1, 1))
	}
	if !lowEnd {
		ra = append(ra, ar.unit(p.cols, i+1, -1))
	}
	if lowEnd && highEnd {
		ys := make([]integer, p.cols)
		width := fromWide(hi).add(fromWide(lo).neg())
		for _, r := range q.ra {
			if r.sign(0) == 0 {
				continue
			}
			for k := range ys {
				ys[k] = r.at(k)
			}
			ys[i+1] = ys[i+1].add(width.mul(r.at(0)))
			ra = append(ra, ar.of(ys))
		}
	}
	if s := d.generate(ar, q, nil, ra); s != nil {
		return s
	}
	return d.enclose(ar, q.cols, q.templates(ar), q.li, q.ra, nil, ra)
}

// image returns the image of p under xi := xs.(1, x), where xs[i+1] is not 0. It returns false if numbers grow too
// large.
func (d Dense) image(ar *arena, p *Poly, i int, xs []integer) (*Poly, bool) {
	i++
	c := xs[i]
	f := raw(xs)
	q, ok := p.pair, true
	mapped := func(rows []*vec, by func(r *vec) *vec) []*vec {
		if len(rows) == 0 {
			return nil
		}
		out := make([]*vec, len(rows))
		for k, r := range rows {
			out[k] = by(r)
			ok = ok && out[k].bits() <= d.c.Bits
		}
		return out
	}
	point := func(r *vec) *vec {
		v := dot(f, r)
		if v.cmp(r.at(i)) == 0 {
			return r
		}
		return ar.with(r, i, v)
	}
	// Substitute the old xi = (new - rest)/c in a.x >= 0 and multiply by |c|. With s the sign of c, the new row is |c|*a -
	// s*ai*xs in all columns but i. In column i it is the same with c-1 in place of xs[i] = c.
	s, size := integer{v: 1}, c
	if c.sign() < 0 {
		s, size = integer{v: -1}, c.neg()
	}
	xs[i] = c.add(integer{v: -1})
	g := raw(xs)
	xs[i] = c
	constraint := func(r *vec) *vec {
		if r.sign(i) == 0 {
			return r
		}
		return ar.combine(size, r, s.mul(r.at(i)).neg(), g)
	}
	ar.reserve(len(p.li)+len(p.ra)+2, p.cols)
	q.li, q.ra = mapped(p.li, point), mapped(p.ra, point)
	q.eq, q.in = mapped(p.eq, constraint), mapped(p.in, constraint)
	if !ok {
		return nil, false
	}
	q.finish(ar)
	if size == (integer{v: 1}) { // the determinant is 1 or -1, so tight constraints stay tight
		return newPoly(q), true
	}
	return d.tightened(ar, newPoly(q), d.limits()), true
}
