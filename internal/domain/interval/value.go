package interval

import (
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// value is a set of numbers of one type.
//
//	Int, Bool  lo..hi, or the elements of set (ascending, at least 2, with holes;
//	           then lo and hi are its ends); nz: without 0, which is between lo and hi
//	Float      flo..fhi, empty if flo > fhi, and NaN if nan
//	Ptr        always everything
type value struct {
	t        ir.Type
	empty    bool // no value at all; the other fields are then meaningless
	nz       bool // the range excludes 0, which is between lo and hi
	nan      bool
	lo, hi   domain.Wide
	flo, fhi float64
	set      []domain.Wide
}

func numeric(t ir.Type) bool { return t.Kind == ir.Int || t.Kind == ir.Bool }
func floating(t ir.Type) bool {
	return t.Kind == ir.Float && (t.Bits == 32 || t.Bits == 64)
}

// top returns every value of the type.
func top(t ir.Type) value {
	v := value{t: t}
	switch {
	case numeric(t):
		v.lo, v.hi = domain.Limits(t)
	case floating(t):
		v.flo, v.fhi, v.nan = math.Inf(-1), math.Inf(1), true
	}
	return v
}

func bottom(t ir.Type) value { return value{t: t, empty: true} }

// between returns the range lo..hi of a numeric type, cut to the type; empty if lo > hi.
func between(t ir.Type, lo, hi domain.Wide) value {
	l, h := domain.Limits(t)
	lo, hi = domain.MaxW(lo, l), domain.MinW(hi, h)
	if hi.Less(lo) {
		return bottom(t)
	}
	return value{t: t, lo: lo, hi: hi}
}

func single(t ir.Type, w domain.Wide) value { return value{t: t, lo: w, hi: w} }

// literal returns the value of canonical bits.
func literal(t ir.Type, bits uint64) value {
	switch {
	case numeric(t):
		return single(t, domain.Read(t, bits))
	case floating(t):
		f := ir.FloatOf(t, bits)
		return floats(t, f, f, false)
	}
	return top(t)
}

// floats returns a range of floats. If a bound is NaN, the result has only NaN.
func floats(t ir.Type, lo, hi float64, nan bool) value {
	if lo != lo || hi != hi {
		return value{t: t, flo: math.Inf(1), fhi: math.Inf(-1), nan: true}
	}
	if lo > hi && !nan {
		return bottom(t)
	}
	return value{t: t, flo: lo, fhi: hi, nan: nan}
}

// truth returns the Bool that may be false if canFalse is set, and true if canTrue is set.
func truth(canFalse, canTrue bool) value {
	switch {
	case canFalse && canTrue:
		return top(ir.B)
	case canTrue:
		return single(ir.B, domain.WideInt(1))
	case canFalse:
		return single(ir.B, domain.WideInt(0))
	}
	return bottom(ir.B)
}

// fromSet returns the smallest value that has the numbers ws, as a set only if there are at most k. It sorts ws in
// place.
func fromSet(t ir.Type, ws []domain.Wide, k int) value {
	if len(ws) == 0 {
		return bottom(t)
	}
	slices.SortFunc(ws, domain.Wide.Cmp)
	ws = slices.Compact(ws)
	v := value{t: t, lo: ws[0], hi: ws[len(ws)-1]}
	switch {
	case v.hi.Sub(v.lo) == domain.WideInt(int64(len(ws)-1)): // no holes
	case len(ws) <= k:
		v.set = ws
	default:
		_, has := slices.BinarySearchFunc(ws, domain.WideInt(0), domain.Wide.Cmp)
		v.nz = !has && v.lo.Sign() < 0 && v.hi.Sign() > 0
	}
	return v
}

// isTop reports whether v has all values of its type.
func (v value) isTop() bool {
	switch {
	case v.empty:
		return false
	case numeric(v.t):
		lo, hi := domain.Limits(v.t)
		return v.lo == lo && v.hi == hi && !v.nz && v.set == nil
	case floating(v.t):
		return v.nan && math.IsInf(v.flo, -1) && math.IsInf(v.fhi, 1)
	}
	return true
}

// isSingle reports whether v is a single number of an Int or Bool type.
func (v value) isSingle() bool { return !v.empty && numeric(v.t) && v.lo == v.hi }

// is reports whether v is exactly the number n.
func (v value) is(n int64) bool { return v.isSingle() && v.lo == domain.WideInt(n) }

// has reports whether a number is among the values.
func (v value) has(w domain.Wide) bool {
	if v.empty || w.Less(v.lo) || v.hi.Less(w) || v.nz && w.Sign() == 0 {
		return false
	}
	if v.set == nil {
		return true
	}
	_, ok := slices.BinarySearchFunc(v.set, w, domain.Wide.Cmp)
	return ok
}

func (v value) hasZero() bool { return v.has(domain.Wide{}) }

// elements returns the numbers of v, ascending, or false if there are more than limit. The result may be v.set itself.
func (v value) elements(limit int) ([]domain.Wide, bool) {
	switch {
	case v.empty:
		return nil, true
	case !numeric(v.t):
		return nil, false
	case v.set != nil:
		return v.set, len(v.set) <= limit
	}
	n := v.hi.Sub(v.lo) // the number of elements minus one or, if zero is excluded, the number of elements
	if v.nz {
		n = n.Sub(domain.WideInt(1))
	}
	if !n.Less(domain.WideInt(int64(limit))) {
		return nil, false
	}
	out := make([]domain.Wide, 0, n.Lo+1)
	for w := v.lo; !v.hi.Less(w); w = w.Add(domain.WideInt(1)) {
		if !v.nz || w.Sign() != 0 {
			out = append(out, w)
		}
	}
	return out, true
}

// equal reports whether v and u, canonical values of the same type, are equal.
func (v value) equal(u value) bool {
	if v.empty || u.empty {
		return v.empty == u.empty
	}
	return v.nz == u.nz && v.nan == u.nan && v.lo == u.lo && v.hi == u.hi &&
		v.flo == u.flo && v.fhi == u.fhi && slices.Equal(v.set, u.set)
}

// leq reports whether u includes v.
func (v value) leq(u value) bool {
	switch {
	case v.empty:
		return true
	case u.empty:
		return false
	case floating(v.t):
		return (!v.nan || u.nan) && (v.flo > v.fhi || u.flo <= v.flo && v.fhi <= u.fhi)
	case !numeric(v.t):
		return true
	}
	if v.lo.Less(u.lo) || u.hi.Less(v.hi) || u.nz && v.hasZero() {
		return false
	}
	if u.set == nil {
		return true
	}
	es, ok := v.elements(len(u.set))
	if !ok {
		return false
	}
	for _, w := range es {
		if !u.has(w) {
			return false
		}
	}
	return true
}

// join returns the least value that has the numbers of v and u; k bounds the size of sets.
func (v value) join(u value, k int) value {
	switch {
	case v.empty:
		return u
	case u.empty:
		return v
	case floating(v.t):
		return value{t: v.t, flo: math.Min(v.flo, u.flo), fhi: math.Max(v.fhi, u.fhi), nan: v.nan || u.nan}
	case !numeric(v.t):
		return v
	}
	if es, ok := v.elements(k); ok {
		if fs, ok := u.elements(k); ok {
			all := append(append(make([]domain.Wide, 0, len(es)+len(fs)), es...), fs...)
			return fromSet(v.t, all, k)
		}
	}
	return value{t: v.t, lo: domain.MinW(v.lo, u.lo), hi: domain.MaxW(v.hi, u.hi),
		nz: !v.hasZero() && !u.hasZero()}.trim()
}

// meet returns the numbers that are in v and in u.
func (v value) meet(u value) value {
	switch {
	case v.empty:
		return v
	case u.empty:
		return bottom(v.t)
	case floating(v.t):
		return floats(v.t, math.Max(v.flo, u.flo), math.Min(v.fhi, u.fhi), v.nan && u.nan)
	case !numeric(v.t):
		return v
	}
	if v.set == nil && u.set != nil {
		v, u = u, v
	}
	if v.set != nil {
		var ws []domain.Wide
		for _, w := range v.set {
			if u.has(w) {
				ws = append(ws, w)
			}
		}
		return fromSet(v.t, ws, len(ws))
	}
	return value{t: v.t, lo: domain.MaxW(v.lo, u.lo), hi: domain.MinW(v.hi, u.hi), nz: v.nz || u.nz}.trim()
}

// without returns v without the number w, or v itself if no value represents this set.
func (v value) without(w domain.Wide) value {
	one := domain.WideInt(1)
	switch {
	case !v.has(w):
		return v
	case v.set != nil:
		var ws []domain.Wide
		for _, x := range v.set {
			if x != w {
				ws = append(ws, x)
			}
		}
		return fromSet(v.t, ws, len(ws))
	case v.lo == w:
		v.lo = v.lo.Add(one)
	case v.hi == w:
		v.hi = v.hi.Sub(one)
	case w.Sign() == 0:
		v.nz = true
	}
	return v.trim()
}

// trim returns the canonical form of v, which has no set: it restores the invariant of nz and recognises the empty
// range.
func (v value) trim() value {
	if v.nz {
		if v.lo.Sign() == 0 {
			v.lo = domain.WideInt(1)
		}
		if v.hi.Sign() == 0 {
			v.hi = domain.WideInt(-1)
		}
		v.nz = v.lo.Sign() < 0 && v.hi.Sign() > 0
	}
	if v.hi.Less(v.lo) {
		return bottom(v.t)
	}
	return v
}

// widen implements Widen of domain.Lattice for a value. A set grows up to k elements; then bounds jump from threshold
// to threshold, and finally to the limits of the type.
func (v value) widen(u value, k int, at domain.Thresholds) value {
	if u.leq(v) {
		return v
	}
	j := v.join(u, k)
	switch {
	case v.empty || j.set != nil:
		return j
	case floating(v.t):
		return v.widenFloat(j, at)
	case !numeric(v.t):
		return j
	}
	min, max := domain.Limits(v.t)
	if j.lo.Less(v.lo) {
		if b, ok := at.Below(j.lo); ok {
			min = domain.MaxW(min, b)
		}
		j.lo = min
	}
	if v.hi.Less(j.hi) {
		if b, ok := at.Above(j.hi); ok {
			max = domain.MinW(max, b)
		}
		j.hi = max
	}
	j.set = nil
	return j.trim()
}

// widenFloat does what widen does, for floats; j is the join of both arguments.
func (v value) widenFloat(j value, at domain.Thresholds) value {
	if v.flo > v.fhi { // only NaN so far
		return j
	}
	if j.flo < v.flo {
		i, found := slices.BinarySearch(at.Floats, j.flo)
		if !found {
			i--
		}
		if i >= 0 {
			j.flo = at.Floats[i]
		} else {
			j.flo = math.Inf(-1)
		}
	}
	if j.fhi > v.fhi {
		if i, _ := slices.BinarySearch(at.Floats, j.fhi); i < len(at.Floats) {
			j.fhi = at.Floats[i]
		} else {
			j.fhi = math.Inf(1)
		}
	}
	return j
}

// toRange returns the bounds of v.
func (v value) toRange() domain.Range {
	r := domain.Range{T: v.t, Empty: v.empty, Lo: v.lo, Hi: v.hi, FLo: v.flo, FHi: v.fhi, NaN: v.nan}
	if v.empty && v.t.Kind == ir.Float {
		r.FLo, r.FHi = math.Inf(1), math.Inf(-1)
	}
	return r
}
