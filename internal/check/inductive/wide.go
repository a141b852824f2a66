package inductive

import "math/bits"

// wide is an integer of 128 bits in two's complement, enough for sums and differences of machine integers. times
// reports whether a product fits.
type wide struct {
	hi int64
	lo uint64
}

func fromInt(v int64) wide   { return wide{v >> 63, uint64(v)} }
func fromUint(v uint64) wide { return wide{0, v} }

// less reports whether a < b.
func less(a, b wide) bool {
	if a.hi != b.hi {
		return a.hi < b.hi
	}
	return a.lo < b.lo
}

func lessEq(a, b wide) bool { return !less(b, a) }

func plus(a, b wide) wide {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(uint64(a.hi), uint64(b.hi), carry)
	return wide{int64(hi), lo}
}

func negate(a wide) wide {
	lo, borrow := bits.Sub64(0, a.lo, 0)
	hi, _ := bits.Sub64(0, uint64(a.hi), borrow)
	return wide{int64(hi), lo}
}

func minus(a, b wide) wide { return plus(a, negate(b)) }

var one = fromInt(1)

// magnitude returns |a| for |a| < 2^64.
func magnitude(a wide) uint64 {
	if a.hi < 0 {
		return negate(a).lo
	}
	return a.lo
}

// times returns a*b for |a|, |b| <= 2^64; ok is false if the product does not fit, or if an operand is 2^64 or -2^64.
func times(a, b wide) (p wide, ok bool) {
	if a == (wide{}) || b == (wide{}) {
		return wide{}, true
	}
	ma, mb := magnitude(a), magnitude(b)
	if ma == 0 || mb == 0 { // 2^64 itself
		return wide{}, false
	}
	hi, lo := bits.Mul64(ma, mb)
	if hi>>63 != 0 {
		return wide{}, false
	}
	p = wide{int64(hi), lo}
	if (a.hi < 0) != (b.hi < 0) {
		p = negate(p)
	}
	return p, true
}

// divide returns a/b, rounded towards zero, for |a|, |b| < 2^64 and b != 0.
func divide(a, b wide) wide {
	q := fromUint(magnitude(a) / magnitude(b))
	if (a.hi < 0) != (b.hi < 0) {
		return negate(q)
	}
	return q
}

// power returns 2^n for n < 127.
func power(n uint) wide {
	if n < 64 {
		return fromUint(1 << n)
	}
	return wide{1 << (n - 64), 0}
}

// floorShift returns a / 2^n rounded down, for n <= 64.
func floorShift(a wide, n uint) wide {
	switch {
	case n == 0:
		return a
	case n < 64:
		return wide{a.hi >> n, a.lo>>n | uint64(a.hi)<<(64-n)}
	}
	return wide{a.hi >> 63, uint64(a.hi)}
}

// half returns the middle of lo and hi, rounded down, for lo <= hi.
func half(lo, hi wide) wide { return plus(lo, floorShift(minus(hi, lo), 1)) }

// smaller returns the minimum.
func smaller(a, b wide) wide {
	if less(b, a) {
		return b
	}
	return a
}

// larger returns the maximum.
func larger(a, b wide) wide {
	if less(a, b) {
		return b
	}
	return a
}
