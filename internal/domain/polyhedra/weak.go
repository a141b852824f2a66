package polyhedra

import "slices"

// A hull that would have too many constraints is enclosed by constraints with given directions, as in template
// polyhedra (S. Sankaranarayanan, H.B. Sipma, Z. Manna, Scalable analysis of linear systems using mathematical
// programming, VMCAI 2005). The templates are the constraints of the arguments.

// templates returns directions: the coordinates, then the constraints of p.
func (p *pair) templates(ar *arena) []*vec {
	var out []*vec
	for i := 1; i < p.cols; i++ {
		out = append(out, ar.unit(p.cols, i, 1), ar.unit(p.cols, i, -1))
	}
	for _, e := range p.eq {
		out = append(out, e, ar.minus(e))
	}
	return append(out, p.in...)
}

// enclose returns a polyhedron whose constraints have the given directions and that contains all given lines and rays
// (there are two lists of each). It omits constraints that would cost too much.
func (d Dense) enclose(ar *arena, cols int, directions []*vec, lines, rays, lines2, rays2 []*vec) *Poly {
	all := slices.Concat(rays, rays2)
	lines = slices.Concat(lines, lines2)
	var in []*vec
next:
	for _, t := range directions {
		for _, l := range lines {
			if dot(t, l).sign() != 0 {
				continue next
			}
		}
		low, first := integer{}, true
		for _, r := range all {
			v := dot(t, r)
			if r.sign(0) == 0 {
				if v.sign() < 0 {
					continue next
				}
				continue
			}
			if v = floorDiv(v, r.at(0)); first || v.cmp(low) < 0 {
				low, first = v, false
			}
		}
		in = append(in, ar.shifted(t, low.neg()))
	}
	return d.add(ar, d.Top(cols-1), nil, in)
}

// shifted returns r with k added to its constant.
func (ar *arena) shifted(r *vec, k integer) *vec {
	if k.sign() == 0 {
		return r
	}
	xs := make([]integer, r.len())
	for i := range xs {
		xs[i] = r.at(i)
	}
	xs[0] = xs[0].add(k)
	return ar.of(xs)
}
