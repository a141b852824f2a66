package exec

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// overflows pushes whether X Op Y leaves its type, or with want false whether
// it stays: guards of the second kind stand before every signed operation, so the
// form of each case is chosen to be one comparison where possible.
func (g *exprs) overflows(e *ir.Overflows, want bool) {
	t := e.X.Type()
	switch {
	case e.Op == ir.Div:
		g.divOverflows(e, t, want)
	case g.constOverflows(e, t, want):
	case t.Bits < 32:
		// Exact in 32 bits: products of two 16-bit numbers included, but those of
		// unsigned 17 bits and more are not.
		if e.Op == ir.Mul && t.Bits > 15 {
			g.exact64(e, t, want)
			return
		}
		g.expr(e.X)
		g.expr(e.Y)
		g.w.Op(arith(e.Op, ir.I32))
		x := g.scratch(wasm.I32)
		g.w.Tee(x)
		g.w.Get(x)
		g.canon(t)
		g.w.Op(ne(want, wasm.I32Ne))
		g.give(wasm.I32, x)
	case t.Bits == 32:
		g.exact64(e, t, want)
	case e.Op == ir.Mul:
		g.mulOverflows64(e, t, want)
	default:
		g.addOverflows64(e, t, want)
	}
}

// ne is the comparison "differs" (ne itself), or with want false "is equal".
func ne(want bool, ne wasm.Op) wasm.Op {
	if want {
		return ne
	}
	return ne - 1 // eq precedes ne
}

func arith(op ir.BinOp, t ir.Type) wasm.Op {
	switch op {
	case ir.Add:
		return pick(t, wasm.I32Add, wasm.I64Add)
	case ir.Sub:
		return pick(t, wasm.I32Sub, wasm.I64Sub)
	case ir.Mul:
		return pick(t, wasm.I32Mul, wasm.I64Mul)
	default:
		panic("overflow of " + op.String())
	}
}

// constOverflows is x + c, c + x and x - c: one comparison of x with a bound.
func (g *exprs) constOverflows(e *ir.Overflows, t ir.Type, want bool) bool {
	x := e.X
	c, ok := ir.IsConst(e.Y)
	if e.Op == ir.Add && !ok {
		x = e.Y
		c, ok = ir.IsConst(e.X)
	}
	if !ok || e.Op == ir.Mul {
		return false
	}
	lo, hi := num.MinOf(t.Bits, t.Signed), num.MaxOf(t.Bits, t.Signed)
	up := e.Op == ir.Add // the result lies above x
	if t.Signed && num.Signed(c, t.Bits) < 0 {
		if c == lo {
			return false // its absolute value is no number of the type
		}
		up, c = !up, num.Trunc(-c, t.Bits)
	}
	// Overflow: x > hi - c, or x < lo + c.
	bound := lo + c
	order := either(want, wasm.I32LtS, wasm.I32GeS)
	if up {
		bound = hi - c
		order = either(want, wasm.I32GtS, wasm.I32LeS)
	}
	if !t.Signed {
		order++
	}
	g.expr(x)
	g.w.Const(wasmType(t), localBits(t, num.Trunc(bound, t.Bits)))
	g.w.Op(pick(t, order, order+wasm.I64Eqz-wasm.I32Eqz))
	return true
}

// exact64 computes operands of up to 32 bits exactly in 64.
func (g *exprs) exact64(e *ir.Overflows, t ir.Type, want bool) {
	w := g.w
	g.expr(e.X)
	g.widen(t, 64)
	g.expr(e.Y)
	g.widen(t, 64)
	w.Op(arith(e.Op, ir.I64))
	if !t.Signed { // a product of 32-bit numbers fits, a difference is negative
		w.I64(int64(num.Mask(t.Bits)))
		if want {
			w.Op(wasm.I64GtU)
		} else {
			w.Op(wasm.I64LeU)
		}
		return
	}
	x := g.scratch(wasm.I64)
	w.Tee(x)
	w.Get(x)
	if t.Bits == 32 {
		w.Op(wasm.I64Extend32S)
	} else {
		w.OpI64(wasm.I64Shl, int64(64-t.Bits))
		w.OpI64(wasm.I64ShrS, int64(64-t.Bits))
	}
	w.Op(ne(want, wasm.I64Ne))
	g.give(wasm.I64, x)
}

