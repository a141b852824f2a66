package octagon

import (
	"cmp"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// weighted is a term of a linear form: w times V_node, w > 0.
type weighted struct {
	node int
	w    int64
}

// parts returns the terms of f, or of -f if neg is set. It returns false if a coefficient cannot be negated.
func parts(f linear.Form, neg bool) ([]weighted, bool) {
	out := make([]weighted, 0, len(f.Terms))
	for _, t := range f.Terms {
		node, w := 2*int(t.D), t.C
		if w < 0 {
			node, w = node+1, -w
		}
		if w < 0 {
			return nil, false
		}
		if neg {
			node ^= 1
		}
		out = append(out, weighted{node, w})
	}
	return out, true
}

// Bounds returns exact bounds of octagonal forms. It decomposes other forms greedily into sums of two nodes.
func (Dense) Bounds(e *Element, f linear.Form) (lo, hi domain.Wide) {
	e = e.closed()
	if e.m == nil {
		return f.Lo, f.Hi // unused, since callers do not ask for bounds of bottom
	}
	lo, hi = domain.MinWide, domain.MaxWide
	if f.Hi != domain.MaxWide {
		if ps, ok := parts(f, false); ok {
			hi = addHigh(e.upper(ps), f.Hi)
		}
	}
	if f.Lo != domain.MinWide {
		if ps, ok := parts(f, true); ok {
			if v := addHigh(e.upper(ps), f.Lo.Neg()); v != domain.MaxWide {
				lo = v.Neg()
			}
		}
	}
	return lo, hi
}

// addHigh returns a sum of upper bounds, infinite if it exceeds 128 bits.
func addHigh(a, b domain.Wide) domain.Wide {
	s := a.Add(b)
	if a == domain.MaxWide || b == domain.MaxWide || s == domain.MinWide {
		return domain.MaxWide
	}
	return s
}

// times returns w times an entry, w >= 0.
func times(w, entry int64) domain.Wide {
	switch {
	case w == 0:
		return domain.Wide{}
	case entry == inf:
		return domain.MaxWide
	}
	return domain.WideInt(w).Mul(domain.WideInt(entry))
}

// single returns an upper bound of w times V_node.
func (e *Element) single(node int, w int64) domain.Wide {
	u := e.at(node^1, node)
	if u != inf {
		u >>= 1 // even
	}
	return times(w, u)
}

// upper returns an upper bound of the sum of ps, whose variables all differ. For more than two terms, it decomposes the
// sum greedily into sums of two nodes.
func (e *Element) upper(ps []weighted) domain.Wide {
	switch len(ps) {
	case 0:
		return domain.Wide{}
	case 1:
		return e.single(ps[0].node, ps[0].w)
	case 2:
		x, y := ps[0], ps[1]
		if x.w < y.w {
			x, y = y, x
		}
		s := e.at(x.node^1, y.node) // V_x + V_y
		best := addHigh(times(y.w, s), e.single(x.node, x.w-y.w))
		if x.w != y.w {
			best = domain.MinW(best, addHigh(times(x.w, s), e.single(y.node^1, x.w-y.w)))
		}
		return best
	}
	type pair struct {
		i, j int
		gain int64 // the difference to the sum of the separate bounds of the nodes
	}
	pairs := make([]pair, 0, len(ps)*(len(ps)-1)/2)
	for j, y := range ps {
		for i, x := range ps[:j] {
			s := e.at(x.node^1, y.node)
			h := half(e.at(x.node^1, x.node), e.at(y.node^1, y.node))
			if s < h {
				g := inf
				if h != inf {
					g = h - s
				}
				pairs = append(pairs, pair{i, j, g})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.gain, a.gain) })
	ps = slices.Clone(ps)
	sum := domain.Wide{}
	for _, p := range pairs {
		x, y := &ps[p.i], &ps[p.j]
		if q := min(x.w, y.w); q > 0 {
			sum = addHigh(sum, times(q, e.at(x.node^1, y.node)))
			x.w, y.w = x.w-q, y.w-q
		}
	}
	for _, x := range ps {
		sum = addHigh(sum, e.single(x.node, x.w))
	}
	return sum
}

// edit is an element to which constraints are added. The matrix is copied before the first change.
type edit struct {
	*Element
	own, none bool // the matrix is a copy; the element is empty
}

// bound adds V_b - V_a <= d.
func (x *edit) bound(a, b int, d int64) {
	d = fit(d)
	if a == b^1 {
		d = even(d)
	}
	if x.none || d >= x.at(a, b) {
		return
	}
	if !x.own {
		x.Element, x.own = tightened(x.n, slices.Clone(x.m)), true
	}
	x.none = !add(x.m, x.n, a, b, d)
}

// atMost adds V_i + V_j <= v, or V_i <= v if i = j.
func (x *edit) atMost(i, j int, v int64) {
	switch {
	case i != j:
		x.bound(i^1, j, v)
	case v <= limit/2:
		x.bound(i^1, i, 2*max(v, -limit/2))
	}
}

// done returns the element with the added constraints.
func (x *edit) done() *Element {
	if x.none {
		return bottom(x.n)
	}
	return x.Element
}

// Assume implements linear.Dense. It is exact for octagonal constraints. For another constraint, it bounds each term,
// and each pair of terms, by the bounds of the remaining form.
func (Dense) Assume(e *Element, c linear.Cons) *Element {
	e = e.closed()
	if e.m == nil {
		return e
	}
	if len(c.Terms) == 0 {
		if c.Lo.Sign() < 0 || c.Equal && c.Lo.Sign() > 0 {
			return bottom(e.n)
		}
		return e
	}
	x := edit{Element: e}
	rounds := 1
	if !octagonal(c.Form) {
		rounds = 2 // the bound of one pair improves others
	}
	for ; rounds > 0 && !x.none; rounds-- {
		before := x.own
		x.atLeast(c.Form, false)
		if c.Equal && !x.none {
			x.atLeast(c.Form, true)
		}
		if !before && !x.own {
			break
		}
	}
	return x.done()
}

// octagonal reports whether f has one term, or two terms with equal absolute coefficients.
func octagonal(f linear.Form) bool {
	return len(f.Terms) == 1 || len(f.Terms) == 2 && (f.Terms[0].C == f.Terms[1].C || f.Terms[0].C == -f.Terms[1].C)
}

// maxPairs bounds the number of terms of a form for which Assume bounds all pairs.
const maxPairs = 8

// atLeast assumes f >= 0, or -f >= 0 if neg is set.
func (x *edit) atLeast(f linear.Form, neg bool) {
	ps, ok := parts(f, neg)
	if !ok {
		return
	}
	k := f.Lo
	if neg {
		k = k.Neg()
	}
	if octagonal(f) {
		a, b := ps[0], ps[len(ps)-1]
		if v, ok := quotient(k, a.w); ok {
			x.atMost(a.node^1, b.node^1, v)
		}
		return
	}
	rest := make([]weighted, len(ps))
	// take assumes q * (V_i + V_j) >= -(upper bound of the remaining form), or q * V_i if i = j.
	take := func(i, j int, q int64) {
		copy(rest, ps)
		for _, t := range []int{i, j} {
			if rest[t].w -= q; rest[t].w < 0 {
				rest[t] = weighted{rest[t].node ^ 1, -rest[t].w}
			}
			if i == j {
				break
			}
		}
		left := slices.DeleteFunc(slices.Clone(rest), func(p weighted) bool { return p.w == 0 })
		if v, ok := quotient(addHigh(x.upper(left), k), q); ok {
			x.atMost(ps[i].node^1, ps[j].node^1, v)
		}
	}
	for j := range ps {
		if x.none {
			return
		}
		take(j, j, ps[j].w)
		for i := 0; i < j && len(ps) <= maxPairs && !x.none; i++ {
			take(i, j, min(ps[i].w, ps[j].w))
			if ps[i].w != ps[j].w && !x.none {
				take(i, j, max(ps[i].w, ps[j].w))
			}
		}
	}
}

// quotient returns k / q rounded down, for q > 0. It returns false if k does not fit 64 bits.
func quotient(k domain.Wide, q int64) (int64, bool) {
	v, ok := k.Int64()
	if !ok {
		return 0, false
	}
	d := v / q
	if v%q < 0 {
		d--
	}
	return d, true
}

// entry returns the upper bound w as an entry.
func entry(w domain.Wide) int64 {
	if v, ok := w.Int64(); ok {
		return fit(v)
	}
	if w.Sign() < 0 {
		return -limit
	}
	return inf
}

// Assign implements linear.Dense. It is exact for the forms +-x + [a, b] and +-y + [a, b]. For other forms, it bounds
// the new value, and its sums and differences with other coordinates, in the old element.
func (d Dense) Assign(e *Element, x int, f linear.Form) *Element {
	e = e.closed()
	if e.m == nil {
		return e
	}
	up, down := entry(f.Hi), entry(f.Lo.Neg())
	if f.Lo == domain.MinWide {
		down = inf
	}
	if len(f.Terms) == 1 && (f.Terms[0].C == 1 || f.Terms[0].C == -1) {
		y, node := int(f.Terms[0].D), 2*int(f.Terms[0].D)
		if f.Terms[0].C < 0 {
			node++
		}
		if node == 2*x && up == 0 && down == 0 {
			return e
		}
		m := slices.Clone(e.m)
		if y == x {
			if node != 2*x {
				negate(m, e.n, x)
			}
		} else {
			duplicate(m, e.n, x, node)
		}
		shift(m, e.n, x, up, down)
		return tightened(e.n, m)
	}
	m := slices.Clone(e.m)
	forget(m, e.n, x)
	lo, hi := d.Bounds(e, f)
	m[pos(2*x+1, 2*x)] = twice(hi)
	m[pos(2*x, 2*x+1)] = twice(lo.Neg())
	if lo == domain.MinWide {
		m[pos(2*x, 2*x+1)] = inf
	}
	plus, _ := parts(f, false)
	minus, ok := parts(f, true)
	var buf []weighted
	relate := func(y int) {
		for t := 2 * y; t < 2*y+2 && y != x; t++ { // f + V_t bounds V_2x - V_(t^1)
			buf = with(buf[:0], plus, t)
			m[pos(t^1, 2*x)] = entry(addHigh(e.upper(buf), f.Hi))
			buf = with(buf[:0], minus, t) // -f + V_t bounds V_2x+1 - V_(t^1)
			m[pos(t^1, 2*x+1)] = entry(addHigh(e.upper(buf), f.Lo.Neg()))
		}
	}
	if !ok {
		relate = func(int) {}
	}
	if f.Coef(domain.Dim(x)) != 0 {
		for y := 0; y < e.n; y++ {
			relate(y)
		}
	} else {
		for _, t := range f.Terms {
			relate(int(t.D))
		}
	}
	closeVar(m, e.n, x)
	return tightened(e.n, m)
}

// with returns the terms of the sum of ps and V_t, in buf.
func with(buf, ps []weighted, t int) []weighted {
	added := false
	for _, p := range ps {
		switch p.node {
		case t:
			if p.w < math.MaxInt64 {
				p.w++
				added = true
			}
		case t ^ 1:
			p.w--
			added = true
		}
		if p.w > 0 {
			buf = append(buf, p)
		}
	}
	if !added {
		buf = append(buf, weighted{t, 1})
	}
	return buf
}

// twice returns the unary entry for the upper bound w.
func twice(w domain.Wide) int64 {
	v := entry(w)
	if v == inf {
		return inf
	}
	return fit(2 * v)
}

// negate changes m by the assignment x = -x.
func negate(m []int64, n, x int) {
	for i := 0; i < 2*n; i++ {
		if i>>1 != x {
			p, q := pos(i, 2*x), pos(i, 2*x+1)
			m[p], m[q] = m[q], m[p]
		}
	}
	p, q := pos(2*x+1, 2*x), pos(2*x, 2*x+1)
	m[p], m[q] = m[q], m[p]
}

// duplicate changes m by the assignment x = V_node, where node belongs to another variable.
func duplicate(m []int64, n, x, node int) {
	for i := 0; i < 2*n; i++ {
		if i>>1 != x {
			m[pos(i, 2*x)] = m[pos(i, node)]
			m[pos(i, 2*x+1)] = m[pos(i, node^1)]
		}
	}
	m[pos(2*x+1, 2*x)] = m[pos(node^1, node)]
	m[pos(2*x, 2*x+1)] = m[pos(node, node^1)]
}

// shift changes m by the assignment x = x + [-down, up].
func shift(m []int64, n, x int, up, down int64) {
	for i := 0; i < 2*n; i++ {
		if i>>1 != x {
			p, q := pos(i, 2*x), pos(i, 2*x+1)
			m[p], m[q] = plus(m[p], up), plus(m[q], down)
		}
	}
	p, q := pos(2*x+1, 2*x), pos(2*x, 2*x+1)
	m[p], m[q] = plus(plus(m[p], up), up), plus(plus(m[q], down), down)
}
