package exec

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// overflows pushes 1 if X Op Y overflows its type, else 0; if want is false, it pushes the negation. Guards with the
// negation precede every signed operation, so each case ends in a single comparison if possible.
func (g *exprs) overflows(e *ir.Overflows, want bool) {
	t := e.X.Type()
	switch {
	case e.Op == ir.Div:
		g.divOverflows(e, t, want)
	case g.constOverflows(e, t, want):
	case t.Bits < 32:
		// The result is exact in 32 bits, except for products of numbers of more than
		// 15 bits.
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

// ne returns the comparison ne itself, or if want is false the comparison eq of the same type.
func ne(want bool, ne wasm.Op) wasm.Op {
	if want {
		return ne
	}
	return ne - 1 // eq precedes ne
}

// arith returns the instruction of op for the local of an Int type t.
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

// constOverflows does the work of overflows for x + c, c + x and x - c, by one comparison of x with a bound. It returns
// false and writes nothing for all other expressions.
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
	up := e.Op == ir.Add // the result is larger than x
	if t.Signed && num.Signed(c, t.Bits) < 0 {
		if c == lo {
			return false // its absolute value is not in the type
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

// exact64 does the work of overflows for operands of up to 32 bits: it computes the result exactly in 64 bits.
func (g *exprs) exact64(e *ir.Overflows, t ir.Type, want bool) {
	w := g.w
	g.expr(e.X)
	g.widen(t, 64)
	g.expr(e.Y)
	g.widen(t, 64)
	w.Op(arith(e.Op, ir.I64))
	if !t.Signed { // products fit into 64 bits; a negative difference is a large unsigned number
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

// addOverflows64 does the work of overflows for Add and Sub of 33 to 64 bits.
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
	case !t.Signed && e.Op == ir.Add: // it overflows if the sum is less than a summand
		w.Get(s)
		w.Get(x)
		w.Op(either(want, wasm.I64LtU, wasm.I64GeU))
	case !t.Signed:
		w.Get(x)
		w.Get(y)
		w.Op(either(want, wasm.I64LtU, wasm.I64GeU))
	default:
		// A sum overflows if its sign differs from the signs of both summands. A
		// difference overflows if the sign of x differs from the signs of y and of the result.
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

// either returns a if want is true, else b.
func either(want bool, a, b wasm.Op) wasm.Op {
	if want {
		return a
	}
	return b
}

// mulOverflows64 does the work of overflows for Mul of 33 to 64 bits. It calls a helper.
func (g *exprs) mulOverflows64(e *ir.Overflows, t ir.Type, want bool) {
	w := g.w
	x, y := g.scratch(wasm.I64), g.scratch(wasm.I64)
	g.expr(e.X)
	w.Tee(x)
	g.expr(e.Y)
	w.Tee(y)
	w.Call(g.mulIndex(t.Signed))
	if t.Bits < 64 { // the product may fit into 64 bits, but not into the type
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

// mulIndex returns the index of the helper of emitMulOverflows.
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

// emitMulOverflows writes the helper that reports whether a product overflows 64
// bits: (x, y) -> i32.
func emitMulOverflows(w *wasm.Func, signed bool) {
	const x, y = 0, 1
	// The product of factors of 32 bits does not overflow.
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
	// With y = 0 it does not overflow; with y = -1 it does if x is the smallest number. Otherwise it overflows if the
	// wrapped product divided by y is not x.
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

// divOverflows does the work of overflows for Div: only the smallest value divided by -1 overflows.
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
