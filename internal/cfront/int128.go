package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers __int128, which has two halves of 64 bits. Division is a model in C (models/src/int128.c).

// u64 returns a constant of 64 bits.
func u64(v uint64) ir.Expr { return ir.NewBits(ir.U64, v) }

func bin(op ir.BinOp, a, b ir.Expr) ir.Expr { return ir.NewBinary(op, a, b) }

// wideInts lowers operations on integers that no register holds: __int128 and _BitInt.
type wideInts struct{ *fn }

// extend128 converts an integer or address to an __int128.
func (f wideInts) extend128(e ir.Expr, to ctype.Form) value {
	lo := ir.NewCast(ir.U64, e)
	if !e.Type().Signed {
		return number(to, []ir.Expr{lo, u64(0)})
	}
	sign := bin(ir.Shr, ir.NewCast(ir.I64, e), ir.NewConst(ir.U32, 63))
	return number(to, []ir.Expr{lo, ir.NewCast(ir.U64, sign)})
}

// big128 returns the value of a literal.
func big128(v value) *big.Int {
	hi, lo := bits(v.parts[1]), bits(v.parts[0])
	b := new(big.Int).SetUint64(hi)
	if v.form.Signed && hi>>63 != 0 {
		b.SetInt64(int64(hi))
	}
	b.Lsh(b, 64)
	return b.Add(b, new(big.Int).SetUint64(lo))
}

// literal128 returns b modulo 2^128 as a literal.
func literal128(b *big.Int, w ctype.Form) value {
	return number(w, []ir.Expr{u64(low64(b)), u64(low64(new(big.Int).Rsh(b, 64)))})
}

// op128 computes a op b; both have the same form.
func (f wideInts) op128(op ir.BinOp, a, b value) value {
	w := a.form
	if v, ok := f.fold128(op, a, b); ok {
		return v
	}
	a, b = f.keepAll(a), f.keepAll(b)
	al, ah, bl, bh := a.parts[0], a.parts[1], b.parts[0], b.parts[1]
	switch op {
	case ir.And, ir.Or, ir.Xor:
		return number(w, []ir.Expr{bin(op, al, bl), bin(op, ah, bh)})
	case ir.Add, ir.Sub:
		lo := f.once(bin(op, al, bl))
		less := bin(ir.Lt, lo, al) // carry
		if op == ir.Sub {
			less = bin(ir.Lt, al, bl) // borrow
		}
		hi := f.once(bin(op, bin(op, ah, bh), ir.NewCast(ir.U64, less)))
		if w.Signed && f.l.Cfg.SeeOverflow {
			differ := bin(ir.Xor, bh, hi)
			if op == ir.Sub {
				differ = bin(ir.Xor, ah, bh)
			}
			over := bin(ir.And, bin(ir.Xor, ah, hi), differ)
			f.overflowIf(bin(ir.Lt, ir.NewCast(ir.I64, over), ir.NewConst(ir.I64, 0)))
		}
		return number(w, []ir.Expr{lo, hi})
	case ir.Mul:
		if w.Signed && f.l.Cfg.SeeOverflow {
			yes := value{e: ir.NewConst(ir.I32, 1)}
			over := f.callModel("__tandem_mulo128", number(ctype.Unsigned128, a.parts), yes, number(ctype.Unsigned128, b.parts),
				yes, yes)
			f.overflowIf(ir.NewBinary(ir.Ne, over.e, ir.NewConst(over.e.Type(), 0)))
		}
		return f.mul128(a, b)
	case ir.Div, ir.Rem:
	default:
		panic("op128: " + op.String())
	}
	if ok := (wides(f)).truthReal(b); f.l.Cfg.HasCheck(ir.ValidDivision) && !f.u.Model {
		contractChecks(f).demand(ir.ValidDivision, ok, "the divisor of an __int128", f.pos)
	} else {
		f.emit(&ir.Assume{Cond: ok, Guard: ir.DivGuard})
	}
	if w.Signed && f.l.Cfg.SeeOverflow {
		least := f.compare128(ir.Eq, a, number(w, []ir.Expr{u64(0), u64(1 << 63)}))
		minus := f.compare128(ir.Eq, b, number(w, []ir.Expr{u64(^uint64(0)), u64(^uint64(0))}))
		f.overflowIf(ir.NewAnd(least, minus))
	}
	name := map[bool]map[ir.BinOp]string{
		true:  {ir.Div: "__tandem_divti3", ir.Rem: "__tandem_modti3"},
		false: {ir.Div: "__tandem_udivti3", ir.Rem: "__tandem_umodti3"},
	}[w.Signed][op]
	r := f.callModel(name, a, b)
	r.t = nil
	return r
}

