package layout

import (
	"math"
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// numberKind is the kind of the C type of a number.
type numberKind uint8

const (
	intNumber   numberKind = iota + 1
	floatNumber            // float (bits 32) or double (bits 64)
	ptrNumber              // a pointer that is computed from a number, as in offsetof
)

// number is a constant with its C type.
type number struct {
	kind   numberKind
	i      *big.Int // the value of an intNumber or ptrNumber
	f      float64  // the value of a floatNumber
	bits   int      // the width of the type
	signed bool
	exact  bool    // the type is a _BitInt, which is not promoted
	bool   bool    // the type is _Bool: bits is 8, and the value 0 or 1
	elem   cc.Type // the target type of a ptrNumber

	intKind cc.Kind // the kind of the type, for integer constants only
}

// longBits returns the width of long, size_t and pointers.
func (l *arith) longBits() int {
	if l.model == ir.LP64 {
		return 64
	}
	return 32
}

// int returns v as an int.
func (l *arith) int(v *big.Int) *number {
	return &number{kind: intNumber, i: v, bits: 32, signed: true}
}

// truth returns b as an int.
func (l *arith) truth(b bool) *number {
	if b {
		return l.int(big.NewInt(1))
	}
	return l.int(new(big.Int))
}

// size returns n as a size_t.
func (l *arith) size(n int64) *number {
	return &number{kind: intNumber, i: big.NewInt(n), bits: l.longBits()}
}

// fits reports whether an integer type of the given width and sign holds v.
func fits(v *big.Int, bits int, signed bool) bool {
	switch {
	case !signed:
		return v.Sign() >= 0 && v.BitLen() <= bits
	case v.Sign() < 0:
		return new(big.Int).Not(v).BitLen() <= bits-1
	}
	return v.BitLen() <= bits-1
}

// wrap returns v modulo 2^bits, in the range of the type.
func wrap(v *big.Int, bits int, signed bool) *big.Int {
	if fits(v, bits, signed) {
		return v
	}
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	r := new(big.Int).Mod(v, m) // Euclidean: 0 <= r < m
	if signed && r.Bit(bits-1) == 1 {
		r.Sub(r, m)
	}
	return r
}

func (n *number) zero() bool {
	if n.kind == floatNumber {
		return n.f == 0
	}
	return n.i.Sign() == 0
}

// intKind returns the width and sign of an integer type.
func (l *arith) intKind(k cc.Kind) (bits int, signed, ok bool) {
	switch k {
	case cc.Bool, cc.UChar:
		return 8, false, true
	case cc.Char:
		return 8, !l.UnsignedChar, true
	case cc.SChar:
		return 8, true, true
	case cc.Short:
		return 16, true, true
	case cc.UShort:
		return 16, false, true
	case cc.Int:
		return 32, true, true
	case cc.UInt:
		return 32, false, true
	case cc.Long:
		return l.longBits(), true, true
	case cc.ULong:
		return l.longBits(), false, true
	case cc.LongLong:
		return 64, true, true
	case cc.ULongLong:
		return 64, false, true
	case cc.Int128:
		return 128, true, true
	case cc.UInt128:
		return 128, false, true
	}
	return 0, false, false
}

// like returns a number of type t without a value, or nil if constants of this type are not folded.
func (l *Layout) like(t cc.Type) *number {
	k := t.Kind()
	if e, ok := t.(*cc.EnumType); ok {
		en, err := l.enumInfo(e)
		if err != nil {
			return nil
		}
		k = en.kind
	}
	switch k {
	case cc.Ptr:
		p, ok := t.(*cc.PointerType)
		if !ok {
			return nil
		}
		return &number{kind: ptrNumber, bits: l.longBits(), elem: p.Elem()}
	case cc.Float, cc.Float32:
		if FormatOf(t) == Half {
			return nil
		}
		return &number{kind: floatNumber, bits: 32}
	case cc.Double, cc.Float64, cc.Float32x:
		return &number{kind: floatNumber, bits: 64}
	}
	bits, signed, ok := l.intKind(k)
	if !ok {
		return nil
	}
	if n := BitsOf(t); n > 0 {
		return &number{kind: intNumber, bits: n, signed: signed, exact: true}
	}
	return &number{kind: intNumber, bits: bits, signed: signed, bool: k == cc.Bool}
}

// to converts n to the type of t (C17 6.3); ok is false if C defines no value.
func (n *number) to(t *number) (*number, bool) {
	r := *t
	switch {
	case t.kind == floatNumber && n.kind == floatNumber:
		r.f = n.f
	case t.kind == floatNumber && n.kind == intNumber:
		r.f, _ = new(big.Float).SetInt(n.i).Float64()
		if t.bits == 32 {
			f, _ := new(big.Float).SetInt(n.i).Float32() // one rounding only
			r.f = float64(f)
		}
	case t.kind == floatNumber:
		return nil, false
	case t.bool:
		r.i = new(big.Int)
		if !n.zero() {
			r.i.SetInt64(1)
		}
	case n.kind == floatNumber:
		if t.kind == ptrNumber || math.IsNaN(n.f) || math.IsInf(n.f, 0) {
			return nil, false
		}
		r.i, _ = new(big.Float).SetFloat64(n.f).Int(nil)
		if !fits(r.i, t.bits, t.signed) {
			return nil, false
		}
	default:
		r.i = wrap(n.i, t.bits, t.signed)
	}
	if t.kind == floatNumber && t.bits == 32 {
		r.f = float64(float32(r.f))
	}
	return &r, true
}

// promote returns n after the integer promotions.
func (l *arith) promote(n *number) *number {
	if n.kind != intNumber || n.bits >= 32 || n.exact {
		return n
	}
	return &number{kind: intNumber, i: n.i, bits: 32, signed: true}
}

// common returns the type of the usual arithmetic conversions as a number without a value; nil for pointers. It ignores
// ranks, since types of the same width and sign have the same values.
func (l *arith) common(a, b *number) *number {
	if a.kind == ptrNumber || b.kind == ptrNumber {
		return nil
	}
	if a.kind == floatNumber || b.kind == floatNumber {
		bits := 0
		if a.kind == floatNumber {
			bits = a.bits
		}
		if b.kind == floatNumber {
			bits = max(bits, b.bits)
		}
		return &number{kind: floatNumber, bits: bits}
	}
	a, b = l.promote(a), l.promote(b)
	r := &number{kind: intNumber, bits: max(a.bits, b.bits), signed: true}
	if a.bits == r.bits && !a.signed || b.bits == r.bits && !b.signed {
		r.signed = false
	}
	r.exact = (a.exact || a.bits < r.bits) && (b.exact || b.bits < r.bits)
	return r
}
