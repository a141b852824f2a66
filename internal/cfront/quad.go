package cfront

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// _Float128 is IEEE 754's binary128. Its parts are the lower and the upper 64 bits. Arithmetic is modelled in C
// (models/src/quad.c). Conversions use long double as an intermediate type, which has the same range of exponents.

const (
	quadDigits  = 113
	quadSpecial = 0x7fff << 48 // the upper part of infinity
)

// quadLiteral returns the constant with these upper and lower bits.
func quadLiteral(hi, lo uint64) value { return number(ctype.Quad, []ir.Expr{u64(lo), u64(hi)}) }

// quadFinite returns the number of the literal v; the result is false for an infinity or a NaN.
func quadFinite(v value) (*big.Float, bool) {
	lo, hi := bits(v.parts[0]), bits(v.parts[1])
	if hi&quadSpecial == quadSpecial {
		return nil, false
	}
	m := new(big.Int).SetUint64(hi & (1<<48 - 1))
	exp := int(hi >> 48 & 0x7fff)
	if exp != 0 {
		m.SetBit(m, 48, 1)
	}
	m.Lsh(m, 64).Or(m, new(big.Int).SetUint64(lo))
	b := new(big.Float).SetPrec(exactly).SetInt(m)
	b.SetMantExp(b, max(exp, 1)-x87Bias-quadDigits+1)
	if hi>>63 != 0 {
		b.Neg(b)
	}
	return b, true
}

// quadRound rounds b to the nearest _Float128, ties to even.
func quadRound(b *big.Float) value {
	sign := uint64(0)
	if b.Signbit() {
		sign = 1 << 63
	}
	a := new(big.Float).Abs(b)
	if a.IsInf() {
		return quadLiteral(sign|quadSpecial, 0)
	}
	const lowest = 2 - x87Bias - quadDigits
	i, low := nearest(a, quadDigits, lowest)
	if i.BitLen() == quadDigits && low-lowest >= 0x7ffe {
		return quadLiteral(sign|quadSpecial, 0)
	}
	// The leading one adds 1 to the exponent.
	lo := new(big.Int).And(i, new(big.Int).SetUint64(^uint64(0))).Uint64()
	return quadLiteral(sign|uint64(low-lowest)<<48+new(big.Int).Rsh(i, 64).Uint64(), lo)
}

// wideFloats lowers operations on floating-point formats that the IR does not have: half, x87 and quad precision.
type wideFloats struct{ *fn }

// opQuad returns a op b for an arithmetic operator.
func (f wideFloats) opQuad(op ir.BinOp, a, b value) value {
	if a.literal() && b.literal() {
		x, ok1 := quadFinite(a)
		y, ok2 := quadFinite(b)
		if r, ok := foldFloats(op, x, y, ok1 && ok2); ok {
			return quadRound(r)
		}
	}
	wides(f).withoutFlags("arithmetic of _Float128")
	name := map[ir.BinOp]string{ir.Add: "__tandem_addtf3", ir.Sub: "__tandem_subtf3", ir.Mul: "__tandem_multf3",
		ir.Div: "__tandem_divtf3"}[op]
	v := f.callModel(name, a, b)
	v.t = nil
	return v
}

// compareQuad returns a op b for a comparison.
func (f wideFloats) compareQuad(op ir.BinOp, a, b value) ir.Expr {
	if a.literal() && b.literal() {
		x, ok1 := quadFinite(a)
		y, ok2 := quadFinite(b)
		if ok1 && ok2 {
			return ordered(op, ir.NewConst(ir.I32, int64(x.Cmp(y))))
		}
	}
	wides(f).withoutFlags("a comparison of _Float128")
	return ordered(op, f.callModel("__tandem_cmptf2", a, b).e)
}

// toQuad converts a number of an IR type to _Float128.
func (f wideFloats) toQuad(e ir.Expr) value {
	v := f.toX87(e)
	if v.literal() && x87Of(v).finite() {
		return quadRound(x87Of(v).big())
	}
	return f.extendX87(v)
}

// extendX87 converts a long double to _Float128.
func (f wideFloats) extendX87(v value) value {
	r := f.callModel("__tandem_extendxftf2", v)
	r.t = nil
	return r
}

// fromQuad converts a _Float128 to another form.
func (f wideFloats) fromQuad(v value, to ctype.Form) value {
	if v.literal() {
		if b, ok := quadFinite(v); ok {
			if r, ok := floatTo(b, to); ok {
				return r
			}
		}
	}
	wides(f).withoutFlags("a conversion of _Float128")
	var r value
	switch {
	case to.Kind == ctype.Int128Form && to.Signed:
		r = f.callModel("__tandem_fixtfti", v)
	case to.Kind == ctype.Int128Form:
		r = f.callModel("__tandem_fixunstfti", v)
	default:
		how := int64(1) // the rounding that the model is to apply: see models/src/quad.c
		if to.Kind == ctype.X87Form {
			how = 2
		} else if !to.Float() {
			how = 0
		}
		r = f.callModel("__tandem_trunctfxf2", v, value{e: ir.NewConst(ir.I32, how)})
		if to.Kind != ctype.X87Form {
			r = f.x87To(r, to)
		}
	}
	r.t = nil
	return r
}

// quadBuiltin lowers the builtins by which models split and build _Float128. The result is false for other names.
func (f wideFloats) quadBuiltin(c *call, name string) (value, bool) {
	if !f.u.Model {
		return value{}, false
	}
	switch name {
	case "__tandem_quad_low", "__tandem_quad_high", "__tandem_quad":
	default:
		return value{}, false
	}
	f.evalArgsRaw(c)
	switch name {
	case "__tandem_quad_low":
		return value{e: c.vals[0].parts[0]}, true
	case "__tandem_quad_high":
		return value{e: c.vals[0].parts[1]}, true
	}
	return number(ctype.Quad, []ir.Expr{ir.NewCast(ir.U64, c.vals[1].e), ir.NewCast(ir.U64, c.vals[0].e)}), true
}
