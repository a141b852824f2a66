// Package num holds machine integers of 1 to 64 bits with C semantics.
//
// A value is a uint64 in canonical form: truncated to its width and
// zero-extended, whatever its sign. The sign is the reader's: Signed(v, 8)
// reads 0xff as -1. The functions are total: division by zero and shifts by
// too much have SMT-LIB's value (bvudiv, bvsdiv, bvshl, ...), so that every
// user of package ir computes the same.
//
// Not modelled: integers wider than 64 bits.
package num

import "math/bits"

// Mask is the canonical value with all of the low w bits set; 1 <= w <= 64.
func Mask(w uint8) uint64 { return ^uint64(0) >> (64 - w) }

// Trunc brings v into the canonical form of width w.
func Trunc(v uint64, w uint8) uint64 { return v & Mask(w) }

// Signed reads the canonical value v of width w in two's complement.
func Signed(v uint64, w uint8) int64 { s := 64 - w; return int64(v<<s) >> s }

// Ext extends (or truncates) v from width w to width to; signed says whether
// the source is read as signed.
func Ext(v uint64, w uint8, signed bool, to uint8) uint64 {
	if signed {
		return Trunc(uint64(Signed(v, w)), to)
	}
	return Trunc(v, to)
}

// MinOf and MaxOf are the bounds of a type, as int64 resp. uint64 readings:
// for signed types the canonical values of -2^(w-1) and 2^(w-1)-1.
func MinOf(w uint8, signed bool) uint64 {
	if signed {
		return uint64(1) << (w - 1)
	}
	return 0
}

// MaxOf: see MinOf.
func MaxOf(w uint8, signed bool) uint64 {
	if signed {
		return Mask(w) >> 1
	}
	return Mask(w)
}

// Holds reports whether a type of w bits has the value v.
func Holds(v int64, w uint8, signed bool) bool {
	return (signed || v >= 0) && Ext(Trunc(uint64(v), w), w, signed, 64) == uint64(v)
}

// Div is C's truncating division; x/0 is SMT-LIB's: all ones unsigned, and
// signed 1 for negative x, -1 otherwise. The smallest value divided by -1
// wraps to itself.
func Div(x, y uint64, w uint8, signed bool) uint64 {
	if !signed {
		if y == 0 {
			return Mask(w)
		}
		return x / y
	}
	a, b := Signed(x, w), Signed(y, w)
	switch {
	case b == 0 && a < 0:
		return 1
	case b == 0:
		return Mask(w)
	case b == -1:
		return Trunc(-x, w)
	}
	return Trunc(uint64(a/b), w)
}

// Rem is C's remainder (sign of the dividend); x%0 is x.
func Rem(x, y uint64, w uint8, signed bool) uint64 {
	if y == 0 {
		return x
	}
	if !signed {
		return x % y
	}
	a, b := Signed(x, w), Signed(y, w)
	if b == -1 {
		return 0
	}
	return Trunc(uint64(a%b), w)
}

// Shl shifts left; amounts of w and more give 0. The amount is unsigned.
func Shl(x, n uint64, w uint8) uint64 {
	if n >= uint64(w) {
		return 0
	}
	return Trunc(x<<n, w)
}

// Shr shifts right, arithmetically if signed; amounts of w and more give 0,
// or -1 for a negative signed x.
func Shr(x, n uint64, w uint8, signed bool) uint64 {
	if signed {
		if n >= uint64(w) {
			n = uint64(w) - 1
		}
		return Trunc(uint64(Signed(x, w)>>n), w)
	}
	if n >= uint64(w) {
		return 0
	}
	return x >> n
}

// Less compares as signed or unsigned.
func Less(x, y uint64, w uint8, signed bool) bool {
	if signed {
		return Signed(x, w) < Signed(y, w)
	}
	return x < y
}

// AddOverflows, SubOverflows and MulOverflows say whether the exact result
// lies outside the type.
func AddOverflows(x, y uint64, w uint8, signed bool) bool {
	if !signed {
		s, c := bits.Add64(x, y, 0)
		return c != 0 || s > Mask(w)
	}
	a, b := Signed(x, w), Signed(y, w)
	s := a + b
	if (a >= 0) == (b >= 0) && (s >= 0) != (a >= 0) {
		return true
	}
	return Signed(Trunc(uint64(s), w), w) != s
}

// SubOverflows: see AddOverflows.
func SubOverflows(x, y uint64, w uint8, signed bool) bool {
	if !signed {
		return x < y
	}
	a, b := Signed(x, w), Signed(y, w)
	s := a - b
	if (a >= 0) != (b >= 0) && (s >= 0) != (a >= 0) {
		return true
	}
	return Signed(Trunc(uint64(s), w), w) != s
}

// MulOverflows: see AddOverflows.
func MulOverflows(x, y uint64, w uint8, signed bool) bool {
	if !signed {
		hi, lo := bits.Mul64(x, y)
		return hi != 0 || lo > Mask(w)
	}
	a, b := Signed(x, w), Signed(y, w)
	if a == 0 || b == 0 {
		return false
	}
	p := a * b
	if p/b != a || (a == -1 && b == -1<<63) || (b == -1 && a == -1<<63) {
		return true
	}
	return Signed(Trunc(uint64(p), w), w) != p
}
