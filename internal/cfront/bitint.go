package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers _BitInt(N) of up to 64 bits (C23 6.2.5). Such a number is a value of the smallest machine type that
// has N bits, sign or zero extended. It is not promoted. Operations are computed in 64 bits, and their results are
// reduced to N bits; a signed result that the reduction changes is an overflow. When the number is read from memory,
// the bits of the machine type above N are ignored.

// bitValue returns the low N bits of a machine integer as a number of the form.
func bitValue(w ctype.Form, e ir.Expr) value {
	return number(w, []ir.Expr{ir.NewCast(w.Type, w.Reduced(ir.NewCast(w.Word(), e)))})
}

// asWord returns the number v, extended to a word of its form.
func asWord(v value) ir.Expr { return ir.NewCast(v.form.Word(), v.parts[0]) }

// opBitInt computes a op b; both have the same form.
func (f wideInts) opBitInt(op ir.BinOp, a, b value) value {
	w := a.form
	x, y := f.once(asWord(a)), f.once(asWord(b))
	switch op { // sound: other operators do not overflow the word
	case ir.Add, ir.Sub, ir.Mul:
		if !w.Signed {
			return bitValue(w, f.once(bin(op, x, y)))
		}
		res, over := builtins(f).exactOp(op, x, y, ir.I64)
		res = f.once(res)
		f.overflowBits(w, res, over)
		return bitValue(w, res)
	case ir.Div:
		res := f.once(bin(op, x, y))
		f.overflowBits(w, res, ir.NewBool(false))
		return bitValue(w, res)
	}
	return bitValue(w, f.once(bin(op, x, y)))
}

// overflowBits makes an overflow visible (overflowIf) if the signed result res does not fit its form w, or if the
// condition over holds: res has overflowed even the word. It does nothing for unsigned forms.
func (f wideInts) overflowBits(w ctype.Form, res, over ir.Expr) {
	if !w.Signed || !f.l.Cfg.SeeOverflow {
		return
	}
	if w.Bits < 64 {
		over = ir.NewBinary(ir.LOr, over, ir.NewBinary(ir.Ne, w.Reduced(res), res))
	}
	f.overflowIf(over)
}

// shiftBitInt computes a << by or a >> by. The result is arbitrary if the amount is not between 0 and N-1.
func (f wideInts) shiftBitInt(op ir.BinOp, a value, by ir.Expr) value {
	w := a.form
	by = f.once(by)
	t := by.Type()
	fits := bin(ir.Lt, ir.NewCast(ir.U64, by), ir.NewConst(ir.U64, int64(w.Bits)))
	if t.Signed {
		fits = ir.NewAnd(bin(ir.Le, ir.NewConst(t, 0), by), fits)
	}
	if f.l.Cfg.HasCheck(ir.ValidShift) && !f.u.Model {
		contractChecks(f).demand(ir.ValidShift, fits, "the amount of a shift of a _BitInt", f.pos)
	}
	k := bin(ir.And, ir.NewCast(ir.U32, by), ir.NewConst(ir.U32, 63))
	return f.choose(fits, w, func() value {
		if op == ir.Shl {
			return bitValue(w, bin(op, ir.NewCast(ir.U64, asWord(a)), k))
		}
		return bitValue(w, bin(op, asWord(a), k))
	}, func() value {
		return bitValue(w, f.inputWide(ir.Shift, "shift", w, nil).parts[0])
	})
}

// toBitInt converts an integer to a form of a _BitInt.
func (f wideInts) toBitInt(v value, to ctype.Form, n cc.Node) value {
	from := formOf(v)
	switch {
	case from.Kind == ctype.Int128Form:
		return bitValue(to, v.parts[0])
	case from.Kind == ctype.BitIntForm:
		return bitValue(to, asWord(v))
	case from.Kind != ctype.MachineForm || from.Type.Kind != ir.Int && from.Type.Kind != ir.Bool:
		f.fail(n, "a conversion of %s to a _BitInt is not supported: convert it to an integer type first", from.Text())
	}
	return bitValue(to, v.e)
}
