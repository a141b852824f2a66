package flow

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/num"
)

// Address is an abstract address: an offset in an instance of Target (a location set of R. Wilson and M. Lam, PLDI
// 1995). With Stride 0 the offset is Off bytes. With Stride m > 0 the offset is congruent to Off modulo m, where
// 0 <= Off < m; so Stride 1 means any offset. For example, pointers into an array of structures of 12 bytes have stride
// 12, and Off distinguishes the fields.
//
// If Target is nil, the address is unknown: the pointer was made from a number, or from arbitrary bytes. It may lead
// anywhere into the exposed objects, which results of Points list in addition, or to no object.
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

// mod returns the remainder of a by m that is not negative.
func mod(a, m int64) int64 {
	if a %= m; a < 0 {
		a += m
	}
	return a
}

// Bounds of strides and shifts that are tracked.
const (
	maxStride = 1 << 20 // a larger stride becomes 1
	maxShift  = 1 << 24 // after a larger shift only the alignment is known
)

// normal returns the normal form of an address. Functions have offset 0 only. For an exact offset outside of the
// object only the alignment is kept, since the pointer may be moved back into the object.
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

// Overlap reports whether n bytes at p and m bytes at q may share a byte. A number of 0 means an unknown number of
// bytes up to the end of the object.
func (p Address) Overlap(n int64, q Address, m int64) bool {
	return p.Target != nil && p.Target == q.Target && extent{p.Off, p.Stride, n}.overlap(extent{q.Off, q.Stride, m})
}

// aligned returns an address of which only the remainder of the offset modulo a power of two, at most 8, is known.
func aligned(t *Target, off, stride int64) Address {
	m := int64(8)
	if stride > 0 {
		m = num.GCD(m, stride)
	} else if off != 0 {
		m = num.GCD(m, off&-off)
	}
	return Address{t, mod(off, m), m}
}

// transform is the effect of an edge on an address: shift is added to the offset, and the result is known modulo stride
// only, or exactly if stride is 0.
type transform struct{ shift, stride int64 }

var (
	same = transform{}          // changes nothing
	blur = transform{stride: 1} // makes any offset possible
)

// apply returns the address after the transform.
func (x transform) apply(p Address) Address {
	if p.Target == nil || x == same {
		return p
	}
	if x.shift > maxShift || x.shift < -maxShift { // the address may wrap around, which keeps only powers of two
		return aligned(p.Target, p.Off+mod(x.shift, 8), num.GCD(num.GCD(p.Stride, x.stride), 8))
	}
	return normal(p.Target, p.Off+x.shift, num.GCD(p.Stride, x.stride))
}

// then returns the transform that applies x first and y after it.
func (x transform) then(y transform) transform {
	z := transform{x.shift + y.shift, num.GCD(x.stride, y.stride)}
	if z.stride > 0 {
		z.shift = mod(z.shift, z.stride)
	}
	return z
}

// extent is a range of bytes of an object: size bytes at an address. The size wholeSize is unknown: the range may
// extend to the end of the object.
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
	d := mod(b.off-a.off, g) // b begins d bytes after an occurrence of a
	return d < a.size || g-d < b.size
}

// coincides reports whether two extents of one object are the same bytes whenever they overlap.
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
