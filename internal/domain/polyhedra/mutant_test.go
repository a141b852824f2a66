package polyhedra

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
)

// verify returns the first failure of all checks of the domain: laws, examples, comparison with octagons, termination
// of chains.
func verify(d linear.Dense[*Poly], n int) error {
	if err := precise(d); err != nil {
		return err
	}
	if err := ends(d); err != nil {
		return err
	}
	if err := octagons(d, n/5); err != nil {
		return err
	}
	if err := lineartest.Check(flat{d, 3}, lineartest.Config{Cases: n}); err != nil {
		return err
	}
	return lineartest.Check(blocks.New(d, blocks.Config{}), lineartest.Config{Cases: n, Dims: 4})
}

// ends checks that widening chains end if elements grow in ever new directions.
func ends(d linear.Dense[*Poly]) error {
	at := func(xs ...int64) *Poly {
		p := d.Top(2)
		for i, x := range xs {
			p = d.Assign(p, i, linear.Const(x))
		}
		return p
	}
	ts := thresholds(10, 1000)
	for name, grow := range map[string]func(k int64) *Poly{
		"parabola": func(k int64) *Poly { return at(k, k*k) },
		"spiral":   func(k int64) *Poly { return at([]int64{k, 1, -k, -1}[k%4], []int64{-1, k, 1, -k}[k%4]) },
		"cone": func(k int64) *Poly { // y >= 0, y <= k*x
			return d.Assume(d.Assume(d.Top(2), ge(0, 0, 1)), ge(0, k, -1))
		},
		"strip": func(k int64) *Poly { // 0 <= x - y <= k
			return d.Assume(d.Assume(d.Top(2), ge(0, 1, -1)), ge(k, -1, 1))
		},
	} {
		p, last := grow(1), int64(1)
		for k := int64(2); k < 200; k++ {
			q := d.Widen(p, d.Join(p, grow(k)), ts)
			if !d.Leq(q, p) {
				last = k
			}
			p = q
		}
		if last > 100 {
			return fmt.Errorf("%s: widening goes on", name)
		}
	}
	return nil
}

func TestEnds(t *testing.T) {
	if err := ends(newDense(Config{})); err != nil {
		t.Error(err)
	}
}

// mutant is the domain with one fault.
type mutant struct {
	Dense
	assume func(d Dense, p *Poly, c linear.Cons) *Poly
	assign func(d Dense, p *Poly, i int, f linear.Form) *Poly
	forget func(d Dense, p *Poly, i int) *Poly
	join   func(d Dense, a, b *Poly) *Poly
	meet   func(d Dense, a, b *Poly) *Poly
	widen  func(d Dense, a, b *Poly, at domain.Thresholds) *Poly
	narrow func(d Dense, a, b *Poly) *Poly
	leq    func(d Dense, a, b *Poly) bool
	bounds func(d Dense, p *Poly, f linear.Form) (lo, hi domain.Wide)
	remap  func(d Dense, p *Poly, n int, to []int) *Poly
	groups func(d Dense, p *Poly) [][]int
	cons   func(d Dense, p *Poly) []linear.Cons
	part   func(d Dense, n int, parts []*Poly, to [][]int) *Poly
}

func (m mutant) Assume(p *Poly, c linear.Cons) *Poly {
	if m.assume != nil {
		return m.assume(m.Dense, p, c)
	}
	return m.Dense.Assume(p, c)
}

func (m mutant) Assign(p *Poly, i int, f linear.Form) *Poly {
	if m.assign != nil {
		return m.assign(m.Dense, p, i, f)
	}
	return m.Dense.Assign(p, i, f)
}

func (m mutant) Forget(p *Poly, i int) *Poly {
	if m.forget != nil {
		return m.forget(m.Dense, p, i)
	}
	return m.Dense.Forget(p, i)
}

func (m mutant) Join(a, b *Poly) *Poly {
	if m.join != nil && !a.bot && !b.bot {
		return m.join(m.Dense, a, b)
	}
	return m.Dense.Join(a, b)
}

func (m mutant) Meet(a, b *Poly) *Poly {
	if m.meet != nil {
		return m.meet(m.Dense, a, b)
	}
	return m.Dense.Meet(a, b)
}

