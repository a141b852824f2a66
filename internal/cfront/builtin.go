package cfront

import (
	"math"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// gcc's builtins: those that do not evaluate their arguments like a function,
// and those on bits and overflow.

// special lowers the forms whose arguments are not evaluated as those of a
// call.
func (f *fn) special(c *call, name string) (value, bool) {
	if v, ok := f.vecBuiltin(c, name); ok {
		return v, true
	}
	switch name {
	case "__builtin_constant_p":
		// What gcc can fold depends on its options; literals it always can.
		k := int64(0)
		if len(c.args) == 1 && c.args[0].Pure() {
			if _, ok, err := f.l.lay.ConstInt(c.args[0]); ok && err == nil {
				k = 1
			} else if _, ok := stringValue(c.args[0]); ok {
				k = 1
			}
		}
		return value{e: ir.NewConst(ir.I32, k)}, true
	case "__builtin_choose_expr":
		if len(c.args) != 3 {
			f.fail(c.n, "__builtin_choose_expr needs three arguments")
		}
		n := c.args[2]
		if f.constInt(c.args[0]).Sign() != 0 {
			n = c.args[1]
		}
		return f.rvalue(n), true
	case "__ccgo__types_compatible_p":
		k := int64(0)
		if len(c.args) == 2 && compatible(f.typeOf(c.args[0]), f.typeOf(c.args[1]), nil) {
			k = 1
		}
		return value{e: ir.NewConst(ir.I32, k)}, true
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		k := int64(-1)
		if len(c.args) == 2 {
			if b, ok, err := f.l.lay.ConstInt(c.args[1]); ok && err == nil && b.Int64() >= 2 {
				k = 0
			}
		}
		return value{e: ir.NewConst(f.model().Size(), k)}, true
	case "__builtin_expect", "__builtin_expect_with_probability":
		if len(c.args) < 2 {
			return value{}, false
		}
		for _, a := range c.args[1:] {
			if !a.Pure() {
				f.effect(a)
			}
		}
		return f.rvalue(c.args[0]), true
	case "__builtin_va_start", "__builtin_c23_va_start":
		return f.vaStart(c), true
	case "__builtin_va_end":
		for _, a := range c.args {
			f.lvalue(a)
		}
		return value{}, true
	case "__builtin_va_copy":
		if len(c.args) != 2 {
			f.fail(c.n, "va_copy needs two arguments")
		}
		dst := f.lvalue(c.args[0])
		f.store(dst, f.convert(f.rvalue(c.args[1]), dst.t, c.n), c.n)
		return value{}, true
	case "__builtin_va_arg_impl":
		f.fail(c.n, "va_arg is not supported in this form")
	case "__builtin_prefetch", "__builtin_assume_aligned":
		var v value
		for i, a := range c.args {
			if i == 0 {
				v = f.rvalue(a)
			} else if !a.Pure() {
				f.effect(a)
			}
		}
		return v, true
	case "__builtin_frame_address", "__builtin_return_address", "__builtin_extract_return_addr":
		f.l.warn(c.pos, "%s is not modelled: its value is taken as arbitrary", name)
		return value{e: f.approx(name, f.ptr()), t: f.u.ast.PVoid}, true
	}
	if strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		return f.atomic(c, name)
	}
	if op, ok := overflowOp(name); ok {
		return f.overflowBuiltin(c, name, op)
	}
	return value{}, false
}

func (f *fn) vaStart(c *call) value {
	if f.va == nil {
		f.fail(c.n, "va_start in a function without variable arguments")
	}
	if len(c.args) < 1 {
		f.fail(c.n, "va_start needs a va_list")
	}
	ap := f.lvalue(c.args[0])
	f.store(ap, f.convert(value{e: ir.NewRef(f.va), t: f.u.ast.PVoid}, ap.t, c.n), c.n)
	return value{}
}

// overflowOp recognises __builtin_add_overflow and its kin.
func overflowOp(name string) (ir.BinOp, bool) {
	n, ok := strings.CutPrefix(name, "__builtin_")
	if !ok || !strings.Contains(n, "_overflow") {
		return 0, false
	}
	for _, sign := range []string{"", "s", "u"} {
		rest, ok := strings.CutPrefix(n, sign)
		switch {
		case !ok:
		case strings.HasPrefix(rest, "add"):
			return ir.Add, true
		case strings.HasPrefix(rest, "sub"):
			return ir.Sub, true
		case strings.HasPrefix(rest, "mul"):
			return ir.Mul, true
		}
	}
	return 0, false
}

