package cfront

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers two sorts of gcc's builtins: builtins that do not evaluate their arguments as a function does, and
// builtins that work on bits.

// special lowers a call of a builtin whose arguments are not evaluated as in an ordinary call. It returns false if name
// is not the name of such a builtin.
func (f *fn) special(c *call, name string) (value, bool) {
	if v, ok := (vectors{f}).vecBuiltin(c, name); ok {
		return v, true
	}
	switch name {
	case "__builtin_constant_p":
		// gcc always folds literals; whether it folds more depends on its options.
		k := int64(0)
		if len(c.args) == 1 && c.args[0].Pure() {
			if _, ok, err := f.l.Layout.ConstInt(c.args[0]); ok && err == nil {
				k = 1
			} else if _, ok := csrc.StringValue(c.args[0]); ok {
				k = 1
			}
		}
		return value{e: ir.NewConst(ir.I32, k)}, true
	case "__builtin_fpclassify", "__builtin_isnormal":
		// A float is classified as a float: the default promotions are not made.
		f.evalArgsRaw(c)
		if i := len(c.vals) - 1; i >= 0 && layout.FormatOf(f.typeOf(c.args[i])) == layout.Half {
			c.vals[i] = f.keepAll(wides{f}.toForm(c.vals[i], ctype.Half, c.n))
		}
		return value{}, false
	case "__builtin_choose_expr":
		if len(c.args) != 3 {
			f.fail(c.n, "__builtin_choose_expr needs three arguments")
		}
		n := c.args[2]
		if f.stmts.constInt(c.args[0]).Sign() != 0 {
			n = c.args[1]
		}
		return f.rvalue(n), true
	case "__ccgo__types_compatible_p":
		return value{e: ir.NewConst(ir.I32, f.stmts.constInt(c.n).Int64())}, true
	case "__builtin_object_size", "__builtin_dynamic_object_size":
		return builtins{f}.objectSize(c, name), true
	case "__builtin_expect", "__builtin_expect_with_probability":
		if len(c.args) < 2 {
			return value{}, false
		}
		for _, a := range c.args[1:] {
			f.effect(a)
		}
		v := f.rvalue(c.args[0])
		if v.e != nil && !v.aggregate() && v.e.Type().Kind != ir.Ptr {
			v = f.convert(v, f.u.AST.Long, c.n)
		}
		return v, true
	case "__builtin_va_start", "__builtin_c23_va_start":
		return varArgs{f}.vaStart(c), true
	case "__builtin_va_end":
		for _, a := range c.args {
			varArgs{f}.vaList(a)
		}
		return value{}, true
	case "__builtin_va_copy":
		varArgs{f}.vaCopy(c)
		return value{}, true
	case "__builtin_va_arg_impl":
		f.fail(c.n, "va_arg is not supported in this form")
	case "__builtin_complex":
		return complexes{f}.builtinComplex(c), true
	case "__builtin_prefetch", "__builtin_assume_aligned":
		var v value
		for i, a := range c.args {
			if i == 0 {
				v = f.rvalue(a)
			} else {
				f.effect(a)
			}
		}
		return v, true
	case "__builtin_LINE":
		return value{e: ir.NewConst(ir.I32, int64(c.pos.Line))}, true
	case "__builtin_FILE":
		return builtins{f}.text(c.pos.File), true
	case "__builtin_FUNCTION":
		return builtins{f}.text(f.f.Source), true
	case "__builtin_classify_type":
		if len(c.args) == 1 {
			return value{e: ir.NewConst(ir.I32, builtins{f}.classify(c.args[0]))}, true
		}
	case "__builtin_alloca_with_align", "__builtin_alloca_with_align_and_max":
		return builtins{f}.allocaAligned(c, name), true
	case "__builtin_frame_address", "__builtin_return_address", "__builtin_extract_return_addr":
		f.l.Warn(c.pos, "%s is not modelled: its value is taken as arbitrary", name)
		return value{e: f.approx(name, f.ptr()), t: f.u.AST.PVoid}, true
	}
	if strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_") {
		return builtins{f}.atomic(c, name)
	}
	if v, ok := (intrinsicCalls{f}).intrinsic(c, name); ok {
		return v, true
	}
	if v, ok := (wideFloats{f}).x87Builtin(c, name); ok {
		return v, true
	}
	if v, ok := (wideFloats{f}).quadBuiltin(c, name); ok {
		return v, true
	}
	if op, kind, ok := overflowOp(name); ok {
		return builtins{f}.overflowBuiltin(c, name, op, kind), true
	}
	if strings.HasPrefix(name, "__builtin_ia32_") {
		v, ok := builtins{f}.carryBuiltin(c, name)
		if !ok {
			f.fail(c.n, "%s: the intrinsics of processors are not supported; use the operators of vectors", name)
		}
		return v, true
	}
	return value{}, false
}

