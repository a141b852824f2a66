package exec

import (
	"math"
	"math/bits"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// expr writes code that pushes the value of e, for a Ptr its address only.
func (g *exprs) expr(e ir.Expr) {
	w := g.w
	switch e := e.(type) {
	case *ir.Const:
		w.Const(wasmType(e.T), localBits(e.T, e.Bits))
	case *ir.Ref:
		g.get(g.reg(e.Var))
	case *ir.AddrOf:
		if e.Obj.Func == nil {
			w.Const(wasmType(e.T), g.lay.Base[e.Obj.ID])
			return
		}
		g.pushBase(e.Obj)
		if e.T.Bits > 32 {
			w.Op(wasm.I64ExtendI32U)
		}
	case *ir.FuncAddr:
		w.Const(wasmType(e.T), FuncAddr(e.Func))
	case *ir.Unary:
		g.unary(e)
	case *ir.Binary:
		g.binary(e)
	case *ir.Cast:
		g.cast(e)
	case *ir.PtrAdd:
		g.expr(e.P)
		g.offset(e)
		w.Op(pick(e.Type(), wasm.I32Add, wasm.I64Add))
	case *ir.PtrDiff:
		g.expr(e.P)
		g.expr(e.Q)
		w.Op(pick(e.P.Type(), wasm.I32Sub, wasm.I64Sub))
	case *ir.Overflows:
		g.overflows(e, true)
	case *ir.Valid:
		g.valid(e)
	case *ir.Load: // in a probe; checkExpr refuses all other loads
		g.peek(e)
	default: // Forall, which checkExpr and checkProbes refuse
		panic("no code for an expression")
	}
}

// offset pushes Index*Scale of a PtrAdd, with the width of the address.
func (g *exprs) offset(e *ir.PtrAdd) {
	t := e.P.Type()
	it := e.Index.Type()
	if c, ok := ir.IsConst(e.Index); ok {
		g.w.Const(wasmType(t), ir.EvalPtrAdd(t, 0, c, it, e.Scale))
		return
	}
	g.expr(e.Index)
	g.widen(it, t.Bits)
	if e.Scale == 1 {
		return
	}
	if s := e.Scale; s > 0 && s&(s-1) == 0 {
		g.w.Const(wasmType(t), uint64(bits.TrailingZeros64(uint64(s))))
		g.w.Op(pick(t, wasm.I32Shl, wasm.I64Shl))
		return
	}
	g.w.Const(wasmType(t), uint64(e.Scale))
	g.w.Op(pick(t, wasm.I32Mul, wasm.I64Mul))
}

// widen turns the local form of an Int into an i32 (bits <= 32) or i64: it extends the value
// by the sign of t, or truncates it.
func (g *emitter) widen(t ir.Type, bits uint8) {
	switch {
	case bits > 32 && t.Bits <= 32 && t.Signed:
		g.w.Op(wasm.I64ExtendI32S)
	case bits > 32 && t.Bits <= 32:
		g.w.Op(wasm.I64ExtendI32U)
	case bits <= 32 && t.Bits > 32:
		g.w.Op(wasm.I32WrapI64)
	}
}

// pick returns narrow or wide, by the width of the local of an Int, Bool or Ptr.
func pick(t ir.Type, narrow, wide wasm.Op) wasm.Op {
	if wasmType(t) == wasm.I64 {
		return wide
	}
	return narrow
}

// canon turns an i32 or i64 into the local form of the Int type t; the bits above the width of t
// may be arbitrary.
func (g *emitter) canon(t ir.Type) {
	w := g.w
	switch {
	case t.Bits == 32 || t.Bits == 64:
	case t.Bits < 32 && !t.Signed:
		w.OpI32(wasm.I32And, int32(num.Mask(t.Bits)))
	case t.Bits == 8:
		w.Op(wasm.I32Extend8S)
	case t.Bits == 16:
		w.Op(wasm.I32Extend16S)
	case t.Bits < 32:
		w.OpI32(wasm.I32Shl, int32(32-t.Bits))
		w.OpI32(wasm.I32ShrS, int32(32-t.Bits))
	case !t.Signed:
		w.OpI64(wasm.I64And, int64(num.Mask(t.Bits)))
	default:
		w.OpI64(wasm.I64Shl, int64(64-t.Bits))
		w.OpI64(wasm.I64ShrS, int64(64-t.Bits))
	}
}

// unary pushes the value of a Unary.
func (g *exprs) unary(e *ir.Unary) {
	t := e.Type()
	w := g.w
	switch t.Kind {
	case ir.Bool:
		g.cond(e, true)
	case ir.Int:
		if e.Op == ir.Neg {
			w.Const(wasmType(t), 0)
			g.expr(e.X)
			w.Op(pick(t, wasm.I32Sub, wasm.I64Sub))
		} else {
			g.expr(e.X)
			w.Const(wasmType(t), math.MaxUint64)
			w.Op(pick(t, wasm.I32Xor, wasm.I64Xor))
		}
		g.canon(t)
	default: // sound: floatUnary panics for unknown operators, and pointers have none
		g.expr(e.X)
		w.Op(floatUnary(e.Op, t.Bits == 64))
	}
}

// floatUnary returns the instruction for op on f32, or on f64 if wide.
func floatUnary(op ir.UnOp, wide bool) wasm.Op {
	var f32 wasm.Op
	switch op {
	case ir.Neg:
		f32 = wasm.F32Neg
	case ir.FAbs:
		f32 = wasm.F32Abs
	case ir.FSqrt:
		f32 = wasm.F32Sqrt
	case ir.FFloor:
		f32 = wasm.F32Floor
	case ir.FCeil:
		f32 = wasm.F32Ceil
	case ir.FTrunc:
		f32 = wasm.F32Trunc
	case ir.FNearest:
		f32 = wasm.F32Nearest
	default:
		panic("no float operator: " + op.String())
	}
	if wide {
		return f32 + wasm.F64Abs - wasm.F32Abs
	}
	return f32
}

// binary pushes the value of a Binary.
func (g *exprs) binary(e *ir.Binary) {
	t := e.X.Type()
	switch {
	case e.Op >= ir.Eq:
		g.cond(e, true)
	case t.Kind == ir.Float:
		g.expr(e.X)
		g.expr(e.Y)
		op := wasm.F32Add + wasm.Op(e.Op-ir.Add) // both packages have Add, Sub, Mul, Div in this order
		if t.Bits == 64 {
			op += wasm.F64Add - wasm.F32Add
		}
		g.w.Op(op)
	case e.Op == ir.Shl || e.Op == ir.Shr:
		g.shift(e, t)
	case e.Op == ir.Div || e.Op == ir.Rem:
		g.divide(e, t)
	default:
		g.expr(e.X)
		g.expr(e.Y)
		switch e.Op {
		case ir.Add:
			g.w.Op(pick(t, wasm.I32Add, wasm.I64Add))
			g.canon(t)
		case ir.Sub:
			g.w.Op(pick(t, wasm.I32Sub, wasm.I64Sub))
			g.canon(t)
		case ir.Mul:
			g.w.Op(pick(t, wasm.I32Mul, wasm.I64Mul))
			g.canon(t)
		case ir.And:
			g.w.Op(pick(t, wasm.I32And, wasm.I64And))
		case ir.Or:
			g.w.Op(pick(t, wasm.I32Or, wasm.I64Or))
		case ir.Xor:
			g.w.Op(pick(t, wasm.I32Xor, wasm.I64Xor))
		default:
			panic("no code for " + e.Op.String())
		}
	}
}

// shift pushes a Shl or Shr. A shift by the width or more gives 0 or copies of the sign; wasm
// would take the amount modulo 32 or 64.
func (g *exprs) shift(e *ir.Binary, t ir.Type) {
	w := g.w
	yt := e.Y.Type()
	wt := wasmType(t)
	left := e.Op == ir.Shl
	op := pick(t, wasm.I32Shl, wasm.I64Shl)
	if !left {
		op = pick(t, wasm.I32ShrU, wasm.I64ShrU)
		if t.Signed {
			op = pick(t, wasm.I32ShrS, wasm.I64ShrS)
		}
	}
	if c, ok := ir.IsConst(e.Y); ok {
		n := num.Ext(c, yt.Bits, yt.Signed, 64)
		switch {
		case n < uint64(t.Bits):
		case !left && t.Signed:
			n = uint64(t.Bits) - 1
		default:
			w.Const(wt, 0)
			return
		}
		g.expr(e.X)
		w.Const(wt, n)
		w.Op(op)
		if left {
			g.canon(t)
		}
		return
	}
	// n is the amount, an unsigned number with the width of its local.
	yw := wasmType(yt)
	n := g.scratch(yw)
	defer g.give(yw, n)
	tooLarge := func() {
		w.Get(n)
		w.Const(yw, uint64(t.Bits))
		w.Op(pick(yt, wasm.I32GeU, wasm.I64GeU))
	}
	if !left && t.Signed {
		g.expr(e.X)
		w.Const(yw, uint64(t.Bits)-1)
		g.expr(e.Y)
		w.Tee(n)
		tooLarge()
		w.Select()
		g.widen(ir.Type{Kind: ir.Int, Bits: yt.Bits}, t.Bits)
		w.Op(op)
		return
	}
	w.Const(wt, 0)
	g.expr(e.X)
	g.expr(e.Y)
	w.Tee(n)
	g.widen(ir.Type{Kind: ir.Int, Bits: yt.Bits}, t.Bits)
	w.Op(op)
	tooLarge()
	w.Select()
	if left {
		g.canon(t)
	}
}

// divide pushes a Div or Rem. It is total, as in package num; wasm would trap for some operands.
func (g *exprs) divide(e *ir.Binary, t ir.Type) {
	w := g.w
	wt := wasmType(t)
	var op wasm.Op
	switch {
	case e.Op == ir.Div && t.Signed:
		op = pick(t, wasm.I32DivS, wasm.I64DivS)
	case e.Op == ir.Div:
		op = pick(t, wasm.I32DivU, wasm.I64DivU)
	case t.Signed:
		op = pick(t, wasm.I32RemS, wasm.I64RemS)
	default:
		op = pick(t, wasm.I32RemU, wasm.I64RemU)
	}
	if c, ok := ir.IsConst(e.Y); ok && c != 0 && !(t.Signed && c == num.Mask(t.Bits)) {
		g.expr(e.X)
		g.expr(e.Y)
		w.Op(op)
		return
	}
	// Branches take time to compile. So divide by 1 if wasm would trap, and select the
	// result.
	x, y, odd := g.scratch(wt), g.scratch(wt), g.scratch(wasm.I32)
	zero := pick(t, wasm.I32Eqz, wasm.I64Eqz)
	g.expr(e.X)
	w.Set(x)
	g.expr(e.Y)
	w.Set(y)
	w.Get(y)
	if t.Signed { // 0 and -1 are the divisors y with y+1 <= 1 unsigned
		w.Const(wt, 1)
		w.Op(pick(t, wasm.I32Add, wasm.I64Add))
		w.Const(wt, 1)
		w.Op(pick(t, wasm.I32LeU, wasm.I64LeU))
	} else {
		w.Op(zero)
	}
	w.Set(odd)
	quotient := func() {
		w.Get(x)
		w.Const(wt, 1)
		w.Get(y)
		w.Get(odd)
		w.Select()
		w.Op(op)
	}
	switch {
	case e.Op == ir.Rem: // x % 0 = x, x % -1 = 0
		w.Get(x)
		quotient()
		w.Get(y)
		w.Op(zero)
		w.Select()
	case !t.Signed:
		w.Const(wt, num.Mask(t.Bits))
		quotient()
		w.Get(odd)
		w.Select()
	default:
		g.divideSpecial(t, x, y)
		quotient()
		w.Get(odd)
		w.Select()
	}
	g.give(wt, x)
	g.give(wt, y)
	g.give(wasm.I32, odd)
}

// divideSpecial pushes the signed quotient of x by 0 or -1.
func (g *exprs) divideSpecial(t ir.Type, x, y uint32) {
	w := g.w
	wt := wasmType(t)
	w.Const(wt, localBits(t, 1)) // x / 0: 1 if x < 0, else -1
	w.Const(wt, math.MaxUint64)
	w.Get(x)
	w.Const(wt, 0)
	w.Op(pick(t, wasm.I32LtS, wasm.I64LtS))
	w.Select()
	w.Const(wt, 0) // x / -1
	w.Get(x)
	w.Op(pick(t, wasm.I32Sub, wasm.I64Sub))
	g.canon(t)
	w.Get(y)
	w.Op(pick(t, wasm.I32Eqz, wasm.I64Eqz))
	w.Select()
}

// cond pushes the value of a Bool as i32, or its negation if want is false.
func (g *exprs) cond(e ir.Expr, want bool) {
	w := g.w
	switch e := e.(type) { // sound: all others go to expr
	case *ir.Unary:
		if e.Op == ir.LNot {
			g.cond(e.X, !want)
			return
		}
	case *ir.Binary:
		switch e.Op {
		case ir.LAnd, ir.LOr:
			g.cond(e.X, want)
			g.cond(e.Y, want)
			if (e.Op == ir.LAnd) == want { // De Morgan
				w.Op(wasm.I32And)
			} else {
				w.Op(wasm.I32Or)
			}
		default: // sound: all others go to compare
			g.compare(e, want)
		}
		return
	case *ir.Overflows:
		g.overflows(e, want)
		return
	case *ir.Const:
		w.I32(int32(toBit((e.Bits != 0) == want)))
		return
	}
	g.expr(e)
	if !want {
		w.Op(wasm.I32Eqz)
	}
}

// compare pushes the value of a comparison, or its negation if want is false.
func (g *exprs) compare(e *ir.Binary, want bool) {
	w := g.w
	t := e.X.Type()
	if t.Kind == ir.Float {
		g.expr(e.X)
		g.expr(e.Y)
		var op wasm.Op
		switch e.Op {
		case ir.Eq:
			op = wasm.F32Eq
		case ir.Ne:
			op = wasm.F32Ne
		case ir.Lt:
			op = wasm.F32Lt
		case ir.Le:
			op = wasm.F32Le
		default:
			panic("no comparison: " + e.Op.String())
		}
		if t.Bits == 64 {
			op += wasm.F64Eq - wasm.F32Eq
		}
		w.Op(op)
		if !want {
			w.Op(wasm.I32Eqz)
		}
		return
	}
	op := e.Op
	signed := t.Kind == ir.Int && t.Signed
	if op == ir.Eq || op == ir.Ne {
		eq := (op == ir.Eq) == want
		if c, ok := ir.IsConst(e.Y); ok && c == 0 && eq {
			g.expr(e.X)
			w.Op(pick(t, wasm.I32Eqz, wasm.I64Eqz))
			return
		}
		g.expr(e.X)
		g.expr(e.Y)
		if eq {
			w.Op(pick(t, wasm.I32Eq, wasm.I64Eq))
		} else {
			w.Op(pick(t, wasm.I32Ne, wasm.I64Ne))
		}
		return
	}
	if op != ir.Lt && op != ir.Le {
		panic("no comparison: " + op.String())
	}
	var narrow wasm.Op
	switch {
	case op == ir.Lt && want:
		narrow = wasm.I32LtS
	case op == ir.Lt:
		narrow = wasm.I32GeS
	case want:
		narrow = wasm.I32LeS
	default:
		narrow = wasm.I32GtS
	}
	narrow = g.orderOperands(e, narrow)
	if !signed {
		narrow++ // the unsigned comparison follows the signed one
	}
	w.Op(pick(t, narrow, narrow+wasm.I64Eqz-wasm.I32Eqz))
}

// cast pushes the value of a Cast, without the provenance of a Ptr.
func (g *exprs) cast(e *ir.Cast) {
	w := g.w
	from, to := e.X.Type(), e.T
	// Addresses convert as unsigned numbers of their width.
	if from.Kind == ir.Ptr {
		from = ir.Type{Kind: ir.Int, Bits: from.Bits}
	}
	if to.Kind == ir.Ptr {
		to = ir.Type{Kind: ir.Int, Bits: to.Bits}
	}
	g.expr(e.X)
	switch {
	case to.Kind == ir.Bool:
		switch from.Kind { // sound: a Bool needs no conversion
		case ir.Int:
			w.Const(wasmType(from), 0)
			w.Op(pick(from, wasm.I32Ne, wasm.I64Ne))
		case ir.Float:
			g.floatBitsNonzero(from)
		}
	case from.Kind == ir.Bool && to.Kind == ir.Int:
		g.widen(ir.U8, to.Bits)
		if to.Signed && to.Bits == 1 {
			g.canon(to)
		}
	case from.Kind == ir.Bool && to.Kind == ir.Float:
		w.Op(floatOp(to, wasm.F32ConvertI32U, wasm.F64ConvertI32U))
	case from.Kind == ir.Int && to.Kind == ir.Int:
		g.widen(from, to.Bits)
		// Values that fit keep their form.
		fits := to.Bits > from.Bits && (to.Signed || !from.Signed) || to.Bits == from.Bits && to.Signed == from.Signed
		if !fits {
			g.canon(to)
		}
	case from.Kind == ir.Int:
		g.intToFloat(from, to)
	case to.Kind == ir.Int:
		g.floatToInt(from, to)
	case from.Bits == 32 && to.Bits == 64:
		w.Op(wasm.F64PromoteF32)
	case from.Bits == 64 && to.Bits == 32:
		w.Op(wasm.F32DemoteF64)
	}
}

// floatBitsNonzero turns a float into a Bool as ir.EvalCast does: the Bool is 1 unless all bits
// are 0.
func (g *exprs) floatBitsNonzero(t ir.Type) {
	if t.Bits == 32 {
		g.w.Op(wasm.I32ReinterpretF32)
		g.w.OpI32(wasm.I32Ne, 0)
		return
	}
	g.w.Op(wasm.I64ReinterpretF64)
	g.w.OpI64(wasm.I64Ne, 0)
}

// floatOp returns f32 or f64, by the width of the Float type t.
func floatOp(t ir.Type, f32, f64 wasm.Op) wasm.Op {
	if t.Bits == 32 {
		return f32
	}
	return f64
}

// intToFloat converts the Int of type from on the stack to the Float type to.
func (g *exprs) intToFloat(from, to ir.Type) {
	switch {
	case from.Bits <= 32 && from.Signed:
		g.w.Op(floatOp(to, wasm.F32ConvertI32S, wasm.F64ConvertI32S))
	case from.Bits <= 32:
		g.w.Op(floatOp(to, wasm.F32ConvertI32U, wasm.F64ConvertI32U))
	case from.Signed:
		g.w.Op(floatOp(to, wasm.F32ConvertI64S, wasm.F64ConvertI64S))
	default:
		g.w.Op(floatOp(to, wasm.F32ConvertI64U, wasm.F64ConvertI64U))
	}
}

// floatToInt truncates the value on the stack. A value that does not fit, or NaN, becomes the smallest
// signed or the largest unsigned number.
func (g *exprs) floatToInt(from, to ir.Type) {
	w := g.w
	wf := wasmType(from)
	x := g.scratch(wf)
	lo, hi := 0.0, math.Ldexp(1, int(to.Bits))
	bad := num.Mask(to.Bits)
	if to.Signed {
		hi = math.Ldexp(1, int(to.Bits)-1)
		lo = -hi
		bad = num.MinOf(to.Bits, true)
	}
	w.Op(floatOp(from, wasm.F32Trunc, wasm.F64Trunc))
	w.Tee(x)
	var op wasm.Op // f32 -> i32 signed
	switch {
	case to.Bits <= 32:
		op = wasm.I32TruncSatF32S
	default:
		op = wasm.I64TruncSatF32S
	}
	if from.Bits == 64 {
		op += wasm.I32TruncSatF64S - wasm.I32TruncSatF32S
	}
	if !to.Signed {
		op++
	}
	w.Op(op)
	w.Const(wasmType(to), localBits(to, bad))
	w.Get(x)
	w.Const(wf, ir.FloatBits(from, lo))
	w.Op(floatOp(from, wasm.F32Ge, wasm.F64Ge))
	w.Get(x)
	w.Const(wf, ir.FloatBits(from, hi))
	w.Op(floatOp(from, wasm.F32Lt, wasm.F64Lt))
	w.Op(wasm.I32And)
	w.Select()
	g.give(wf, x)
}