func (m mutant) Widen(a, b *Poly, at domain.Thresholds) *Poly {
	if m.widen != nil {
		return m.widen(m.Dense, a, b, at)
	}
	return m.Dense.Widen(a, b, at)
}

func (m mutant) Narrow(a, b *Poly) *Poly {
	if m.narrow != nil {
		return m.narrow(m.Dense, a, b)
	}
	return m.Dense.Narrow(a, b)
}

func (m mutant) Leq(a, b *Poly) bool {
	if m.leq != nil && !a.bot && !b.bot {
		return m.leq(m.Dense, a, b)
	}
	return m.Dense.Leq(a, b)
}

func (m mutant) Bounds(p *Poly, f linear.Form) (lo, hi domain.Wide) {
	if m.bounds != nil {
		return m.bounds(m.Dense, p, f)
	}
	return m.Dense.Bounds(p, f)
}

func (m mutant) Remap(p *Poly, n int, to []int) *Poly {
	if m.remap != nil {
		return m.remap(m.Dense, p, n, to)
	}
	return m.Dense.Remap(p, n, to)
}

func (m mutant) Groups(p *Poly) [][]int {
	if m.groups != nil {
		return m.groups(m.Dense, p)
	}
	return m.Dense.Groups(p)
}

func (m mutant) Constraints(p *Poly) []linear.Cons {
	if m.cons != nil {
		return m.cons(m.Dense, p)
	}
	return m.Dense.Constraints(p)
}

func (m mutant) Combine(n int, parts []*Poly, to [][]int) *Poly {
	if m.part != nil {
		return m.part(m.Dense, n, parts, to)
	}
	return m.Dense.Combine(n, parts, to)
}

// cut returns p with the constraint c added without rounding, or p if the result is empty.
func cut(d Dense, p *Poly, c *vec) *Poly {
	var ar arena
	if q := d.add(&ar, p, nil, []*vec{c}); !q.bot {
		return q
	}
	return p
}

// hullOf returns the hull of a and generators.
func hullOf(d Dense, a *Poly, li, ra []*vec) *Poly {
	var ar arena
	return d.generate(&ar, a, li, ra)
}

// rays returns the generators of p that are points, or those that are directions.
func rays(p *Poly, points bool) (out []*vec) {
	for _, r := range p.ra {
		if (r.sign(0) > 0) == points {
			out = append(out, r)
		}
	}
	return out
}

