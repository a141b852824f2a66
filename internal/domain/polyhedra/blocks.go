package polyhedra

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// New returns the domain of polyhedra over sparse dimensions, with blocks of up to max related dimensions; 0 means no
// limit.
func New(max int) linear.Domain[blocks.State[*Poly]] {
	return blocks.New(newDense(Config{}), blocks.Config{Max: max})
}

// Same reports whether a and b are the same rational polyhedron. Leq in both directions would not be enough, since Leq
// is not transitive: elements with the same integer points are not interchangeable.
func (d Dense) Same(a, b *Poly) bool {
	if a == b {
		return true
	}
	if a.bot || b.bot {
		return a.bot && b.bot
	}
	if len(a.eq) != len(b.eq) || len(a.in) != len(b.in) || len(a.li) != len(b.li) || len(a.ra) != len(b.ra) {
		return false // both are minimal
	}
	d.rational = true
	return d.Leq(a, b) && d.Leq(b, a)
}

// Combine returns the product of elements over disjoint coordinates: coordinate i of parts[k] becomes to[k][i], or is
// projected away if this is negative.
func (d Dense) Combine(n int, parts []*Poly, to [][]int) *Poly {
	if len(parts) == 1 {
		return d.Remap(parts[0], n, to[0])
	}
	size := 1
	parts, to = slices.Clone(parts), slices.Clone(to)
	for k, p := range parts {
		if kept, there, all := compact(to[k]); !all {
			parts[k], to[k] = d.Remap(p, len(kept), there), kept
		}
	}
	for _, p := range parts {
		if p.bot {
			return bottom(n + 1)
		}
		points := 0
		for _, r := range p.ra {
			if r.sign(0) > 0 {
				points++
			}
		}
		if size *= points; size > d.c.Rows {
			return d.combineSlowly(n, parts, to)
		}
	}
	var ar arena
	used := make([]bool, n)
	q := pair{cols: n + 1}
	var rays []*vec
	points := []*vec{ar.unit(n+1, 0, 1)}
	infinity := true // all parts have the constraint 1 >= 0, since their other constraints do not imply it
	for k, p := range parts {
		for _, t := range to[k] {
			used[t] = true
		}
		q.eq = append(q.eq, ar.renamed(p.eq, n, to[k])...)
		q.li = append(q.li, ar.renamed(p.li, n, to[k])...)
		has := false
		for _, c := range ar.renamed(p.in, n, to[k]) {
			if c.divisor().sign() == 0 {
				has = true
			} else {
				q.in = append(q.in, c)
			}
		}
		infinity = infinity && has
		var mine []*vec
		for _, r := range ar.renamed(p.ra, n, to[k]) {
			if r.sign(0) == 0 {
				rays = append(rays, r)
			} else {
				mine = append(mine, r)
			}
		}
		var product []*vec
		for _, a := range points {
			for _, b := range mine {
				// (ka, a) and (kb, b) are the point (ka*kb, kb*a + ka*b).
				product = append(product, ar.product(a, b))
			}
		}
		points = product
	}
	for i, u := range used {
		if !u {
			q.li = append(q.li, ar.unit(n+1, i+1, 1))
		}
	}
	if infinity {
		q.in = append(q.in, ar.unit(n+1, 0, 1))
	}
	q.ra = append(points, rays...)
	if len(q.ra) > d.c.Rows || len(q.in) > d.c.Rows {
		return d.combineSlowly(n, parts, to)
	}
	q.saturate()
	return newPoly(q)
}

// compact splits a list for Remap. kept has its numbers that are not negative; there has the index in kept for each
// coordinate, or -1; all reports whether no number is negative.
func compact(to []int) (kept, there []int, all bool) {
	there = make([]int, len(to))
	for i, t := range to {
		if there[i] = -1; t >= 0 {
			there[i] = len(kept)
			kept = append(kept, t)
		}
	}
	return kept, there, len(kept) == len(to)
}

// product returns the point with the coordinates of a and b, one of which is 0 in each coordinate.
func (ar *arena) product(a, b *vec) *vec {
	x, y := a.at(0), b.at(0)
	xs := make([]integer, a.len())
	xs[0] = x.mul(y)
	for i := 1; i < len(xs); i++ {
		xs[i] = a.at(i).mul(y).add(b.at(i).mul(x))
	}
	return ar.of(xs)
}

// saturate computes p.sat.
func (p *pair) saturate() {
	p.sat = newMatrix(len(p.ra), len(p.in))
	for i, r := range p.ra {
		for j, c := range p.in {
			if dot(r, c).sign() == 0 {
				p.sat.set(i, j)
			}
		}
	}
}

// combineSlowly does what Combine does, by Meet and Remap, which bound the cost.
func (d Dense) combineSlowly(n int, parts []*Poly, to [][]int) *Poly {
	r := d.Top(n)
	for k, p := range parts {
		r = d.Meet(r, d.Remap(p, n, to[k]))
	}
	return r
}
