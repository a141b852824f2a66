package ir

import (
	"math"
	"math/big"
	"strings"

	"github.com/tandem-verifier/tandem/internal/elementary"
)

// AnyMode is the suffix that Fn has in a Math whose program may change the rounding mode, or reads the exception
// flags. The result of such a Math is known only if it is the same in all modes.
const AnyMode = "_in_any_mode"

// FloatRange is a set of floating-point values: the numbers from Lo to Hi (none if Lo > Hi), and NaN if NaN is set.
type FloatRange struct {
	Lo, Hi float64
	NaN    bool
}

// MathRange returns a range that encloses all results of a Math for arguments in args. A result differs from the true
// value by at most the error that glibc has when it rounds to nearest (package elementary). Proofs may assume that the
// result of a Math is in this range. ok is false if no range is known.
func MathRange(fn string, t Type, args []FloatRange) (r FloatRange, ok bool) {
	if t.Kind != Float || t.Bits > 64 || len(args) == 0 {
		return r, false
	}
	points := true
	for _, a := range args {
		if !(a.Lo <= a.Hi) {
			return r, false
		}
		points = points && !a.NaN && a.Lo == a.Hi
	}
	if points {
		bits := make([]uint64, len(args))
		for i, a := range args {
			bits[i] = FloatBits(t, a.Lo)
		}
		return mathPoint(fn, t, bits)
	}
	switch {
	case strings.HasSuffix(fn, AnyMode):
		return r, false
	case len(args) == 1:
		return mathHull(fn, t, args[0])
	case fn == "hypot":
		x, y := magnitude(args[0]), magnitude(args[1])
		return corners(fn, t, [][2]float64{{x.Lo, y.Lo}, {x.Hi, y.Hi}}, x.NaN || y.NaN)
	case fn == "pow" && args[0].Lo > 0: // y log x has its extremes at the corners
		x, y := args[0], args[1]
		return corners(fn, t, [][2]float64{{x.Lo, y.Lo}, {x.Lo, y.Hi}, {x.Hi, y.Lo}, {x.Hi, y.Hi}}, x.NaN || y.NaN)
	}
	return r, false
}

// Holds returns the condition which states that v has a value in r.
func (r FloatRange) Holds(v *Var) Expr {
	x := NewRef(v)
	within := NewAnd(NewBinary(Le, NewFloat(v.Type, r.Lo), x), NewBinary(Le, x, NewFloat(v.Type, r.Hi)))
	if r.NaN {
		return NewBinary(LOr, NewBinary(Ne, x, x), within)
	}
	return within
}

// mathPoint does what MathRange does, for single numbers. It takes them as canonical bits.
func mathPoint(fn string, t Type, args []uint64) (FloatRange, bool) {
	if bits, exact := determinedMath(strings.TrimSuffix(fn, AnyMode), t, args); exact {
		if v := FloatOf(t, bits); !math.IsNaN(v) {
			return FloatRange{Lo: v, Hi: v}, true
		}
		return FloatRange{Lo: 1, Hi: 0, NaN: true}, true
	}
	xs := make([]*big.Float, len(args))
	for i, a := range args {
		v := FloatOf(t, a)
		if math.IsNaN(v) {
			return FloatRange{}, false
		}
		xs[i] = big.NewFloat(v)
	}
	lo, hi, ok := elementary.Enclose(fn, formatOf(t), xs...) // returns false for names with AnyMode
	if !ok {
		return FloatRange{}, false
	}
	l, _ := lo.Float64()
	h, _ := hi.Float64()
	return FloatRange{Lo: l, Hi: h}, true
}

// shape is an interval of arguments on which a function of one number is monotone and not NaN.
type shape struct {
	lo, hi float64 // the first and the last argument
	down   bool    // the function is decreasing
}

// mathEnd is like mathPoint, for arguments at the end of a range of arguments. The result at the end may be exact
// (exp(0) is 1) although the results next to it have errors. So mathEnd widens the result by such errors.
func mathEnd(fn string, t Type, args ...float64) (FloatRange, bool) {
	most := math.MaxFloat64
	if t == F32 {
		most = math.MaxFloat32
	}
	bits, near := make([]uint64, len(args)), make([]*big.Float, len(args))
	for i, x := range args {
		bits[i] = FloatBits(t, x)
		near[i] = big.NewFloat(math.Max(-most, math.Min(x, most)))
		if math.IsInf(x, 0) && len(args) > 1 {
			return FloatRange{}, false
		}
	}
	r, ok := mathPoint(fn, t, bits)
	if !ok || r.NaN {
		return r, false
	}
	if lo, hi, ok := elementary.EncloseEnd(fn, formatOf(t), near...); ok {
		l, _ := lo.Float64()
		h, _ := hi.Float64()
		return FloatRange{Lo: math.Min(l, r.Lo), Hi: math.Max(h, r.Hi)}, true
	}
	// The result at the end is 0, or the end is a pole. Next to a result of 0, errors are small, too.
	return r, true
}