// TestMutants checks that verify finds each fault.
func TestMutants(t *testing.T) {
	exact := func(d Dense) Dense { d.rational = true; return d }
	one := domain.WideInt(1)
	mutants := map[string]mutant{
		"constants are not rounded": {assume: func(d Dense, p *Poly, c linear.Cons) *Poly { return exact(d).Assume(p, c) }},
		"constants are rounded to the other side": {assume: func(d Dense, p *Poly, c linear.Cons) *Poly {
			if !c.Equal && len(c.Terms) == 1 && c.Terms[0].C%2 == 0 && c.Lo.Bits()&1 == 1 {
				c.Lo = c.Lo.Sub(domain.WideInt(2))
				c.Hi = c.Lo
			}
			return d.Assume(p, c)
		}},
		"an equality is a half": {assume: func(d Dense, p *Poly, c linear.Cons) *Poly {
			c.Equal = false
			return d.Assume(p, c)
		}},
		"constraints are strict": {assume: func(d Dense, p *Poly, c linear.Cons) *Poly {
			if !c.Equal {
				c.Lo, c.Hi = c.Lo.Sub(one), c.Hi.Sub(one)
			}
			return d.Assume(p, c)
		}},
		"the addend is its least value": {assign: func(d Dense, p *Poly, i int, f linear.Form) *Poly {
			f.Hi = f.Lo
			return d.Assign(p, i, f)
		}},
		"targets are forgotten first": {assign: func(d Dense, p *Poly, i int, f linear.Form) *Poly {
			if f.Coef(domain.Dim(i)) != 0 {
				return d.Forget(p, i)
			}
			return d.Assign(p, i, f)
		}},
		"moves go the other way": {assign: func(d Dense, p *Poly, i int, f linear.Form) *Poly {
			if f.Coef(domain.Dim(i)) == 1 && f.Exact() {
				g, _ := f.Without(domain.Dim(i)).Times(-1)
				f, _ = g.Plus(linear.Of(domain.Dim(i)))
			}
			return d.Assign(p, i, f)
		}},
		"no line for what is forgotten": {forget: func(_ Dense, p *Poly, _ int) *Poly { return p }},
		"a ray for what is forgotten": {forget: func(d Dense, p *Poly, i int) *Poly {
			if p.bot {
				return p
			}
			var ar arena
			return hullOf(d, p, nil, []*vec{ar.unit(p.cols, i+1, 1)})
		}},
		"more than the target is forgotten": {forget: func(d Dense, p *Poly, i int) *Poly {
			return d.Forget(d.Forget(p, i), 0)
		}},
		"the hull loses lines":    {join: func(d Dense, a, b *Poly) *Poly { return hullOf(d, a, nil, b.ra) }},
		"the hull loses rays":     {join: func(d Dense, a, b *Poly) *Poly { return hullOf(d, a, b.li, rays(b, true)) }},
		"the hull loses vertices": {join: func(d Dense, a, b *Poly) *Poly { return hullOf(d, a, b.li, b.ra[1:]) }},
		"the hull is cut by one": {join: func(d Dense, a, b *Poly) *Poly {
			var ar arena
			p := d.Join(a, b)
			for _, c := range p.in {
				if c.divisor().sign() != 0 {
					return cut(d, p, ar.shifted(c, integer{v: -1}))
				}
			}
			return p
		}},
		"the hull is the enclosure": {join: func(d Dense, a, b *Poly) *Poly {
			var ar arena
			return d.enclose(&ar, a.cols, append(a.templates(&ar), b.templates(&ar)...), a.li, a.ra, b.li, b.ra)
		}},
		"the enclosure forgets the second": {join: func(d Dense, a, b *Poly) *Poly {
			var ar arena
			return d.enclose(&ar, a.cols, append(a.templates(&ar), b.templates(&ar)...), a.li, a.ra, b.li, nil)
		}},
		"meet is one side": {meet: func(_ Dense, a, b *Poly) *Poly { return a }},
		"meet is bottom":   {meet: func(_ Dense, a, b *Poly) *Poly { return bottom(a.cols) }},
		"meet is the hull": {meet: func(d Dense, a, b *Poly) *Poly { return d.Join(a, b) }},
		"widening is the join": {widen: func(d Dense, a, b *Poly, _ domain.Thresholds) *Poly {
			return d.Join(a, b)
		}},
		"widening keeps the old": {widen: func(_ Dense, a, _ *Poly, _ domain.Thresholds) *Poly { return a }},
		"widening is the top":    {widen: func(d Dense, a, _ *Poly, _ domain.Thresholds) *Poly { return d.Top(a.cols - 1) }},
		"widening ignores thresholds": {widen: func(d Dense, a, b *Poly, _ domain.Thresholds) *Poly {
			return d.Widen(a, b, domain.Thresholds{})
		}},
		"widening knows only what is stable": {widen: func(d Dense, a, b *Poly, _ domain.Thresholds) *Poly {
			if a.bot || b.bot || d.Leq(b, a) {
				return d.Join(a, b)
			}
			var ar arena
			e, i := d.stable(&ar, a, b)
			return d.add(&ar, d.Top(a.cols-1), e, i)
		}},
		"thresholds are missed by one": {widen: func(d Dense, a, b *Poly, at domain.Thresholds) *Poly {
			var ts []domain.Wide
			for _, x := range at.Ints {
				ts = append(ts, x.Sub(one))
			}
			return d.Widen(a, b, domain.NewThresholds(ts, nil))
		}},
		"narrowing keeps the old": {narrow: func(_ Dense, a, _ *Poly) *Poly { return a }},
		"inclusion of anything":   {leq: func(Dense, *Poly, *Poly) bool { return true }},
		"inclusion without fractions": {leq: func(d Dense, a, b *Poly) bool {
			return exact(d).Leq(a, b)
		}},
		"inclusion missed by one": {leq: func(d Dense, a, b *Poly) bool {
			var ar arena
			for _, c := range append(slices.Clip(b.eq), b.in...) {
				if !d.satisfies(a, ar.shifted(c, integer{v: 1}), false) {
					return false
				}
			}
			return true
		}},
		"inclusion of vertices": {leq: func(d Dense, a, b *Poly) bool {
			for _, r := range rays(a, true) {
				if !b.contains(r, false) {
					return false
				}
			}
			return true
		}},
		"bounds are cut by one": {bounds: func(d Dense, p *Poly, f linear.Form) (lo, hi domain.Wide) {
			if lo, hi = d.Bounds(p, f); hi != domain.MaxWide {
				hi = hi.Sub(one)
			}
			return lo, hi
		}},
		"bounds know no rays": {bounds: func(d Dense, p *Poly, f linear.Form) (lo, hi domain.Wide) {
			q := *p
			q.li, q.ra = nil, rays(p, true)
			return d.Bounds(&q, f)
		}},
		"bounds are rounded outward": {bounds: func(d Dense, p *Poly, f linear.Form) (lo, hi domain.Wide) {
			row := raw(coefs(p.cols, f, 1))
			lo, hi = p.extent(row, floorDiv, ceilDiv)
			r, _ := linear.Between(lo, hi).Plus(linear.Between(f.Lo, f.Hi))
			return r.Lo, r.Hi
		}},
		"names are mixed up": {remap: func(d Dense, p *Poly, n int, to []int) *Poly {
			to = slices.Clone(to)
			if len(to) > 1 && to[0] >= 0 && to[1] >= 0 {
				to[0], to[1] = to[1], to[0]
			}
			return d.Remap(p, n, to)
		}},
		"new coordinates are 0": {remap: func(d Dense, p *Poly, n int, to []int) *Poly {
			q := d.Remap(p, n, to)
			for i := 0; i < n; i++ {
				if !slices.Contains(to, i) {
					q = d.Assign(q, i, linear.Const(0))
				}
			}
			return q
		}},
		"what is dropped is 0": {remap: func(d Dense, p *Poly, n int, to []int) *Poly {
			for i, t := range to {
				if t < 0 && !p.bot {
					if q := d.Assume(p, linear.Cons{Form: linear.Of(domain.Dim(i)), Equal: true}); !q.bot {
						p = q
					}
				}
			}
			return d.Remap(p, n, to)
		}},
		"all is one group": {groups: func(d Dense, p *Poly) [][]int {
			g := []int{}
			for i := 0; i < p.cols-1; i++ {
				g = append(g, i)
			}
			return [][]int{g}
		}},
		"equalities are no relations": {groups: func(d Dense, p *Poly) [][]int {
			q := *p
			q.eq = nil
			return d.Groups(&q)
		}},
		"products lose a part": {part: func(d Dense, n int, parts []*Poly, to [][]int) *Poly {
			k := min(len(parts), 1)
			return d.Combine(n, parts[:k], to[:k])
		}},
		"products have one vertex": {part: func(d Dense, n int, parts []*Poly, to [][]int) *Poly {
			r := d.Combine(n, parts, to)
			if r.bot || len(parts) < 2 {
				return r
			}
			v := rays(r, true)[0]
			k := v.at(0)
			for i := 1; i < r.cols; i++ {
				xs := make([]integer, r.cols)
				xs[0], xs[i] = v.at(i).neg(), k
				var ar arena
				if q := exact(d).add(&ar, r, []*vec{ar.of(xs)}, nil); !q.bot {
					r = q
				}
			}
			return r
		}},
		"constraints are missing": {cons: func(d Dense, p *Poly) []linear.Cons {
			cs := d.Constraints(p)
			return cs[:len(cs)/2]
		}},
	}
	for name, m := range mutants {
		m.Dense = newDense(Config{})
		if err := verify(m, 400); err == nil {
			t.Errorf("%s: not found", name)
		}
	}
	if err := verify(newDense(Config{}), 400); err != nil {
		t.Errorf("without a fault: %v", err)
	}
}

