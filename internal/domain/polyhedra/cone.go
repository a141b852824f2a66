package polyhedra

import (
	"math/bits"
	"slices"
)

// The double description method: T.S. Motzkin, H. Raiffa, G.L. Thompson, R.M. Thrall, The double description method,
// 1953; N.V. Chernikova, Algorithm for discovering the set of all solutions of a linear programming problem, USSR Comp.
// Math. and Math. Phys. 8(6), 1968; H. Le Verge, A note on Chernikova's algorithm, INRIA RR-1662, 1992 (lines,
// adjacency by saturation); K. Fukuda, A. Prodon, Double description method revisited, 1996.
//
// Deviation: there is no full conversion between the descriptions. An element always has both descriptions, and both
// are minimal. Each operation adds rows to one of them, which is a step of the method. To add generators, the same step
// is applied to the dual cone.

// pair describes a cone twice: {x | e.x = 0, i.x >= 0 for all e of eq, i of in} and {sums of multiples of li and
// non-negative multiples of ra}. Rows are never changed. The slices of a Poly have no spare capacity (newPoly), so
// operations may append to a copy of its pair.
type pair struct {
	cols   int
	eq, in []*vec
	li, ra []*vec
	sat    matrix // ra x in: whether a ray saturates a constraint (holds with equality)
	dirty  bool   // constraints may be redundant, until finish
}

// dual returns the cone of the constraints that hold on p: it exchanges constraints and generators.
func (p pair) dual() pair {
	return pair{cols: p.cols, eq: p.li, in: p.ra, li: p.eq, ra: p.in, sat: p.sat.transposed(len(p.ra), len(p.in), nil)}
}

// limits bound the cost of one operation.
type limits struct {
	rows int // constraints or generators
	bits int // bits of a number
	work int // words read in adjacency tests; decreases with the work done
}

