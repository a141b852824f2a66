package ir

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/num"
)

// This file is the semantics of expressions: total functions on canonical
// bits (an Int truncated to its width and zero-extended, a Float as its IEEE
// bits, a Bool as 0 or 1, a Ptr as its number). Every engine agrees with it.

// EvalUnary applies op to x of type t.
func EvalUnary(op UnOp, t Type, x uint64) uint64 {
	switch t.Kind {
	case Int:
		switch op { // sound: no value, below
		case Neg:
			return num.Trunc(-x, t.Bits)
		case Not:
			return num.Trunc(^x, t.Bits)
		}
	case Bool:
		if op == LNot {
			return x ^ 1
		}
	case Float:
		return evalFloatUnary(op, t, x)
	case None, Ptr:
	}
	panic("ir: " + op.String() + " of " + t.String())
}

func evalFloatUnary(op UnOp, t Type, x uint64) uint64 {
	// Sign operations work on the bits, so that they are exact on NaN too.
	sign := uint64(1) << 63
	if t.Bits == 32 {
		sign = 1 << 31
	}
	f := FloatOf(t, x)
	switch op {
	case Neg:
		return x ^ sign
	case FAbs:
		return x &^ sign
	case FSqrt: // binary64's root rounded to binary32 is the correctly rounded root
		f = math.Sqrt(f)
	case FFloor:
		f = math.Floor(f)
	case FCeil:
		f = math.Ceil(f)
	case FTrunc:
		f = math.Trunc(f)
	case FNearest:
		f = math.RoundToEven(f)
	default:
		panic("ir: " + op.String() + " of " + t.String())
	}
	return FloatBits(t, f)
}

