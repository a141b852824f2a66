package ir

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMathRange checks that the range of results for a range of arguments contains the results at its points, for
// functions of one and of two arguments.
func TestMathRange(t *testing.T) {
	one := []string{"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp",
		"exp2",
		"exp10", "expm1", "log", "log2", "log10", "log1p", "cbrt", "erf", "erfc"}
	two := []string{"pow", "hypot", "atan2"}
	r := rand.New(rand.NewPCG(1, 2))
	point := func() float64 {
		switch r.IntN(8) {
		case 0:
			return float64(r.IntN(9)-4) / 2
		case 1:
			return math.Ldexp(r.Float64()-0.5, r.IntN(2100)-1080)
		case 2:
			return (r.Float64() - 0.5) * 1500
		case 3:
			return math.Inf(1 - 2*r.IntN(2))
		}
		return (r.Float64() - 0.5) * 8
	}
	ranges := 0
	for _, typ := range []Type{F64, F32} {
		number := func() float64 { return FloatOf(typ, FloatBits(typ, point())) }
		for round := range 400 {
			fn, n := one[round%len(one)], 1
			if round%5 == 0 {
				fn, n = two[round/5%len(two)], 2
			}
			wide, at := make([]FloatRange, n), make([]FloatRange, n)
			for i := range wide {
				a, b := number(), number()
				if r.IntN(3) == 0 {
					b = FloatOf(typ, FloatBits(typ, a*1.0001))
				}
				wide[i] = FloatRange{Lo: math.Min(a, b), Hi: math.Max(a, b)}
			}
			w, ok := MathRange(fn, typ, wide)
			if !ok {
				continue
			}
			ranges++
			for range 6 {
				for i, a := range wide {
					x := number()
					if r.IntN(2) == 0 && !math.IsInf(a.Lo, 0) && !math.IsInf(a.Hi, 0) {
						x = FloatOf(typ, FloatBits(typ, a.Lo+(a.Hi-a.Lo)*r.Float64()))
					}
					x = math.Max(a.Lo, math.Min(a.Hi, x))
					at[i] = FloatRange{Lo: x, Hi: x}
				}
				p, ok := MathRange(fn, typ, at)
				if !ok {
					continue
				}
				if p.NaN && !w.NaN || p.Lo <= p.Hi && (p.Lo < w.Lo || p.Hi > w.Hi) {
					t.Errorf("%s of %v is %v, of %v in it is %v", fn, wide, w, at, p)
				}
			}
		}
	}
	if ranges < 300 {
		t.Errorf("only %d ranges were asked", ranges)
	}
	if _, ok := MathRange("sin"+AnyMode, F64, []FloatRange{{1.5, 1.5, false}}); ok {
		t.Error("the sine of 1.5 is known in any rounding mode")
	}
}
