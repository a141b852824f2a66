package instrument

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// span bounds the value of an integer expression by its shape alone (casts,
// masks, remainders, literals), so that no guard is put where nothing can go
// wrong: x + 1 for a char x never overflows int. Values are mathematical; hi is
// MaxInt64 where it may be larger (64-bit unsigned).
type span struct{ lo, hi int64 }

func typeSpan(t ir.Type) span {
	switch {
	case t.Kind == ir.Bool:
		return span{0, 1}
	case t.Kind != ir.Int:
		return span{math.MinInt64, math.MaxInt64}
	case t.Signed:
		return span{num.Signed(num.MinOf(t.Bits, true), t.Bits), num.Signed(num.MaxOf(t.Bits, true), t.Bits)}
	case t.Bits == 64:
		return span{0, math.MaxInt64}
	}
	return span{0, int64(num.Mask(t.Bits))}
}

// exact says that hi is a real bound.
func (s span) exact(t ir.Type) bool { return t.Signed || t.Bits < 64 || s.hi < math.MaxInt64 }

func (s span) in(o span) bool { return o.lo <= s.lo && s.hi <= o.hi }

// spanOf is the span of an Int or Bool expression.
func spanOf(e ir.Expr) span { return spanDepth(e, 6) }

func spanDepth(e ir.Expr, depth int) span {
	t := e.Type()
	full := typeSpan(t)
	if t.Kind != ir.Int || depth == 0 {
		return full
	}
	switch e := e.(type) { // sound: all values
	case *ir.Const:
		v := int64(e.Bits)
		if t.Signed {
			v = num.Signed(e.Bits, t.Bits)
		} else if v < 0 {
			return full
		}
		return span{v, v}
	case *ir.Cast:
		k := e.X.Type().Kind
		if k != ir.Int && k != ir.Bool {
			return full
		}
		if s := spanDepth(e.X, depth-1); s.in(full) && (s.exact(e.X.Type()) || !t.Signed && t.Bits == 64) {
			return s
		}
	case *ir.Binary:
		if s, ok := spanBinary(e, depth-1); ok {
			return s
		}
	}
	return full
}

func spanBinary(e *ir.Binary, depth int) (span, bool) {
	t := e.X.Type()
	x, y := spanDepth(e.X, depth), span{}
	if e.Y.Type().Kind == ir.Int {
		y = spanDepth(e.Y, depth)
	}
	switch e.Op { // sound: not known
	case ir.Add, ir.Sub, ir.Mul:
		if s, ok := exactSpan(e.Op, x, y); ok && x.exact(t) && y.exact(t) && s.in(typeSpan(t)) {
			return s, true
		}
	case ir.And:
		// The result lies between 0 and any operand that is not negative.
		switch {
		case x.lo >= 0 && y.lo >= 0:
			return span{0, min(x.hi, y.hi)}, true
		case x.lo >= 0:
			return span{0, x.hi}, true
		case y.lo >= 0:
			return span{0, y.hi}, true
		}
	case ir.Rem:
		if y.lo > 0 && y.exact(t) {
			m := y.hi - 1
			s := span{-m, m}
			if x.lo >= 0 {
				s.lo = 0
				s.hi = min(m, x.hi)
			}
			return s, true
		}
	case ir.Div:
		if y.lo > 0 && x.exact(t) { // the quotient lies between 0 and the dividend
			return span{min(x.lo, 0), max(x.hi, 0)}, true
		}
	case ir.Shr:
		switch {
		case x.lo >= 0 && y.lo == y.hi && y.lo >= 0 && y.lo < int64(t.Bits) && x.exact(t):
			return span{x.lo >> y.lo, x.hi >> y.lo}, true
		case x.lo >= 0: // by too much gives 0
			return span{0, x.hi}, true
		}
	}
	return span{}, false
}

// exactSpan is the span of the mathematical result, if it fits 64 bits.
func exactSpan(op ir.BinOp, x, y span) (span, bool) {
	switch op {
	case ir.Add:
		if over(num.AddOverflows, x.lo, y.lo) || over(num.AddOverflows, x.hi, y.hi) {
			return span{}, false
		}
		return span{x.lo + y.lo, x.hi + y.hi}, true
	case ir.Sub:
		if over(num.SubOverflows, x.lo, y.hi) || over(num.SubOverflows, x.hi, y.lo) {
			return span{}, false
		}
		return span{x.lo - y.hi, x.hi - y.lo}, true
	case ir.Mul:
	default: // sound: not known
		return span{}, false
	}
	s := span{math.MaxInt64, math.MinInt64}
	for _, a := range [...]int64{x.lo, x.hi} {
		for _, b := range [...]int64{y.lo, y.hi} {
			if over(num.MulOverflows, a, b) {
				return span{}, false
			}
			s.lo, s.hi = min(s.lo, a*b), max(s.hi, a*b)
		}
	}
	return s, true
}

func over(f func(x, y uint64, w uint8, signed bool) bool, a, b int64) bool {
	return f(uint64(a), uint64(b), 64, true)
}
