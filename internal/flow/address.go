package flow

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/num"
)

// Address is an abstract address: an offset in an instance of Target (a location set of R. Wilson and M. Lam, PLDI
// 1995). With Stride 0 the offset is Off bytes; with Stride m > 0 it is Off modulo m, 0 <= Off < m, so that Stride 1
// stands for any offset. Pointers into an array of structures of 12 bytes have stride 12, and their fields are
// distinguished.
//
// Target nil is the unknown address: of a pointer made from a number, or from arbitrary bytes. It may point anywhere
// into the exposed objects, which Points lists in addition, or to no object.
type Address struct {
	Target      *Target
	Off, Stride int64
}

func (p Address) String() string {
	switch {
	case p.Target == nil:
		return "unknown"
	case p.Stride == 1:
		return p.Target.String() + "+*"
	case p.Stride > 1:
		return fmt.Sprintf("%s+%d%%%d", p.Target, p.Off, p.Stride)
	case p.Off == 0:
		return p.Target.String()
	}
	return fmt.Sprintf("%s%+d", p.Target, p.Off)
}

// Covers reports whether the address may be off bytes into its object.
func (p Address) Covers(off int64) bool {
	if p.Stride == 0 {
		return p.Off == off
	}
	return mod(off, p.Stride) == p.Off
}

func mod(a, m int64) int64 {
	if a %= m; a < 0 {
		a += m
	}
	return a
}

// Bounds of strides and shifts that are tracked.
const (
	maxStride = 1 << 20
	maxShift  = 1 << 24
)

// normal returns the normal form of an address: functions have offset 0 only, and an exact offset outside of the
// object becomes its alignment (the pointer may come back into the object).
func normal(t *Target, off, stride int64) Address {
	switch {
	case t == nil:
		return Address{}
	case t.Kind == FuncCode:
		return Address{t, 0, 0}
	case stride == 0 && (off < 0 || t.Size >= 0 && off > t.Size):
		return aligned(t, off, 0)
	case stride > maxStride:
		return Address{t, 0, 1}
	case stride > 0:
		return Address{t, mod(off, stride), stride}
	}
	return Address{t, off, 0}
}

// Overlap reports whether n bytes at p and m bytes at q may share one; 0 is any number of bytes up to the end of the
// object.
func (p Address) Overlap(n int64, q Address, m int64) bool {
	return p.Target != nil && p.Target == q.Target && extent{p.Off, p.Stride, n}.overlap(extent{q.Off, q.Stride, m})
}

// aligned keeps the remainder of an offset by a power of two up to 8 only.
func aligned(t *Target, off, stride int64) Address {
	m := int64(8)
	if stride > 0 {
		m = num.GCD(m, stride)
	} else if off != 0 {
		m = num.GCD(m, off&-off)
	}
	return Address{t, mod(off, m), m}
}

// transform is the effect of an edge on an address: the offset is shifted, and known modulo stride only (0: exactly).
type transform struct{ shift, stride int64 }

var (
	same = transform{}
	blur = transform{stride: 1}
)

func (x transform) apply(p Address) Address {
	if p.Target == nil || x == same {
		return p
	}
	if x.shift > maxShift || x.shift < -maxShift { // addresses wrap: strides other than powers of two end
		return aligned(p.Target, p.Off+mod(x.shift, 8), num.GCD(num.GCD(p.Stride, x.stride), 8))
	}
	return normal(p.Target, p.Off+x.shift, num.GCD(p.Stride, x.stride))
}

// then returns the composition of x and, after it, y.
func (x transform) then(y transform) transform {
	z := transform{x.shift + y.shift, num.GCD(x.stride, y.stride)}
	if z.stride > 0 {
		z.shift = mod(z.shift, z.stride)
	}
	return z
}

// extent is a range of bytes of an object: size bytes (wholeSize: unknown, to
// the end) at an address.
type extent struct{ off, stride, size int64 }

// wholeSize is an unknown number of bytes.
const wholeSize = 0

// overlap reports whether two extents of one object may share a byte.
func (a extent) overlap(b extent) bool {
	g := num.GCD(a.stride, b.stride)
	if g == 0 {
		return (a.size == wholeSize || b.off < a.off+a.size) && (b.size == wholeSize || a.off < b.off+b.size)
	}
	if a.size == wholeSize || b.size == wholeSize {
		return true
	}
	d := mod(b.off-a.off, g) // b begins d bytes after some a
	return d < a.size || g-d < b.size
}

// coincides reports whether the extents are the same bytes wherever they
// overlap.
func (a extent) coincides(b extent) bool {
	g := num.GCD(a.stride, b.stride)
	if a.size != b.size || a.size == wholeSize {
		return false
	}
	if g == 0 {
		return a.off == b.off
	}
	return mod(b.off-a.off, g) == 0 && g >= a.size
}
