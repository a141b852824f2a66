package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Conversions of wide numbers (6.3.1).

// convertWide converts v to type t; the type of v or t is wide.
func (f wides) convertWide(v value, t cc.Type, n cc.Node) value {
	to, wide := f.l.WideForm(t)
	switch {
	case v.opaque && wide:
		f.l.Warn(f.at(n), "a value of type %s is taken as arbitrary", ctype.TypeText(v.t))
		return f.inputWide(ir.Approx, ctype.TypeText(v.t), to, t)
	case !v.wide():
		f.needScalar(v, n)
	}
	var r value
	switch {
	case wide:
		r = f.toForm(v, to, n)
	case t.Kind() == cc.Bool:
		r = value{e: ir.NewCast(ir.U8, f.truthWide(v))}
	default:
		r = f.toForm(v, ctype.Form{Type: f.scalar(t, n)}, n)
	}
	r.t = t
	return r
}

// toForm converts a number to a form, which may be complex.
func (f wides) toForm(v value, to ctype.Form, n cc.Node) value {
	if formOf(v) == to {
		return v
	}
	x := f.toReal(re(v), to.Real(), n)
	if !to.Complex {
		return x
	}
	if formOf(v).Complex {
		return complexOf(x, f.toReal(im(v), to.Real(), n))
	}
	return complexOf(x, f.toReal(value{e: ir.NewConst(ir.I32, 0)}, to.Real(), n))
}

// toReal converts a real number to a real form.
func (f wides) toReal(v value, to ctype.Form, n cc.Node) value {
	from := formOf(v)
	if from == to {
		return v
	}
	switch from.Kind {
	case ctype.MachineForm:
		return f.fromMachine(v.e, to, n)
	case ctype.Int128Form:
		switch {
		case to.Kind == ctype.Int128Form:
			return number(to, v.parts)
		case to.Kind == ctype.BitIntForm:
			return wideInts(f).toBitInt(v, to, n)
		case !to.Float():
			return value{e: ir.NewCast(to.Type, v.parts[0])}
		}
		return wideInts(f).from128(v, to)
	case ctype.HalfForm:
		return f.fromMachine(wideFloats(f).fromHalf(v), to, n)
	case ctype.BitIntForm:
		if to.Kind == ctype.BitIntForm {
			return wideInts(f).toBitInt(v, to, n)
		}
		return f.fromMachine(asWord(v), to, n)
	}
	if to.Kind == ctype.BitIntForm {
		return wideInts(f).toBitInt(v, to, n)
	}
	if to.Kind == ctype.MachineForm && to.Type.Kind == ir.Ptr {
		f.fail(n, "cannot convert %s to a pointer", from.Text())
	}
	if from.Kind == ctype.QuadForm {
		return wideFloats(f).fromQuad(v, to)
	}
	return wideFloats(f).fromX87(v, to)
}

// fromMachine converts a value of the IR to a real form.
func (f wides) fromMachine(e ir.Expr, to ctype.Form, n cc.Node) value {
	from := e.Type()
	switch to.Kind {
	case ctype.MachineForm:
		if from.Kind == ir.Float && to.Type.Kind == ir.Ptr || from.Kind == ir.Ptr && to.Type.Kind == ir.Float {
			f.fail(n, "cannot convert %s to %s", from, to.Type)
		}
		return value{e: operations(f).castTo(to.Type, e)}
	case ctype.BitIntForm:
		return wideInts(f).toBitInt(value{e: e}, to, n)
	case ctype.Int128Form:
		if from.Kind == ir.Float {
			return wideInts(f).floatTo128(e, to)
		}
		return wideInts(f).extend128(e, to)
	}
	if from.Kind == ir.Ptr {
		f.fail(n, "cannot convert a pointer to %s", to.Text())
	}
	switch to.Kind {
	case ctype.QuadForm:
		return wideFloats(f).toQuad(e)
	case ctype.HalfForm:
		return wideFloats(f).toHalf(e)
	}
	return wideFloats(f).toX87(e)
}

// truthWide returns the condition v != 0.
func (f wides) truthWide(v value) ir.Expr {
	if v.form.Complex {
		return ir.NewBinary(ir.LOr, f.truthReal(re(v)), f.truthReal(im(v)))
	}
	return f.truthReal(v)
}

// truthReal returns the condition v != 0 for a real number.
func (f wides) truthReal(v value) ir.Expr {
	if !v.wide() {
		return ir.NewBinary(ir.Ne, v.e, ir.NewConst(v.e.Type(), 0))
	}
	if v.form.Kind == ctype.BitIntForm {
		return bin(ir.Ne, v.parts[0], ir.NewConst(v.form.Type, 0))
	}
	if v.form.Kind == ctype.HalfForm {
		return bin(ir.Ne, bin(ir.And, v.parts[0], ir.NewConst(ir.U16, 0x7fff)), ir.NewConst(ir.U16, 0))
	}
	first := ir.NewBinary(ir.Ne, v.parts[0], ir.NewConst(ir.U64, 0))
	if v.form.Kind == ctype.QuadForm {
		return ir.NewBinary(ir.LOr, first, bin(ir.Ne, bin(ir.Shl, v.parts[1], ir.NewConst(ir.U32, 1)), u64(0)))
	}
	if v.form.Kind == ctype.Int128Form {
		return ir.NewBinary(ir.LOr, first, ir.NewBinary(ir.Ne, v.parts[1], ir.NewConst(ir.U64, 0)))
	}
	// A long double with an exponent but no mantissa is invalid, and does not count as zero.
	exp := ir.NewBinary(ir.And, v.parts[1], ir.NewConst(ir.U16, 0x7fff))
	return ir.NewBinary(ir.LOr, first, ir.NewBinary(ir.Ne, exp, ir.NewConst(ir.U16, 0)))
}
