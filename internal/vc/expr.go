package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Expr evaluates an expression in a state. It allows Load and Forall, since invariants may contain them.
func (ev *evaluator) Expr(s *State, x ir.Expr) *Value {
	switch x := x.(type) {
	case *ir.Const:
		return ev.literal(x.T, x.Bits)
	case *ir.Ref:
		return ev.reg(s, x.Var)
	case *ir.AddrOf:
		return ev.objs.addressOf(s, x.Obj)
	case *ir.FuncAddr:
		return &Value{Obj: ev.objConst(ev.objs.funcID(x.Func)), T: ev.zero(x.T), Lo: new(big.Int), Hi: new(big.Int)}
	case *ir.Unary:
		return ev.unary(s, x)
	case *ir.Binary:
		return ev.binary(s, x)
	case *ir.Cast:
		return ev.cast(s, x)
	case *ir.PtrAdd:
		return ev.ptrAdd(s, x)
	case *ir.PtrDiff:
		return ev.ptrDiff(s, x)
	case *ir.Overflows:
		t := x.X.Type()
		return &Value{T: ev.a.overflows(s, x.Op, t, ev.Expr(s, x.X), ev.Expr(s, x.Y))}
	case *ir.Valid:
		return &Value{T: ev.answer(s, x)}
	case *ir.Load:
		return ev.acc.load(s, x.T, ev.Expr(s, x.Addr))
	case *ir.Forall:
		return ev.forall(s, x)
	}
	return ev.unknown(x.Type(), "expression")
}

// Cond returns a Bool expression as a term.
func (ev *evaluator) Cond(s *State, x ir.Expr) *term.Term { return ev.Expr(s, x).T }

// Literal returns the value of canonical bits.
func (sy *symbols) Literal(t ir.Type, bits uint64) *Value { return sy.literal(t, bits) }

// literal implements Literal.
func (sy *symbols) literal(t ir.Type, bits uint64) *Value {
	switch t.Kind {
	case ir.Bool:
		return &Value{T: sy.C.Bool(bits != 0)}
	case ir.Float:
		return &Value{T: sy.C.FP(bits, int(t.Bits))}
	case ir.Ptr:
		v := sy.a.konst(ir.Type{Kind: ir.Int, Bits: t.Bits, Signed: true}, bits)
		return &Value{T: v.T, Obj: sy.objConst(0), Lo: v.Lo, Hi: v.Hi}
	case ir.Int, ir.None:
	}
	return sy.a.konst(t, bits)
}

// zero returns the number 0 of a type of integers or offsets.
func (sy *symbols) zero(t ir.Type) *term.Term {
	if sy.Enc == Ints {
		return sy.C.Int(0)
	}
	return sy.C.BV(0, int(t.Bits))
}

// unary returns the value of a unary expression.
func (ev *evaluator) unary(s *State, x *ir.Unary) *Value {
	v, t := ev.Expr(s, x.X), x.X.Type()
	switch t.Kind { // sound: floats follow
	case ir.Bool:
		return &Value{T: ev.C.Not(v.T)}
	case ir.Int:
		return ev.a.unary(s, x.Op, t, v)
	}
	switch x.Op { // sound: unknown
	case ir.Neg:
		return &Value{T: ev.C.FPNeg(v.T)}
	case ir.FAbs:
		return &Value{T: ev.C.FPAbs(v.T)}
	case ir.FSqrt:
		return &Value{T: ev.C.FPSqrt(v.T)}
	case ir.FFloor:
		return &Value{T: ev.C.FPRound(term.Down, v.T)}
	case ir.FCeil:
		return &Value{T: ev.C.FPRound(term.Up, v.T)}
	case ir.FTrunc:
		return &Value{T: ev.C.FPRound(term.Zero, v.T)}
	case ir.FNearest:
		return &Value{T: ev.C.FPRound(term.Nearest, v.T)}
	}
	return ev.unknown(t, "float operation")
}

