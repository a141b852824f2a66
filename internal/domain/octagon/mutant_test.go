package octagon

import (
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/linear/lineartest"
)

// mutant is the dense domain with one fault.
type mutant struct {
	Dense
	add    func(m []int64, n, a, b int, d int64) bool // replaces add in Assume of octagonal constraints
	assign func(e *Element, x int, f linear.Form) *Element
	assume func(e *Element, c linear.Cons) *Element
	join   func(a, b *Element) *Element
	meet   func(a, b *Element) *Element
	widen  func(a, b *Element, at domain.Thresholds) *Element
	leq    func(a, b *Element) bool
	forget func(e *Element, i int) *Element
	bounds func(e *Element, f linear.Form) (lo, hi domain.Wide)
	groups func(e *Element) [][]int
}

func (m mutant) Assume(e *Element, c linear.Cons) *Element {
	switch {
	case m.assume != nil:
		return m.assume(e, c)
	case m.add == nil || !octagonal(c.Form) || e.closed().m == nil:
		return m.Dense.Assume(e, c)
	}
	out := slices.Clone(e.closed().m)
	for _, neg := range []bool{false, true} {
		if neg && !c.Equal {
			break
		}
		ps, _ := parts(c.Form, neg)
		k := c.Lo
		if neg {
			k = k.Neg()
		}
		v, _ := quotient(k, ps[0].w)
		a, b := ps[0].node^1, ps[len(ps)-1].node^1
		i, j := a^1, b
		if len(ps) == 1 {
			i, j, v = a^1, a, 2*v
		}
		if v < out[pos(i, j)] && !m.add(out, e.n, i, j, v) {
			return bottom(e.n)
		}
	}
	return tightened(e.n, out)
}

func (m mutant) Assign(e *Element, x int, f linear.Form) *Element {
	if m.assign != nil {
		return m.assign(e, x, f)
	}
	return m.Dense.Assign(e, x, f)
}

func (m mutant) Join(a, b *Element) *Element {
	if m.join != nil {
		return m.join(a, b)
	}
	return m.Dense.Join(a, b)
}

func (m mutant) Meet(a, b *Element) *Element {
	if m.meet != nil {
		return m.meet(a, b)
	}
	return m.Dense.Meet(a, b)
}

func (m mutant) Widen(a, b *Element, at domain.Thresholds) *Element {
	if m.widen != nil {
		return m.widen(a, b, at)
	}
	return m.Dense.Widen(a, b, at)
}

func (m mutant) Leq(a, b *Element) bool {
	if m.leq != nil {
		return m.leq(a, b)
	}
	return m.Dense.Leq(a, b)
}

func (m mutant) Forget(e *Element, i int) *Element {
	if m.forget != nil {
		return m.forget(e, i)
	}
	return m.Dense.Forget(e, i)
}

func (m mutant) Bounds(e *Element, f linear.Form) (lo, hi domain.Wide) {
	if m.bounds != nil {
		return m.bounds(e, f)
	}
	return m.Dense.Bounds(e, f)
}

func (m mutant) Groups(e *Element) [][]int {
	if m.groups != nil {
		return m.groups(e)
	}
	return m.Dense.Groups(e)
}

// slow returns a mutant that computes a full closure after each constraint, with round and strong instead of even and
// strengthen.
func slow(round func(int64) int64, strong func(m []int64, n int, u []int64)) mutant {
	return mutant{add: func(m []int64, n, a, b int, d int64) bool {
		m[pos(a, b)] = d
		if !paths(m, n) {
			return false
		}
		u := make([]int64, 2*n)
		for i := range u {
			if p := pos(i, i^1); m[p] != inf {
				m[p] = round(m[p])
			}
			u[i] = m[pos(i, i^1)]
		}
		for i := 0; i < 2*n; i += 2 {
			if u[i]+u[i+1] < 0 {
				return false
			}
		}
		strong(m, n, u)
		return true
	}}
}

// changed returns e with f applied to a copy of its tight matrix.
func changed(e *Element, f func(m []int64, n int)) *Element {
	e = e.closed()
	if e.m == nil {
		return e
	}
	m := slices.Clone(e.m)
	f(m, e.n)
	return tightened(e.n, m)
}