// TestMutantsOfPairs checks that check and the round trip find faults in descriptions.
func TestMutantsOfPairs(t *testing.T) {
	d := newDense(Config{})
	d.rational = true
	var ar arena
	faults := map[string]func(p *pair) bool{ // returns false if the fault is impossible in p
		"dropped line": func(p *pair) bool {
			if len(p.li) == 0 {
				return false
			}
			p.li = p.li[1:]
			return true
		},
		"dropped ray": func(p *pair) bool {
			p.ra = p.ra[1:]
			p.saturate()
			return true
		},
		"dropped constraint": func(p *pair) bool {
			p.in = p.in[1:]
			p.saturate()
			return true
		},
		"dropped equality": func(p *pair) bool {
			if len(p.eq) == 0 {
				return false
			}
			p.eq = p.eq[1:]
			return true
		},
		"redundant ray": func(p *pair) bool {
			if len(p.ra) < 2 {
				return false
			}
			p.ra = append(slices.Clip(p.ra), ar.combine(integer{v: 1}, p.ra[0], integer{v: 2}, p.ra[1]))
			p.saturate()
			return true
		},
		"redundant constraint": func(p *pair) bool {
			if len(p.in) < 2 {
				return false
			}
			p.in = append(slices.Clip(p.in), ar.combine(integer{v: 3}, p.in[0], integer{v: 1}, p.in[1]))
			p.saturate()
			return true
		},
		"a wrong bit": func(p *pair) bool {
			p.sat.d = slices.Clone(p.sat.d)
			p.sat.d[0] ^= 1
			return true
		},
		"no adjacency test": func(p *pair) bool { return anyPair(p, func(int, int) bool { return true }) },
		"no combination":    func(p *pair) bool { return anyPair(p, func(int, int) bool { return false }) },
		"neighbours share too few constraints": func(p *pair) bool {
			return anyPair(p, func(i, j int) bool {
				return countBoth(p.sat.row(i), p.sat.row(j)) >= p.cols-len(p.li)-len(p.eq)-3
			})
		},
	}
	for name, fault := range faults {
		rnd := rand.New(rand.NewSource(7))
		found := false
		for c := 0; c < 200 && !found; c++ {
			p := random(d, rnd, 3, 6, 3)
			if err := check(p); err != nil {
				t.Fatal(err)
			}
			q := p.pair
			found = len(p.ra) > 0 && fault(&q) && check(&Poly{pair: q}) != nil
		}
		if !found {
			t.Errorf("%s: not found", name)
		}
	}
}