// binary returns the value of a binary expression.
func (ev *evaluator) binary(s *State, x *ir.Binary) *Value {
	v, w := ev.Expr(s, x.X), ev.Expr(s, x.Y)
	t := x.X.Type()
	switch x.Op { // sound: arithmetic follows
	case ir.LAnd:
		return &Value{T: ev.C.And(v.T, w.T)}
	case ir.LOr:
		return &Value{T: ev.C.Or(v.T, w.T)}
	case ir.Ne:
		return &Value{T: ev.C.Not(ev.compare(s, ir.Eq, t, v, w))}
	case ir.Eq, ir.Lt, ir.Le:
		return &Value{T: ev.compare(s, x.Op, t, v, w)}
	}
	if t.Kind == ir.Float {
		return ev.float(x.Op, t, v, w)
	}
	if x.Op == ir.Shl || x.Op == ir.Shr {
		return ev.a.shift(s, x.Op, t, v, x.Y.Type(), w)
	}
	if x.Op == ir.Mul {
		if cond := truth(x.X); cond != nil {
			return ev.where(s, cond, t, w)
		}
		if cond := truth(x.Y); cond != nil {
			return ev.where(s, cond, t, v)
		}
	}
	r := ev.a.binary(s, x.Op, t, v, w)
	if p := ev.addrs.computed(s, x.Op, t, v, w, r); p != nil {
		r = &Value{T: r.T, Lo: r.Lo, Hi: r.Hi, exact: r.exact, addrOf: p}
	}
	return r
}

// truth returns the Bool condition whose truth value, 0 or 1, is the integer x; nil if x is no such integer. Lift
// writes if-then-else as a product with a truth value; binary turns it back, since products are hard for solvers.
func truth(x ir.Expr) ir.Expr {
	for {
		c, ok := x.(*ir.Cast)
		if !ok || c.T.Kind != ir.Int || c.T.Signed && c.T.Bits == 1 { // in this type, true is -1
			return nil
		}
		switch x = c.X; x.Type().Kind { // sound: values of other types are not truth values
		case ir.Bool:
			return x
		case ir.Int:
			if c.T.Bits < x.Type().Bits {
				return nil
			}
		default:
			return nil
		}
	}
}

// where returns the integer that equals v where a condition holds, else 0.
func (ev *evaluator) where(s *State, cond ir.Expr, t ir.Type, v *Value) *Value {
	no := ev.a.konst(t, 0)
	return &Value{T: ev.C.Ite(ev.Expr(s, cond).T, v.T, no.T), Lo: minBig(v.Lo, no.Lo), Hi: maxBig(v.Hi, no.Hi)}
}

// float returns the result of arithmetic on floats.
func (sy *symbols) float(op ir.BinOp, t ir.Type, v, w *Value) *Value {
	switch op {
	case ir.Add:
		return &Value{T: sy.C.FPAdd(v.T, w.T)}
	case ir.Sub:
		return &Value{T: sy.C.FPSub(v.T, w.T)}
	case ir.Mul:
		return &Value{T: sy.C.FPMul(v.T, w.T)}
	case ir.Div:
		return &Value{T: sy.C.FPDiv(v.T, w.T)}
	default: // sound: unknown
		return sy.unknown(t, "float operation")
	}
}

// compare returns the comparison v op w as a Bool term, for Eq, Lt and Le and operands of any type t.
func (ev *evaluator) compare(s *State, op ir.BinOp, t ir.Type, v, w *Value) *term.Term {
	switch t.Kind { // sound: floats follow
	case ir.Int:
		return ev.a.compare(s, op, t, v, w)
	case ir.Bool:
		return ev.C.Eq(v.T, w.T)
	case ir.Ptr:
		return ev.addrs.comparePtr(s, op, t, v, w)
	}
	switch op {
	case ir.Eq:
		return ev.C.FPEq(v.T, w.T)
	case ir.Lt:
		return ev.C.FPLt(v.T, w.T)
	case ir.Le:
		return ev.C.FPLe(v.T, w.T)
	default: // sound: unknown
		return ev.unknown(ir.B, "float comparison").T
	}
}

