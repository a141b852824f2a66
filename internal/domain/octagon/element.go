package octagon

import (
	"slices"
	"sync/atomic"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/blocks"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
)

// Element is an octagon over n coordinates. It is immutable, except for the cached tight element.
type Element struct {
	n     int
	m     []int64                 // the half-matrix; nil for bottom
	tight atomic.Pointer[Element] // an equal element with a tight matrix, perhaps this element; nil if not computed
}

// Dense is the domain over the coordinates of a block.
type Dense struct{}

// State is an element of the domain over sparse dimensions.
type State = blocks.State[*Element]

// New returns the domain of octagons over sparse dimensions, with blocks of up to max related dimensions; 0 means no
// limit. It is a linear.Projector and a linear.Substituter.
func New(max int) linear.Domain[State] {
	return blocks.New[*Element](Dense{}, blocks.Config{Max: max})
}

// tightened returns the element with the matrix m, which is tight.
func tightened(n int, m []int64) *Element {
	e := &Element{n: n, m: m}
	e.tight.Store(e)
	return e
}

func bottom(n int) *Element { return tightened(n, nil) }

// closed returns an element with the same points as e and a tight matrix.
func (e *Element) closed() *Element {
	if t := e.tight.Load(); t != nil {
		return t
	}
	m := slices.Clone(e.m)
	t := bottom(e.n)
	if closeFull(m, e.n) {
		t = tightened(e.n, m)
		if slices.Equal(m, e.m) {
			t = e
		}
	}
	e.tight.Store(t)
	return t
}

// at returns entry (i, j).
func (e *Element) at(i, j int) int64 { return e.m[pos(i, j)] }

// Top implements linear.Dense, like all methods.
func (Dense) Top(n int) *Element { return tightened(n, top(n)) }

func (Dense) Size(e *Element) int { return e.n }

func (Dense) IsBottom(e *Element) bool { return e.closed().m == nil }

// Same implements blocks.Samer.
func (Dense) Same(a, b *Element) bool {
	return a == b || slices.Equal(a.closed().m, b.closed().m)
}

// Leq compares the tight matrix of a with the matrix of b, which need not be tight.
func (Dense) Leq(a, b *Element) bool {
	if a == b {
		return true
	}
	a = a.closed()
	if a.m == nil || b.m == nil {
		return a.m == nil
	}
	for i, v := range a.m {
		if v > b.m[i] {
			return false
		}
	}
	return true
}

// Join returns the least octagon above a and b, which is tight.
func (Dense) Join(a, b *Element) *Element {
	if a == b {
		return a
	}
	ca, cb := a.closed(), b.closed()
	if ca.m == nil {
		return b
	}
	if cb.m == nil {
		return a
	}
	m := make([]int64, len(ca.m))
	isA, isB := true, true
	for i, v := range ca.m {
		w := cb.m[i]
		m[i] = max(v, w)
		isA, isB = isA && v >= w, isB && w >= v
	}
	switch {
	case isA:
		return a
	case isB:
		return b
	}
	return tightened(a.n, m)
}

// Meet returns the intersection, which need not be tight.
func (Dense) Meet(a, b *Element) *Element {
	if a == b {
		return a
	}
	ca, cb := a.closed(), b.closed()
	if ca.m == nil || cb.m == nil {
		return bottom(a.n)
	}
	m := make([]int64, len(ca.m))
	isA, isB := true, true
	for i, v := range ca.m {
		w := cb.m[i]
		m[i] = min(v, w)
		isA, isB = isA && v <= w, isB && w <= v
	}
	switch {
	case isA:
		return a
	case isB:
		return b
	}
	return &Element{n: a.n, m: m}
}

// If next exceeds an entry of old, Widen raises the entry to a threshold or to infinity. It does not make the matrix
// tight, which could lower entries again and make chains infinite.
func (Dense) Widen(old, next *Element, at domain.Thresholds) *Element {
	if old == next {
		return old
	}
	next = next.closed()
	if old.closed().m == nil {
		return next
	}
	if next.m == nil {
		return old
	}
	m := slices.Clone(old.m)
	changed := false
	for i := 0; i < 2*old.n; i++ {
		for j := 0; j <= i|1; j++ {
			p := pos(i, j)
			if v := next.m[p]; v > m[p] {
				m[p] = lift(v, i == j^1, at)
				changed = true
			}
		}
	}
	if !changed {
		return old
	}
	return &Element{n: old.n, m: m}
}

// lift returns the smallest entry >= v that is a threshold or the negation of a threshold. (An upper bound of a form is
// also the negated lower bound of the negated form.) Unary entries are twice the bound. It returns inf if there is no
// such threshold.
func lift(v int64, unary bool, at domain.Thresholds) int64 {
	if v == inf {
		return v
	}
	scale := int64(1)
	if unary {
		scale = 2
	}
	out := inf
	bound := domain.WideInt(v / scale) // tight unary entries are even
	if w, ok := at.Above(bound); ok {
		out = min(out, scaled(w, scale))
	}
	if w, ok := at.Below(bound.Neg()); ok {
		out = min(out, scaled(w.Neg(), scale))
	}
	return out
}

