package ir

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/num"
)

// This file defines the semantics of expressions as total functions on canonical bits: an Int is truncated to its width
// and zero-extended, a Float is its IEEE bits, a Bool 0 or 1, a Ptr its number. All engines must agree with it.

// EvalUnary returns op applied to x, which has type t.
func EvalUnary(op UnOp, t Type, x uint64) uint64 {
	switch t.Kind {
	case Int:
		switch op { // sound: other operators panic below
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

// evalFloatUnary implements EvalUnary for Float types.
func evalFloatUnary(op UnOp, t Type, x uint64) uint64 {
	// Sign operations work on the bits, so they are exact on NaN, too.
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
	case FSqrt: // the binary64 root, rounded to binary32, is the correctly rounded binary32 root
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

// FloatOf returns the number with canonical bits x of the Float type t. The conversion to float64 is exact.
func FloatOf(t Type, x uint64) float64 {
	if t.Bits == 32 {
		return float64(math.Float32frombits(uint32(x)))
	}
	return math.Float64frombits(x)
}

// FloatBits returns the canonical bits of f, rounded to the Float type t.
func FloatBits(t Type, f float64) uint64 {
	if t.Bits == 32 {
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}

// EvalBinary returns x op y, where x has type t and y has type yt. The types may differ only for shifts.
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

// evalInt implements EvalBinary for Int types.
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

// shiftAmount returns the number of bits of a shift by y. A negative y counts as larger than any width.
func shiftAmount(y uint64, yt Type) uint64 {
	if yt.Signed && num.Signed(y, yt.Bits) < 0 {
		return math.MaxUint64
	}
	return y
}

// evalFloat implements EvalBinary for Float types.
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

// floatCompare implements EvalBinary for comparisons of floats.
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

// bit returns the bits of a Bool.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// EvalCast returns x of type from converted to type to, as the table at Cast defines it.
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

// toFloat implements EvalCast to Float types.
func toFloat(to, from Type, x uint64) uint64 {
	if from.Kind == Float {
		return FloatBits(to, FloatOf(from, x))
	}
	// Round only once: an integer must not be converted to float32 by a first conversion to float64.
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

// floatToInt implements EvalCast from Float types to Int types.
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
	if f >= 1<<63 { // Go does not define all conversions of floats above MaxInt64; this one is exact
		return uint64(f-(1<<63)) | 1<<63
	}
	return uint64(f)
}

// EvalOverflows reports whether the exact result of x op y is outside of the Int type t, for Add, Sub, Mul and Div.
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

// EvalPtrAdd returns p + index*scale modulo the address width of pt, where it is the type of index.
func EvalPtrAdd(pt Type, p, index uint64, it Type, scale int64) uint64 {
	return num.Trunc(p+num.Ext(index, it.Bits, it.Signed, 64)*uint64(scale), pt.Bits)
}

// Env is the concrete state in which EvalExpr evaluates. A callback may be nil; expressions that need it then have no
// value (EvalExpr returns false).
type Env struct {
	Reg      func(*Var) uint64
	Addr     func(*Object) uint64 // the address of the current instance
	FuncAddr func(*Func) uint64
	Load     func(addr uint64, t Type) (bits uint64, ok bool)
	// MaxForall bounds the instances of one quantifier; 0 means 1<<20.
	MaxForall uint64
}

// EvalExpr returns the value of e. ok is false if e has no value: a Load has no value, a quantifier has too many
// instances, a callback is missing, or e contains a Valid.
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
	case *Valid: // the answer needs the table of objects
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

// evalPair returns the values of two expressions; ok is false if one of them has no value.
func evalPair(x, y Expr, env *Env) (a, b uint64, ok bool) {
	a, ok = EvalExpr(x, env)
	if !ok {
		return 0, 0, false
	}
	b, ok = EvalExpr(y, env)
	return a, b, ok
}

// evalForall evaluates a quantifier by evaluating its instances.
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
