package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// _Float16 is IEEE 754's binary16, its part the 16 bits. As gcc does on processors without
// instructions for it, all operations are done on floats; a result becomes a _Float16 when
// it is assigned, passed, returned or cast. A constant is a float.

const (
	halfDigits = 11
	halfBias   = 15
	halfInf    = 0x7c00
)

func halfLiteral(bits uint64) value { return number(half, []ir.Expr{ir.NewBits(ir.U16, bits)}) }

func halfFinite(v value) (*big.Float, bool) {
	h := bits(v.parts[0])
	if h&halfInf == halfInf {
		return nil, false
	}
	m, exp := h&0x3ff, int(h>>10&31)
	if exp != 0 {
		m |= 0x400
	}
	b := new(big.Float).SetPrec(exactly).SetUint64(m)
	b.SetMantExp(b, max(exp, 1)-halfBias-halfDigits+1)
	if h>>15 != 0 {
		b.Neg(b)
	}
	return b, true
}

// halfRound rounds to the nearest number, ties to even.
func halfRound(b *big.Float) value {
	sign := uint64(0)
	if b.Signbit() {
		sign = 0x8000
	}
	a := new(big.Float).Abs(b)
	if a.IsInf() {
		return halfLiteral(sign | halfInf)
	}
	const lowest = 2 - halfBias - halfDigits
	i, low := nearest(a, halfDigits, lowest)
	if i.BitLen() == halfDigits && low-lowest >= 30 {
		return halfLiteral(sign | halfInf)
	}
	return halfLiteral(sign | uint64(low-lowest)<<10 + i.Uint64())
}

// fromHalf returns the number as a float.
func (f wideFloats) fromHalf(v value) ir.Expr {
	if v.literal() {
		if b, ok := halfFinite(v); ok {
			return floatLiteral(b, form{t: ir.F32}).e
		}
	}
	return f.callModel("__tandem_extendhfsf2", value{e: v.parts[0]}).e
}

// toHalf rounds a number of the IR.
func (f wideFloats) toHalf(e ir.Expr) value {
	if e.Type().Kind != ir.Float {
		e = operations(f).castTo(ir.F32, e)
	}
	v := f.toX87(e)
	if v.literal() && x87Of(v).finite() {
		return halfRound(x87Of(v).big())
	}
	return f.x87To(v, half)
}

// asFloat is an operand as operators see it: a _Float16 is a float.
func (f wideFloats) asFloat(v value) value {
	switch {
	case !v.wide() || v.form.kind != halfForm:
		return v
	case v.form.complex:
		return complexOf(f.asFloat(re(v)), f.asFloat(im(v)))
	}
	return value{e: f.fromHalf(v)}
}

// excess reports whether a type is the type that constants of _Float16 have, to which nothing is rounded.
func excess(t cc.Type) bool {
	return t.Kind() == cc.Float && t.Typedef() != nil && t.Typedef().Name() == "__tandem_excess16"
}

// unpromoted reports whether an argument of variable ones is passed as it is, though a float:
// float becomes double, a type of a format does not.
func (f wideFloats) unpromoted(v value, n cc.ExpressionNode) bool {
	if v.opaque || v.aggregate() || v.e == nil || v.e.Type() != ir.F32 {
		return false
	}
	k := layout.FormatOf(f.typeOf(n))
	return k == layout.Float32 || k == layout.Half
}