// formatOf returns the format of the Float type t.
func formatOf(t Type) elementary.Format {
	if t == F32 {
		return elementary.Single
	}
	return elementary.Double
}

// shapes returns the intervals on which fn is monotone, nil for an unknown function. Outside of these intervals,
// functions other than sin, cos and tan are NaN. The intervals of sin, cos and tan end a little before the true
// extremes and poles.
func shapes(fn string) []shape {
	inf := math.Inf(1)
	switch fn {
	case "exp", "exp2", "exp10", "expm1", "sinh", "asinh", "tanh", "atan", "cbrt", "erf":
		return []shape{{-inf, inf, false}}
	case "erfc":
		return []shape{{-inf, inf, true}}
	case "log", "log2", "log10":
		return []shape{{0, inf, false}}
	case "log1p":
		return []shape{{-1, inf, false}}
	case "acosh":
		return []shape{{1, inf, false}}
	case "asin", "atanh":
		return []shape{{-1, 1, false}}
	case "acos":
		return []shape{{-1, 1, true}}
	case "cosh":
		return []shape{{0, inf, false}} // for the magnitude of the argument
	case "sin":
		return []shape{{-4.71, -1.571, true}, {-1.57, 1.57, false}, {1.571, 4.71, true}}
	case "cos":
		return []shape{{-3.14, 0, false}, {0, 3.14, true}, {3.142, 6.28, false}}
	case "tan":
		return []shape{{-1.57, 1.57, false}}
	}
	return nil
}

// mathHull does what MathRange does, for a function of one number in the range a.
func mathHull(fn string, t Type, a FloatRange) (FloatRange, bool) {
	periodic := fn == "sin" || fn == "cos" || fn == "tan"
	list := shapes(fn)
	if list == nil {
		return FloatRange{}, false
	}
	if fn == "cosh" {
		a = magnitude(a)
	}
	for _, s := range list {
		if periodic && !(s.lo <= a.Lo && a.Hi <= s.hi) {
			continue
		}
		lo, hi := math.Max(a.Lo, s.lo), math.Min(a.Hi, s.hi)
		nan := a.NaN || lo != a.Lo || hi != a.Hi
		if lo > hi {
			continue
		}
		if s.down {
			lo, hi = hi, lo
		}
		first, ok1 := mathEnd(fn, t, lo)
		last, ok2 := mathEnd(fn, t, hi)
		r := FloatRange{Lo: math.Inf(-1), Hi: math.Inf(1), NaN: nan}
		if ok1 {
			r.Lo = first.Lo
		}
		if ok2 {
			r.Hi = last.Hi
		}
		return awayFromZero(t, r), true
	}
	if fn != "sin" && fn != "cos" {
		return FloatRange{}, false
	}
	return FloatRange{Lo: -1, Hi: 1, NaN: a.NaN || math.IsInf(a.Lo, 0) || math.IsInf(a.Hi, 0)}, true
}

// magnitude returns the range of |x| for x in a.
func magnitude(a FloatRange) FloatRange {
	lo, hi := math.Abs(a.Lo), math.Abs(a.Hi)
	if lo > hi {
		lo, hi = hi, lo
	}
	if a.Lo <= 0 && a.Hi >= 0 {
		lo = 0
	}
	return FloatRange{lo, hi, a.NaN}
}

// corners returns the hull of the results of a function of two numbers at the given points. It returns false if a
// result is unknown.
func corners(fn string, t Type, at [][2]float64, nan bool) (FloatRange, bool) {
	r := FloatRange{Lo: math.Inf(1), Hi: math.Inf(-1), NaN: nan}
	for _, p := range at {
		c, ok := mathEnd(fn, t, p[0], p[1])
		if !ok {
			return FloatRange{}, false
		}
		r.Lo, r.Hi = math.Min(r.Lo, c.Lo), math.Max(r.Hi, c.Hi)
	}
	return awayFromZero(t, r), true
}

// awayFromZero widens bounds that are near the subnormal numbers, since errors are relatively greater for these
// numbers.
func awayFromZero(t Type, r FloatRange) FloatRange {
	tiny := 0x1p-1000
	if t == F32 {
		tiny = 0x1p-120
	}
	switch {
	case 0 < r.Lo && r.Lo < tiny:
		r.Lo = 0
	case -tiny < r.Lo && r.Lo < 0:
		r.Lo = -tiny
	}
	switch {
	case 0 < r.Hi && r.Hi < tiny:
		r.Hi = tiny
	case -tiny < r.Hi && r.Hi < 0:
		r.Hi = 0
	}
	return r
}
