package elementary

import "math/big"

// Format is a binary floating-point format.
type Format struct {
	digits int                    // of the mantissa, in bits
	lowest int                    // exponent of the weight of a subnormal's last digit
	top    int                    // all finite numbers are below 2^top
	errors func(accuracy) float64 // the field of accuracy for the format
}

// The formats of float, double and x87's long double.
var (
	Single   = Format{24, -149, 128, func(a accuracy) float64 { return a.single }}
	Double   = Format{53, -1074, 1024, func(a accuracy) float64 { return a.double }}
	Extended = Format{64, -16445, 16384, func(a accuracy) float64 { return a.extended }}
)

// Enclose returns the least and the greatest number of the format that the C library may return for finite arguments.
// They may be infinities. ok is false if no bounds are known: for a function without an entry, outside of its domain,
// at poles, where the true value is 0, and where the computation would take too long.
func Enclose(name string, f Format, args ...*big.Float) (lo, hi *big.Float, ok bool) {
	return f.enclose(name, 1, args)
}

// EncloseEnd is Enclose for the end of a range on which the function is monotone: lo is also a lower bound of the
// results where the true value is greater, and hi an upper bound where it is less. An ulp of the next binade is twice
// as large, so the error is doubled. Near subnormal numbers that does not suffice.
func EncloseEnd(name string, f Format, args ...*big.Float) (lo, hi *big.Float, ok bool) {
	return f.enclose(name, 2, args)
}

// enclose is Enclose with the error multiplied by factor.
func (f Format) enclose(name string, factor float64, args []*big.Float) (lo, hi *big.Float, ok bool) {
	a, known := accuracies[name]
	if !known || len(args) != a.args {
		return nil, nil, false
	}
	for _, x := range args {
		if x.IsInf() {
			return nil, nil, false
		}
	}
	ulps := f.errors(a)
	if name == "exp" && exponent(args[0]) > 5 { // the function of i386 is less exact then: an error of 0.74 was found
		ulps = max(ulps, 1)
	}
	ulps *= factor
	y := value(name, args)
	if y == nil || y.Sign() == 0 {
		return nil, nil, false
	}
	if y.Sign() < 0 {
		lo, hi = f.around(new(big.Float).Neg(y), ulps)
		return hi.Neg(hi), lo.Neg(lo), true
	}
	lo, hi = f.around(y, ulps)
	return lo, hi, true
}

// around returns the least and the greatest number of the format within the given ulps of y > 0.
func (f Format) around(y *big.Float, ulps float64) (lo, hi *big.Float) {
	exp := y.MantExp(nil) // 2^(exp-1) <= y < 2^exp
	weight := exp - f.digits
	if weight < f.lowest {
		weight = f.lowest
		ulps++ // the bounds are about normal numbers
	}
	wide := func() *big.Float { return new(big.Float).SetPrec(precision) }
	d := wide().SetMantExp(wide().SetFloat64(ulps), weight)
	d.Add(d, wide().SetMantExp(y, -trusted)) // the error of y itself
	above := wide().Add(y, d)
	if above.MantExp(nil) > exp { // an ulp of the result may be twice as large
		above.Add(above, d)
	}
	return f.round(wide().Sub(y, d), true), f.round(above, false)
}

// round returns the nearest number of the format that is at least b if up is set, at most b otherwise. For negative b
// it returns zero, and beyond the greatest number infinity.
func (f Format) round(b *big.Float, up bool) *big.Float {
	if b.Sign() <= 0 {
		return new(big.Float)
	}
	weight := max(b.MantExp(nil)-f.digits, f.lowest)
	i, acc := new(big.Float).SetMantExp(b, -weight).Int(nil)
	if up && acc != big.Exact {
		i.Add(i, big.NewInt(1))
	}
	r := new(big.Float).SetInt(i)
	r.SetMantExp(r, weight)
	if r.MantExp(nil) > f.top && r.Sign() != 0 {
		r.SetInf(false)
	}
	return r
}
