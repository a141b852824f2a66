package interval

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// noNumber reports whether NaN is the only possible value of v.
func (v value) noNumber() bool { return v.flo > v.fhi }

// hasInf reports whether v has an infinity.
func (v value) hasInf() bool {
	return !v.noNumber() && (math.IsInf(v.flo, -1) || math.IsInf(v.fhi, 1))
}
func (v value) floatHasZero() bool { return v.flo <= 0 && v.fhi >= 0 }

// onlyNaN returns the value that has only NaN.
func onlyNaN(t ir.Type) value { return floats(t, math.NaN(), math.NaN(), true) }

// floatBinary returns x op y for floats. IEEE operations that round to nearest are
// monotone, so the results at the corners bound the others.
func floatBinary(op ir.BinOp, x, y value) value {
	if x.empty || y.empty {
		if op >= ir.Eq {
			return bottom(ir.B)
		}
		return bottom(x.t)
	}
	if !floating(x.t) {
		if op >= ir.Eq {
			return top(ir.B)
		}
		return top(x.t)
	}
	if op >= ir.Eq {
		return floatCompare(op, x, y)
	}
	if x.noNumber() || y.noNumber() {
		return onlyNaN(x.t)
	}
	nan := x.nan || y.nan
	switch op {
	case ir.Add, ir.Sub:
		yhi, ylo := y.fhi, y.flo
		if op == ir.Sub {
			yhi, ylo = -y.flo, -y.fhi
		}
		nan = nan || math.IsInf(x.fhi, 1) && math.IsInf(ylo, -1) || math.IsInf(x.flo, -1) && math.IsInf(yhi, 1)
	case ir.Mul:
		nan = nan || x.hasInf() && y.floatHasZero() || y.hasInf() && x.floatHasZero()
	case ir.Div:
		if y.floatHasZero() {
			return top(x.t)
		}
		nan = nan || x.hasInf() && y.hasInf()
	default: // sound: any value
		return top(x.t)
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, a := range []float64{x.flo, x.fhi} {
		for _, b := range []float64{y.flo, y.fhi} {
			bits := ir.EvalBinary(op, x.t, ir.FloatBits(x.t, a), ir.FloatBits(x.t, b), x.t)
			r := ir.FloatOf(x.t, bits)
			if r != r {
				return top(x.t) // with infinities at a corner, the corners are not bounds
			}
			lo, hi = math.Min(lo, r), math.Max(hi, r)
		}
	}
	return floats(x.t, lo, hi, nan)
}

// floatCompare returns the truth value of a comparison of floats.
func floatCompare(op ir.BinOp, x, y value) value {
	nan := x.nan || y.nan
	if x.noNumber() || y.noNumber() {
		return truth(op != ir.Ne, op == ir.Ne)
	}
	apart := x.fhi < y.flo || y.fhi < x.flo
	same := x.flo == x.fhi && y.flo == y.fhi && x.flo == y.flo
	switch op { // sound: any truth value
	case ir.Eq:
		return truth(nan || !same, !apart)
	case ir.Ne:
		return truth(!apart, nan || !same)
	case ir.Lt:
		return truth(nan || x.fhi >= y.flo, x.flo < y.fhi)
	case ir.Le:
		return truth(nan || x.fhi > y.flo, x.flo <= y.fhi)
	}
	return top(ir.B)
}

// floatUnary returns the value of op x for a float.
func floatUnary(op ir.UnOp, x value) value {
	if x.empty || !floating(x.t) || x.noNumber() {
		return x
	}
	lo, hi, nan := x.flo, x.fhi, x.nan
	switch op {
	case ir.Neg:
		return floats(x.t, -hi, -lo, nan)
	case ir.FAbs:
		if x.floatHasZero() {
			return floats(x.t, 0, math.Max(-lo, hi), nan)
		}
		return floats(x.t, math.Min(math.Abs(lo), math.Abs(hi)), math.Max(math.Abs(lo), math.Abs(hi)), nan)
	case ir.FSqrt:
		if hi < 0 {
			return onlyNaN(x.t)
		}
		if lo < 0 {
			lo, nan = 0, true
		}
	case ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest: // monotone
	default: // sound: any value
		return top(x.t)
	}
	f := func(v float64) float64 { return ir.FloatOf(x.t, ir.EvalUnary(op, x.t, ir.FloatBits(x.t, v))) }
	return floats(x.t, f(lo), f(hi), nan)
}

// cast returns x converted to t; k bounds the size of sets.
func cast(t ir.Type, x value, k int) value {
	switch {
	case x.empty:
		return bottom(t)
	case t.Kind == ir.Bool && numeric(x.t):
		return truth(x.hasZero(), !x.is(0))
	case numeric(t) && numeric(x.t):
		return castInt(t, x, k)
	case numeric(t) && floating(x.t):
		return floatToInt(t, x)
	case floating(t) && numeric(x.t):
		lo := ir.FloatOf(t, ir.EvalCast(t, x.t, canonical(x.t, x.lo)))
		hi := ir.FloatOf(t, ir.EvalCast(t, x.t, canonical(x.t, x.hi)))
		return floats(t, lo, hi, false)
	case floating(t) && floating(x.t):
		if x.noNumber() {
			return onlyNaN(t)
		}
		f := func(v float64) float64 { return ir.FloatOf(t, ir.FloatBits(t, v)) }
		return floats(t, f(x.flo), f(x.fhi), x.nan)
	}
	return top(t)
}

// castInt does what cast does, between Int and Bool types.
func castInt(t ir.Type, x value, k int) value {
	if es, ok := x.elements(k); ok {
		out := make([]domain.Wide, len(es))
		for i, w := range es {
			out[i] = domain.Read(t, ir.EvalCast(t, x.t, canonical(x.t, w)))
		}
		return fromSet(t, out, k)
	}
	v := wrap(t, x.lo, x.hi)
	// In a type that is as wide or wider, only zero becomes zero.
	if x.nz && t.Bits >= x.t.Bits {
		v.nz = true
		return v.trim()
	}
	return v
}

// floatToInt returns x truncated to an integer. If C does not define the result for some number of x (NaN, out of
// range), it returns any value.
func floatToInt(t ir.Type, x value) value {
	if x.nan || x.noNumber() {
		return top(t)
	}
	lo, hi := math.Trunc(x.flo), math.Trunc(x.fhi)
	min, max := 0.0, math.Ldexp(1, int(t.Bits))
	if t.Signed {
		max = math.Ldexp(1, int(t.Bits)-1)
		min = -max
	}
	if !(lo >= min && hi < max) {
		return top(t)
	}
	read := func(f float64) domain.Wide { return domain.Read(t, ir.EvalCast(t, ir.F64, math.Float64bits(f))) }
	return between(t, read(lo), read(hi))
}

// next returns the number of the float type t next to f, above it if up is set, else below it.
func next(t ir.Type, f float64, up bool) float64 {
	to := math.Inf(-1)
	if up {
		to = math.Inf(1)
	}
	if t.Bits == 32 {
		return float64(math.Nextafter32(float32(f), float32(to)))
	}
	return math.Nextafter(f, to)
}