// builtins lowers gcc's builtins.
type builtins struct{ *fn }

// text returns the address of a constant object with the string s.
func (f builtins) text(s string) value {
	o := f.l.IR.NewObject(f.l.names.uniq("str"), int64(len(s)+1), 1)
	o.Const, o.Pos, o.Elem, o.CType = true, f.pos, ir.I8, fmt.Sprintf("char [%d]", len(s)+1)
	for i := range len(s) {
		o.Init = append(o.Init, ir.InitItem{Off: int64(i), Val: ir.NewConst(ir.I8, int64(int8(s[i])))})
	}
	return value{e: f.addrOf(o), t: f.u.AST.Char.Pointer()}
}

// classify returns gcc's number for the type of a promoted argument (__builtin_classify_type).
func (f builtins) classify(n cc.ExpressionNode) int64 {
	t := f.typeOf(n)
	if ctype.IsVector(t) {
		f.fail(n, "__builtin_classify_type of a vector is not supported")
	}
	switch k := t.Kind(); {
	case k == cc.Void:
		return 0
	case k == cc.Ptr, k == cc.Array, k == cc.Function:
		return 5
	case cc.IsComplexType(t):
		return 9
	case cc.IsFloatingPointType(t):
		return 8
	case k == cc.Struct:
		return 12
	case k == cc.Union:
		return 13
	}
	return 1
}

// allocaAligned lowers alloca with an alignment, given in bits. Objects of the IR are aligned to 16 bytes, so larger
// alignments are errors.
func (f builtins) allocaAligned(c *call, name string) value {
	if len(c.args) < 2 || f.stmts.constInt(c.args[1]).Cmp(big.NewInt(128)) > 0 {
		f.fail(c.n, "%s of more than 128 bits is not supported", name)
	}
	c.ft = nil
	f.evalArgsRaw(c)
	if !isInt(c.vals[0]) {
		f.fail(c.n, "%s needs a size", name)
	}
	n := ir.NewCast(f.model().Size(), c.vals[0].e)
	site := f.l.IR.NewSite(ir.ObjectBytes, "alloca", ir.Type{}, f.f, c.pos)
	e := f.def(f.ptr(), func(v *ir.Var) ir.Stmt { return &ir.Alloc{Dst: v, Size: n, Kind: ir.Stack, Site: site} })
	return value{e: e, t: f.u.AST.PVoid, fresh: true}
}

// --- bits

