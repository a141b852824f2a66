package polyhedra

import "slices"

// The double description method: T.S. Motzkin, H. Raiffa, G.L. Thompson, R.M. Thrall, The double
// description method, 1953; N.V. Chernikova, Algorithm for discovering the set of all solutions of a
// linear programming problem, USSR Comp. Math. and Math. Phys. 8(6), 1968; H. Le Verge, A note on
// Chernikova's algorithm, INRIA RR-1662, 1992 (lines, adjacency by saturation); K. Fukuda, A. Prodon,
// Double description method revisited, 1996.
//
// Deviation: a conversion is never run as such. Both descriptions are always there and minimal,
// and each operation adds rows to one of them, which is a step of the method; rows are added to
// the generators by running the same step on the dual cone.

// pair describes a cone twice: {x | e.x = 0, i.x >= 0 for all e of eq, i of in} and
// {sums of multiples of li and non-negative multiples of ra}. Slices are never changed in place.
type pair struct {
	cols   int
	eq, in []*vec
	li, ra []*vec
	sat    matrix // ra x in: which constraints hold with equality where
}

// dual is the cone of the constraints that hold on p: constraints and generators change places.
func (p pair) dual() pair {
	return pair{cols: p.cols, eq: p.li, in: p.ra, li: p.eq, ra: p.in, sat: p.sat.transposed(len(p.ra), len(p.in))}
}

// limits bound the cost of one operation.
type limits struct {
	rows int // constraints or generators
	bits int // of a number
	work int // words looked at in adjacency tests
}

// constrain adds the constraint c.x >= 0, or c.x == 0. Neither ok nor changed if that would cost too much.
// The constraints may be redundant thereafter: see finish.
func (p *pair) constrain(ar *arena, c *vec, equal bool, lim *limits) (changed, ok bool) {
	for k, l := range p.li {
		if d := dot(c, l); d.sign() != 0 {
			return p.lessLine(ar, c, equal, k, d, lim)
		}
	}
	dots := make([]num, len(p.ra))
	var plus, minus, zero int
	for i, r := range p.ra {
		dots[i] = dot(c, r)
		switch dots[i].sign() {
		case 1:
			plus++
		case -1:
			minus++
		default:
			zero++
		}
	}
	if minus == 0 && (plus == 0 || !equal) {
		return false, true
	}
	old := len(p.in)
	cols := old
	if !equal {
		cols++
	}
	out := make([]*vec, 0, len(p.ra)+4)
	sat := newMatrix(0, cols)
	keep := func(r *vec, s []uint64) []uint64 {
		out = append(out, r)
		n := len(sat.d)
		sat.d = append(sat.d, s...)
		for len(sat.d) < n+sat.w {
			sat.d = append(sat.d, 0)
		}
		return sat.d[n:]
	}
	sat.d = make([]uint64, 0, sat.w*cap(out))
	for i, r := range p.ra {
		switch s := dots[i].sign(); {
		case s == 0:
			row := keep(r, p.sat.row(i))
			if !equal {
				row[old>>6] |= 1 << uint(old&63)
			}
		case s > 0 && !equal:
			keep(r, p.sat.row(i))
		}
	}
	// Rays of the two sides that span a face of two dimensions meet c in one ray.
	rank := p.cols - len(p.li) - len(p.eq) - 2
	common := make([]uint64, p.sat.w)
	for i := range p.ra {
		if dots[i].sign() <= 0 {
			continue
		}
		si := p.sat.row(i)
		for j := range p.ra {
			if dots[j].sign() >= 0 {
				continue
			}
			sj := p.sat.row(j)
			lim.work -= p.sat.w
			if countBoth(si, sj) < rank {
				continue
			}
			for k := range common {
				common[k] = si[k] & sj[k]
			}
			if !p.adjacent(i, j, common, lim) {
				continue
			}
			r := ar.combine(dots[j].neg(), p.ra[i], dots[i], p.ra[j])
			if r.bits() > lim.bits {
				return false, false
			}
			row := keep(r, common)
			if !equal {
				row[old>>6] |= 1 << uint(old&63)
			}
			if len(out) > lim.rows {
				return false, false
			}
		}
		if lim.work < 0 {
			return false, false
		}
	}
	p.ra, p.sat = out, sat
	if equal {
		p.eq = append(slices.Clip(p.eq), c)
	} else {
		p.in = append(slices.Clip(p.in), c)
	}
	return true, true
}

// adjacent says that no third ray saturates all that i and j both do.
func (p *pair) adjacent(i, j int, common []uint64, lim *limits) bool {
	if p.sat.w == 1 {
		c := common[0]
		for k, s := range p.sat.d {
			if c&^s == 0 && k != i && k != j {
				lim.work -= k
				return false
			}
		}
		lim.work -= len(p.sat.d)
		return true
	}
	lim.work -= len(p.sat.d)
	for k := range p.ra {
		if k != i && k != j && within(common, p.sat.row(k)) {
			return false
		}
	}
	return true
}

// lessLine adds c, which d = c.l is not 0 for the k-th line l: all other generators are moved along
// l into c = 0, and l stays as a ray, or not at all.
func (p *pair) lessLine(ar *arena, c *vec, equal bool, k int, d num, lim *limits) (changed, ok bool) {
	l := p.li[k]
	if d.sign() < 0 {
		l, d = ar.minus(l), d.neg()
	}
	move := func(rs []*vec, skip int) ([]*vec, bool) {
		out := make([]*vec, 0, len(rs)+1)
		for i, r := range rs {
			if i == skip {
				continue
			}
			if e := dot(c, r); e.sign() != 0 {
				r = ar.combine(d, r, e.neg(), l)
				if r.bits() > lim.bits {
					return nil, false
				}
			}
			out = append(out, r)
		}
		return out, true
	}
	li, ok := move(p.li, k)
	if !ok {
		return false, false
	}
	ra, ok := move(p.ra, -1)
	if !ok {
		return false, false
	}
	p.li, p.ra = li, ra
	if equal {
		p.eq = append(slices.Clip(p.eq), c)
		return true, true
	}
	old := len(p.in)
	sat := newMatrix(len(ra)+1, old+1)
	for i := range ra {
		copy(sat.row(i), p.sat.row(i))
		sat.set(i, old)
	}
	for j := 0; j < old; j++ {
		sat.set(len(ra), j)
	}
	p.ra, p.in, p.sat = append(ra, l), append(slices.Clip(p.in), c), sat
	return true, true
}