// overflowIf emits a signed addition that overflows if cond holds. The addition makes the overflow of a wide integer
// visible to the pass that checks overflow.
func (f wideInts) overflowIf(cond ir.Expr) {
	if ir.IsFalse(cond) {
		return
	}
	most := ir.NewBits(ir.I64, 1<<63-1)
	f.def(ir.I64, func(v *ir.Var) ir.Stmt {
		return &ir.Assign{Dst: v, Src: &ir.Binary{Op: ir.Add, X: most, Y: ir.NewCast(ir.I64, cond)}}
	})
}

// fold128 computes a op b for literals. The result is false if one of them is not a literal, or if the fold would hide
// undefined behaviour.
func (f wideInts) fold128(op ir.BinOp, a, b value) (value, bool) {
	if !a.literal() || !b.literal() {
		return value{}, false
	}
	x, y := big128(a), big128(b)
	r := new(big.Int)
	switch op { // sound: callers pass no other operators
	case ir.Add:
		r.Add(x, y)
	case ir.Sub:
		r.Sub(x, y)
	case ir.Mul:
		r.Mul(x, y)
	case ir.And:
		r.And(x, y)
	case ir.Or:
		r.Or(x, y)
	case ir.Xor:
		r.Xor(x, y)
	case ir.Div, ir.Rem:
		if y.Sign() == 0 {
			return value{}, false
		}
		if op == ir.Div {
			r.Quo(x, y)
		} else {
			r.Rem(x, y)
		}
	}
	v := literal128(r, a.form)
	return v, !a.form.Signed || !f.l.Cfg.SeeOverflow || big128(v).Cmp(r) == 0
}

// mul128 multiplies modulo 2^128.
func (f wideInts) mul128(a, b value) value {
	al, ah, bl, bh := a.parts[0], a.parts[1], b.parts[0], b.parts[1]
	hi := f.mulHigh(al, bl)
	for _, p := range [][2]ir.Expr{{al, bh}, {ah, bl}} {
		if !isZero(p[0]) && !isZero(p[1]) {
			hi = bin(ir.Add, hi, bin(ir.Mul, p[0], p[1]))
		}
	}
	return number(a.form, []ir.Expr{f.once(bin(ir.Mul, al, bl)), f.once(hi)})
}

// isZero reports whether e is the constant 0.
func isZero(e ir.Expr) bool {
	c, ok := e.(*ir.Const)
	return ok && c.Bits == 0
}

// mulHigh returns the upper half of the product of two numbers of 64 bits.
func (f wideInts) mulHigh(x, y ir.Expr) ir.Expr {
	if isZero(x) || isZero(y) {
		return u64(0)
	}
	half := ir.NewConst(ir.U32, 32)
	low := func(e ir.Expr) ir.Expr { return bin(ir.And, e, u64(0xffffffff)) }
	high := func(e ir.Expr) ir.Expr { return bin(ir.Shr, e, half) }
	x0, x1, y0, y1 := f.once(low(x)), f.once(high(x)), f.once(low(y)), f.once(high(y))
	mid := f.once(bin(ir.Add, bin(ir.Mul, x1, y0), high(bin(ir.Mul, x0, y0))))
	mid2 := f.once(bin(ir.Add, bin(ir.Mul, x0, y1), low(mid)))
	return bin(ir.Add, bin(ir.Add, bin(ir.Mul, x1, y1), high(mid)), high(mid2))
}

// compare128 returns the condition a op b.
func (f wideInts) compare128(op ir.BinOp, a, b value) ir.Expr {
	al, ah, bl, bh := a.parts[0], a.parts[1], b.parts[0], b.parts[1]
	same := bin(ir.Eq, ah, bh)
	switch op { // sound: the other operators compare the high halves and, if these are equal, the low halves
	case ir.Eq:
		return bin(ir.LAnd, bin(ir.Eq, al, bl), same)
	case ir.Ne:
		return bin(ir.LOr, bin(ir.Ne, al, bl), bin(ir.Ne, ah, bh))
	}
	hi := bin(ir.Lt, ah, bh)
	if a.form.Signed {
		hi = bin(ir.Lt, ir.NewCast(ir.I64, ah), ir.NewCast(ir.I64, bh))
	}
	return bin(ir.LOr, hi, bin(ir.LAnd, same, bin(op, al, bl)))
}

