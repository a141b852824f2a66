package polyhedra

import "slices"

// Remap implements linear.Dense.
func (d Dense) Remap(p *Poly, n int, to []int) *Poly {
	if p.bot {
		return bottom(n + 1)
	}
	var ar arena
	var drop []*vec
	used := make([]bool, n)
	same := n == len(to)
	for i, t := range to {
		if t < 0 {
			drop = append(drop, ar.unit(p.cols, i+1, 1))
		} else {
			used[t] = true
		}
		same = same && i == t
	}
	if same {
		return p
	}
	if len(drop) > 0 {
		if d.apart(p, to) {
			return d.part(&ar, p, n, to)
		}
		q := d.generate(&ar, p, drop, nil)
		if q == nil {
			q = d.enclose(&ar, p.cols, p.templates(&ar), append(slices.Clip(p.li), drop...), p.ra, nil, nil)
		}
		if p = q; p.bot {
			return bottom(n + 1)
		}
	}
	// Each dropped coordinate has a line of its own now and occurs in no other row.
	q := pair{cols: n + 1, sat: p.sat}
	q.eq, q.in, q.ra = ar.renamed(p.eq, n, to), ar.renamed(p.in, n, to), ar.renamed(p.ra, n, to)
	for _, l := range ar.renamed(p.li, n, to) {
		if l.m > 0 || l.b != nil {
			q.li = append(q.li, l)
		}
	}
	for t, u := range used {
		if !u {
			q.li = append(q.li, ar.unit(n+1, t+1, 1))
		}
	}
	q.finish(&ar)
	return newPoly(q)
}

// apart reports whether no constraint relates a kept coordinate (whose number in the list is not negative) to a dropped
// coordinate.
func (d Dense) apart(p *Poly, to []int) bool {
	for _, rows := range [2][]*vec{p.eq, p.in} {
		for _, r := range rows {
			kept, dropped := false, false
			for i, t := range to {
				if r.sign(i+1) != 0 {
					kept, dropped = kept || t >= 0, dropped || t < 0
				}
			}
			if kept && dropped {
				return false
			}
		}
	}
	return true
}

// part implements Remap for kept coordinates that are unrelated to the dropped ones. The result has the constraints of
// the kept coordinates without rounding. So splitting and combining elements changes nothing.
func (d Dense) part(ar *arena, p *Poly, n int, to []int) *Poly {
	d.rational = true
	pick := func(rows []*vec) []*vec {
		var out []*vec
		for _, r := range rows {
			for i, t := range to {
				if t >= 0 && r.sign(i+1) != 0 {
					out = append(out, r)
					break
				}
			}
		}
		return ar.renamed(out, n, to)
	}
	return d.add(ar, d.Top(n), pick(p.eq), pick(p.in))
}

// renamed returns rows over n coordinates, where coordinate i becomes to[i], or is dropped if this is negative.
func (ar *arena) renamed(rows []*vec, n int, to []int) []*vec {
	if len(rows) == 0 {
		return nil
	}
	out := make([]*vec, len(rows))
	xs := make([]integer, n+1)
	for k, r := range rows {
		clear(xs)
		xs[0] = r.at(0)
		for i, t := range to {
			if t >= 0 {
				xs[t+1] = r.at(i + 1)
			}
		}
		out[k] = ar.of(xs)
	}
	return out
}

// Groups implements linear.Dense: coordinates in the same constraint are related.
func (d Dense) Groups(p *Poly) [][]int {
	n := p.cols - 1
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	find := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, rows := range [2][]*vec{p.eq, p.in} {
		for _, r := range rows {
			first := -1
			for i := 0; i < n; i++ {
				if r.sign(i+1) == 0 {
					continue
				}
				if first < 0 {
					first = find(i)
				} else if j := find(i); j != first {
					parent[max(first, j)] = min(first, j)
					first = min(first, j)
				}
			}
		}
	}
	var out [][]int
	at := make([]int, n)
	for i := 0; i < n; i++ {
		if r := find(i); r == i {
			at[i] = len(out)
			out = append(out, []int{i})
		} else {
			out[at[r]] = append(out[at[r]], i)
		}
	}
	return out
}
