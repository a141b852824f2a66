package cfront

import (
	"math"
	"math/big"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// long double in x87's format: a mantissa of 64 bits that includes the leading one, and sign and exponent in 16 bits.
// Arithmetic is modelled in C (models/src/x87.c); this file computes with constants, rounding to nearest, and calls the
// models.

// x87Number is a number in x87's format.
type x87Number struct {
	m  uint64
	se uint16
}

const (
	x87Bias    = 16383
	x87Special = 0x7fff // exponent of infinities and NaNs
	x87Sign    = 0x8000
	exactly    = 256 // precision of big.Float in which results are rounded only once
)

// x87Literal returns x as a constant.
func x87Literal(x x87Number) value {
	return number(ctype.LongDouble, []ir.Expr{u64(x.m), ir.NewBits(ir.U16, uint64(x.se))})
}

// x87Of returns the number of a constant.
func x87Of(v value) x87Number {
	return x87Number{bits(v.parts[0]), uint16(bits(v.parts[1]))}
}

// finite reports whether x is a finite number in the form that arithmetic produces.
func (x x87Number) finite() bool {
	exp := x.se &^ x87Sign
	return exp != x87Special && (x.m>>63 != 0) == (exp != 0)
}

// big returns the number x, which must be finite.
func (x x87Number) big() *big.Float {
	exp := max(int(x.se&^x87Sign), 1)
	b := new(big.Float).SetPrec(exactly).SetUint64(x.m)
	b.SetMantExp(b, exp-x87Bias-63)
	if x.se&x87Sign != 0 {
		b.Neg(b)
	}
	return b
}

// x87Round rounds b to the nearest long double, ties to even.
func x87Round(b *big.Float) x87Number {
	var x x87Number
	if b.Signbit() {
		x.se = x87Sign
	}
	a := new(big.Float).Abs(b)
	switch {
	case a.IsInf():
		return x87Number{1 << 63, x.se | x87Special}
	case a.Sign() == 0:
		return x
	}
	i, low := nearest(a, 64, 1-x87Bias-63)
	x.m = i.Uint64()
	switch e := low + 63 + x87Bias; {
	case x.m>>63 == 0: // subnormal
	case e >= x87Special:
		return x87Number{1 << 63, x.se | x87Special}
	default:
		x.se |= uint16(e)
	}
	return x
}

// nearest returns the number i*2^low that is nearest to a, ties to even, where i has at most the given number of binary
// digits and low is at least lowest. a must be finite and not negative.
func nearest(a *big.Float, digits, lowest int) (i *big.Int, low int) {
	exp := a.MantExp(nil) // 2^(exp-1) <= a < 2^exp
	low = max(exp-digits, lowest)
	if a.Sign() == 0 {
		low = lowest
	}
	// units is a in units of its last digit, which has the weight 2^low.
	units := new(big.Float).SetMantExp(a, -low)
	i, acc := units.Int(nil)
	if acc != big.Exact {
		rest := new(big.Float).SetPrec(units.Prec()+64).Sub(units, new(big.Float).SetPrec(units.Prec()+64).SetInt(i))
		if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && i.Bit(0) != 0 {
			i.Add(i, big.NewInt(1))
		}
	}
	if i.BitLen() > digits {
		i.Rsh(i, 1)
		low++
	}
	return i, low
}

// floatLiteral rounds b to a floating-point form.
func floatLiteral(b *big.Float, to ctype.Form) value {
	switch {
	case to.Kind == ctype.X87Form:
		return x87Literal(x87Round(b))
	case to.Kind == ctype.QuadForm:
		return quadRound(b)
	case to.Kind == ctype.HalfForm:
		return halfRound(b)
	case to.Type == ir.F32:
		s, _ := b.Float32()
		return value{e: ir.NewFloat(ir.F32, float64(s))}
	}
	d, _ := b.Float64()
	return value{e: ir.NewFloat(ir.F64, d)}
}

// opX87 returns a op b for an arithmetic operator.
func (f wideFloats) opX87(op ir.BinOp, a, b value) value {
	if a.literal() && b.literal() && x87Of(a).finite() && x87Of(b).finite() {
		if r, ok := foldFloats(op, x87Of(a).big(), x87Of(b).big(), true); ok {
			return x87Literal(x87Round(r))
		}
	}
	wides(f).withoutFlags("arithmetic of long double")
	name := map[ir.BinOp]string{ir.Add: "__tandem_addxf3", ir.Sub: "__tandem_subxf3", ir.Mul: "__tandem_mulxf3",
		ir.Div: "__tandem_divxf3"}[op]
	v := f.callModel(name, a, b)
	v.t = nil
	return v
}

// foldFloats returns x op y, exact enough to be rounded. The result is false if an operand is not finite, or the
// operation yields a NaN or is not arithmetic.
func foldFloats(op ir.BinOp, x, y *big.Float, finite bool) (*big.Float, bool) {
	if !finite {
		return nil, false
	}
	r := new(big.Float).SetPrec(exactly)
	switch op {
	case ir.Add:
		r.Add(x, y)
	case ir.Sub:
		r.Sub(x, y)
	case ir.Mul:
		r.Mul(x, y)
	case ir.Div:
		if x.Sign() == 0 && y.Sign() == 0 {
			return nil, false
		}
		r.Quo(x, y)
	default: // sound: not folded
		return nil, false
	}
	return r, true
}

// compareX87 returns the condition a op b.
func (f wideFloats) compareX87(op ir.BinOp, a, b value) ir.Expr {
	if a.literal() && b.literal() && x87Of(a).finite() && x87Of(b).finite() {
		return ordered(op, ir.NewConst(ir.I32, int64(x87Of(a).big().Cmp(x87Of(b).big()))))
	}
	wides(f).withoutFlags("a comparison of long double")
	return ordered(op, f.callModel("__tandem_cmpxf2", a, b).e)
}

// ordered returns the condition a op b, where c is the result of a model that compares a and b: -1, 0, 1, or 2 if one
// is a NaN.
func ordered(op ir.BinOp, c ir.Expr) ir.Expr {
	zero := ir.NewConst(ir.I32, 0)
	return bin(op, c, zero)
}

// toX87 converts a number of an IR type to long double.
func (f wideFloats) toX87(e ir.Expr) value {
	from := e.Type()
	if c, ok := e.(*ir.Const); ok {
		switch {
		case from.Kind != ir.Float && from.Signed:
			return floatLiteral(new(big.Float).SetInt64(signed(c)), ctype.LongDouble)
		case from.Kind != ir.Float:
			return floatLiteral(new(big.Float).SetUint64(c.Bits), ctype.LongDouble)
		}
		if d := ir.FloatOf(from, c.Bits); !math.IsNaN(d) {
			return floatLiteral(new(big.Float).SetFloat64(d), ctype.LongDouble)
		}
		return x87Literal(x87Number{3 << 62, x87Special})
	}
	var v value
	switch {
	case from.Kind == ir.Float:
		v = f.callModel("__tandem_extenddfxf2", value{e: ir.NewCast(ir.F64, e)})
	case from.Signed:
		v = f.callModel("__tandem_floatdixf", value{e: ir.NewCast(ir.I64, e)})
	default:
		v = f.callModel("__tandem_floatundixf", value{e: ir.NewCast(ir.U64, e)})
	}
	v.t = nil
	return v
}

// fromX87 converts a long double to another form. If the number does not fit an integer type, the result is arbitrary.
func (f wideFloats) fromX87(v value, to ctype.Form) value {
	if v.literal() && x87Of(v).finite() {
		if r, ok := floatTo(x87Of(v).big(), to); ok {
			return r
		}
	}
	wides(f).withoutFlags("a conversion of long double")
	return f.x87To(v, to)
}

// floatTo converts a constant to a form; ok is false if the number does not fit an integer type.
func floatTo(b *big.Float, to ctype.Form) (v value, ok bool) {
	if to.Float() {
		return floatLiteral(b, to), true
	}
	i, _ := b.Int(nil)
	switch {
	case to.Kind == ctype.Int128Form && fits128(i, to.Signed):
		return literal128(i, to), true
	case to.Kind == ctype.MachineForm && fitsInt(i, to.Type):
		return value{e: ir.NewBits(to.Type, low64(i)&(^uint64(0)>>(64-to.Type.Bits)))}, true
	}
	return value{}, false
}

// x87To converts a long double to another form by calling models.
func (f wideFloats) x87To(v value, to ctype.Form) value {
	var r value
	switch {
	case to.Kind == ctype.Int128Form && to.Signed:
		r = f.callModel("__tandem_fixxfti", v)
	case to.Kind == ctype.Int128Form:
		r = f.callModel("__tandem_fixunsxfti", v)
	case to.Kind == ctype.QuadForm:
		return f.extendX87(v)
	case to.Kind == ctype.HalfForm:
		return number(ctype.Half, []ir.Expr{f.callModel("__tandem_truncxfhf2", v).e})
	case to.Type == ir.F64:
		r = f.callModel("__tandem_truncxfdf2", v)
	case to.Type == ir.F32:
		r = f.callModel("__tandem_truncxfsf2", v)
	case to.Type == ir.U64:
		r = f.callModel("__tandem_fixunsxfdi", v)
	default:
		wide := f.once(f.callModel("__tandem_fixxfdi", v).e)
		back := ir.NewCast(ir.I64, ir.NewCast(to.Type, wide))
		r = f.choose(bin(ir.Eq, back, wide), to,
			func() value { return value{e: ir.NewCast(to.Type, wide)} },
			func() value { return value{e: f.approx("conversion out of range", to.Type)} })
	}
	r.t = nil
	return r
}

// fitsInt reports whether an integer type has the value i.
func fitsInt(i *big.Int, t ir.Type) bool {
	if !t.Signed {
		return i.Sign() >= 0 && i.BitLen() <= int(t.Bits)
	}
	return i.BitLen() < int(t.Bits) || i.Sign() < 0 && new(big.Int).Not(i).BitLen() < int(t.Bits)
}

// x87Builtin lowers the builtins by which models split and build a long double. The result is false for other names.
func (f wideFloats) x87Builtin(c *call, name string) (value, bool) {
	if !f.u.Model {
		return value{}, false
	}
	switch name {
	case "__tandem_mantissa", "__tandem_exponent", "__tandem_long_double":
	default:
		return value{}, false
	}
	f.evalArgsRaw(c)
	switch name {
	case "__tandem_mantissa":
		return value{e: c.vals[0].parts[0]}, true
	case "__tandem_exponent":
		return value{e: c.vals[0].parts[1]}, true
	}
	return number(ctype.LongDouble, []ir.Expr{ir.NewCast(ir.U64, c.vals[0].e), ir.NewCast(ir.U16, c.vals[1].e)}), true
}