// builtinHandler returns the handler of the builtin __builtin_NAME for the given NAME. It returns nil for other names,
// and for builtins that are lowered like the library function NAME.
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
		return func(f *fn, c *call) value { return builtins{f}.countBits(c, base) }
	}
	switch name {
	case "bswap16", "bswap32", "bswap64":
		return by(builtins.bswap)
	case "bitreverse8", "bitreverse16", "bitreverse32", "bitreverse64":
		return by(builtins.bitReverse)
	case "rotateleft8", "rotateleft16", "rotateleft32", "rotateleft64", "rotateright8", "rotateright16", "rotateright32",
		"rotateright64":
		return by(builtins.rotate)
	case "abs", "labs", "llabs", "imaxabs":
		return by(builtins.abs)
	case "trap":
		return func(f *fn, c *call) value { return f.undefined(c, ir.UndefTrap) }
	case "unreachable":
		return func(f *fn, c *call) value { return f.undefined(c, ir.UndefUnreachable) }
	case "huge_val", "huge_valf", "huge_vall", "inf", "inff", "infl", "inff32", "inff64", "inff32x",
		"huge_valf32", "huge_valf64", "huge_valf32x", "inff64x", "inff128", "huge_valf64x", "huge_valf128":
		return func(f *fn, c *call) value {
			return f.asResult(value{e: ir.NewFloat(ir.F64, math.Inf(1))}, c)
		}
	case "nans", "nansf":
		return by(numericCalls.nan)
	case "fpclassify":
		return by(numericCalls.builtinClassify)
	case "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered":
		return by(numericCalls.quietCompare)
	}
	return nil
}

