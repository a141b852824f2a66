package ir

import (
	"math"
	"strings"
)

// EvalMath returns the result of a Math statement if only one result is possible: because C determines it, or because a
// single number is within glibc's error of the true value (MathRange). Otherwise, and for unknown functions, exact is
// false. t is a Float of 32 or 64 bits; bits are canonical.
func EvalMath(fn string, t Type, args []uint64) (bits uint64, exact bool) {
	if t.Kind != Float || t.Bits > 64 {
		return 0, false
	}
	if bits, exact = determinedMath(strings.TrimSuffix(fn, AnyMode), t, args); exact {
		return bits, true
	}
	r, ok := mathPoint(fn, t, args)
	if !ok || r.Lo != r.Hi {
		return 0, false
	}
	return FloatBits(t, r.Lo), true
}

// determinedMath returns the result of fn if only one result is possible: annex F determines it (C17 F.10), or the true
// value is representable and the error of fn in glibc is less than one ulp with rounding to nearest, so that no other
// number is near enough. The latter holds for pow, exp2, log2 and hypot, whose error is 0.8 ulps or less since glibc
// 2.35.
func determinedMath(fn string, t Type, args []uint64) (bits uint64, exact bool) {
	if t.Kind != Float || t.Bits > 64 {
		return 0, false
	}
	x := make([]float64, len(args))
	nan := false
	for i, a := range args {
		x[i] = FloatOf(t, a)
		nan = nan || math.IsNaN(x[i])
	}
	var r float64
	switch {
	case len(x) == 1 && nan:
		r, exact = x[0], true
	case len(x) == 1:
		r, exact = determined(fn, x[0])
	case len(x) == 2:
		r, exact = determined2(fn, x[0], x[1], nan)
	}
	if exact && math.IsNaN(r) {
		return quietNaN(t), true
	}
	b := FloatBits(t, r)
	return b, exact && FloatOf(t, b) == r
}

// quietNaN returns the NaN that represents all NaNs which an operation may yield: the bits of NaNs are not modelled.
func quietNaN(t Type) uint64 {
	if t.Bits == 32 {
		return 0x7fc00000
	}
	return 0x7ff8000000000000
}

// determined returns the determined result of a function of one number x, which is not NaN; false if there is none.
func determined(fn string, x float64) (float64, bool) {
	inf, one := math.IsInf(x, 0), math.Abs(x) == 1
	none, up := math.NaN(), math.Inf(1)
	switch fn {
	case "sin", "tan":
		switch {
		case x == 0:
			return x, true
		case inf:
			return none, true
		}
	case "cos":
		switch {
		case x == 0:
			return 1, true
		case inf:
			return none, true
		}
	case "asin":
		switch {
		case x == 0:
			return x, true
		case math.Abs(x) > 1:
			return none, true
		}
	case "acos":
		switch {
		case x == 1:
			return 0, true
		case math.Abs(x) > 1:
			return none, true
		}
	case "atan":
		return x, x == 0
	case "sinh", "asinh", "cbrt":
		return x, x == 0 || inf
	case "cosh":
		if inf {
			return up, true
		}
		return 1, x == 0
	case "tanh", "erf":
		if inf {
			return math.Copysign(1, x), true
		}
		return x, x == 0
	case "erfc":
		if inf {
			return 1 - math.Copysign(1, x), true
		}
	case "acosh":
		switch {
		case x < 1:
			return none, true
		case x == 1:
			return 0, true
		}
		return x, inf
	case "atanh":
		switch {
		case math.Abs(x) > 1:
			return none, true
		case one:
			return math.Copysign(up, x), true
		}
		return x, x == 0
	case "exp", "exp2", "exp10":
		switch {
		case inf:
			return math.Max(x, 0), true
		case x == 0:
			return 1, true
		}
		if fn == "exp2" && x == math.Trunc(x) && math.Abs(x) <= 1000 {
			return math.Ldexp(1, int(x)), true
		}
	case "expm1":
		if inf {
			return math.Max(x, -1), true
		}
		return x, x == 0
	case "log", "log2", "log10":
		switch {
		case x == 0:
			return -up, true
		case x < 0:
			return none, true
		case x == 1:
			return 0, true
		case inf:
			return x, true
		}
		if f, e := math.Frexp(x); fn == "log2" && f == 0.5 {
			return float64(e - 1), true
		}
	case "log1p":
		switch {
		case x == -1:
			return -up, true
		case x < -1:
			return none, true
		}
		return x, x == 0 || inf
	case "lgamma":
		switch {
		case x == 1 || x == 2:
			return 0, true
		case inf || x <= 0 && x == math.Trunc(x):
			return up, true
		}
	case "tgamma":
		switch {
		case x == 0:
			return math.Copysign(up, x), true
		case x < 0 && x == math.Trunc(x): // also for -inf
			return none, true
		}
		return x, inf
	}
	return 0, false
}

// determined2 returns the determined result of a function of two numbers; false if there is none. nan is true if one of
// them is NaN.
func determined2(fn string, x, y float64, nan bool) (float64, bool) {
	switch fn {
	case "pow":
		return determinedPow(x, y, nan)
	case "atan2":
		switch {
		case nan:
			return math.NaN(), true
		case y == 0 && !math.Signbit(y) && x == 0, x == 0 && y > 0, math.IsInf(y, 1) && !math.IsInf(x, 0):
			return math.Copysign(0, x), true // atan2(x, y): x is the ordinate
		}
	case "hypot":
		switch {
		case math.IsInf(x, 0) || math.IsInf(y, 0):
			return math.Inf(1), true
		case nan:
			return math.NaN(), true
		case x == 0 || y == 0:
			return math.Abs(x + y), true
		}
		// The squares, their sum and its root are exact.
		if s, r := x*x+y*y, math.Sqrt(x*x+y*y); smallInt(x) && smallInt(y) && r == math.Trunc(r) && r*r == s {
			return r, true
		}
	}
	return 0, false
}

// smallInt reports whether x is an integer so small that the sum of two such squares has less than 53 bits.
func smallInt(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1<<25 }

// determinedPow does what determined2 does, for pow.
func determinedPow(x, y float64, nan bool) (float64, bool) {
	integer := y == math.Trunc(y) // also true for infinities
	odd := integer && math.Abs(y) < 1<<53 && math.Mod(y, 2) != 0
	switch {
	case y == 0 || x == 1:
		return 1, true
	case nan:
		return math.NaN(), true
	case x == 0, math.IsInf(x, 0), math.IsInf(y, 0):
		return math.Pow(x, y), true // special cases of F.10.4.4, for which Go returns the same
	case x < 0 && !integer:
		return math.NaN(), true
	case x == -1:
		if odd {
			return -1, true
		}
		return 1, true
	case y == 1:
		return x, math.Abs(x) >= 0x1p-126 // normal in both formats
	}
	// An integer power of few factors whose product is exact.
	f, e := math.Frexp(math.Abs(x))
	n := math.Abs(y)
	if !integer || n > 1000 {
		return 0, false
	}
	r := 1.0
	if f == 0.5 { // a power of two
		r = math.Ldexp(1, (e-1)*int(y))
		if k := (e - 1) * int(y); k > 1000 || k < -1000 {
			return 0, false
		}
	} else {
		if y < 0 || n > 60 {
			return 0, false
		}
		for i := 0; i < int(n); i++ {
			p := r * math.Abs(x)
			if p > 0x1p1000 || p < 0x1p-1000 || math.FMA(r, math.Abs(x), -p) != 0 {
				return 0, false
			}
			r = p
		}
	}
	if x < 0 && odd {
		r = -r
	}
	return r, true
}
