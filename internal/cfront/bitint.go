package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers _BitInt(N) of up to 64 bits (C23 6.2.5). Such a number is a value of the smallest machine type that
// has N bits, sign or zero extended. It is not promoted. Operations are computed in 64 bits, and their results are
// reduced to N bits; a signed result that the reduction changes is an overflow. When the number is read from memory,
// the bits of the machine type above N are ignored.

// bitForm returns the form of a _BitInt type; ok is false for any other type.
func (l *typeTable) bitForm(t cc.Type) (w form, ok bool) {
	n := layout.BitsOf(t)
	if n == 0 {
		return form{}, false
	}
	it, ok := l.kindType(t.Kind())
	return form{kind: bitIntForm, t: it, bits: n, signed: it.Signed}, ok
}

// word returns the machine type of 64 bits in which operations on numbers of the form are computed.
func (w form) word() ir.Type {
	if w.signed {
		return ir.I64
	}
	return ir.U64
}

// reduced returns the low N bits of e, a word of the form, sign or zero extended to a word.
func (w form) reduced(e ir.Expr) ir.Expr {
	if w.bits == 64 {
		return ir.NewCast(w.word(), e)
	}
	return ir.NewCast(w.word(), fitBits(ir.NewCast(ir.U64, e), w.bits, w.signed))
}

// bitValue returns the low N bits of a machine integer as a number of the form.
func (w form) bitValue(e ir.Expr) value {
	return number(w, []ir.Expr{ir.NewCast(w.t, w.reduced(ir.NewCast(w.word(), e)))})
}

// asWord returns the number v, extended to a word of its form.
func asWord(v value) ir.Expr { return ir.NewCast(v.form.word(), v.parts[0]) }

// opBitInt computes a op b; both have the same form.
func (f wideInts) opBitInt(op ir.BinOp, a, b value) value {
	w := a.form
	x, y := f.once(asWord(a)), f.once(asWord(b))
	switch op { // sound: other operators do not overflow the word
	case ir.Add, ir.Sub, ir.Mul:
		if !w.signed {
			return w.bitValue(f.once(bin(op, x, y)))
		}
		res, over := builtins(f).exactOp(op, x, y, ir.I64)
		res = f.once(res)
		f.overflowBits(w, res, over)
		return w.bitValue(res)
	case ir.Div:
		res := f.once(bin(op, x, y))
		f.overflowBits(w, res, ir.NewBool(false))
		return w.bitValue(res)
	}
	return w.bitValue(f.once(bin(op, x, y)))
}

// overflowBits makes an overflow visible (overflowIf) if the signed result res does not fit its form w, or if the
// condition over holds: res has overflowed even the word. It does nothing for unsigned forms.
func (f wideInts) overflowBits(w form, res, over ir.Expr) {
	if !w.signed || !f.l.cfg.SeeOverflow {
		return
	}
	if w.bits < 64 {
		over = ir.NewBinary(ir.LOr, over, ir.NewBinary(ir.Ne, w.reduced(res), res))
	}
	f.overflowIf(over)
}

// shiftBitInt computes a << by or a >> by. The result is arbitrary if the amount is not between 0 and N-1.
func (f wideInts) shiftBitInt(op ir.BinOp, a value, by ir.Expr) value {
	w := a.form
	by = f.once(by)
	t := by.Type()
	fits := bin(ir.Lt, ir.NewCast(ir.U64, by), ir.NewConst(ir.U64, int64(w.bits)))
	if t.Signed {
		fits = ir.NewAnd(bin(ir.Le, ir.NewConst(t, 0), by), fits)
	}
	if f.l.cfg.checks(ir.ValidShift) && !f.u.model {
		contractChecks(f).demand(ir.ValidShift, fits, "the amount of a shift of a _BitInt", f.pos)
	}
	k := bin(ir.And, ir.NewCast(ir.U32, by), ir.NewConst(ir.U32, 63))
	return f.choose(fits, w, func() value {
		if op == ir.Shl {
			return w.bitValue(bin(op, ir.NewCast(ir.U64, asWord(a)), k))
		}
		return w.bitValue(bin(op, asWord(a), k))
	}, func() value {
		return w.bitValue(f.inputWide(ir.Shift, "shift", w, nil).parts[0])
	})
}

// usualBits returns the common form of two integers, of which at least one is a _BitInt: the form with more bits. If
// both have the same number of bits, it is the machine's form if there is one, and unsigned if one of the forms is.
func usualBits(a, b form) form {
	bits := func(w form) (int, bool) {
		if w.kind == bitIntForm {
			return w.bits, w.signed
		}
		return int(w.t.Bits), w.t.Signed
	}
	na, sa := bits(a)
	nb, sb := bits(b)
	switch {
	case na > nb:
		return a
	case nb > na:
		return b
	case a.kind == bitIntForm && b.kind == bitIntForm:
		if sa {
			return b
		}
		return a
	case b.kind == bitIntForm:
		a, b, sa, sb = b, a, sb, sa
	}
	if sb && !sa {
		b.t.Signed = false
	}
	return b
}

// toBitInt converts an integer to a form of a _BitInt.
func (f wideInts) toBitInt(v value, to form, n cc.Node) value {
	from := formOf(v)
	switch {
	case from.kind == int128Form:
		return to.bitValue(v.parts[0])
	case from.kind == bitIntForm:
		return to.bitValue(asWord(v))
	case from.kind != machineForm || from.t.Kind != ir.Int && from.t.Kind != ir.Bool:
		f.fail(n, "a conversion of %s to a _BitInt is not supported: convert it to an integer type first", from.text())
	}
	return to.bitValue(v.e)
}
