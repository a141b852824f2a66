package cfront

import (
	"math"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers the functions of <complex.h> that compute (7.3.5 to 7.3.9). glibc's cabs and carg are hypot and
// atan2 of the parts. The results of the others are arbitrary, within the ranges that 7.3 defines for their parts.

// partBounds bounds a part of a result, unless the part is a NaN. The zero value means no bounds.
type partBounds struct{ lo, hi float64 }

// complexFunc describes a function with a complex result.
type complexFunc struct {
	args   int // the number of arguments
	re, im partBounds
}

// libComplex has the functions with a complex result. The bounds exceed the true ones by more than any error of glibc.
// Bounds at 0 are exact, since glibc respects them. TestLibComplex tests all bounds.
var libComplex = map[string]complexFunc{
	"csqrt":  {args: 1, re: partBounds{0, math.Inf(1)}},
	"cexp":   {args: 1},
	"clog":   {args: 1, im: partBounds{-wholePi, wholePi}},
	"clog10": {args: 1, im: partBounds{-wholePi, wholePi}},
	"cpow":   {args: 2},
	"csin":   {args: 1},
	"ccos":   {args: 1},
	"ctan":   {args: 1},
	"csinh":  {args: 1},
	"ccosh":  {args: 1},
	"ctanh":  {args: 1},
	"casin":  {args: 1, re: partBounds{-halfPi, halfPi}},
	"cacos":  {args: 1, re: partBounds{-0.001, wholePi}},
	"catan":  {args: 1, re: partBounds{-halfPi, halfPi}},
	"casinh": {args: 1, im: partBounds{-halfPi, halfPi}},
	"cacosh": {args: 1, re: partBounds{0, math.Inf(1)}, im: partBounds{-wholePi, wholePi}},
	"catanh": {args: 1, im: partBounds{-halfPi, halfPi}},
}

// complexFunction returns the handler of a function of this file, or nil.
func complexFunction(name string) handlerFunc {
	for _, suffix := range []string{"", "f", "l"} {
		base, ok := strings.CutSuffix(name, suffix)
		if !ok {
			continue
		}
		switch base {
		case "cabs":
			return realFunction("hypot", func(z value) []value { return []value{re(z), im(z)} })
		case "carg":
			return realFunction("atan2", func(z value) []value { return []value{im(z), re(z)} })
		}
		if _, ok := libComplex[base]; ok {
			return complexMath(base)
		}
	}
	return nil
}

// realFunction returns a handler that calls the function of libm called name; args returns its arguments for a complex
// number.
func realFunction(name string, args func(z value) []value) handlerFunc {
	return func(f *fn, c *call) value {
		z, ok := complexes{f}.complexArg(c)
		if !ok {
			return f.callMissing(c)
		}
		of := *c
		of.vals = args(z)
		return mathCall(name)(f, &of)
	}
}

// complexMath returns a handler whose result is any complex number within the bounds of the function name.
func complexMath(name string) handlerFunc {
	return func(f *fn, c *call) value {
		w, ok := f.l.WideForm(c.ft.Result())
		if !ok || !w.Complex || len(c.vals) != libComplex[name].args {
			return f.callMissing(c)
		}
		r := f.inputWide(ir.Approx, c.name, w, c.ft.Result())
		if !f.l.library.env.modes { // the errors are known only for rounding to nearest
			numericCalls{f}.encloseParts(libComplex[name], r)
		}
		if f.l.library.env.flags {
			floatEnvCalls{f}.raise(ir.NewBinary(ir.And, f.approx("exceptions of "+name, ir.I32), ir.NewConst(ir.I32,
				feAllExcept)))
		}
		return f.asResult(r, c)
	}
}

// encloseParts assumes that the parts of the result r are within their bounds.
func (f numericCalls) encloseParts(fun complexFunc, r value) {
	var list []ir.Expr
	a := facts{f.fn, r.form.Real()}
	bound := func(part value, b partBounds) {
		if b == (partBounds{}) {
			return
		}
		notNumber := complexes(f).isNaN(part)
		list = append(list, ir.NewBinary(ir.LOr, notNumber, a.le(a.k(b.lo), part)))
		if !math.IsInf(b.hi, 1) {
			list = append(list, ir.NewBinary(ir.LOr, notNumber, a.le(part, a.k(b.hi))))
		}
	}
	bound(re(r), fun.re)
	bound(im(r), fun.im)
	f.assumeAll(list)
}