// overflowBuiltin computes exactly in 64 bits where that is wide enough for both
// operands and the result, else in the one type that they share.
func (f *fn) overflowBuiltin(c *call, name string, op ir.BinOp) (value, bool) {
	if len(c.args) != 3 {
		return value{}, false
	}
	c.ft = nil
	f.evalArgsRaw(c)
	a, b, p := c.vals[0], c.vals[1], c.vals[2]
	pred := strings.HasSuffix(name, "_p")
	var rt cc.Type
	switch {
	case pred:
		rt = f.typeOf(c.args[2])
	case isPtr(p):
		rt = elem(p.t)
	}
	if rt == nil || !isInt(a) || !isInt(b) {
		f.fail(c.n, "%s: the operands must be integers", name)
	}
	t := f.scalar(rt, c.n)
	res, over := f.exactOp(op, a.e, b.e, t)
	if !pred {
		f.store(place{t: rt, addr: p.e}, value{e: res, t: rt}, c.n)
	}
	return fromBool(over), true
}

// evalArgsRaw evaluates arguments without conversion or promotion.
func (f *fn) evalArgsRaw(c *call) {
	c.vals = make([]value, len(c.args))
	for i := len(c.args) - 1; i >= 0; i-- {
		c.vals[i] = f.holdValue(f.rvalue(c.args[i]))
	}
}

// exactOp is x op y reduced to t, and whether the exact result differs from it.
func (f *fn) exactOp(op ir.BinOp, x, y ir.Expr, t ir.Type) (res, over ir.Expr) {
	tx, ty := x.Type(), y.Type()
	if tx == ty && tx == t {
		return &ir.Binary{Op: op, X: x, Y: y}, &ir.Overflows{Op: op, X: x, Y: y}
	}
	wide := ir.I64
	fitsWide := func(t ir.Type) bool { return t.Bits < 64 || t.Signed }
	if op == ir.Mul && tx.Bits+ty.Bits > 63 && !(tx.Bits <= 32 && ty.Bits <= 32 && (tx.Signed || ty.Signed)) ||
		!fitsWide(tx) || !fitsWide(ty) || tx.Bits > 62 || ty.Bits > 62 {
		if op == ir.Mul && !tx.Signed && !ty.Signed && tx.Bits <= 32 && ty.Bits <= 32 {
			wide = ir.U64
		} else {
			return f.mixedOp(op, x, y, t)
		}
	}
	e := f.hold(&ir.Binary{Op: op, X: ir.NewCast(wide, x), Y: ir.NewCast(wide, y)})
	res = ir.NewCast(t, e)
	if t.Bits == 64 {
		if t.Signed == wide.Signed {
			return res, ir.NewBool(false)
		}
		return res, ir.NewBinary(ir.Lt, ir.NewCast(ir.I64, e), ir.NewConst(ir.I64, 0))
	}
	return res, ir.NewBinary(ir.Ne, ir.NewCast(wide, res), e)
}

// mixedOp handles operands of different 64-bit types: the common case that all
// fit into the result's type is exact, the rest is approximated.
func (f *fn) mixedOp(op ir.BinOp, x, y ir.Expr, t ir.Type) (res, over ir.Expr) {
	inRange := func(e ir.Expr) ir.Expr {
		c := ir.NewCast(t, e)
		back := ir.NewBinary(ir.Eq, ir.NewCast(e.Type(), c), e)
		if e.Type().Signed != t.Signed {
			s := e
			if !e.Type().Signed {
				s = c
			}
			back = ir.NewAnd(back, ir.NewBinary(ir.Le, ir.NewConst(s.Type(), 0), s))
		}
		return back
	}
	cx, cy := ir.NewCast(t, x), ir.NewCast(t, y)
	both := ir.NewAnd(inRange(x), inRange(y))
	o := f.temp(ir.U8)
	r := f.temp(t)
	f.emit(&ir.Assign{Dst: r, Src: &ir.Binary{Op: op, X: cx, Y: cy}})
	f.when(both, func() {
		f.emit(&ir.Assign{Dst: o, Src: ir.NewCast(ir.U8, &ir.Overflows{Op: op, X: cx, Y: cy})})
	})
	f.when(ir.NotExpr(both), func() {
		f.emit(&ir.Assign{Dst: o, Src: f.approx("overflow", ir.U8)})
	})
	return ir.NewRef(r), ir.NewBinary(ir.Ne, ir.NewRef(o), ir.NewConst(ir.U8, 0))
}

// --- atomics: one thread, so they are plain operations