// cast returns the value of a conversion.
func (ev *evaluator) cast(s *State, x *ir.Cast) *Value {
	v, from, to := ev.Expr(s, x.X), x.X.Type(), x.T
	switch {
	case from.Kind == ir.Bool && to.Kind == ir.Int:
		if v.T.IsTrue() || v.T.IsFalse() {
			b, _ := v.T.Bits()
			return ev.a.konst(to, b)
		}
		yes, no := ev.a.konst(to, 1), ev.a.konst(to, 0) // in i1, these are -1 and 0
		return &Value{T: ev.C.Ite(v.T, yes.T, no.T), Lo: minBig(yes.Lo, no.Lo), Hi: maxBig(yes.Hi, no.Hi)}
	case from.Kind == ir.Int && to.Kind == ir.Int:
		r := ev.a.cast(s, from, to, v)
		if v.addrOf != nil && from.Bits == to.Bits {
			r = &Value{T: r.T, Lo: r.Lo, Hi: r.Hi, exact: r.exact, addrOf: v.addrOf}
		}
		return r
	case from.Kind == ir.Ptr:
		return ev.addrs.ptrToInt(s, from, to, v)
	case to.Kind == ir.Ptr:
		return ev.addrs.intToPtr(s, from, to, v)
	case from.Kind == ir.Int:
		b := ev.a.toBits(from, v)
		if from.Signed {
			return &Value{T: ev.C.FPOfSBV(b, int(to.Bits))}
		}
		return &Value{T: ev.C.FPOfUBV(b, int(to.Bits))}
	case to.Kind == ir.Float:
		return &Value{T: ev.C.FPOfFP(v.T, int(to.Bits))}
	}
	return ev.floatToInt(from, to, v)
}

// floatToInt truncates a float to an integer. For floats outside of the integer type, where C leaves the result
// undefined, it returns the value that package ir defines.
func (sy *symbols) floatToInt(from, to ir.Type, v *Value) *Value {
	c := sy.C
	w := int(to.Bits)
	lo, hi := limits(to)
	// The bounds as floats: values strictly between lo-1 and hi+1 truncate into the type.
	// If lo-1 is not representable as a float, no float lies between lo-1 and lo, and the bound is lo itself.
	below := new(big.Float).SetInt(new(big.Int).Sub(lo, big.NewInt(1)))
	above, _ := new(big.Float).SetInt(new(big.Int).Add(hi, big.NewInt(1))).Float64()
	b64, acc := below.Float64()
	if from.Bits == 32 {
		f32, a := below.Float32()
		b64, acc = float64(f32), a
	}
	lit := func(f float64) *term.Term { return c.FP(ir.FloatBits(from, f), int(from.Bits)) }
	inside := c.FPLt(v.T, lit(above))
	if acc == big.Exact {
		inside = c.And(c.FPLt(lit(b64), v.T), inside)
	} else {
		l, _ := new(big.Float).SetInt(lo).Float64()
		inside = c.And(c.FPLe(lit(l), v.T), inside)
	}
	var r *term.Term
	out := c.BV(^uint64(0), w)
	if to.Signed {
		r, out = c.FPToSBV(v.T, w), c.BV(1<<(w-1), w)
	} else {
		r = c.FPToUBV(v.T, w)
	}
	return sy.a.ofBits(to, c.Ite(inside, r, out))
}

// forall encodes a bounded quantifier of a specification as a quantified term.
func (ev *evaluator) forall(s *State, x *ir.Forall) *Value {
	t := x.Bound.Type
	i := ev.C.Fresh("q", ev.sort(t))
	v := ev.Index(x, i)
	if ev.Enc == Ints {
		v.Lo, v.Hi = limits(t) // the range, below, is compared with v
	}
	lo, hi := ev.Expr(s, x.Lo), ev.Expr(s, x.Hi)
	in := ev.ctxs.withReg(s, x.Bound, v)
	body := ev.Cond(in, x.Body)
	rng := ev.C.And(ev.compare(s, ir.Le, t, lo, v), ev.compare(s, ir.Lt, t, v, hi))
	return &Value{T: ev.C.Forall([]*term.Term{i}, ev.C.Or(ev.C.Not(rng), body))}
}

// Index returns the term at as a value of the register that q binds. In Ints, it has the bounds that the range
// of q gives to an index.
func (sy *symbols) Index(q *ir.Forall, at *term.Term) *Value {
	v := &Value{T: at}
	if sy.Enc != Ints {
		return v
	}
	t := q.Bound.Type
	v.Lo, v.Hi = limits(t)
	if b, ok := ir.IsConst(q.Lo); ok {
		v.Lo = number(t, b)
	}
	if b, ok := ir.IsConst(q.Hi); ok {
		v.Hi = maxBig(v.Lo, new(big.Int).Sub(number(t, b), big.NewInt(1)))
	}
	return v
}
