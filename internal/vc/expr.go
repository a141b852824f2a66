package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Expr evaluates an expression in a state. Load and Forall are allowed: this
// serves invariants too.
func (e *Encoder) Expr(s *State, x ir.Expr) *Value {
	switch x := x.(type) {
	case *ir.Const:
		return e.literal(x.T, x.Bits)
	case *ir.Ref:
		return e.reg(s, x.Var)
	case *ir.AddrOf:
		return e.addressOf(s, x.Obj)
	case *ir.FuncAddr:
		return &Value{Obj: e.objConst(e.funcID(x.Func)), T: e.zero(x.T), Lo: new(big.Int), Hi: new(big.Int)}
	case *ir.Unary:
		return e.unary(s, x)
	case *ir.Binary:
		return e.binary(s, x)
	case *ir.Cast:
		return e.cast(s, x)
	case *ir.PtrAdd:
		return e.ptrAdd(s, x)
	case *ir.PtrDiff:
		return e.ptrDiff(s, x)
	case *ir.Overflows:
		t := x.X.Type()
		return &Value{T: e.a.overflows(s, x.Op, t, e.Expr(s, x.X), e.Expr(s, x.Y))}
	case *ir.Valid:
		return &Value{T: e.answer(s, x)}
	case *ir.Load:
		return e.load(s, x.T, e.Expr(s, x.Addr))
	case *ir.Forall:
		return e.forall(s, x)
	}
	return e.unknown(x.Type(), "expression")
}

// Cond is a Bool expression as a term.
func (e *Encoder) Cond(s *State, x ir.Expr) *term.Term { return e.Expr(s, x).T }

// Literal is the value of canonical bits.
func (e *Encoder) Literal(t ir.Type, bits uint64) *Value { return e.literal(t, bits) }

func (e *Encoder) literal(t ir.Type, bits uint64) *Value {
	switch t.Kind {
	case ir.Bool:
		return &Value{T: e.C.Bool(bits != 0)}
	case ir.Float:
		return &Value{T: e.C.FP(bits, int(t.Bits))}
	case ir.Ptr:
		v := e.a.konst(ir.Type{Kind: ir.Int, Bits: t.Bits, Signed: true}, bits)
		return &Value{T: v.T, Obj: e.objConst(0), Lo: v.Lo, Hi: v.Hi}
	case ir.Int, ir.None: // below
	}
	return e.a.konst(t, bits)
}

// zero is the number 0 of a type of integers or offsets.
func (e *Encoder) zero(t ir.Type) *term.Term {
	if e.Enc == Ints {
		return e.C.Int(0)
	}
	return e.C.BV(0, int(t.Bits))
}

func (e *Encoder) unary(s *State, x *ir.Unary) *Value {
	v, t := e.Expr(s, x.X), x.X.Type()
	switch t.Kind { // sound: floats, below
	case ir.Bool:
		return &Value{T: e.C.Not(v.T)}
	case ir.Int:
		return e.a.unary(s, x.Op, t, v)
	}
	switch x.Op { // sound: unknown
	case ir.Neg:
		return &Value{T: e.C.FPNeg(v.T)}
	case ir.FAbs:
		return &Value{T: e.C.FPAbs(v.T)}
	case ir.FSqrt:
		return &Value{T: e.C.FPSqrt(v.T)}
	case ir.FFloor:
		return &Value{T: e.C.FPRound(term.Down, v.T)}
	case ir.FCeil:
		return &Value{T: e.C.FPRound(term.Up, v.T)}
	case ir.FTrunc:
		return &Value{T: e.C.FPRound(term.Zero, v.T)}
	case ir.FNearest:
		return &Value{T: e.C.FPRound(term.Nearest, v.T)}
	}
	return e.unknown(t, "float operation")
}

func (e *Encoder) binary(s *State, x *ir.Binary) *Value {
	v, w := e.Expr(s, x.X), e.Expr(s, x.Y)
	t := x.X.Type()
	switch x.Op { // sound: arithmetic, below
	case ir.LAnd:
		return &Value{T: e.C.And(v.T, w.T)}
	case ir.LOr:
		return &Value{T: e.C.Or(v.T, w.T)}
	case ir.Ne:
		return &Value{T: e.C.Not(e.compare(s, ir.Eq, t, v, w))}
	case ir.Eq, ir.Lt, ir.Le:
		return &Value{T: e.compare(s, x.Op, t, v, w)}
	}
	if t.Kind == ir.Float {
		return e.float(x.Op, t, v, w)
	}
	if x.Op == ir.Shl || x.Op == ir.Shr {
		return e.a.shift(s, x.Op, t, v, x.Y.Type(), w)
	}
	if x.Op == ir.Mul {
		if cond := truth(x.X); cond != nil {
			return e.where(s, cond, t, w)
		}
		if cond := truth(x.Y); cond != nil {
			return e.where(s, cond, t, v)
		}
	}
	return e.a.binary(s, x.Op, t, v, w)
}

