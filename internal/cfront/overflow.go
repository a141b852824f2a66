package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// gcc's arithmetic that tests for overflow: __builtin_add_overflow and its variants, and additions with carry.

// overflowOp returns the operator of __builtin_add_overflow or a variant of it; ok is false for other names. kind is
// the type of the operands if the name determines it, and cc.InvalidKind otherwise.
func overflowOp(name string) (op ir.BinOp, kind cc.Kind, ok bool) {
	n, is := strings.CutPrefix(name, "__builtin_")
	if !is {
		return 0, 0, false
	}
	if n, is = strings.CutSuffix(n, "_overflow_p"); !is {
		if n, is = strings.CutSuffix(n, "_overflow"); !is {
			return 0, 0, false
		}
	}
	ops := map[string]ir.BinOp{"add": ir.Add, "sub": ir.Sub, "mul": ir.Mul}
	if op, is := ops[n]; is {
		return op, cc.InvalidKind, true
	}
	if len(n) < 4 || ops[n[1:4]] == 0 {
		return 0, 0, false
	}
	kinds := map[string]cc.Kind{"s": cc.Int, "sl": cc.Long, "sll": cc.LongLong, "u": cc.UInt, "ul": cc.ULong,
		"ull": cc.ULongLong}
	kind, is = kinds[n[:1]+n[4:]]
	return ops[n[1:4]], kind, is
}

// overflowBuiltin lowers a call of __builtin_add_overflow or a variant of it. It computes the exact result in as many
// bits as needed. If kind is valid, the operands are first converted to this type.
func (f builtins) overflowBuiltin(c *call, name string, op ir.BinOp, kind cc.Kind) value {
	if len(c.args) != 3 {
		f.fail(c.n, "%s needs three arguments", name)
	}
	c.ft = nil
	f.evalArgsRaw(c)
	a, b, p := c.vals[0], c.vals[1], c.vals[2]
	pred := strings.HasSuffix(name, "_p")
	var rt cc.Type
	switch {
	case kind != cc.InvalidKind:
		rt = vectorElem(f.u.AST, kind)
		a, b = f.convert(a, rt, c.n), f.convert(b, rt, c.n)
		p = f.convert(p, rt.Pointer(), c.n)
	case pred:
		if csrc.IsBitField(c.args[2]) {
			f.fail(c.n, "%s with the type of a bit-field is not supported", name)
		}
		rt = f.typeOf(c.args[2])
	case isPtr(p):
		rt = ctype.Elem(p.t)
	}
	if rt != nil && (a.wide() || b.wide() || f.l.IsWide(rt)) {
		dst := p.e
		if pred {
			dst = nil
		}
		return wideInts(f).overflow128(op, a, b, rt, dst, c.n)
	}
	if rt == nil || !isInt(a) || !isInt(b) {
		f.fail(c.n, "%s: the operands must be integers", name)
	}
	t := f.scalar(rt, c.n)
	if t.Kind != ir.Int {
		f.fail(c.n, "%s: the result must be an integer", name)
	}
	res, over := f.exactOp(op, a.e, b.e, t)
	if !pred {
		over = f.hold(over)
		f.store(place{t: rt, addr: p.e}, value{e: res, t: rt}, c.n)
	}
	return fromBool(over)
}

// evalArgsRaw evaluates arguments without conversion or promotion.
func (f *fn) evalArgsRaw(c *call) {
	c.vals = make([]value, len(c.args))
	for i := len(c.args) - 1; i >= 0; i-- {
		c.vals[i] = f.holdValue(f.rvalue(c.args[i]))
	}
}

// exactOp returns x op y reduced to t, and the condition that the exact result differs from it.
func (f builtins) exactOp(op ir.BinOp, x, y ir.Expr, t ir.Type) (res, over ir.Expr) {
	tx, ty := x.Type(), y.Type()
	if tx == ty && tx == t {
		// The result wraps by definition. The operation is done in an unsigned type, as it could otherwise be an overflow of
		// the program.
		u := t
		u.Signed = false
		return ir.NewCast(t, &ir.Binary{Op: op, X: ir.NewCast(u, x), Y: ir.NewCast(u, y)}), &ir.Overflows{Op: op, X: x, Y: y}
	}
	// need returns the number of bits of a signed type that has all values of t.
	need := func(t ir.Type) int {
		if t.Signed {
			return int(t.Bits)
		}
		return int(t.Bits) + 1
	}
	sum := max(need(tx), need(ty)) + 1
	if op == ir.Mul {
		sum = need(tx) + need(ty)
	}
	if sum > 64 {
		if op == ir.Mul {
			return f.wideMul(x, y, t)
		}
		return f.wideSum(op, x, y, t)
	}
	e := f.once(&ir.Binary{Op: op, X: ir.NewCast(ir.I64, x), Y: ir.NewCast(ir.I64, y)})
	res = ir.NewCast(t, e)
	if t.Bits == 64 {
		if t.Signed {
			return res, ir.NewBool(false)
		}
		return res, ir.NewBinary(ir.Lt, e, ir.NewConst(ir.I64, 0))
	}
	return res, ir.NewBinary(ir.Ne, ir.NewCast(ir.I64, res), e)
}