// shiftWide computes a << b or a >> b, where at least one operand is an __int128 or a _BitInt.
func (f wideInts) shiftWide(op ir.BinOp, a, b value, n cc.Node) value {
	wa, wb := formOf(a), formOf(b)
	if wa.Float() || wb.Float() || wa.Complex || wb.Complex {
		f.fail(n, "a shift needs integers")
	}
	amount := value{}
	if wb.Kind == ctype.Int128Form {
		// An amount that needs more than 64 bits is too large, like one with the highest bit set.
		big := bin(ir.Ne, b.parts[1], u64(0))
		amount.e = bin(ir.Or, b.parts[0], bin(ir.Shl, ir.NewCast(ir.U64, big), ir.NewConst(ir.U32, 63)))
	} else if wb.Kind == ctype.BitIntForm {
		amount.e = asWord(b)
	} else {
		amount = f.promoted(b, n)
	}
	if wa.Kind == ctype.BitIntForm {
		return f.shiftBitInt(op, f.keepAll(a), amount.e)
	}
	if wa.Kind != ctype.Int128Form {
		return value{e: bin(op, f.promoted(a, n).e, amount.e)}
	}
	return f.shift128(op, f.keepAll(a), f.once(amount.e))
}

// shift128 shifts an __int128. The result is arbitrary if the amount is not between 0 and 127.
func (f wideInts) shift128(op ir.BinOp, a value, by ir.Expr) value {
	w := a.form
	t := by.Type()
	if c, ok := by.(*ir.Const); ok {
		if k := c.Bits; k < 128 {
			return f.shiftBy(op, a, ir.NewConst(ir.U32, int64(k&63)), k >= 64)
		}
	}
	fits := bin(ir.Lt, by, ir.NewConst(t, 128))
	if t.Signed {
		fits = ir.NewAnd(bin(ir.Le, ir.NewConst(t, 0), by), fits)
	}
	if f.l.Cfg.HasCheck(ir.ValidShift) && !f.u.Model {
		contractChecks(f).demand(ir.ValidShift, fits, "the amount of a shift of an __int128", f.pos)
	}
	small := bin(ir.Lt, by, ir.NewConst(t, 64))
	k := bin(ir.And, ir.NewCast(ir.U32, by), ir.NewConst(ir.U32, 63))
	return f.choose(fits, w, func() value {
		return f.choose(small, w,
			func() value { return f.shiftBy(op, a, k, false) },
			func() value { return f.shiftBy(op, a, k, true) })
	}, func() value {
		return f.inputWide(ir.Shift, "shift", w, nil)
	})
}

// shiftBy shifts a by k, or by 64 + k if far is set; 0 <= k < 64.
func (f wideInts) shiftBy(op ir.BinOp, a value, k ir.Expr, far bool) value {
	lo, hi := a.parts[0], a.parts[1]
	one := ir.NewConst(ir.U32, 1)
	rest := bin(ir.Sub, ir.NewConst(ir.U32, 63), k)
	up := func(e ir.Expr, k ir.Expr) ir.Expr { return bin(ir.Shl, e, k) }
	down := func(e ir.Expr, k ir.Expr) ir.Expr { return bin(ir.Shr, e, k) }
	high := func(k ir.Expr) ir.Expr {
		if a.form.Signed {
			return ir.NewCast(ir.U64, down(ir.NewCast(ir.I64, hi), k))
		}
		return down(hi, k)
	}
	switch {
	case op == ir.Shl && far:
		return number(a.form, []ir.Expr{u64(0), up(lo, k)})
	case op == ir.Shl:
		return number(a.form, []ir.Expr{up(lo, k), bin(ir.Or, up(hi, k), down(down(lo, one), rest))})
	case far && a.form.Signed:
		return number(a.form, []ir.Expr{high(k), high(ir.NewConst(ir.U32, 63))})
	case far:
		return number(a.form, []ir.Expr{high(k), u64(0)})
	}
	return number(a.form, []ir.Expr{bin(ir.Or, down(lo, k), up(up(hi, one), rest)), high(k)})
}

