package inductive

import (
	"math"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// value is a set of values of a register or cell. It is immutable.
//
//	Int, Bool  the numbers in the ranges
//	Float      the numbers from flo to fhi (none if flo > fhi), and NaN if nan is set
//	Ptr        the targets in ptr; nil: all
//
// An integer as wide as an address that was computed from a pointer has both ranges and ptr.
type value struct {
	t        ir.Type
	ints     []rng
	flo, fhi float64
	nan      bool
	ptr      *places
}

// rng is the range lo <= x <= hi. The ranges of a value are in ascending order, with gaps between them.
type rng struct{ lo, hi wide }

// maxRanges bounds the number of ranges of a value.
const maxRanges = 64

func isInt(t ir.Type) bool   { return t.Kind == ir.Int || t.Kind == ir.Bool }
func isFloat(t ir.Type) bool { return t.Kind == ir.Float && t.Bits <= 64 }

// limits returns the range of all values of a type Int or Bool.
func limits(t ir.Type) rng {
	if t.Kind == ir.Bool {
		return rng{wide{}, one}
	}
	if t.Signed {
		return rng{fromInt(-1 << (t.Bits - 1)), fromInt(1<<(t.Bits-1) - 1)}
	}
	return rng{wide{}, fromUint(num.Mask(t.Bits))}
}

// number returns the number whose canonical bits are given.
func number(t ir.Type, bits uint64) wide {
	if t.Kind == ir.Int && t.Signed {
		return fromInt(num.Signed(bits, t.Bits))
	}
	return fromUint(bits)
}

// bitsOf returns the canonical bits of a number. It is the inverse of number.
func bitsOf(t ir.Type, w wide) uint64 { return w.lo & num.Mask(t.Bits) }

// anything returns the set of all values of a type.
func anything(t ir.Type) value {
	v := value{t: t}
	switch {
	case isInt(t):
		v.ints = []rng{limits(t)}
	case isFloat(t):
		v.flo, v.fhi, v.nan = math.Inf(-1), math.Inf(1), true
	}
	return v
}

// constant returns the set with one value, given by its bits; for pointers other than null, the set of all values.
func constant(t ir.Type, bits uint64) value {
	switch {
	case isInt(t):
		w := number(t, bits)
		return value{t: t, ints: []rng{{w, w}}}
	case isFloat(t):
		f := ir.FloatOf(t, bits)
		if f != f {
			return value{t: t, flo: 1, fhi: 0, nan: true}
		}
		return value{t: t, flo: f, fhi: f}
	case t.Kind == ir.Ptr && bits == 0:
		return value{t: t, ptr: &places{null: true}}
	}
	return anything(t)
}

// ranges returns the set of the numbers in rs.
func ranges(t ir.Type, rs ...rng) value { return value{t: t, ints: tidy(rs)} }

// tidy returns joined(rs), or one range around all of them if there are too many.
func tidy(rs []rng) []rng {
	out := joined(rs)
	if len(out) > maxRanges {
		return []rng{{out[0].lo, out[len(out)-1].hi}}
	}
	return out
}

// joined sorts ranges, drops empty ones and joins ranges without a gap between them.
func joined(rs []rng) []rng {
	if len(rs) == 1 && lessEq(rs[0].lo, rs[0].hi) {
		return rs
	}
	sort.Slice(rs, func(i, j int) bool { return less(rs[i].lo, rs[j].lo) })
	var out []rng
	for _, r := range rs {
		if less(r.hi, r.lo) {
			continue
		}
		if n := len(out); n > 0 && lessEq(r.lo, plus(out[n-1].hi, one)) {
			out[n-1].hi = larger(out[n-1].hi, r.hi)
			continue
		}
		out = append(out, r)
	}
	return out
}

// none reports whether the set is empty.
func (v value) none() bool {
	switch {
	case isInt(v.t):
		return len(v.ints) == 0
	case isFloat(v.t):
		return v.flo > v.fhi && !v.nan
	case v.t.Kind == ir.Ptr:
		return v.ptr != nil && !v.ptr.null && len(v.ptr.to) == 0
	}
	return false
}

// only returns the bits of the only value of an integer; ok is false if it can have several values, or none.
func (v value) only() (bits uint64, ok bool) {
	if len(v.ints) == 1 && v.ints[0].lo == v.ints[0].hi {
		return bitsOf(v.t, v.ints[0].lo), true
	}
	return 0, false
}

// list returns the bits of the values of an integer; ok is false if there are more than n.
func (v value) list(n int) (out []uint64, ok bool) {
	for _, r := range v.ints {
		size := minus(r.hi, r.lo)
		if size.hi != 0 || size.lo >= uint64(n-len(out)) {
			return nil, false
		}
		for k := uint64(0); k <= size.lo; k++ {
			out = append(out, bitsOf(v.t, plus(r.lo, fromUint(k))))
		}
	}
	return out, true
}

// hull returns the smallest range that contains all ranges of an integer, which must not be empty.
func (v value) hull() rng { return rng{v.ints[0].lo, v.ints[len(v.ints)-1].hi} }

// within reports whether v is a subset of u.
func (v value) within(u value) bool {
	if v.none() {
		return true
	}
	switch {
	case isInt(u.t):
		j := 0
		for _, r := range v.ints {
			for j < len(u.ints) && less(u.ints[j].hi, r.lo) {
				j++
			}
			if j == len(u.ints) || less(r.lo, u.ints[j].lo) || less(u.ints[j].hi, r.hi) {
				return false
			}
		}
		return u.ptr == nil || v.ptr.within(u.ptr)
	case isFloat(u.t):
		return (!v.nan || u.nan) && (v.flo > v.fhi || u.flo <= v.flo && v.fhi <= u.fhi)
	case u.t.Kind == ir.Ptr:
		return v.ptr.within(u.ptr)
	}
	return true
}

// apart reports whether two sets certainly have no element in common.
func (v value) apart(u value) bool {
	switch {
	case isInt(u.t):
		return len(intersect(v.ints, u.ints)) == 0
	case isFloat(u.t):
		return !(v.nan && u.nan) && (v.flo > u.fhi || v.fhi < u.flo)
	}
	return false
}

// union returns a superset of the union of two sets.
func union(v, u value) value {
	r := value{t: v.t}
	switch {
	case isInt(v.t):
		r.ints = tidy(append(append([]rng{}, v.ints...), u.ints...))
	case isFloat(v.t):
		r.flo, r.fhi, r.nan = math.Min(v.flo, u.flo), math.Max(v.fhi, u.fhi), v.nan || u.nan
		if v.flo > v.fhi {
			r.flo, r.fhi = u.flo, u.fhi
		} else if u.flo > u.fhi {
			r.flo, r.fhi = v.flo, v.fhi
		}
	}
	switch {
	case v.none():
		r.ptr = u.ptr
	case u.none():
		r.ptr = v.ptr
	default:
		r.ptr = unite(v.ptr, u.ptr)
	}
	return r
}

// common returns a superset of the intersection of two sets. Of two sets of targets of a pointer, it has the smaller
// one, or those of v if neither contains the other.
func common(v, u value) value {
	r := value{t: v.t}
	switch {
	case isInt(v.t):
		r.ints = intersect(v.ints, u.ints)
	case isFloat(v.t):
		r.flo, r.fhi, r.nan = math.Max(v.flo, u.flo), math.Min(v.fhi, u.fhi), v.nan && u.nan
	}
	r.ptr = v.ptr
	if r.ptr == nil || u.ptr != nil && u.ptr.within(r.ptr) {
		r.ptr = u.ptr
	}
	return r
}

// intersect returns the intersection of two lists of ranges.
func intersect(a, b []rng) []rng {
	var out []rng
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if lo, hi := larger(a[i].lo, b[j].lo), smaller(a[i].hi, b[j].hi); lessEq(lo, hi) {
			out = append(out, rng{lo, hi})
		}
		if less(a[i].hi, b[j].hi) {
			i++
		} else {
			j++
		}
	}
	return out
}

// yesNo returns the set of the truth values that are possible.
func yesNo(canNo, canYes bool) value {
	switch {
	case canNo && canYes:
		return anything(ir.B)
	case canYes:
		return constant(ir.B, 1)
	case canNo:
		return constant(ir.B, 0)
	}
	return value{t: ir.B}
}

// canBe returns which truth values a set of Bool contains.
func (v value) canBe() (no, yes bool) {
	for _, r := range v.ints {
		no = no || r.lo == wide{}
		yes = yes || r.hi == one
	}
	return no, yes
}