// finish makes the constraints minimal and both sides reduced: a constraint that holds with equality
// everywhere is an equality; one whose face lies in that of another is redundant; the pivot of each
// equality stands in no other constraint, that of each line in no other generator.
func (p *pair) finish(ar *arena) {
	faces := p.sat.transposed(len(p.ra), len(p.in))
	n := len(p.in)
	counts := make([]int, n)
	eqs := p.eq
	for j := range p.in {
		if counts[j] = count(faces.row(j)); counts[j] == len(p.ra) {
			eqs = append(slices.Clip(eqs), p.in[j])
		}
	}
	eq, eqPivots := ar.echelon(eqs)
	li, liPivots := ar.echelon(p.li)
	p.eq, p.li = eq, li
	// Facets have a rank of generators one less than the cone.
	rank := p.cols - len(p.li) - len(p.eq) - 1
	kept := make([]int, 0, n)
	for j := range p.in {
		if counts[j] == len(p.ra) || counts[j] < rank {
			continue
		}
		redundant := false
		for k := range p.in {
			if k == j || counts[k] == len(p.ra) || counts[k] < counts[j] || counts[k] == counts[j] && k > j {
				continue
			}
			if within(faces.row(j), faces.row(k)) {
				redundant = true
				break
			}
		}
		if !redundant {
			kept = append(kept, j)
		}
	}
	in := make([]*vec, len(kept))
	sat := p.sat
	if len(kept) < n {
		sat = newMatrix(len(p.ra), len(kept))
		for k, j := range kept {
			for i := range p.ra {
				if p.sat.has(i, j) {
					sat.set(i, k)
				}
			}
		}
	}
	for k, j := range kept {
		in[k] = p.in[j]
	}
	p.in, p.sat = ar.reduced(in, p.eq, eqPivots), sat
	p.ra = ar.reduced(p.ra, p.li, liPivots)
}

// pivot is the column that the row is solved for: never the first, that of constants,
// and one of coefficient 1 if there is one: such rows are solved over the integers.
func (r *vec) pivot(private func(i int) bool) int {
	at, best := 0, num{}
	for i := 1; i < r.len(); i++ {
		if r.sign(i) == 0 || !private(i) {
			continue
		}
		x := r.at(i)
		if x.sign() < 0 {
			x = x.neg()
		}
		if x.b == nil && x.v == 1 {
			return i
		}
		if at == 0 || x.cmp(best) < 0 {
			at, best = i, x
		}
	}
	return at
}

// eliminate is a row that agrees with r where p.x == 0 and has no coefficient at i, which is p's pivot.
func (ar *arena) eliminate(r, p *vec, i int) *vec {
	if r.sign(i) == 0 {
		return r
	}
	x, y := p.at(i), r.at(i).neg()
	if x.sign() < 0 {
		x, y = x.neg(), y.neg()
	}
	return ar.combine(x, r, y, p)
}

// echelon is an independent system with the same solutions in which each row has a
// column of its own, its pivot. A row without one says that a constant is 0, where there are
// no points: it is left out.
func (ar *arena) echelon(rows []*vec) ([]*vec, []int) {
	if len(rows) == 0 {
		return nil, nil
	}
	out, pivots := make([]*vec, 0, len(rows)), make([]int, 0, len(rows))
	for k, r := range rows { // often it is one already
		i := r.pivot(func(i int) bool {
			for j, q := range rows {
				if j != k && q.sign(i) != 0 {
					return false
				}
			}
			return true
		})
		if i == 0 {
			break
		}
		if r.sign(i) < 0 {
			r = ar.minus(r)
		}
		out, pivots = append(out, r), append(pivots, i)
	}
	if len(out) == len(rows) {
		return out, pivots
	}
	out, pivots = out[:0], pivots[:0]
	for _, r := range rows {
		for k, p := range out {
			r = ar.eliminate(r, p, pivots[k])
		}
		i := r.pivot(func(int) bool { return true })
		if i == 0 {
			continue
		}
		if r.sign(i) < 0 {
			r = ar.minus(r)
		}
		for k, p := range out {
			out[k] = ar.eliminate(p, r, i)
		}
		out, pivots = append(out, r), append(pivots, i)
	}
	return out, pivots
}

// reduced eliminates the pivots of an echelon from rows.
func (ar *arena) reduced(rows, by []*vec, pivots []int) []*vec {
	shared := true
	for n, p := range by {
		for k, r := range rows {
			if r.sign(pivots[n]) == 0 {
				continue
			}
			if shared {
				rows, shared = slices.Clone(rows), false
			}
			rows[k] = ar.eliminate(r, p, pivots[n])
		}
	}
	return rows
}

// holds checks c on the generators of the cone, exactly.
func (p *pair) holds(c *vec, equal bool) bool {
	for _, l := range p.li {
		if dot(c, l).sign() != 0 {
			return false
		}
	}
	for _, r := range p.ra {
		if s := dot(c, r).sign(); s < 0 || equal && s != 0 {
			return false
		}
	}
	return true
}