// from128 converts an __int128 to a floating-point form.
func (f wideInts) from128(v value, to ctype.Form) value {
	name := "__tandem_float128"
	if !v.form.Signed {
		name = "__tandem_floatun128"
	}
	if v.literal() {
		return floatLiteral(new(big.Float).SetInt(big128(v)), to)
	}
	switch to.Kind {
	case ctype.HalfForm:
		return wideFloats(f).toHalf(f.from128(v, ctype.Form{Type: ir.F32}).e)
	case ctype.MachineForm:
		wides(f).nearestOnly("the conversion of __int128")
	default:
		wides(f).withoutFlags("the conversion of __int128")
	}
	name += map[ctype.Form]string{{Type: ir.F32}: "sf", {Type: ir.F64}: "df", ctype.LongDouble: "xf", ctype.Quad: "tf"}[to]
	r := f.callModel(name, v)
	r.t = nil
	return r
}

// floatTo128 converts a float or double. The result is arbitrary if the number does not fit.
func (f wideInts) floatTo128(e ir.Expr, to ctype.Form) value {
	name := "__tandem_fix128df"
	if !to.Signed {
		name = "__tandem_fixun128df"
	}
	e = ir.NewCast(ir.F64, e)
	if c, ok := e.(*ir.Const); ok {
		if b, ok := truncated(ir.FloatOf(ir.F64, c.Bits)); ok && fits128(b, to.Signed) {
			return literal128(b, to)
		}
	}
	wides(f).nearestOnly("the conversion to __int128")
	r := f.callModel(name, value{e: e})
	r.t = nil
	return r
}

// truncated returns the integer part of d; the result is false if d is not finite.
func truncated(d float64) (*big.Int, bool) {
	if d-d != 0 {
		return nil, false
	}
	b, _ := new(big.Float).SetFloat64(d).Int(nil)
	return b, true
}

// fits128 reports whether b fits 128 bits.
func fits128(b *big.Int, signed bool) bool {
	if !signed {
		return b.Sign() >= 0 && b.BitLen() <= 128
	}
	return b.BitLen() <= 127 || b.Sign() < 0 && new(big.Int).Not(b).BitLen() <= 127
}

// case128 returns the condition lo <= v <= hi of a case label.
func (f wideInts) case128(v value, lo, hi *big.Int) ir.Expr {
	a, b := literal128(lo, v.form), literal128(hi, v.form)
	if lo.Cmp(hi) == 0 {
		return f.compare128(ir.Eq, v, a)
	}
	return bin(ir.LAnd, f.compare128(ir.Le, a, v), f.compare128(ir.Le, v, b))
}

// overflow128 lowers __builtin_add_overflow and similar builtins if an operand or the result is an __int128. The result
// has type rt and is stored at dst, unless dst is nil.
func (f wideInts) overflow128(op ir.BinOp, a, b value, rt cc.Type, dst ir.Expr, n cc.Node) value {
	w, wide := f.l.WideForm(rt)
	if !wide {
		w = ctype.Form{Type: f.scalar(rt, n)}
	}
	integer := func(w ctype.Form) bool {
		return !w.Complex && (w.Kind == ctype.Int128Form || w.Kind == ctype.MachineForm && w.Type.Kind == ir.Int)
	}
	operand := func(v value) (value, value) {
		if v.isVoid() || v.aggregate() || !integer(formOf(v)) {
			f.fail(n, "the operands of an overflow builtin must be integers")
		}
		signed := formOf(v).Signed || !v.wide() && v.e.Type().Signed
		to := ctype.Unsigned128
		if signed {
			to = ctype.Signed128
		}
		return f.keepAll(number(ctype.Unsigned128, wides(f).toReal(v, to, n).parts)), value{e: ir.NewCast(ir.I32,
			ir.NewBool(signed))}
	}
	if !integer(w) {
		f.fail(n, "the result of an overflow builtin must be an integer")
	}
	x, sx := operand(a)
	y, sy := operand(b)
	name := map[ir.BinOp]string{ir.Add: "__tandem_addo128", ir.Sub: "__tandem_subo128", ir.Mul: "__tandem_mulo128"}[op]
	full := ctype.Signed128
	if wide {
		full = w
	}
	over := f.callModel(name, x, sx, y, sy, value{e: ir.NewCast(ir.I32, ir.NewBool(full.Signed))}).e
	lost := bin(ir.Ne, over, ir.NewConst(ir.I32, 0))
	exact := f.keepAll(number(full, f.op128(op, x, y).parts))
	r := f.keepAll(wides(f).toReal(exact, w, n))
	if !wide {
		lost = bin(ir.LOr, lost, f.compare128(ir.Ne, wides(f).toReal(r, full, n), exact))
	}
	lost = f.once(ir.NewCast(ir.I32, lost))
	if dst != nil {
		r.t = rt
		f.store(place{t: rt, addr: dst}, r, n)
	}
	return value{e: lost}
}
