package domain

import (
	"math/bits"
	"strconv"
)

// Wide is a signed integer of 128 bits: wide enough for the exact result of any operation on two machine integers,
// except for products near 2^128. Operations saturate at MinWide and MaxWide, which are outside of all types.
type Wide struct {
	Hi int64
	Lo uint64
}

// The ends of the range.
var (
	MinWide = Wide{-1 << 63, 0}
	MaxWide = Wide{1<<63 - 1, ^uint64(0)}
)

// WideInt returns v.
func WideInt(v int64) Wide { return Wide{v >> 63, uint64(v)} }

// WideUint returns v.
func WideUint(v uint64) Wide { return Wide{0, v} }

// Cmp returns -1, 0 or 1 if a is less than, equal to, or greater than b.
func (a Wide) Cmp(b Wide) int {
	switch {
	case a.Hi < b.Hi:
		return -1
	case a.Hi > b.Hi:
		return 1
	case a.Lo < b.Lo:
		return -1
	case a.Lo > b.Lo:
		return 1
	}
	return 0
}

// Less reports whether a < b.
func (a Wide) Less(b Wide) bool { return a.Hi < b.Hi || a.Hi == b.Hi && a.Lo < b.Lo }

// Sign returns -1, 0 or 1.
func (a Wide) Sign() int {
	switch {
	case a.Hi < 0:
		return -1
	case a.Hi == 0 && a.Lo == 0:
		return 0
	}
	return 1
}

// Add returns a + b.
func (a Wide) Add(b Wide) Wide {
	lo, c := bits.Add64(a.Lo, b.Lo, 0)
	hi, _ := bits.Add64(uint64(a.Hi), uint64(b.Hi), c)
	r := Wide{int64(hi), lo}
	if (a.Hi < 0) == (b.Hi < 0) && (r.Hi < 0) != (a.Hi < 0) {
		return saturated(a.Hi < 0)
	}
	return r
}

// Neg returns -a.
func (a Wide) Neg() Wide {
	if a == MinWide {
		return MaxWide
	}
	lo, b := bits.Sub64(0, a.Lo, 0)
	hi, _ := bits.Sub64(0, uint64(a.Hi), b)
	return Wide{int64(hi), lo}
}

// Sub returns a - b.
func (a Wide) Sub(b Wide) Wide { return a.Add(b.Neg()) }

// Mul returns a * b.
func (a Wide) Mul(b Wide) Wide {
	neg := (a.Hi < 0) != (b.Hi < 0)
	x, y := a.Abs(), b.Abs()
	if x.Hi != 0 && y.Hi != 0 {
		return saturated(neg)
	}
	if x.Hi != 0 {
		x, y = y, x
	}
	// x fits in 64 bits; y = y.Hi*2^64 + y.Lo.
	hi, lo := bits.Mul64(x.Lo, y.Lo)
	over, cross := bits.Mul64(x.Lo, uint64(y.Hi))
	sum, carry := bits.Add64(hi, cross, 0)
	if over != 0 || carry != 0 || sum>>63 != 0 {
		return saturated(neg)
	}
	r := Wide{int64(sum), lo}
	if neg {
		return r.Neg()
	}
	return r
}

// Quo returns a / b, truncated. b must not be 0, and both must fit in 65 bits, as machine integers do.
func (a Wide) Quo(b Wide) Wide {
	q := WideUint(0)
	x, y := a.Abs(), b.Abs()
	if y.Hi == 0 {
		hi := uint64(x.Hi) / y.Lo
		lo, _ := bits.Div64(uint64(x.Hi)%y.Lo, x.Lo, y.Lo)
		q = Wide{int64(hi), lo}
	} else if !x.Less(y) {
		q = WideUint(1) // both have 65 bits, so the quotient is below 2
	}
	if (a.Hi < 0) != (b.Hi < 0) {
		return q.Neg()
	}
	return q
}

// Abs returns |a|.
func (a Wide) Abs() Wide {
	if a.Hi < 0 {
		return a.Neg()
	}
	return a
}

// Shl returns a * 2^n for n < 127.
func (a Wide) Shl(n uint) Wide {
	if n < 64 {
		return a.Mul(WideUint(1 << n))
	}
	return a.Mul(Wide{1 << (n - 64), 0})
}

// Shr returns a / 2^n rounded down, for n < 128.
func (a Wide) Shr(n uint) Wide {
	switch {
	case n == 0:
		return a
	case n < 64:
		return Wide{a.Hi >> n, a.Lo>>n | uint64(a.Hi)<<(64-n)}
	}
	return Wide{a.Hi >> 63, uint64(a.Hi >> (n - 64))}
}

// Int64 returns a as an int64; ok is false if it does not fit.
func (a Wide) Int64() (v int64, ok bool) {
	return int64(a.Lo), a.Hi == int64(a.Lo)>>63
}

// Bits returns a modulo 2^64. Truncated to the width of a machine integer, these are its canonical bits.
func (a Wide) Bits() uint64 { return a.Lo }

// String returns a as decimal if its absolute value fits in 64 bits, else "+big" or "-big".
func (a Wide) String() string {
	switch {
	case a.Hi == 0:
		return strconv.FormatUint(a.Lo, 10)
	case a.Hi == -1 && a.Lo>>63 == 1:
		return strconv.FormatInt(int64(a.Lo), 10)
	case a.Hi < 0:
		return "-big"
	}
	return "+big"
}

// saturated returns the end of the range on the negative or the positive side.
func saturated(neg bool) Wide {
	if neg {
		return MinWide
	}
	return MaxWide
}

// MinW returns the smaller of a and b.
func MinW(a, b Wide) Wide {
	if b.Less(a) {
		return b
	}
	return a
}

// MaxW returns the larger of a and b.
func MaxW(a, b Wide) Wide {
	if a.Less(b) {
		return b
	}
	return a
}
