// Package num holds machine integers of 1 to 64 bits with C semantics.
//
// A value is a uint64 in canonical form: truncated to its width and zero-extended, whether its type is signed or not.
// Signed(v, 8) reads 0xff as -1. The functions are total: division by zero and shifts by the width or more have the
// values of SMT-LIB (bvudiv, bvsdiv, bvshl, ...), so that all users of package ir compute the same.
//
// Not modelled: integers wider than 64 bits.
package num

import "math/bits"

// Mask returns the canonical value with all of the low w bits set; 1 <= w <= 64.
func Mask(w uint8) uint64 { return ^uint64(0) >> (64 - w) }

// Trunc brings v into the canonical form of width w.
func Trunc(v uint64, w uint8) uint64 { return v & Mask(w) }

// Signed reads the canonical value v of width w in two's complement.
func Signed(v uint64, w uint8) int64 { s := 64 - w; return int64(v<<s) >> s }

// Ext extends or truncates v from w bits to the width given last; signed is true if the source type is signed.
func Ext(v uint64, w uint8, signed bool, to uint8) uint64 {
	if signed {
		return Trunc(uint64(Signed(v, w)), to)
	}
	return Trunc(v, to)
}

// MinOf returns the canonical value of the least number of a type: -2^(w-1) if it is signed, else 0.
func MinOf(w uint8, signed bool) uint64 {
	if signed {
		return uint64(1) << (w - 1)
	}
	return 0
}

// MaxOf returns the canonical value of the greatest number of a type: 2^(w-1)-1 if it is signed, else 2^w-1.
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

// Div returns C's truncating division. x/0 has the value of SMT-LIB: all ones for unsigned numbers, 1 for a negative
// signed x, and -1 for other signed x. The smallest signed value divided by -1 wraps around to itself.
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

// Rem returns C's remainder (sign of the dividend); x%0 is x.
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

// Shr shifts right, arithmetically if signed; amounts of w and more give 0, or -1 for a negative signed x.
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

// Less reports whether x < y, as signed or unsigned numbers.
func Less(x, y uint64, w uint8, signed bool) bool {
	if signed {
		return Signed(x, w) < Signed(y, w)
	}
	return x < y
}

// AddOverflows reports whether the exact sum is outside the type.
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

// SubOverflows reports whether the exact difference is outside the type.
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

// MulOverflows reports whether the exact product is outside the type.
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

// GCD returns the greatest common divisor of |a| and |b|; GCD(0, 0) is 0.
func GCD(a, b int64) int64 { return int64(GCDUint(Abs(a), Abs(b))) }

// GCDUint returns the greatest common divisor of a and b by the binary algorithm (J. Stein, J. Comput. Phys. 1, 1967);
// GCDUint(a, 0) is a.
func GCDUint(a, b uint64) uint64 {
	if a == 0 || b == 0 {
		return a | b
	}
	shift := bits.TrailingZeros64(a | b)
	a >>= uint(bits.TrailingZeros64(a))
	for b != 0 {
		b >>= uint(bits.TrailingZeros64(b))
		if a > b {
			a, b = b, a
		}
		b -= a
	}
	return a << uint(shift)
}

// Abs returns |x|.
func Abs(x int64) uint64 {
	s := x >> 63
	return uint64((x ^ s) - s)
}
