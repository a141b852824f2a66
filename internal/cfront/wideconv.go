package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Conversions of wide numbers (6.3.1).

// convertWide converts v to type t; the type of v or t is wide.
func (f wides) convertWide(v value, t cc.Type, n cc.Node) value {
	to, wide := f.l.wideForm(t)
	switch {
	case v.opaque && wide:
		f.l.warn(f.at(n), "a value of type %s is taken as arbitrary", typeText(v.t))
		return f.inputWide(ir.Approx, typeText(v.t), to, t)
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
		r = f.toForm(v, form{t: f.scalar(t, n)}, n)
	}
	r.t = t
	return r
}

// toForm converts a number to a form, which may be complex.
func (f wides) toForm(v value, to form, n cc.Node) value {
	if formOf(v) == to {
		return v
	}
	x := f.toReal(re(v), to.real(), n)
	if !to.complex {
		return x
	}
	if formOf(v).complex {
		return complexOf(x, f.toReal(im(v), to.real(), n))
	}
	return complexOf(x, f.toReal(value{e: ir.NewConst(ir.I32, 0)}, to.real(), n))
}

// toReal converts a real number to a real form.
func (f wides) toReal(v value, to form, n cc.Node) value {
	from := formOf(v)
	if from == to {
		return v
	}
	switch from.kind {
	case machineForm:
		return f.fromMachine(v.e, to, n)
	case int128Form:
		switch {
		case to.kind == int128Form:
			return number(to, v.parts)
		case to.kind == bitIntForm:
			return wideInts(f).toBitInt(v, to, n)
		case !to.float():
			return value{e: ir.NewCast(to.t, v.parts[0])}
		}
		return wideInts(f).from128(v, to)
	case halfForm:
		return f.fromMachine(wideFloats(f).fromHalf(v), to, n)
	case bitIntForm:
		if to.kind == bitIntForm {
			return wideInts(f).toBitInt(v, to, n)
		}
		return f.fromMachine(asWord(v), to, n)
	}
	if to.kind == bitIntForm {
		return wideInts(f).toBitInt(v, to, n)
	}
	if to.kind == machineForm && to.t.Kind == ir.Ptr {
		f.fail(n, "cannot convert %s to a pointer", from.text())
	}
	if from.kind == quadForm {
		return wideFloats(f).fromQuad(v, to)
	}
	return wideFloats(f).fromX87(v, to)
}

// fromMachine converts a value of the IR to a real form.
func (f wides) fromMachine(e ir.Expr, to form, n cc.Node) value {
	from := e.Type()
	switch to.kind {
	case machineForm:
		if from.Kind == ir.Float && to.t.Kind == ir.Ptr || from.Kind == ir.Ptr && to.t.Kind == ir.Float {
			f.fail(n, "cannot convert %s to %s", from, to.t)
		}
		return value{e: operations(f).castTo(to.t, e)}
	case bitIntForm:
		return wideInts(f).toBitInt(value{e: e}, to, n)
	case int128Form:
		if from.Kind == ir.Float {
			return wideInts(f).floatTo128(e, to)
		}
		return wideInts(f).extend128(e, to)
	}
	if from.Kind == ir.Ptr {
		f.fail(n, "cannot convert a pointer to %s", to.text())
	}
	switch to.kind {
	case quadForm:
		return wideFloats(f).toQuad(e)
	case halfForm:
		return wideFloats(f).toHalf(e)
	}
	return wideFloats(f).toX87(e)
}

// truthWide returns the condition v != 0.
func (f wides) truthWide(v value) ir.Expr {
	if v.form.complex {
		return ir.NewBinary(ir.LOr, f.truthReal(re(v)), f.truthReal(im(v)))
	}
	return f.truthReal(v)
}

// truthReal returns the condition v != 0 for a real number.
func (f wides) truthReal(v value) ir.Expr {
	if !v.wide() {
		return ir.NewBinary(ir.Ne, v.e, ir.NewConst(v.e.Type(), 0))
	}
	if v.form.kind == bitIntForm {
		return bin(ir.Ne, v.parts[0], ir.NewConst(v.form.t, 0))
	}
	if v.form.kind == halfForm {
		return bin(ir.Ne, bin(ir.And, v.parts[0], ir.NewConst(ir.U16, 0x7fff)), ir.NewConst(ir.U16, 0))
	}
	first := ir.NewBinary(ir.Ne, v.parts[0], ir.NewConst(ir.U64, 0))
	if v.form.kind == quadForm {
		return ir.NewBinary(ir.LOr, first, bin(ir.Ne, bin(ir.Shl, v.parts[1], ir.NewConst(ir.U32, 1)), u64(0)))
	}
	if v.form.kind == int128Form {
		return ir.NewBinary(ir.LOr, first, ir.NewBinary(ir.Ne, v.parts[1], ir.NewConst(ir.U64, 0)))
	}
	// A long double with an exponent but no mantissa is invalid, and does not count as zero.
	exp := ir.NewBinary(ir.And, v.parts[1], ir.NewConst(ir.U16, 0x7fff))
	return ir.NewBinary(ir.LOr, first, ir.NewBinary(ir.Ne, exp, ir.NewConst(ir.U16, 0)))
}

// usualForm returns the common form of the usual arithmetic conversions (6.3.1.8). As in gcc, the parts of complex
// integers are not promoted.
func usualForm(a, b form) form {
	if !a.complex || a.kind == halfForm {
		a = promoteForm(a)
	}
	if !b.complex || b.kind == halfForm {
		b = promoteForm(b)
	}
	r := form{complex: a.complex || b.complex}
	switch {
	case a.kind == quadForm || b.kind == quadForm:
		r.kind = quadForm
	case a.kind == x87Form || b.kind == x87Form:
		r.kind = x87Form
	case a.float() || b.float():
		r.t = floatOf(a, b)
	case a.kind == int128Form || b.kind == int128Form:
		r.kind = int128Form
		r.signed = !(a.kind == int128Form && !a.signed || b.kind == int128Form && !b.signed)
	case a.kind == bitIntForm || b.kind == bitIntForm:
		return usualBits(a, b)
	case r.complex && a.t.Bits < 32 && b.t.Bits < 32:
		r.t = a.t
		if b.t.Bits > a.t.Bits || b.t.Bits == a.t.Bits && !b.t.Signed {
			r.t = b.t
		}
	default:
		r.t = usual(a.t, b.t)
	}
	return r
}

// promoteForm returns the form to which arithmetic promotes a number: int for narrower integers, float for _Float16.
func promoteForm(a form) form {
	switch a.kind {
	case machineForm:
		a.t = promote(a.t)
	case halfForm:
		return form{t: ir.F32, complex: a.complex}
	}
	return a
}

// floatOf returns the type of the wider of the two forms that are floats of the IR; at least one of them is.
func floatOf(a, b form) ir.Type {
	switch {
	case !a.float():
		return b.t
	case !b.float():
		return a.t
	}
	return usual(a.t, b.t)
}
