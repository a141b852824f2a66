package interval

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// bitwise returns the value of x op y for And, Or and Xor. It splits the operands into ranges of canonical bits, and
// computes exact bounds for each pair of ranges (H. Warren, Hacker's Delight, section 4-3).
func bitwise(op ir.BinOp, x, y value, k int) value {
	out := bottom(x.t)
	for _, a := range ordered(x) {
		for _, b := range ordered(y) {
			lo, hi := bitBounds(op, a[0], a[1], b[0], b[1], ^uint64(0)>>(64-x.t.Bits))
			out = out.join(between(x.t, domain.Read(x.t, lo), domain.Read(x.t, hi)), k)
		}
	}
	return out
}

// ordered splits a range at zero: it returns the ranges of canonical bits of its negative and of its other numbers.
func ordered(v value) [][2]uint64 {
	var out [][2]uint64
	add := func(lo, hi domain.Wide) {
		if !hi.Less(lo) {
			out = append(out, [2]uint64{canonical(v.t, lo), canonical(v.t, hi)})
		}
	}
	minus := domain.WideInt(-1)
	add(v.lo, domain.MinW(v.hi, minus))
	add(domain.MaxW(v.lo, domain.Wide{}), v.hi)
	return out
}

// bitBounds returns the bounds of x op y for x in a..b and y in c..d, within the bits of mask. The functions below do
// this for one operator and one bound.
func bitBounds(op ir.BinOp, a, b, c, d, mask uint64) (lo, hi uint64) {
	switch op {
	case ir.And:
		return minAnd(a, b, c, d), maxAnd(a, b, c, d)
	case ir.Or:
		return minOr(a, b, c, d), maxOr(a, b, c, d)
	case ir.Xor:
		return minXor(a, b, c, d), maxXor(a, b, c, d) & mask
	default: // sound: all values
		return 0, mask
	}
}

const highBit = uint64(1) << 63

func minOr(a, b, c, d uint64) uint64 {
	for m := highBit; m != 0; m >>= 1 {
		if ^a&c&m != 0 {
			if t := (a | m) & -m; t <= b {
				a = t
				break
			}
		} else if a&^c&m != 0 {
			if t := (c | m) & -m; t <= d {
				c = t
				break
			}
		}
	}
	return a | c
}

func maxOr(a, b, c, d uint64) uint64 {
	for m := highBit; m != 0; m >>= 1 {
		if b&d&m != 0 {
			if t := (b - m) | (m - 1); t >= a {
				b = t
				break
			}
			if t := (d - m) | (m - 1); t >= c {
				d = t
				break
			}
		}
	}
	return b | d
}

func minAnd(a, b, c, d uint64) uint64 {
	for m := highBit; m != 0; m >>= 1 {
		if ^a&^c&m != 0 {
			if t := (a | m) & -m; t <= b {
				a = t
				break
			}
			if t := (c | m) & -m; t <= d {
				c = t
				break
			}
		}
	}
	return a & c
}

func maxAnd(a, b, c, d uint64) uint64 {
	for m := highBit; m != 0; m >>= 1 {
		if b&^d&m != 0 {
			if t := b&^m | (m - 1); t >= a {
				b = t
				break
			}
		} else if ^b&d&m != 0 {
			if t := d&^m | (m - 1); t >= c {
				d = t
				break
			}
		}
	}
	return b & d
}

func minXor(a, b, c, d uint64) uint64 {
	for m := highBit; m != 0; m >>= 1 {
		if ^a&c&m != 0 {
			if t := (a | m) & -m; t <= b {
				a = t
			}
		} else if a&^c&m != 0 {
			if t := (c | m) & -m; t <= d {
				c = t
			}
		}
	}
	return a ^ c
}

func maxXor(a, b, c, d uint64) uint64 {
	for m := highBit; m != 0; m >>= 1 {
		if b&d&m != 0 {
			if t := (b - m) | (m - 1); t >= a {
				b = t
			} else if t := (d - m) | (m - 1); t >= c {
				d = t
			}
		}
	}
	return b ^ d
}