func (f *fn) atomic(c *call, name string) (value, bool) {
	n := strings.TrimPrefix(strings.TrimPrefix(name, "__sync_"), "__atomic_")
	if n == "synchronize" || n == "thread_fence" || n == "signal_fence" {
		return value{}, true
	}
	if len(c.args) == 0 {
		return value{}, false
	}
	f.evalArgsRaw(c)
	p := c.vals[0]
	if !isPtr(p) || elem(p.t) == nil {
		return value{}, false
	}
	t := elem(p.t)
	pl := place{t: t, addr: p.e}
	arg := func(i int) value { return f.convert(c.vals[i], t, c.n) }
	ops := map[string]ir.BinOp{"add": ir.Add, "sub": ir.Sub, "or": ir.Or, "and": ir.And, "xor": ir.Xor}
	for word, op := range ops {
		if len(c.vals) >= 2 && (n == "fetch_and_"+word || n == "fetch_"+word) {
			old := f.load(pl, c.n)
			f.store(pl, f.convert(f.apply(op, old, c.vals[1], c.n), t, c.n), c.n)
			return old, true
		}
		if len(c.vals) >= 2 && (n == word+"_and_fetch" || n == word+"_fetch") {
			v := f.convert(f.apply(op, f.load(pl, c.n), c.vals[1], c.n), t, c.n)
			v = f.holdValue(v)
			f.store(pl, v, c.n)
			return v, true
		}
	}
	switch {
	case n == "load_n":
		return f.load(pl, c.n), true
	case n == "store_n" && len(c.vals) >= 2:
		f.store(pl, arg(1), c.n)
		return value{}, true
	case (n == "exchange_n" || n == "lock_test_and_set") && len(c.vals) >= 2:
		old := f.load(pl, c.n)
		f.store(pl, arg(1), c.n)
		return old, true
	case n == "lock_release":
		f.store(pl, f.convert(value{e: ir.NewConst(ir.I32, 0)}, t, c.n), c.n)
		return value{}, true
	case (n == "val_compare_and_swap" || n == "bool_compare_and_swap") && len(c.vals) >= 3:
		old := f.load(pl, c.n)
		same := f.comparison(ir.Eq, old, arg(1), c.n)
		f.when(same, func() { f.store(pl, arg(2), c.n) })
		if n[0] == 'v' {
			return old, true
		}
		return fromBool(same), true
	}
	f.fail(c.n, "%s is not supported", name)
	return value{}, false
}

// --- bits

// builtinHandler finds the builtins that have no library function of the same
// name; name is without __builtin_.
func builtinHandler(name string) handlerFunc {
	base := name
	for _, s := range []string{"ll", "l", "imax"} {
		if b, ok := strings.CutSuffix(name, s); ok {
			base = b
			break
		}
	}
	switch base {
	case "ffs", "clz", "ctz", "clrsb", "popcount", "parity":
		return func(f *fn, c *call) value { return f.countBits(c, base) }
	}
	switch name {
	case "bswap16", "bswap32", "bswap64":
		return (*fn).bswap
	case "abs", "labs", "llabs", "imaxabs":
		return (*fn).abs
	case "trap", "unreachable":
		return (*fn).end
	case "huge_val", "huge_valf", "huge_vall", "inf", "inff", "infl", "inff32", "inff64", "inff32x",
		"huge_valf32", "huge_valf64", "huge_valf32x":
		return func(f *fn, c *call) value {
			return f.asResult(value{e: ir.NewFloat(ir.F64, math.Inf(1))}, c)
		}
	case "nans", "nansf":
		return (*fn).nan
	case "fpclassify":
		return (*fn).builtinClassify
	case "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered":
		return (*fn).quietCompare
	}
	return nil
}

// abs branches on the sign: the negation of the smallest value overflows as in
// C.
func (f *fn) abs(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) || c.ft == nil {
		return f.callMissing(c)
	}
	v := f.convert(c.vals[0], c.ft.Result(), c.node())
	if !isInt(v) {
		return f.callMissing(c)
	}
	x := f.hold(v.e)
	r := f.temp(x.Type())
	neg := ir.NewBinary(ir.Lt, x, ir.NewConst(x.Type(), 0))
	yes, no, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, yes, &ir.Assume{Cond: neg, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, no, &ir.Assume{Cond: ir.NotExpr(neg), Guard: ir.OtherGuard}, f.pos)
	f.cur = yes
	f.emit(&ir.Assign{Dst: r, Src: ir.NewUnary(ir.Neg, x)})
	f.goTo(join)
	f.cur = no
	f.emit(&ir.Assign{Dst: r, Src: x})
	f.goTo(join)
	f.cur = join
	return value{e: ir.NewRef(r), t: c.ft.Result()}
}

func (f *fn) bswap(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	n := 2
	switch {
	case strings.HasSuffix(c.name, "32"):
		n = 4
	case strings.HasSuffix(c.name, "64"):
		n = 8
	}
	u := unitType(int64(n))
	w := u
	if n == 2 {
		w = ir.U32
	}
	x := f.hold(ir.NewCast(w, ir.NewCast(u, c.vals[0].e)))
	var r ir.Expr = ir.NewConst(w, 0)
	for i := 0; i < n; i++ {
		b := ir.NewBinary(ir.And, ir.NewBinary(ir.Shr, x, ir.NewConst(ir.U32, int64(8*i))), ir.NewConst(w, 255))
		r = ir.NewBinary(ir.Or, r, ir.NewBinary(ir.Shl, b, ir.NewConst(ir.U32, int64(8*(n-1-i)))))
	}
	return f.asResult(value{e: ir.NewCast(u, r)}, c)
}

