package term

import (
	"math"
	"math/big"
)

// applyFP computes the float operator of t on the IEEE bits a of its operands. The result is false if SMT-LIB does not
// specify the value. The operations of Go on float32 and float64 round once, to nearest even, since each result is
// converted before the next operation.
func applyFP(t *Term, a []val) (val, bool) {
	n := int(t.args[0].sort.Bits)
	out := func(f float64) (val, bool) { return val{w: floatBits(f, int(t.sort.Bits))}, true }
	switch t.op {
	case FPOfBits:
		if isNaN(a[0].w, n) {
			return val{w: quietNaN(n)}, true
		}
		return a[0], true
	case FPNeg, FPAbs:
		sign := uint64(1) << (n - 1)
		switch {
		case isNaN(a[0].w, n):
			return a[0], true
		case t.op == FPNeg:
			return val{w: a[0].w ^ sign}, true
		}
		return val{w: a[0].w &^ sign}, true
	case FPOfSBV, FPOfUBV:
		i := a[0].unsigned()
		if t.op == FPOfSBV {
			i = a[0].signed(n)
		}
		// SetInt is exact, the conversion rounds to nearest even.
		f := new(big.Float).SetInt(i)
		if t.sort.Bits == 32 {
			r, _ := f.Float32()
			return out(float64(r))
		}
		r, _ := f.Float64()
		return out(r)
	}
	x := floatOf(a[0].w, n)
	switch t.op {
	case FPAdd, FPSub, FPMul, FPDiv, FPEq, FPLt, FPLe:
		return floatBinary(t, x, floatOf(a[1].w, n))
	case FPSqrt:
		// For a float32, rounding the float64 root again gives the correctly rounded root, since 53 >= 2*24+2.
		return out(math.Sqrt(x))
	case FPRound:
		switch Rounding(t.p) {
		case Down:
			return out(math.Floor(x))
		case Up:
			return out(math.Ceil(x))
		case Zero:
			return out(math.Trunc(x))
		}
		return out(math.RoundToEven(x))
	case FPOfFP:
		return out(x)
	case FPIsNaN:
		return boolVal(x != x), true
	case FPToSBV, FPToUBV:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return val{}, false
		}
		i, _ := new(big.Float).SetFloat64(math.Trunc(x)).Int(nil)
		k := int(t.sort.Bits)
		lo, hi := new(big.Int), pow2(k)
		if t.op == FPToSBV {
			hi = pow2(k - 1)
			lo.Neg(hi)
		}
		if i.Cmp(lo) < 0 || i.Cmp(hi) >= 0 {
			return val{}, false
		}
		return bvVal(i, k), true
	}
	return val{}, false
}

// floatBinary computes a binary operator of t on floats; a float32 operand is given as a float64.
func floatBinary(t *Term, x, y float64) (val, bool) {
	switch t.op {
	case FPEq:
		return boolVal(x == y), true
	case FPLt:
		return boolVal(x < y), true
	case FPLe:
		return boolVal(x <= y), true
	}
	if t.sort.Bits == 32 {
		f, g := float32(x), float32(y)
		switch t.op {
		case FPAdd:
			f = float32(f + g)
		case FPSub:
			f = float32(f - g)
		case FPMul:
			f = float32(f * g)
		default:
			f = float32(f / g)
		}
		return val{w: floatBits(float64(f), 32)}, true
	}
	switch t.op {
	case FPAdd:
		x = float64(x + y)
	case FPSub:
		x = float64(x - y)
	case FPMul:
		x = float64(x * y)
	default:
		x = float64(x / y)
	}
	return val{w: floatBits(x, 64)}, true
}

// floatOf returns the float with the IEEE bits b of width n; the conversion of a float32 to a float64 is exact.
func floatOf(b uint64, n int) float64 {
	if n == 32 {
		return float64(math.Float32frombits(uint32(b)))
	}
	return math.Float64frombits(b)
}

// floatBits returns the IEEE bits of f rounded to width n, to nearest even; for a NaN it returns quietNaN.
func floatBits(f float64, n int) uint64 {
	switch {
	case f != f:
		return quietNaN(n)
	case n == 32:
		return uint64(math.Float32bits(float32(f)))
	}
	return math.Float64bits(f)
}