// scaled returns scale*w as an entry, inf if it is too large.
func scaled(w domain.Wide, scale int64) int64 {
	v, ok := w.Int64()
	if !ok || v > limit/2 || v < -limit/2 {
		return inf
	}
	return fit(v * scale)
}

// Narrow returns Meet, which also improves bounds at which widening has stopped by a threshold. Callers bound the
// length of descending chains.
func (d Dense) Narrow(old, next *Element) *Element { return d.Meet(old, next) }

// Forget makes coordinate i arbitrary.
func (Dense) Forget(e *Element, i int) *Element {
	e = e.closed()
	if e.m == nil {
		return e
	}
	m := slices.Clone(e.m)
	forget(m, e.n, i)
	return tightened(e.n, m)
}

// forget removes the entries of x from a tight matrix.
func forget(m []int64, n, x int) {
	for i := 2 * x; i < 2*x+2; i++ {
		for j := 0; j < 2*n; j++ {
			if j != i {
				m[pos(i, j)] = inf
			}
		}
	}
}

// Remap implements linear.Dense.
func (d Dense) Remap(e *Element, n int, to []int) *Element {
	return d.Combine(n, []*Element{e}, [][]int{to})
}

// Combine implements blocks.Combiner.
func (Dense) Combine(n int, parts []*Element, to [][]int) *Element {
	closed := make([]*Element, len(parts))
	for k, e := range parts {
		if closed[k] = e.closed(); closed[k].m == nil {
			return bottom(n)
		}
	}
	return tightened(n, combine(n, closed, to))
}

// OpenCombine implements blocks.Opener: it combines matrices that need not be tight. Strengthening does not make chains
// infinite, since the entries that unary entries imply rise only if the unary entries rise.
func (Dense) OpenCombine(n int, parts []*Element, to [][]int) *Element {
	return &Element{n: n, m: combine(n, parts, to)}
}

// combine returns the matrix of the product of parts, with the entries between parts that their unary entries imply.
func combine(n int, parts []*Element, to [][]int) []int64 {
	m := top(n)
	bounded := 0 // parts with unary bounds
	for k, e := range parts {
		has := 0
		for i := 0; i < 2*e.n; i++ {
			if to[k][i>>1] < 0 {
				continue
			}
			a := 2*to[k][i>>1] | i&1
			row := e.m[pos(i, 0):]
			for j := 0; j <= i|1; j++ {
				if t := to[k][j>>1]; t >= 0 {
					m[pos(a, 2*t|j&1)] = row[j]
				}
			}
			if m[pos(a, a^1)] != inf {
				has = 1
			}
		}
		bounded += has
	}
	if bounded > 1 {
		u := make([]int64, 2*n)
		for i := range u {
			u[i] = m[pos(i, i^1)]
		}
		strengthen(m, n, u)
	}
	return m
}

// Groups implements linear.Dense: two coordinates are related if the bounds of their sum or difference are tighter
// than their own bounds imply.
func (Dense) Groups(e *Element) [][]int {
	e = e.closed()
	if e.m == nil {
		return [][]int{}
	}
	return e.groups()
}

// OpenGroups implements blocks.Opener: it returns the groups of the original matrix.
func (Dense) OpenGroups(e *Element) [][]int { return e.groups() }

// groups returns the partition of the coordinates into groups of related coordinates, according to the matrix of e.
func (e *Element) groups() [][]int {
	of := make([]int, e.n)
	u := e.unary()
	out := make([][]int, 0, 1)
	for x := range of {
		of[x] = x
		for y := 0; y < x; y++ {
			if of[x] != of[y] && e.related(x, y, u) {
				a, b := min(of[x], of[y]), max(of[x], of[y])
				for z := 0; z <= x; z++ {
					if of[z] == b {
						of[z] = a
					}
				}
			}
		}
	}
	index := make([]int, e.n)
	for x, g := range of {
		if g == x {
			index[x] = len(out)
			out = append(out, nil)
		}
		out[index[g]] = append(out[index[g]], x)
	}
	return out
}

// unary returns the entries (i, i^1), by i.
func (e *Element) unary() []int64 {
	u := make([]int64, 2*e.n)
	for i := range u {
		u[i] = e.at(i, i^1)
	}
	return u
}

// related reports whether x and y have an entry that their unary entries u do not imply; y < x.
func (e *Element) related(x, y int, u []int64) bool {
	for i := 2 * x; i < 2*x+2; i++ {
		row := e.m[pos(i, 0):]
		for j := 2 * y; j < 2*y+2; j++ {
			if row[j] < half(u[i], u[j^1]) {
				return true
			}
		}
	}
	return false
}

// half returns the entry that two unary entries imply.
func half(a, b int64) int64 {
	if a == inf || b == inf {
		return inf
	}
	return (a + b) >> 1
}
