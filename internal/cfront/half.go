package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers _Float16, which is IEEE 754's binary16. Its value has one part, the 16 bits. gcc, on processors
// without instructions for it, computes all operations as float. A result becomes a _Float16 when it is assigned,
// passed, returned or cast. A constant has type float.

const (
	halfDigits = 11
	halfBias   = 15
	halfInf    = 0x7c00
)

// halfLiteral returns the number with the given bits.
func halfLiteral(bits uint64) value { return number(ctype.Half, []ir.Expr{ir.NewBits(ir.U16, bits)}) }

// halfFinite returns the value of a literal; the result is false for infinities and NaNs.
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

// halfRound rounds b to the nearest number, ties to even.
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

// fromHalf converts a _Float16 to a float.
func (f wideFloats) fromHalf(v value) ir.Expr {
	if v.literal() {
		if b, ok := halfFinite(v); ok {
			return floatLiteral(b, ctype.Form{Type: ir.F32}).e
		}
	}
	return f.callModel("__tandem_extendhfsf2", value{e: v.parts[0]}).e
}

// toHalf rounds a number of the IR to a _Float16.
func (f wideFloats) toHalf(e ir.Expr) value {
	if e.Type().Kind != ir.Float {
		e = operations(f).castTo(ir.F32, e)
	}
	v := f.toX87(e)
	if v.literal() && x87Of(v).finite() {
		return halfRound(x87Of(v).big())
	}
	return f.x87To(v, ctype.Half)
}

// asFloat returns v as an operand of operators: a _Float16 is converted to a float.
func (f wideFloats) asFloat(v value) value {
	switch {
	case !v.wide() || v.form.Kind != ctype.HalfForm:
		return v
	case v.form.Complex:
		return complexOf(f.asFloat(re(v)), f.asFloat(im(v)))
	}
	return value{e: f.fromHalf(v)}
}

// excess reports whether t is the type of constants of _Float16. Casts to it do not round.
func excess(t cc.Type) bool {
	return t.Kind() == cc.Float && t.Typedef() != nil && t.Typedef().Name() == "__tandem_excess16"
}

// unpromoted reports whether v, an argument for ..., is passed without promotion: float is promoted to double, but
// _Float32 and _Float16 are not.
func (f wideFloats) unpromoted(v value, n cc.ExpressionNode) bool {
	if v.opaque || v.aggregate() || v.e == nil || v.e.Type() != ir.F32 {
		return false
	}
	k := layout.FormatOf(f.typeOf(n))
	return k == layout.Float32 || k == layout.Half
}
