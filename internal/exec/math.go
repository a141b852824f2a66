package exec

import (
	"math"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// evalMath computes libm's fn on arguments of the Float type t (canonical bits). If C
// determines the result (ir.EvalMath), exact is true. Otherwise the host's function computes
// it; its last digits may differ from a given C library, so a run that reads the result
// is approximate. The result ok is false for an unknown function.
func evalMath(fn string, t ir.Type, args []uint64) (bits uint64, exact, ok bool) {
	if t.Kind != ir.Float || t.Bits > 64 {
		return 0, false, false
	}
	name, ok := MathName(fn, len(args))
	if !ok {
		return 0, false, false
	}
	asked := name
	if strings.HasSuffix(fn, ir.AnyMode) {
		asked += ir.AnyMode
	}
	if bits, exact := ir.EvalMath(asked, t, args); exact {
		return bits, true, true
	}
	x := make([]float64, len(args))
	for i, a := range args {
		x[i] = ir.FloatOf(t, a)
	}
	y, _ := mathOf(name, x)
	return ir.FloatBits(t, y), false, true
}

// MathName returns the name of the binary64 function of C11 that evalMath computes for fn
// with n arguments: sin for sinf, remainder for drem. The result ok is false if there is none.
func MathName(fn string, n int) (name string, ok bool) {
	fn = strings.TrimSuffix(fn, ir.AnyMode)
	for _, name := range []string{fn, strings.TrimSuffix(fn, "f"), strings.TrimSuffix(fn, "l")} {
		switch name {
		case "drem":
			name = "remainder"
		case "roundeven":
			name = "rint"
		}
		if _, ok := mathOf(name, make([]float64, n)); ok {
			return name, true
		}
	}
	return "", false
}

// mathOf computes the binary64 function fn; the result is false if there is none with len(x) arguments.
func mathOf(fn string, x []float64) (float64, bool) {
	switch len(x) {
	case 1:
		if f := math1(fn); f != nil {
			return f(x[0]), true
		}
	case 2:
		if f := math2(fn); f != nil {
			return f(x[0], x[1]), true
		}
	case 3:
		if fn == "fma" {
			return math.FMA(x[0], x[1], x[2]), true
		}
	}
	return 0, false
}

// math1 returns the host's function of one argument, nil if there is none.
func math1(fn string) func(float64) float64 {
	switch fn {
	case "sin":
		return math.Sin
	case "cos":
		return math.Cos
	case "tan":
		return math.Tan
	case "asin":
		return math.Asin
	case "acos":
		return math.Acos
	case "atan":
		return math.Atan
	case "sinh":
		return math.Sinh
	case "cosh":
		return math.Cosh
	case "tanh":
		return math.Tanh
	case "asinh":
		return math.Asinh
	case "acosh":
		return math.Acosh
	case "atanh":
		return math.Atanh
	case "exp":
		return math.Exp
	case "exp2":
		return math.Exp2
	case "exp10":
		return func(x float64) float64 { return math.Pow(10, x) }
	case "expm1":
		return math.Expm1
	case "log":
		return math.Log
	case "log2":
		return math.Log2
	case "log10":
		return math.Log10
	case "log1p":
		return math.Log1p
	case "sqrt":
		return math.Sqrt
	case "cbrt":
		return math.Cbrt
	case "fabs":
		return math.Abs
	case "floor":
		return math.Floor
	case "ceil":
		return math.Ceil
	case "trunc":
		return math.Trunc
	case "round":
		return math.Round
	case "rint", "nearbyint":
		return math.RoundToEven
	case "erf":
		return math.Erf
	case "erfc":
		return math.Erfc
	case "tgamma":
		return math.Gamma
	case "lgamma":
		return func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	case "logb":
		return math.Logb
	}
	return nil
}

// math2 returns the host's function of two arguments, nil if there is none.
func math2(fn string) func(x, y float64) float64 {
	switch fn {
	case "pow":
		return math.Pow
	case "atan2":
		return math.Atan2
	case "fmod":
		return math.Mod
	case "remainder":
		return math.Remainder
	case "hypot":
		return math.Hypot
	case "fdim":
		return math.Dim
	case "copysign":
		return math.Copysign
	case "nextafter":
		return math.Nextafter
	case "fmin": // C: a NaN is missing data
		return func(x, y float64) float64 {
			switch {
			case math.IsNaN(x):
				return y
			case math.IsNaN(y):
				return x
			}
			return math.Min(x, y)
		}
	case "fmax":
		return func(x, y float64) float64 {
			switch {
			case math.IsNaN(x):
				return y
			case math.IsNaN(y):
				return x
			}
			return math.Max(x, y)
		}
	}
	return nil
}
