package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Operators on wide numbers (6.5.3 to 6.5.9).

// applyWide returns a op b; at least one operand is wide.
func (f wides) applyWide(op ir.BinOp, a, b value, n cc.Node) value {
	if !a.wide() {
		f.needArith(a, n)
	}
	if !b.wide() {
		f.needArith(b, n)
	}
	if op == ir.Shl || op == ir.Shr {
		return wideInts(f).shiftWide(op, a, b, n)
	}
	a, b = wideFloats(f).asFloat(a), wideFloats(f).asFloat(b)
	t := ctype.UsualForm(formOf(a), formOf(b))
	switch op { // sound: the other operators take floats too
	case ir.Rem, ir.And, ir.Or, ir.Xor:
		if t.Float() || t.Complex {
			f.fail(n, "this operator needs integers")
		}
	}
	if t.Complex {
		return complexes(f).complexOp(op, a, b, t.Real(), n)
	}
	return f.realOp(op, f.toReal(a, t, n), f.toReal(b, t, n))
}

// needArith fails if v is not a number. v must not be wide.
func (f wides) needArith(v value, n cc.Node) {
	f.needScalar(v, n)
	if v.e.Type().Kind == ir.Ptr {
		f.fail(n, "an arithmetic operand is needed here, not a pointer")
	}
}

// realOp returns a op b for real numbers of the same form.
func (f wides) realOp(op ir.BinOp, a, b value) value {
	switch formOf(a).Kind {
	case ctype.Int128Form:
		return wideInts(f).op128(op, a, b)
	case ctype.BitIntForm:
		return wideInts(f).opBitInt(op, a, b)
	case ctype.X87Form:
		return wideFloats(f).opX87(op, a, b)
	case ctype.QuadForm:
		return wideFloats(f).opQuad(op, a, b)
	}
	if a.e.Type().Kind == ir.Float {
		return value{e: operations(f).floatArith(op, a.e, b.e)}
	}
	return value{e: ir.NewBinary(op, a.e, b.e)}
}

// compareWide returns the condition a op b for Eq, Ne, Lt and Le; at least one operand is wide.
func (f wides) compareWide(op ir.BinOp, a, b value, n cc.Node) ir.Expr {
	if !a.wide() {
		f.needScalar(a, n)
	}
	if !b.wide() {
		f.needScalar(b, n)
	}
	if isPtr(a) || isPtr(b) {
		p := ctype.Form{Type: f.ptr()}
		return operations(f).ptrComparison(op, f.toForm(a, p, n).e, f.toForm(b, p, n).e)
	}
	a, b = wideFloats(f).asFloat(a), wideFloats(f).asFloat(b)
	t := ctype.UsualForm(formOf(a), formOf(b))
	if !t.Complex {
		return f.compareReal(op, f.toReal(a, t, n), f.toReal(b, t, n))
	}
	if op != ir.Eq && op != ir.Ne {
		f.fail(n, "complex numbers have no order")
	}
	x, y := f.toForm(a, t, n), f.toForm(b, t, n)
	r := f.compareReal(op, re(x), re(y))
	i := f.compareReal(op, im(x), im(y))
	if op == ir.Eq {
		return ir.NewBinary(ir.LAnd, r, i)
	}
	return ir.NewBinary(ir.LOr, r, i)
}

// compareReal returns the condition a op b for real numbers of the same form.
func (f wides) compareReal(op ir.BinOp, a, b value) ir.Expr {
	switch formOf(a).Kind {
	case ctype.Int128Form:
		return wideInts(f).compare128(op, a, b)
	case ctype.BitIntForm:
		return bin(op, a.parts[0], b.parts[0])
	case ctype.X87Form:
		return wideFloats(f).compareX87(op, a, b)
	case ctype.QuadForm:
		return wideFloats(f).compareQuad(op, a, b)
	}
	return ir.NewBinary(op, a.e, b.e)
}

// negWide returns -v.
func (f wides) negWide(v value) value {
	if v.form.Complex {
		return complexOf(f.negReal(re(v)), f.negReal(im(v)))
	}
	return f.negReal(v)
}

// negReal returns -v for a real number.
func (f wides) negReal(v value) value {
	switch formOf(v).Kind {
	case ctype.Int128Form:
		zero := ir.NewConst(ir.U64, 0)
		return wideInts(f).op128(ir.Sub, number(v.form, []ir.Expr{zero, zero}), v)
	case ctype.BitIntForm:
		return wideInts(f).opBitInt(ir.Sub, bitValue(v.form, ir.NewConst(ir.I64, 0)), v)
	case ctype.X87Form:
		return number(ctype.LongDouble, []ir.Expr{v.parts[0], ir.NewBinary(ir.Xor, v.parts[1], ir.NewConst(ir.U16, 0x8000))})
	case ctype.QuadForm:
		return number(ctype.Quad, []ir.Expr{v.parts[0], ir.NewBinary(ir.Xor, v.parts[1], u64(1<<63))})
	case ctype.HalfForm:
		return number(ctype.Half, []ir.Expr{ir.NewBinary(ir.Xor, v.parts[0], ir.NewConst(ir.U16, 0x8000))})
	}
	return value{e: ir.NewUnary(ir.Neg, v.e)}
}

// notWide returns ~v. For a complex number that is the conjugate, as in GNU C.
func (f wides) notWide(v value, n cc.Node) value {
	switch {
	case v.form.Complex:
		return complexOf(re(v), f.negReal(im(v)))
	case v.form.Kind == ctype.BitIntForm:
		return bitValue(v.form, ir.NewUnary(ir.Not, asWord(v)))
	case v.form.Kind == ctype.Int128Form:
		return number(v.form, []ir.Expr{ir.NewUnary(ir.Not, v.parts[0]), ir.NewUnary(ir.Not, v.parts[1])})
	}
	f.fail(n, "~ needs an integer")
	return value{}
}