// abs branches on the sign, so that the negation of the smallest value overflows as in C.
func (f builtins) abs(c *call) value {
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

// bswap lowers __builtin_bswap16, 32 and 64, which reverse the order of bytes.
func (f builtins) bswap(c *call) value {
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

// bitReverse lowers clang's __builtin_bitreverse: it swaps neighbouring bits, then pairs, nibbles, and so on.
func (f builtins) bitReverse(c *call) value {
	u, ok := f.sizedBuiltin(c, 1)
	if !ok {
		return f.callMissing(c)
	}
	w := wordOf(u)
	x := ir.NewCast(w, ir.NewCast(u, c.vals[0].e))
	for n, masks := uint8(1), []uint64{0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff,
		0x0000ffff0000ffff, 0xffffffff}; n < u.Bits; n *= 2 {
		mask := ir.NewBits(w, masks[0]&(^uint64(0)>>(64-u.Bits)))
		by := ir.NewConst(ir.U32, int64(n))
		masks = masks[1:]
		x = f.keep(x)
		x = ir.NewBinary(ir.Or, ir.NewBinary(ir.And, ir.NewBinary(ir.Shr, x, by), mask),
			ir.NewBinary(ir.Shl, ir.NewBinary(ir.And, x, mask), by))
	}
	return f.asResult(value{e: ir.NewCast(u, x)}, c)
}

// rotate lowers clang's __builtin_rotateleft and __builtin_rotateright, whose amount counts modulo the width.
func (f builtins) rotate(c *call) value {
	u, ok := f.sizedBuiltin(c, 2)
	if !ok {
		return f.callMissing(c)
	}
	w := wordOf(u)
	x := f.hold(ir.NewCast(w, ir.NewCast(u, c.vals[0].e)))
	last := ir.NewConst(ir.U32, int64(u.Bits)-1)
	by := f.hold(ir.NewBinary(ir.And, ir.NewCast(ir.U32, c.vals[1].e), last))
	rest := ir.NewBinary(ir.And, ir.NewBinary(ir.Sub, ir.NewConst(ir.U32, int64(u.Bits)), by), last)
	if strings.Contains(c.name, "right") {
		by, rest = rest, by
	}
	return f.asResult(value{e: ir.NewCast(u, ir.NewBinary(ir.Or, ir.NewBinary(ir.Shl, x, by),
		ir.NewBinary(ir.Shr, x, rest)))}, c)
}

// sizedBuiltin returns the type of a builtin whose name ends with the number of its bits. It returns false unless the
// call has args arguments (one or two), all integers.
func (f builtins) sizedBuiltin(c *call, args int) (ir.Type, bool) {
	if len(c.vals) != args || !isInt(c.vals[0]) || !isInt(c.vals[args-1]) {
		return ir.Type{}, false
	}
	for _, t := range []ir.Type{ir.U8, ir.U16, ir.U32, ir.U64} {
		if strings.HasSuffix(c.name, strconv.Itoa(int(t.Bits))) {
			return t, true
		}
	}
	return ir.Type{}, false
}

// wordOf returns t, or U32 if t is narrower: the type that C computes in.
func wordOf(t ir.Type) ir.Type {
	if t.Bits < 32 {
		return ir.U32
	}
	return t
}

// countBits lowers the builtin op (popcount, clz, ...) without loops, by halving.
func (f builtins) countBits(c *call, op string) value {
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
		r = f.unlessZero(x, f.trailingZeros(x), c.name)
	case "clz":
		r = f.unlessZero(x, f.leadingZeros(x), c.name)
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
		r = ir.NewBinary(ir.Sub, f.leadingZeros(ir.NewBinary(ir.Or, ir.NewBinary(ir.Shl, y, ir.NewConst(ir.U32, 1)),
			ir.NewConst(t, 1))), ir.NewConst(ir.I32, 0))
	}
	return f.asResult(value{e: r}, c)
}

// unlessZero returns r, or any value if x is 0.
func (f builtins) unlessZero(x, r ir.Expr, name string) ir.Expr {
	zero := ir.NewBinary(ir.Eq, x, ir.NewConst(x.Type(), 0))
	if ir.IsFalse(zero) {
		return r
	}
	v := f.temp(r.Type())
	f.emit(&ir.Assign{Dst: v, Src: r})
	f.when(zero, func() {
		// the result is undefined, not the behaviour
		f.emit(&ir.Assign{Dst: v, Src: f.input(ir.Library, name+"(0)", r.Type(), 0)})
	})
	return ir.NewRef(v)
}

// bitsArg returns the unsigned type whose bits the builtin counts.
func (f builtins) bitsArg(c *call) ir.Type {
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

// popcount returns the number of ones in x: it adds up the bits in pairs, nibbles and bytes.
func (f builtins) popcount(x ir.Expr) ir.Expr {
	t := x.Type()
	k := func(v uint64) ir.Expr { return ir.NewBits(t, v&(^uint64(0)>>(64-t.Bits))) }
	sh := func(e ir.Expr, n int64) ir.Expr { return ir.NewBinary(ir.Shr, e, ir.NewConst(ir.U32, n)) }
	x = f.hold(ir.NewBinary(ir.Sub, x, ir.NewBinary(ir.And, sh(x, 1), k(0x5555555555555555))))
	x = f.keep(ir.NewBinary(ir.Add, ir.NewBinary(ir.And, x, k(0x3333333333333333)),
		ir.NewBinary(ir.And, sh(x, 2), k(0x3333333333333333))))
	x = f.keep(ir.NewBinary(ir.And, ir.NewBinary(ir.Add, x, sh(x, 4)), k(0x0f0f0f0f0f0f0f0f)))
	x = ir.NewBinary(ir.Mul, x, k(0x0101010101010101))
	return ir.NewCast(ir.I32, sh(x, int64(t.Bits)-8))
}

// trailingZeros returns the number of zeros below the lowest one; for x = 0 it returns the width.
func (f builtins) trailingZeros(x ir.Expr) ir.Expr {
	t := x.Type()
	one := ir.NewConst(t, 1)
	below := ir.NewBinary(ir.And, ir.NewUnary(ir.Not, x), ir.NewBinary(ir.Sub, x, one))
	return f.popcount(f.keep(below))
}

// leadingZeros returns the number of zeros above the highest one; for x = 0 it returns the width.
func (f builtins) leadingZeros(x ir.Expr) ir.Expr {
	t := x.Type()
	for n := int64(1); n < int64(t.Bits); n *= 2 {
		x = f.keep(ir.NewBinary(ir.Or, x, ir.NewBinary(ir.Shr, x, ir.NewConst(ir.U32, n))))
	}
	return f.popcount(f.keep(ir.NewUnary(ir.Not, x)))
}
