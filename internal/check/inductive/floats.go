package inductive

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file evaluates operations on floats. The results at the corners of the operands' ranges bound an operation, as
// rounding to nearest is monotonic. If a division by zero is possible, or a corner has the result NaN, the result is
// the set of all values.

// finite reports whether v has numbers, and no infinity is among them.
func (v value) finite() bool {
	return v.flo <= v.fhi && !math.IsInf(v.flo, 0) && !math.IsInf(v.fhi, 0)
}

// math returns the values of a function of libm; nil means all values.
func (c *checker) math(s *state, st *ir.Math) *value {
	args := make([]ir.FloatRange, len(st.Args))
	for i, a := range st.Args {
		v := c.eval(s, a)
		if !isFloat(v.t) {
			return nil // the function is about an object
		}
		args[i] = ir.FloatRange{Lo: v.flo, Hi: v.fhi, NaN: v.nan}
	}
	r, ok := ir.MathRange(st.Fn, st.Dst.Type, args)
	if !ok {
		return nil
	}
	return &value{t: st.Dst.Type, flo: r.Lo, fhi: r.Hi, nan: r.NaN}
}

// floatUnary returns the values of an operator applied to the values in x.
func floatUnary(op ir.UnOp, x value) value {
	if x.flo > x.fhi {
		return x
	}
	f := func(v float64) float64 { return ir.FloatOf(x.t, ir.EvalUnary(op, x.t, ir.FloatBits(x.t, v))) }
	r := x
	switch op {
	case ir.Neg:
		r.flo, r.fhi = -x.fhi, -x.flo
	case ir.FAbs:
		r.flo, r.fhi = math.Abs(x.flo), math.Abs(x.fhi)
		if r.flo > r.fhi {
			r.flo, r.fhi = r.fhi, r.flo
		}
		if x.flo <= 0 && 0 <= x.fhi {
			r.flo = 0
		}
	case ir.FSqrt:
		switch {
		case x.fhi < 0:
			return value{t: x.t, flo: 1, fhi: 0, nan: true}
		case x.flo < 0:
			r.flo, r.fhi, r.nan = 0, f(x.fhi), true
		default:
			r.flo, r.fhi = f(x.flo), f(x.fhi)
		}
	case ir.FFloor, ir.FCeil, ir.FTrunc, ir.FNearest:
		r.flo, r.fhi = f(x.flo), f(x.fhi)
	default: // sound: any value
		return anything(x.t)
	}
	return r
}

// floatBinary returns the values of x op y, of type t.
func floatBinary(op ir.BinOp, t ir.Type, x, y value) value {
	if x.none() || y.none() {
		v := value{t: t, flo: 1, fhi: 0}
		return v
	}
	if op >= ir.Eq {
		return compareFloats(op, x, y)
	}
	if x.flo > x.fhi || y.flo > y.fhi {
		return value{t: t, flo: 1, fhi: 0, nan: true}
	}
	nan := x.nan || y.nan
	switch op {
	case ir.Add, ir.Sub:
		// The sum of infinities of opposite signs is NaN; all other sums are monotonic.
		ylo, yhi := y.flo, y.fhi
		if op == ir.Sub {
			ylo, yhi = -y.fhi, -y.flo
		}
		nan = nan || math.IsInf(x.flo, -1) && math.IsInf(yhi, 1) || math.IsInf(x.fhi, 1) && math.IsInf(ylo, -1)
	case ir.Mul:
		nan = nan || !x.finite() && y.flo <= 0 && 0 <= y.fhi || !y.finite() && x.flo <= 0 && 0 <= x.fhi
	case ir.Div:
		if y.flo <= 0 && 0 <= y.fhi {
			return anything(t)
		}
		nan = nan || !x.finite() && !y.finite()
	default: // sound: any value
		return anything(t)
	}
	r := value{t: t, flo: math.Inf(1), fhi: math.Inf(-1), nan: nan}
	for _, a := range []float64{x.flo, x.fhi} {
		for _, b := range []float64{y.flo, y.fhi} {
			z := ir.FloatOf(t, ir.EvalBinary(op, t, ir.FloatBits(t, a), ir.FloatBits(t, b), t))
			if z != z {
				return anything(t)
			}
			r.flo, r.fhi = math.Min(r.flo, z), math.Max(r.fhi, z)
		}
	}
	return r
}

// compareFloats returns the truth values of a comparison.
func compareFloats(op ir.BinOp, x, y value) value {
	numbers := x.flo <= x.fhi && y.flo <= y.fhi
	nan := x.nan || y.nan
	single := x.flo == x.fhi && y.flo == y.fhi && x.flo == y.flo
	overlap := numbers && x.flo <= y.fhi && y.flo <= x.fhi
	switch op { // sound: any truth value
	case ir.Eq:
		return yesNo(nan || numbers && !single, overlap)
	case ir.Ne:
		return yesNo(overlap, nan || numbers && !single)
	case ir.Lt:
		return yesNo(nan || numbers && x.fhi >= y.flo, numbers && x.flo < y.fhi)
	case ir.Le:
		return yesNo(nan || numbers && x.fhi > y.flo, numbers && x.flo <= y.fhi)
	}
	return anything(ir.B)
}

// order returns the index of f in the order of the floats of a type: neighbours have neighbouring indices, -0 and 0 the
// same.
func order(t ir.Type, f float64) int64 {
	if t.Bits == 32 {
		b := int64(math.Float32bits(float32(math.Abs(f))))
		if f < 0 {
			return -b
		}
		return b
	}
	b := int64(math.Float64bits(math.Abs(f)))
	if f < 0 {
		return -b
	}
	return b
}

// unorder returns the float with index n.
func unorder(t ir.Type, n int64) float64 {
	a := n
	if a < 0 {
		a = -a
	}
	f := math.Float64frombits(uint64(a))
	if t.Bits == 32 {
		f = float64(math.Float32frombits(uint32(a)))
	}
	if n < 0 {
		return -f
	}
	return f
}