// constrain adds the constraint c.x >= 0, or c.x == 0 if equal is set. changed reports whether p did not imply it. If
// the operation costs too much, it does not change p, and changed and ok are false. Afterwards, constraints may be
// redundant, until finish.
func (p *pair) constrain(ar *arena, c *vec, equal bool, lim *limits) (changed, ok bool) {
	for k, l := range p.li {
		if d := dot(c, l); d.sign() != 0 {
			return p.lessLine(ar, c, equal, k, d, lim)
		}
	}
	var few [32]integer
	dots := few[:0]
	if len(p.ra) > len(few) {
		dots = make([]integer, 0, len(p.ra))
	}
	var above, below [32]int
	plus, minus := above[:0], below[:0]
	for i, r := range p.ra {
		d := dot(c, r)
		dots = append(dots, d)
		switch d.sign() {
		case 1:
			plus = append(plus, i)
		case -1:
			minus = append(minus, i)
		}
	}
	if len(minus) == 0 && (len(plus) == 0 || !equal) {
		return false, true
	}
	old := len(p.in)
	cols := old
	if !equal {
		cols++
	}
	out := make([]*vec, 0, len(p.ra)+2)
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
	// Two adjacent rays on different sides of c span a two-dimensional face, whose intersection with c is a ray.
	rank := p.cols - len(p.li) - len(p.eq) - 2
	var word [8]uint64
	common := word[:]
	if p.sat.w > len(word) {
		common = make([]uint64, p.sat.w)
	}
	common = common[:p.sat.w]
	for _, i := range plus {
		si := p.sat.row(i)
		for _, j := range minus {
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
	p.ra, p.sat, p.dirty = out, sat, true
	if equal {
		p.eq = append(p.eq, c)
	} else {
		p.in = append(p.in, c)
	}
	return true, true
}

// adjacent reports whether no third ray saturates all constraints that both rays i and j saturate; common has these
// constraints.
func (p *pair) adjacent(i, j int, common []uint64, lim *limits) bool {
	switch p.sat.w {
	case 0:
		return len(p.ra) == 2
	case 1:
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
	d, w, c, rest := p.sat.d, p.sat.w, common[0], common[1:]
	for k, o := 0, 0; o < len(d); k, o = k+1, o+w {
		if c&^d[o] == 0 && k != i && k != j && within(rest, d[o+1:o+w]) {
			return false
		}
	}
	return true
}

// lessLine does what constrain does, if d = c.l is not 0 for the k-th line l. It moves all other generators along l
// into c = 0. The line l becomes a ray, or disappears if equal is set.
func (p *pair) lessLine(ar *arena, c *vec, equal bool, k int, d integer, lim *limits) (changed, ok bool) {
	l := p.li[k]
	if d.sign() < 0 {
		l, d = ar.minus(l), d.neg()
	}
	move := func(rs []*vec, skip, extra int) ([]*vec, bool) {
		out := make([]*vec, 0, len(rs)+extra)
		for i, r := range rs {
			if i == skip {
				continue
			}
			if e := dot(c, r); e.sign() != 0 {
				if r = ar.combine(d, r, e.neg(), l); r.bits() > lim.bits {
					return nil, false
				}
			}
			out = append(out, r)
		}
		return out, true
	}
	li, ok := move(p.li, k, 0)
	if !ok {
		return false, false
	}
	ra, ok := move(p.ra, -1, 1)
	if !ok {
		return false, false
	}
	p.li, p.ra = li, ra
	if equal {
		p.eq = append(p.eq, c)
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
	p.ra, p.in, p.sat = append(ra, l), append(p.in, c), sat
	return true, true
}

// finish makes the constraints minimal and both descriptions reduced: the pivot of each equality occurs in no other
// constraint, the pivot of each line in no other generator.
func (p *pair) finish(ar *arena) {
	if p.dirty {
		p.minimise()
		p.dirty = false
	}
	var buf [16]int
	var pivots []int
	if len(p.eq) > 0 {
		p.eq, pivots = ar.echelon(p.eq, buf[:])
		p.in = ar.reduced(p.in, p.eq, pivots)
	}
	if len(p.li) > 0 {
		p.li, pivots = ar.echelon(p.li, buf[:])
		p.ra = ar.reduced(p.ra, p.li, pivots)
	}
}

// minimise removes redundant constraints. A constraint that all generators saturate becomes an equality. A constraint
// whose face is within the face of another constraint is implied. Equalities may become dependent.
func (p *pair) minimise() {
	var words [64]uint64
	faces := p.sat.transposed(len(p.ra), len(p.in), words[:])
	n, all := len(p.in), len(p.ra)
	var few [64]int
	counts := few[:]
	if n > len(few) {
		counts = make([]int, n)
	}
	kept := 0
	for j := range p.in {
		if counts[j] = count(faces.row(j)); counts[j] == all {
			p.eq = append(p.eq, p.in[j])
		}
	}
	for j := range p.in {
		if counts[j] == all {
			counts[j] = -1
			continue
		}
		for k := range p.in {
			if k != j && counts[k] != all && counts[k] >= counts[j] && within(faces.row(j), faces.row(k)) {
				counts[j] = -1 // of two constraints with the same face, the second is kept
				break
			}
		}
		if counts[j] >= 0 {
			kept++
		}
	}
	if kept == n {
		return
	}
	in, sat := make([]*vec, 0, kept), newMatrix(all, kept)
	for j, c := range p.in {
		if counts[j] < 0 {
			continue
		}
		k := len(in)
		in = append(in, c)
		for w, word := range faces.row(j) {
			for ; word != 0; word &= word - 1 {
				sat.set(w<<6+bits.TrailingZeros64(word), k)
			}
		}
	}
	p.in, p.sat = in, sat
}

// pivot returns the column for which r is to be solved, among those for which private is true, or 0 if there is none.
// It is never the first column, which has the constants. It prefers a column with coefficient 1 or -1, since the row
// can then be solved over the integers.
func (r *vec) pivot(private func(i int) bool) int {
	at, best := 0, integer{}
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

// eliminate returns a row that is equivalent to r where p.x == 0, and that is 0 in column i, the pivot of p.
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

// echelon returns an independent system with the same solutions as rows, in which each row has a pivot: a column where
// all other rows are 0. It also returns the pivots, in buf if they fit. It omits rows without a pivot. Such a row
// states that a constant is 0, so the cone has no points.
func (ar *arena) echelon(rows []*vec, buf []int) ([]*vec, []int) {
	pivots := buf[:0]
	for k, r := range rows { // often, rows is an echelon already
		i := r.pivot(func(i int) bool {
			for j, q := range rows {
				if j != k && q.sign(i) != 0 {
					return false
				}
			}
			return true
		})
		if i == 0 || r.sign(i) < 0 {
			break
		}
		pivots = append(pivots, i)
	}
	if len(pivots) == len(rows) {
		return rows, pivots
	}
	pivots = buf[:0]
	out := make([]*vec, 0, len(rows))
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

// reduced returns rows with the pivots of by, an echelon, eliminated.
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

// holds reports whether c.x >= 0, or c.x == 0 if equal is set, for all x of the cone.
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