// anyPair adds the constraint x + y + z <= 1 to p, with another test for adjacent rays. It returns false if p has too
// few rays, or if the result with the correct test is wrong, too.
func anyPair(p *pair, adjacent func(i, j int) bool) bool {
	c := row(1, -1, -1, -1)
	var plus, minus []int
	var out []*vec
	for i, r := range p.ra {
		switch s := dot(c, r).sign(); {
		case s > 0:
			plus = append(plus, i)
		case s < 0:
			minus = append(minus, i)
		}
		if dot(c, r).sign() >= 0 {
			out = append(out, r)
		}
	}
	if len(plus) < 2 || len(minus) < 2 || len(p.li) > 0 {
		return false
	}
	build := func(adjacent func(i, j int) bool) pair {
		q, out := *p, slices.Clone(out)
		for _, i := range plus {
			for _, j := range minus {
				if adjacent(i, j) {
					var ar arena
					out = append(out, ar.combine(dot(c, p.ra[j]).neg(), p.ra[i], dot(c, p.ra[i]), p.ra[j]))
				}
			}
		}
		q.ra, q.in = out, append(slices.Clip(q.in), c)
		q.saturate()
		q.dirty = true
		q.finish(&arena{})
		return q
	}
	right := build(func(i, j int) bool {
		common := make([]uint64, p.sat.w)
		for k := range common {
			common[k] = p.sat.row(i)[k] & p.sat.row(j)[k]
		}
		return p.adjacent(i, j, common, &limits{work: 1 << 30})
	})
	if check(&Poly{pair: right}) != nil {
		return false
	}
	*p = build(adjacent)
	return true
}
