package ir

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/num"
)

// Span holds bounds for the value of an integer expression. They follow from the shape of the expression alone (casts,
// masks, remainders, literals). Operations that are safe according to their spans need no checks: x + 1 for a char x
// never overflows int. Bounds are mathematical integers; Hi is MaxInt64 if the value may be larger (64-bit unsigned).
type Span struct{ Lo, Hi int64 }

// TypeSpan returns the bounds of the values of type t. If t is neither Int nor Bool, they are the bounds of int64.
func TypeSpan(t Type) Span {
	switch {
	case t.Kind == Bool:
		return Span{0, 1}
	case t.Kind != Int:
		return Span{math.MinInt64, math.MaxInt64}
	case t.Signed:
		return Span{num.Signed(num.MinOf(t.Bits, true), t.Bits), num.Signed(num.MaxOf(t.Bits, true), t.Bits)}
	case t.Bits == 64:
		return Span{0, math.MaxInt64}
	}
	return Span{0, int64(num.Mask(t.Bits))}
}

// Exact reports whether Hi is an upper bound. It is not if t is 64-bit unsigned and Hi is MaxInt64.
func (s Span) Exact(t Type) bool { return t.Signed || t.Bits < 64 || s.Hi < math.MaxInt64 }

// In reports whether all values of s are values of o.
func (s Span) In(o Span) bool { return o.Lo <= s.Lo && s.Hi <= o.Hi }

// SpanOf returns the span of an Int or Bool expression.
func SpanOf(e Expr) Span { return spanDepth(e, 6) }

// spanDepth does what SpanOf does, but looks at most depth levels into e.
func spanDepth(e Expr, depth int) Span {
	t := e.Type()
	full := TypeSpan(t)
	if t.Kind != Int || depth == 0 {
		return full
	}
	switch e := e.(type) { // sound: other expressions may have all values of the type
	case *Const:
		v := int64(e.Bits)
		if t.Signed {
			v = num.Signed(e.Bits, t.Bits)
		} else if v < 0 {
			return full
		}
		return Span{v, v}
	case *Cast:
		k := e.X.Type().Kind
		if k != Int && k != Bool {
			return full
		}
		if s := spanDepth(e.X, depth-1); s.In(full) && (s.Exact(e.X.Type()) || !t.Signed && t.Bits == 64) {
			return s
		}
	case *Binary:
		if s, ok := spanBinary(e, depth-1); ok {
			return s
		}
	}
	return full
}

// spanBinary returns the span of e, a Binary of type Int; false if it finds no better bounds than the bounds of the
// type.
func spanBinary(e *Binary, depth int) (Span, bool) {
	t := e.X.Type()
	x, y := spanDepth(e.X, depth), Span{}
	if e.Y.Type().Kind == Int {
		y = spanDepth(e.Y, depth)
	}
	switch e.Op { // sound: not known
	case Add, Sub, Mul:
		if s, ok := ExactSpan(e.Op, x, y); ok && x.Exact(t) && y.Exact(t) && s.In(TypeSpan(t)) {
			return s, true
		}
	case And:
		// The result is between 0 and any operand that is not negative.
		switch {
		case x.Lo >= 0 && y.Lo >= 0:
			return Span{0, min(x.Hi, y.Hi)}, true
		case x.Lo >= 0:
			return Span{0, x.Hi}, true
		case y.Lo >= 0:
			return Span{0, y.Hi}, true
		}
	case Rem:
		if y.Lo > 0 && y.Exact(t) {
			m := y.Hi - 1
			s := Span{-m, m}
			if x.Lo >= 0 {
				s.Lo = 0
				s.Hi = min(m, x.Hi)
			}
			return s, true
		}
	case Div:
		if y.Lo > 0 && x.Exact(t) { // the quotient is between 0 and the dividend
			return Span{min(x.Lo, 0), max(x.Hi, 0)}, true
		}
	case Shr:
		switch {
		case x.Lo >= 0 && y.Lo == y.Hi && y.Lo >= 0 && y.Lo < int64(t.Bits) && x.Exact(t):
			return Span{x.Lo >> y.Lo, x.Hi >> y.Lo}, true
		case x.Lo >= 0: // a shift by too much yields 0
			return Span{0, x.Hi}, true
		}
	}
	return Span{}, false
}

// ExactSpan returns the span of the mathematical result of x op y, where op is Add, Sub or Mul. It returns false if the
// bounds do not fit int64, or for another op.
func ExactSpan(op BinOp, x, y Span) (Span, bool) {
	switch op {
	case Add:
		if over(num.AddOverflows, x.Lo, y.Lo) || over(num.AddOverflows, x.Hi, y.Hi) {
			return Span{}, false
		}
		return Span{x.Lo + y.Lo, x.Hi + y.Hi}, true
	case Sub:
		if over(num.SubOverflows, x.Lo, y.Hi) || over(num.SubOverflows, x.Hi, y.Lo) {
			return Span{}, false
		}
		return Span{x.Lo - y.Hi, x.Hi - y.Lo}, true
	case Mul:
	default: // sound: not known
		return Span{}, false
	}
	s := Span{math.MaxInt64, math.MinInt64}
	for _, a := range [...]int64{x.Lo, x.Hi} {
		for _, b := range [...]int64{y.Lo, y.Hi} {
			if over(num.MulOverflows, a, b) {
				return Span{}, false
			}
			s.Lo, s.Hi = min(s.Lo, a*b), max(s.Hi, a*b)
		}
	}
	return s, true
}

// over reports whether an operation on a and b overflows int64; f is the function of num that decides this for the
// operation.
func over(f func(x, y uint64, w uint8, signed bool) bool, a, b int64) bool {
	return f(uint64(a), uint64(b), 64, true)
}