// high returns the upper 64 bits of e, extended to 128 bits.
func high(e ir.Expr) ir.Expr {
	if !e.Type().Signed {
		return ir.NewConst(ir.U64, 0)
	}
	return ir.NewCast(ir.U64, ir.NewBinary(ir.Shr, ir.NewCast(ir.I64, e), ir.NewConst(ir.U32, 63)))
}

// wideSum is exactOp for sums and differences that need two words of 64 bits.
func (f builtins) wideSum(op ir.BinOp, x, y ir.Expr, t ir.Type) (res, over ir.Expr) {
	x, y = f.once(x), f.once(y)
	xl, yl := ir.NewCast(ir.U64, x), ir.NewCast(ir.U64, y)
	lo := f.once(ir.NewBinary(op, xl, yl))
	carry := ir.NewBinary(ir.Lt, lo, xl)
	if op == ir.Sub {
		carry = ir.NewBinary(ir.Lt, xl, yl)
	}
	hi := ir.NewBinary(op, ir.NewBinary(op, high(x), high(y)), ir.NewCast(ir.U64, carry))
	res = ir.NewCast(t, lo)
	same := ir.NewAnd(ir.NewBinary(ir.Eq, ir.NewCast(ir.U64, res), lo), ir.NewBinary(ir.Eq, high(res), hi))
	return res, ir.NotExpr(same)
}

// wideMul is exactOp for products of more than 64 bits. It multiplies the absolute values, and negates the product if
// the signs of x and y differ.
func (f builtins) wideMul(x, y ir.Expr, t ir.Type) (res, over ir.Expr) {
	x, y = f.once(x), f.once(y)
	amount := func(e ir.Expr) ir.Expr {
		return f.once(ir.NewBinary(ir.Sub, ir.NewBinary(ir.Xor, ir.NewCast(ir.U64, e), high(e)), high(e)))
	}
	ax, ay := amount(x), amount(y)
	minus := f.once(ir.NewBinary(ir.Xor, high(x), high(y))) // all bits or none
	lo := f.once(ir.NewBinary(ir.Mul, ax, ay))
	res = ir.NewCast(t, ir.NewBinary(ir.Sub, ir.NewBinary(ir.Xor, lo, minus), minus))
	most := ^uint64(0) >> (64 - t.Bits)
	least := uint64(0)
	if t.Signed {
		most >>= 1
		least = most + 1
	}
	up := ir.NewBinary(ir.Eq, minus, ir.NewConst(ir.U64, 0))
	far := ir.NewBinary(ir.LOr,
		ir.NewAnd(up, ir.NewBinary(ir.Lt, ir.NewBits(ir.U64, most), lo)),
		ir.NewAnd(ir.NotExpr(up), ir.NewBinary(ir.Lt, ir.NewBits(ir.U64, least), lo)))
	return res, ir.NewBinary(ir.LOr, &ir.Overflows{Op: ir.Mul, X: ax, Y: ay}, far)
}

// carryBuiltin lowers __builtin_ia32_addcarryx_u32 and its variants, whose arguments are (carry, a, b, &sum). The
// result is false for other names.
func (f builtins) carryBuiltin(c *call, name string) (value, bool) {
	var op ir.BinOp
	u := ir.U32
	switch name {
	case "__builtin_ia32_addcarryx_u32":
		op = ir.Add
	case "__builtin_ia32_addcarryx_u64":
		op, u = ir.Add, ir.U64
	case "__builtin_ia32_sbb_u32":
		op = ir.Sub
	case "__builtin_ia32_sbb_u64":
		op, u = ir.Sub, ir.U64
	default:
		return value{}, false
	}
	if len(c.args) != 4 {
		f.fail(c.n, "%s needs four arguments", name)
	}
	c.ft = nil
	f.evalArgsRaw(c)
	if !isInt(c.vals[0]) || !isInt(c.vals[1]) || !isInt(c.vals[2]) || !isPtr(c.vals[3]) {
		f.fail(c.n, "%s: wrong arguments", name)
	}
	in := f.once(ir.NewCast(u, ir.NewBinary(ir.Ne, ir.NewCast(ir.U8, c.vals[0].e), ir.NewConst(ir.U8, 0))))
	x, y := f.once(ir.NewCast(u, c.vals[1].e)), f.once(ir.NewCast(u, c.vals[2].e))
	part := f.once(ir.NewBinary(op, x, y))
	all := f.once(ir.NewBinary(op, part, in))
	out := ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, part, x), ir.NewBinary(ir.Lt, all, part))
	if op == ir.Sub {
		out = ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, x, y), ir.NewBinary(ir.Lt, part, in))
	}
	out = f.once(ir.NewCast(ir.U8, out))
	f.emit(&ir.Store{Addr: c.vals[3].e, Val: all})
	return value{e: out, t: vectorElem(f.u.AST, cc.UChar)}, true
}