// countBits counts by halving, without loops.
func (f *fn) countBits(c *call, op string) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	t := f.bitsArg(c)
	x := f.hold(ir.NewCast(t, c.vals[0].e))
	var r ir.Expr
	switch op {
	case "popcount":
		r = f.popcount(x)
	case "parity":
		r = ir.NewBinary(ir.And, f.popcount(x), ir.NewConst(ir.I32, 1))
	case "ctz":
		r = f.trailingZeros(x)
	case "clz":
		r = f.leadingZeros(x)
	case "ffs":
		z := f.hold(ir.NewBinary(ir.Add, f.trailingZeros(x), ir.NewConst(ir.I32, 1)))
		v := f.temp(ir.I32)
		f.emit(&ir.Assign{Dst: v, Src: z})
		f.when(ir.NewBinary(ir.Eq, x, ir.NewConst(t, 0)), func() {
			f.emit(&ir.Assign{Dst: v, Src: ir.NewConst(ir.I32, 0)})
		})
		r = ir.NewRef(v)
	case "clrsb":
		s := t
		s.Signed = true
		sign := ir.NewCast(t, ir.NewBinary(ir.Shr, ir.NewCast(s, x), ir.NewConst(ir.U32, int64(t.Bits)-1)))
		y := f.hold(ir.NewBinary(ir.Xor, x, sign))
		r = ir.NewBinary(ir.Sub, f.leadingZeros(ir.NewBinary(ir.Or, ir.NewBinary(ir.Shl, y, ir.NewConst(ir.U32, 1)), ir.NewConst(t, 1))), ir.NewConst(ir.I32, 0))
	}
	return f.asResult(value{e: r}, c)
}

// bitsArg is the unsigned type that the builtin counts in.
func (f *fn) bitsArg(c *call) ir.Type {
	switch {
	case strings.HasSuffix(c.name, "ll"):
		return ir.U64
	case strings.HasSuffix(c.name, "imax"):
		return ir.U64
	case strings.HasSuffix(c.name, "l"):
		return f.model().Size()
	}
	return ir.U32
}

// popcount adds up bits in pairs, nibbles and bytes.
func (f *fn) popcount(x ir.Expr) ir.Expr {
	t := x.Type()
	k := func(v uint64) ir.Expr { return ir.NewBits(t, v&(^uint64(0)>>(64-t.Bits))) }
	sh := func(e ir.Expr, n int64) ir.Expr { return ir.NewBinary(ir.Shr, e, ir.NewConst(ir.U32, n)) }
	x = f.hold(ir.NewBinary(ir.Sub, x, ir.NewBinary(ir.And, sh(x, 1), k(0x5555555555555555))))
	x = f.keep(ir.NewBinary(ir.Add, ir.NewBinary(ir.And, x, k(0x3333333333333333)), ir.NewBinary(ir.And, sh(x, 2), k(0x3333333333333333))))
	x = f.keep(ir.NewBinary(ir.And, ir.NewBinary(ir.Add, x, sh(x, 4)), k(0x0f0f0f0f0f0f0f0f)))
	x = ir.NewBinary(ir.Mul, x, k(0x0101010101010101))
	return ir.NewCast(ir.I32, sh(x, int64(t.Bits)-8))
}

// keep computes e once.
func (f *fn) keep(e ir.Expr) ir.Expr {
	return f.def(e.Type(), func(v *ir.Var) ir.Stmt { return &ir.Assign{Dst: v, Src: e} })
}

// trailingZeros counts the zeros below the lowest one; the width for 0.
func (f *fn) trailingZeros(x ir.Expr) ir.Expr {
	t := x.Type()
	one := ir.NewConst(t, 1)
	below := ir.NewBinary(ir.And, ir.NewUnary(ir.Not, x), ir.NewBinary(ir.Sub, x, one))
	return f.popcount(f.keep(below))
}

// leadingZeros counts the zeros above the highest one; the width for 0.
func (f *fn) leadingZeros(x ir.Expr) ir.Expr {
	t := x.Type()
	for n := int64(1); n < int64(t.Bits); n *= 2 {
		x = f.keep(ir.NewBinary(ir.Or, x, ir.NewBinary(ir.Shr, x, ir.NewConst(ir.U32, n))))
	}
	return f.popcount(f.keep(ir.NewUnary(ir.Not, x)))
}