// addOverflows64 is Add and Sub of 33 to 64 bits.
func (g *exprs) addOverflows64(e *ir.Overflows, t ir.Type, want bool) {
	w := g.w
	op := arith(e.Op, t)
	x, y, s := g.scratch(wasm.I64), g.scratch(wasm.I64), g.scratch(wasm.I64)
	g.expr(e.X)
	w.Set(x)
	g.expr(e.Y)
	w.Set(y)
	w.Get(x)
	w.Get(y)
	w.Op(op)
	w.Set(s)
	switch {
	case t.Bits < 64:
		w.Get(s)
		w.Get(s)
		g.canon(t)
		w.Op(ne(want, wasm.I64Ne))
	case !t.Signed && e.Op == ir.Add: // a sum less than a summand
		w.Get(s)
		w.Get(x)
		w.Op(either(want, wasm.I64LtU, wasm.I64GeU))
	case !t.Signed:
		w.Get(x)
		w.Get(y)
		w.Op(either(want, wasm.I64LtU, wasm.I64GeU))
	default:
		// The sign of the sum differs from those of both summands; for a
		// difference, the subtrahend's sign differs from the minuend's and equals the result's.
		w.Get(x)
		w.Get(s)
		w.Op(wasm.I64Xor)
		if e.Op == ir.Add {
			w.Get(y)
			w.Get(s)
		} else {
			w.Get(x)
			w.Get(y)
		}
		w.Op(wasm.I64Xor)
		w.Op(wasm.I64And)
		w.I64(0)
		w.Op(either(want, wasm.I64LtS, wasm.I64GeS))
	}
	g.give(wasm.I64, x)
	g.give(wasm.I64, y)
	g.give(wasm.I64, s)
}

func either(want bool, a, b wasm.Op) wasm.Op {
	if want {
		return a
	}
	return b
}

// mulOverflows64 is Mul of 33 to 64 bits, by a helper.
func (g *exprs) mulOverflows64(e *ir.Overflows, t ir.Type, want bool) {
	w := g.w
	x, y := g.scratch(wasm.I64), g.scratch(wasm.I64)
	g.expr(e.X)
	w.Tee(x)
	g.expr(e.Y)
	w.Tee(y)
	w.Call(g.mulIndex(t.Signed))
	if t.Bits < 64 { // it may fit 64 bits and not the type
		p := g.scratch(wasm.I64)
		w.Get(x)
		w.Get(y)
		w.Op(wasm.I64Mul)
		w.Tee(p)
		w.Get(p)
		g.canon(t)
		w.Op(wasm.I64Ne)
		w.Op(wasm.I32Or)
		g.give(wasm.I64, p)
	}
	if !want {
		w.Op(wasm.I32Eqz)
	}
	g.give(wasm.I64, x)
	g.give(wasm.I64, y)
}

func (c *compiler) mulIndex(signed bool) uint32 {
	f := &c.mulFnU
	if signed {
		f = &c.mulFnS
	}
	if *f == nil {
		*f = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I64, wasm.I64}, Results: []wasm.Type{wasm.I32}})
		emitMulOverflows(*f, signed)
	}
	return (*f).Index
}

// emitMulOverflows writes the helper that says whether a product leaves 64
// bits: x, y -> i32.
func emitMulOverflows(w *wasm.Func, signed bool) {
	const x, y = 0, 1
	// Factors of 32 bits: no.
	large := w.Block()
	for _, v := range []uint32{x, y} {
		w.Get(v)
		if signed {
			w.Op(wasm.I64Extend32S)
			w.Get(v)
			w.Op(wasm.I64Ne)
		} else {
			w.OpI64(wasm.I64GtU, math.MaxUint32)
		}
	}
	w.Op(wasm.I32Or)
	w.BrIf(large)
	w.I32(0)
	w.Return()
	w.End()
	// y = 0: no. y = -1: if x is the smallest number. Else if the product divided by y is not x.
	some := w.Block()
	w.Get(y)
	w.OpI64(wasm.I64Ne, 0)
	w.BrIf(some)
	w.I32(0)
	w.Return()
	w.End()
	if signed {
		other := w.Block()
		w.Get(y)
		w.OpI64(wasm.I64Ne, -1)
		w.BrIf(other)
		w.Get(x)
		w.OpI64(wasm.I64Eq, math.MinInt64)
		w.Return()
		w.End()
	}
	w.Get(x)
	w.Get(y)
	w.Op(wasm.I64Mul)
	w.Get(y)
	w.Op(either(signed, wasm.I64DivS, wasm.I64DivU))
	w.Get(x)
	w.Op(wasm.I64Ne)
}

// divOverflows: the smallest value by -1.
func (g *exprs) divOverflows(e *ir.Overflows, t ir.Type, want bool) {
	w := g.w
	if !t.Signed {
		w.I32(int32(toBit(!want)))
		return
	}
	g.expr(e.X)
	w.Const(wasmType(t), localBits(t, num.MinOf(t.Bits, true)))
	w.Op(pick(t, ne(!want, wasm.I32Ne), ne(!want, wasm.I64Ne)))
	g.expr(e.Y)
	w.Const(wasmType(t), math.MaxUint64)
	w.Op(pick(t, ne(!want, wasm.I32Ne), ne(!want, wasm.I64Ne)))
	if want {
		w.Op(wasm.I32And)
	} else {
		w.Op(wasm.I32Or)
	}
}