// faults returns the mutants by name. The laws or checkTight must find each of them.
func faults() map[string]mutant {
	var d Dense
	unit := func(f linear.Form) (y int, neg, ok bool) {
		if len(f.Terms) != 1 || f.Terms[0].C != 1 && f.Terms[0].C != -1 {
			return 0, false, false
		}
		return int(f.Terms[0].D), f.Terms[0].C < 0, true
	}
	return map[string]mutant{
		"tightening rounds too far": slow(func(v int64) int64 { return even(v) - v&1 }, strengthen),
		"tightening rounds up":      slow(func(v int64) int64 { return v + v&1 }, strengthen),
		"tightening is missing":     slow(func(v int64) int64 { return v }, strengthen),
		"strengthening is missing":  slow(even, func([]int64, int, []int64) {}),
		"strengthening does not halve": slow(even, func(m []int64, n int, u []int64) {
			v := slices.Clone(u)
			for i := range v {
				if v[i] != inf {
					v[i] *= 2
				}
			}
			strengthen(m, n, v)
		}),
		"strengthening takes the other end": slow(even, func(m []int64, n int, u []int64) {
			for i := 0; i < 2*n; i++ {
				for j := 0; j < 2*n; j++ {
					if i>>1 != j>>1 {
						m[pos(i, j)] = min(m[pos(i, j)], half(u[i], u[j]))
					}
				}
			}
		}),
		"constraints are not closed": {add: func(m []int64, _, a, b int, d int64) bool {
			m[pos(a, b)] = d
			return true
		}},
		"the incremental closure forgets the twin arc": {add: func(m []int64, n, a, b int, d int64) bool {
			old := slices.Clone(m)
			for i := 0; i < 2*n; i++ {
				for j := 0; j <= i|1; j++ {
					m[pos(i, j)] = min(m[pos(i, j)], plus(plus(old[pos(i, a)], d), old[pos(b, j)]))
				}
			}
			return m[pos(0, 0)] >= 0 && tighten(m, n)
		}},
		"the incremental closure uses the new arc once only": {add: func(m []int64, n, a, b int, d int64) bool {
			old := slices.Clone(m)
			for i := 0; i < 2*n; i++ {
				for j := 0; j < 2*n; j++ {
					m[pos(i, j)] = min(m[pos(i, j)], plus(plus(old[pos(i, a)], d), old[pos(b, j)]))
				}
			}
			for i := 0; i < 2*n; i++ {
				if m[pos(i, i)] < 0 {
					return false
				}
			}
			return tighten(m, n)
		}},
		"contradictions are overlooked": {add: func(m []int64, n, a, b int, d int64) bool {
			old := slices.Clone(m)
			if !add(m, n, a, b, d) {
				copy(m, old)
			}
			return true
		}},
		"x + [a, b] shifts one end only": {assign: func(e *Element, x int, f linear.Form) *Element {
			if y, neg, ok := unit(f); ok && y == x && !neg {
				return changed(e, func(m []int64, n int) { shift(m, n, x, entry(f.Hi), 0) })
			}
			return d.Assign(e, x, f)
		}},
		"x + [a, b] shifts bounds by half": {assign: func(e *Element, x int, f linear.Form) *Element {
			out := d.Assign(e, x, f)
			if y, neg, ok := unit(f); ok && y == x && !neg {
				return changed(out, func(m []int64, n int) {
					p := pos(2*x+1, 2*x)
					m[p] = plus(m[p], -even(entry(f.Hi)))
				})
			}
			return out
		}},
		"negation keeps relations": {assign: func(e *Element, x int, f linear.Form) *Element {
			if y, neg, ok := unit(f); ok && y == x && neg && f.Exact() {
				return changed(e, func(m []int64, n int) {
					p, q := pos(2*x+1, 2*x), pos(2*x, 2*x+1)
					m[p], m[q] = m[q], m[p]
					shift(m, n, x, entry(f.Hi), entry(f.Lo.Neg()))
				})
			}
			return d.Assign(e, x, f)
		}},
		"copies lose the relation": {assign: func(e *Element, x int, f linear.Form) *Element {
			if y, _, ok := unit(f); ok && y != x {
				lo, hi := d.Bounds(e, f)
				return d.Assign(e, x, linear.Between(lo, hi))
			}
			return d.Assign(e, x, f)
		}},
		"the old value is read late": {assign: func(e *Element, x int, f linear.Form) *Element {
			return d.Assign(d.Forget(e, x), x, f.Without(domain.Dim(x)))
		}},
		"forms are bounded without their addend": {bounds: func(e *Element, f linear.Form) (lo, hi domain.Wide) {
			return d.Bounds(e, linear.Form{Terms: f.Terms})
		}},
		"pairs are counted once": {bounds: func(e *Element, f linear.Form) (lo, hi domain.Wide) {
			if ps, _ := parts(f, false); len(ps) == 2 && e.closed().m != nil {
				lo, _ = d.Bounds(e, f)
				return lo, addHigh(times(1, e.closed().at(ps[0].node^1, ps[1].node)), f.Hi)
			}
			return d.Bounds(e, f)
		}},
		"join keeps one side": {join: func(a, _ *Element) *Element { return a }},
		"join takes the lower entries": {join: func(a, b *Element) *Element {
			return d.Meet(a, b)
		}},
		"join loses relations": {join: func(a, b *Element) *Element {
			return changed(d.Join(a, b), func(m []int64, n int) {
				forget(m, n, 0)
			})
		}},
		"meet is not closed": {meet: func(a, b *Element) *Element {
			if e := d.Meet(a, b); e.m != nil {
				return tightened(e.n, e.m)
			}
			return bottom(a.n)
		}},
		"meet keeps one side":    {meet: func(a, _ *Element) *Element { return a }},
		"widening keeps growing": {widen: func(a, b *Element, _ domain.Thresholds) *Element { return d.Join(a, b) }},
		"widening lifts by one": {widen: func(a, b *Element, _ domain.Thresholds) *Element {
			return changed(d.Join(a, b), func(m []int64, n int) {
				for i := 0; i < 2*n; i++ {
					if p := pos(i, i^1); m[p] > a.m[p] && m[p] != inf {
						m[p] += 2
					}
				}
			})
		}},
		"widening keeps the old": {widen: func(a, _ *Element, _ domain.Thresholds) *Element { return a }},
		"widening stops below": {widen: func(a, b *Element, at domain.Thresholds) *Element {
			for i := range at.Ints {
				at.Ints[i] = at.Ints[i].Sub(domain.WideInt(1))
			}
			if b.closed().m == nil || a.m == nil {
				return d.Widen(a, b, at)
			}
			m := slices.Clone(a.m)
			for i, v := range b.closed().m {
				if v > m[i] {
					m[i] = max(m[i], v-1)
				}
			}
			return &Element{n: a.n, m: m}
		}},
		"inclusion looks at bounds only": {leq: func(a, b *Element) bool {
			if a, b = a.closed(), b.closed(); a.m == nil || b.m == nil {
				return a.m == nil
			}
			for i := 0; i < 2*a.n; i++ {
				if a.at(i, i^1) > b.at(i, i^1) {
					return false
				}
			}
			return true
		}},
		"forget does nothing": {forget: func(e *Element, _ int) *Element { return e }},
		"forget keeps relations": {forget: func(e *Element, x int) *Element {
			return changed(e, func(m []int64, _ int) { m[pos(2*x, 2*x+1)], m[pos(2*x+1, 2*x)] = inf, inf })
		}},
		"all are groups of their own": {groups: func(e *Element) [][]int {
			out := make([][]int, e.n)
			for i := range out {
				out[i] = []int{i}
			}
			return out
		}},
		"pairs of a general constraint ignore the rest": {assume: func(e *Element, c linear.Cons) *Element {
			if len(c.Terms) > 2 {
				c.Terms = c.Terms[:2]
			}
			return d.Assume(e, c)
		}},
		"quotients round up": {assume: func(e *Element, c linear.Cons) *Element {
			if len(c.Terms) == 1 && c.Terms[0].C > 1 && !c.Equal {
				k, _ := c.Lo.Int64()
				q := c.Terms[0].C
				return d.Assume(e, linear.Cons{Form: linear.Form{
					Terms: []linear.Term{{D: c.Terms[0].D, C: 1}},
					Lo:    domain.WideInt((k+q-1)/q - 1), Hi: domain.WideInt((k+q-1)/q - 1),
				}})
			}
			return d.Assume(e, c)
		}},
	}
}

func TestMutants(t *testing.T) {
	if err := find(mutant{}); err != nil {
		t.Fatalf("no fault: %v", err)
	}
	for name, m := range faults() {
		if find(m) == nil {
			t.Errorf("%s: not found", name)
		}
	}
}

// find returns the first violation of checkTight or of the laws by m.
func find(m mutant) error {
	if err := checkTight(m, 300, 5); err != nil {
		return err
	}
	d := blocks.New[*Element](m, blocks.Config{})
	return lineartest.Check(d, lineartest.Config{Cases: 300})
}