// FloatOf reads canonical bits of a Float type as a float64 (exact).
func FloatOf(t Type, x uint64) float64 {
	if t.Bits == 32 {
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

// FloatBits rounds f to the Float type t and gives its bits.
func FloatBits(t Type, f float64) uint64 {
	if t.Bits == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// EvalBinary applies op to x of type t and y of type yt; yt differs from t for
// shifts only.
func EvalBinary(op BinOp, t Type, x, y uint64, yt Type) uint64 {
	switch t.Kind {
	case Int:
		return evalInt(op, t, x, y, yt)
	case Float:
		return evalFloat(op, t, x, y)
	case Bool, Ptr, None:
	}
	switch op {
	case Eq:
		return bit(x == y)
	case Ne:
		return bit(x != y)
	case Lt:
		return bit(x < y)
	case Le:
		return bit(x <= y)
	case LAnd:
		return x & y
	case LOr:
		return x | y
	default:
		panic("ir: " + op.String() + " of " + t.String())
	}
}

func evalInt(op BinOp, t Type, x, y uint64, yt Type) uint64 {
	w := t.Bits
	switch op {
	case Add:
		return num.Trunc(x+y, w)
	case Sub:
		return num.Trunc(x-y, w)
	case Mul:
		return num.Trunc(x*y, w)
	case Div:
		return num.Div(x, y, w, t.Signed)
	case Rem:
		return num.Rem(x, y, w, t.Signed)
	case And:
		return x & y
	case Or:
		return x | y
	case Xor:
		return x ^ y
	case Shl:
		return num.Shl(x, shiftAmount(y, yt), w)
	case Shr:
		return num.Shr(x, shiftAmount(y, yt), w, t.Signed)
	case Eq:
		return bit(x == y)
	case Ne:
		return bit(x != y)
	case Lt:
		return bit(num.Less(x, y, w, t.Signed))
	case Le:
		return bit(!num.Less(y, x, w, t.Signed))
	default:
		panic("ir: " + op.String() + " of " + t.String())
	}
}

// shiftAmount reads an amount: negative ones are too large for any width.
func shiftAmount(y uint64, yt Type) uint64 {
	if yt.Signed && num.Signed(y, yt.Bits) < 0 {
		return math.MaxUint64
	}
	return y
}

func evalFloat(op BinOp, t Type, x, y uint64) uint64 {
	if t.Bits == 32 {
		a, b := math.Float32frombits(uint32(x)), math.Float32frombits(uint32(y))
		var r float32
		switch op {
		case Add:
			r = a + b
		case Sub:
			r = a - b
		case Mul:
			r = a * b
		case Div:
			r = a / b
		default: // sound: the rest are comparisons
			return floatCompare(op, float64(a), float64(b))
		}
		return uint64(math.Float32bits(r))
	}
	a, b := math.Float64frombits(x), math.Float64frombits(y)
	var r float64
	switch op {
	case Add:
		r = a + b
	case Sub:
		r = a - b
	case Mul:
		r = a * b
	case Div:
		r = a / b
	default: // sound: the rest are comparisons
		return floatCompare(op, a, b)
	}
	return math.Float64bits(r)
}

func floatCompare(op BinOp, a, b float64) uint64 {
	switch op {
	case Eq:
		return bit(a == b)
	case Ne:
		return bit(a != b)
	case Lt:
		return bit(a < b)
	case Le:
		return bit(a <= b)
	default:
		panic("ir: " + op.String() + " of a float")
	}
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// EvalCast converts x from one type to another by the table at Cast.
func EvalCast(to, from Type, x uint64) uint64 {
	switch to.Kind {
	case Int:
		if from.Kind == Float {
			return floatToInt(to, FloatOf(from, x))
		}
		return num.Ext(x, from.Bits, from.Kind == Int && from.Signed, to.Bits)
	case Ptr:
		return num.Ext(x, from.Bits, from.Kind == Int && from.Signed, to.Bits)
	case Float:
		return toFloat(to, from, x)
	case Bool:
		return bit(x != 0)
	case None:
	}
	return 0
}

func toFloat(to, from Type, x uint64) uint64 {
	if from.Kind == Float {
		return FloatBits(to, FloatOf(from, x))
	}
	// One rounding only: never by way of float64 for a float32.
	if from.Signed {
		v := num.Signed(x, from.Bits)
		if to.Bits == 32 {
			return uint64(math.Float32bits(float32(v)))
		}
		return math.Float64bits(float64(v))
	}
	if to.Bits == 32 {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(float64(x))
}

func floatToInt(to Type, f float64) uint64 {
	f = math.Trunc(f)
	if to.Signed {
		lim := math.Ldexp(1, int(to.Bits)-1)
		if !(f >= -lim && f < lim) {
			return num.MinOf(to.Bits, true)
		}
		return num.Trunc(uint64(int64(f)), to.Bits)
	}
	if !(f >= 0 && f < math.Ldexp(1, int(to.Bits))) {
		return num.Mask(to.Bits)
	}
	if f >= 1<<63 { // Go leaves large float -> uint64 to the machine; this is exact
		return uint64(f-(1<<63)) | 1<<63
	}
	return uint64(f)
}

// EvalOverflows reports whether the exact result of x op y leaves the Int type t:
// Add, Sub, Mul, Div.
func EvalOverflows(op BinOp, t Type, x, y uint64) bool {
	switch op {
	case Add:
		return num.AddOverflows(x, y, t.Bits, t.Signed)
	case Sub:
		return num.SubOverflows(x, y, t.Bits, t.Signed)
	case Mul:
		return num.MulOverflows(x, y, t.Bits, t.Signed)
	case Div:
		return t.Signed && x == num.MinOf(t.Bits, true) && y == num.Mask(t.Bits)
	default:
		panic("ir: overflow of " + op.String())
	}
}

// EvalPtrAdd is p + index*scale modulo the address width of pt.
func EvalPtrAdd(pt Type, p, index uint64, it Type, scale int64) uint64 {
	return num.Trunc(p+num.Ext(index, it.Bits, it.Signed, 64)*uint64(scale), pt.Bits)
}

// Env gives EvalExpr the state. A callback may be nil if no expression needs
// it; an expression that does has no value then (ok false).
type Env struct {
	Reg      func(*Var) uint64
	Addr     func(*Object) uint64 // the current instance
	FuncAddr func(*Func) uint64
	Load     func(addr uint64, t Type) (bits uint64, ok bool)
	// MaxForall bounds the instances of one quantifier; 0: 1<<20.
	MaxForall uint64
}

// EvalExpr computes e. ok is false if a Load had no value, a quantifier was
// too long, or a callback is missing.
func EvalExpr(e Expr, env *Env) (bits uint64, ok bool) {
	switch e := e.(type) {
	case *Const:
		return e.Bits, true
	case *Ref:
		if env.Reg == nil {
			return 0, false
		}
		return env.Reg(e.Var), true
	case *AddrOf:
		if env.Addr == nil {
			return 0, false
		}
		return env.Addr(e.Obj), true
	case *FuncAddr:
		if env.FuncAddr == nil {
			return 0, false
		}
		return env.FuncAddr(e.Func), true
	case *Unary:
		x, ok := EvalExpr(e.X, env)
		return EvalUnary(e.Op, e.X.Type(), x), ok
	case *Cast:
		x, ok := EvalExpr(e.X, env)
		return EvalCast(e.T, e.X.Type(), x), ok
	case *Binary:
		x, y, ok := evalPair(e.X, e.Y, env)
		return EvalBinary(e.Op, e.X.Type(), x, y, e.Y.Type()), ok
	case *Overflows:
		x, y, ok := evalPair(e.X, e.Y, env)
		return bit(EvalOverflows(e.Op, e.X.Type(), x, y)), ok
	case *PtrAdd:
		p, i, ok := evalPair(e.P, e.Index, env)
		return EvalPtrAdd(e.P.Type(), p, i, e.Index.Type(), e.Scale), ok
	case *PtrDiff:
		p, q, ok := evalPair(e.P, e.Q, env)
		return num.Trunc(p-q, e.P.Type().Bits), ok
	case *Valid: // only who has the objects can say
		return 0, false
	case *Load:
		a, ok := EvalExpr(e.Addr, env)
		if !ok || env.Load == nil {
			return 0, false
		}
		return env.Load(a, e.T)
	case *Forall:
		return evalForall(e, env)
	}
	return 0, false
}

func evalPair(x, y Expr, env *Env) (a, b uint64, ok bool) {
	a, ok = EvalExpr(x, env)
	if !ok {
		return 0, 0, false
	}
	b, ok = EvalExpr(y, env)
	return a, b, ok
}

func evalForall(e *Forall, env *Env) (uint64, bool) {
	lo, hi, ok := evalPair(e.Lo, e.Hi, env)
	if !ok {
		return 0, false
	}
	t := e.Bound.Type
	limit := env.MaxForall
	if limit == 0 {
		limit = 1 << 20
	}
	if !num.Less(lo, hi, t.Bits, t.Signed) {
		return 1, true
	}
	if num.Trunc(hi-lo, t.Bits) > limit {
		return 0, false
	}
	inner := *env
	var cur uint64
	inner.Reg = func(v *Var) uint64 {
		if v == e.Bound || env.Reg == nil {
			return cur
		}
		return env.Reg(v)
	}
	for cur = lo; cur != hi; cur = num.Trunc(cur+1, t.Bits) {
		b, ok := EvalExpr(e.Body, &inner)
		if !ok || b == 0 {
			return 0, ok
		}
	}
	return 1, true
}