// truth is a condition whose truth value is an operand; nil if none is. Lift says if-then-else with it, and that is no
// product for solvers.
func truth(x ir.Expr) ir.Expr {
	for {
		c, ok := x.(*ir.Cast)
		if !ok || c.T.Kind != ir.Int || c.T.Signed && c.T.Bits == 1 { // there true is -1
			return nil
		}
		switch x = c.X; x.Type().Kind { // sound: others are no truth values
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

// where is a value where a condition holds, 0 elsewhere.
func (e *Encoder) where(s *State, cond ir.Expr, t ir.Type, v *Value) *Value {
	no := e.a.konst(t, 0)
	return &Value{T: e.C.Ite(e.Expr(s, cond).T, v.T, no.T), Lo: minBig(v.Lo, no.Lo), Hi: maxBig(v.Hi, no.Hi)}
}

func (e *Encoder) float(op ir.BinOp, t ir.Type, v, w *Value) *Value {
	switch op {
	case ir.Add:
		return &Value{T: e.C.FPAdd(v.T, w.T)}
	case ir.Sub:
		return &Value{T: e.C.FPSub(v.T, w.T)}
	case ir.Mul:
		return &Value{T: e.C.FPMul(v.T, w.T)}
	case ir.Div:
		return &Value{T: e.C.FPDiv(v.T, w.T)}
	default: // sound: unknown
		return e.unknown(t, "float operation")
	}
}

// compare is Eq, Lt or Le.
func (e *Encoder) compare(s *State, op ir.BinOp, t ir.Type, v, w *Value) *term.Term {
	switch t.Kind { // sound: floats, below
	case ir.Int:
		return e.a.compare(s, op, t, v, w)
	case ir.Bool:
		return e.C.Eq(v.T, w.T)
	case ir.Ptr:
		return e.comparePtr(s, op, t, v, w)
	}
	switch op {
	case ir.Eq:
		return e.C.FPEq(v.T, w.T)
	case ir.Lt:
		return e.C.FPLt(v.T, w.T)
	case ir.Le:
		return e.C.FPLe(v.T, w.T)
	default: // sound: unknown
		return e.unknown(ir.B, "float comparison").T
	}
}

func (e *Encoder) cast(s *State, x *ir.Cast) *Value {
	v, from, to := e.Expr(s, x.X), x.X.Type(), x.T
	switch {
	case from.Kind == ir.Bool && to.Kind == ir.Int:
		if v.T.IsTrue() || v.T.IsFalse() {
			b, _ := v.T.Bits()
			return e.a.konst(to, b)
		}
		yes, no := e.a.konst(to, 1), e.a.konst(to, 0) // of i1: -1 and 0
		return &Value{T: e.C.Ite(v.T, yes.T, no.T), Lo: minBig(yes.Lo, no.Lo), Hi: maxBig(yes.Hi, no.Hi)}
	case from.Kind == ir.Int && to.Kind == ir.Int:
		return e.a.cast(s, from, to, v)
	case from.Kind == ir.Ptr:
		return e.ptrToInt(s, from, to, v)
	case to.Kind == ir.Ptr:
		return e.intToPtr(s, from, to, v)
	case from.Kind == ir.Int:
		b := e.a.toBits(from, v)
		if from.Signed {
			return &Value{T: e.C.FPOfSBV(b, int(to.Bits))}
		}
		return &Value{T: e.C.FPOfUBV(b, int(to.Bits))}
	case to.Kind == ir.Float:
		return &Value{T: e.C.FPOfFP(v.T, int(to.Bits))}
	}
	return e.floatToInt(from, to, v)
}

// floatToInt truncates; what C leaves open has package ir's value.
func (e *Encoder) floatToInt(from, to ir.Type, v *Value) *Value {
	c := e.C
	w := int(to.Bits)
	lo, hi := limits(to)
	// The bounds as floats: values strictly between lo-1 and hi+1 truncate into the type.
	// lo-1 need not be a float: then no value lies between lo-1 and lo.
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
	return e.a.ofBits(to, c.Ite(inside, r, out))
}

// forall is a bounded quantifier of a specification.
func (e *Encoder) forall(s *State, x *ir.Forall) *Value {
	t := x.Bound.Type
	i := e.C.Fresh("q", e.sort(t))
	v := &Value{T: i}
	if e.Enc == Ints {
		v.Lo, v.Hi = limits(t)
	}
	lo, hi := e.Expr(s, x.Lo), e.Expr(s, x.Hi)
	in := e.withReg(s, x.Bound, v)
	body := e.Cond(in, x.Body)
	rng := e.C.And(e.compare(s, ir.Le, t, lo, v), e.compare(s, ir.Lt, t, v, hi))
	return &Value{T: e.C.Forall([]*term.Term{i}, e.C.Or(e.C.Not(rng), body))}
}
