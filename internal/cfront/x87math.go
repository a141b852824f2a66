package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// <math.h> on long double, _Float128 and _Float16: the functions that need no approximation by a series. Most functions
// on long double are models in C (models/src/x87math.c); the handlers for float and double are in libmath.go.

// x87Handler returns the handler of a function of this file, and nil for the names of other functions. A type-generic
// function whose argument is a float or double is passed on to mathHandler.
func x87Handler(name string) handlerFunc {
	typ := ctype.LongDouble
	h := x87Function(name)
	for _, suffix := range []string{"f64x", "f128"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && h == nil && library.FactsOf(base).Quad {
			h = x87Function(base + "l")
			if suffix == "f128" {
				typ = ctype.Quad
			}
		}
	}
	if h == nil {
		return nil
	}
	generic := genericClass[name]
	return func(f *fn, c *call) value {
		for i, v := range c.vals {
			if generic && i < len(c.args) && layout.FormatOf(f.typeOf(c.args[i])) == layout.Half && !v.wide() {
				v = wides{f}.toForm(v, ctype.Half, c.node())
				c.vals[i] = v
			}
			if v.wide() && !v.form.Complex && v.form.Kind != ctype.Int128Form && (generic || v.form == typ) {
				continue
			}
			if generic || v.opaque || v.wide() && v.form.Complex || !v.wide() && (v.e == nil || v.aggregate() || isPtr(v)) {
				if next := mathHandler(name); next != nil {
					return next(f, c)
				}
				return f.callMissing(c)
			}
			c.vals[i] = wides{f}.toForm(v, typ, c.node())
		}
		if len(c.vals) == 0 {
			return f.callMissing(c)
		}
		for i := range c.vals {
			c.vals[i] = f.keepAll(c.vals[i])
		}
		return f.asResult(h(f, c), c)
	}
}

// genericClass are the functions that accept any floating type.
var genericClass = map[string]bool{"signbit": true, "isnan": true, "finite": true, "isfinite": true, "isnormal": true,
	"isinf": true, "isinf_sign": true}

// floatClass returns glibc's number for the class of a wide number: NaN 0, infinite 1, zero 2, subnormal 3, normal 4.
func (f wideFloats) floatClass(v value) ir.Expr {
	switch v.form.Kind {
	case ctype.QuadForm:
		return f.callModel("__tandem_classtf", v).e
	case ctype.HalfForm:
		abs := f.once(bin(ir.And, v.parts[0], ir.NewConst(ir.U16, 0x7fff)))
		is := func(op ir.BinOp, k int64) ir.Expr { return ir.NewCast(ir.I32, bin(op, abs, ir.NewConst(ir.U16, k))) }
		// The class is 4 - (less than the least normal number) - (zero) - 3*(infinite or NaN) - (NaN).
		n := bin(ir.Sub, ir.NewConst(ir.I32, 4), is(ir.Lt, 0x400))
		n = bin(ir.Sub, n, is(ir.Lt, 1))
		above := ir.NewCast(ir.I32, bin(ir.Le, ir.NewConst(ir.U16, halfInf), abs))
		n = bin(ir.Sub, n, bin(ir.Mul, above, ir.NewConst(ir.I32, 3)))
		return bin(ir.Sub, n, ir.NewCast(ir.I32, bin(ir.Lt, ir.NewConst(ir.U16, halfInf), abs)))
	}
	return f.callModel("__tandem_classxf", v).e
}

// signOf returns the condition that the sign bit of a wide number is set.
func signOf(v value) ir.Expr {
	p := v.parts[len(v.parts)-1] // its highest bit is the sign
	t := p.Type()
	return bin(ir.Ne, bin(ir.Shr, p, ir.NewConst(ir.U32, int64(t.Bits)-1)), ir.NewConst(t, 0))
}

// signResult returns the result of gcc's signbit for a negative number: the sign bit at its position in a machine word,
// or 1 for a constant.
func signResult(v value) int64 {
	switch {
	case v.literal():
		return 1
	case !v.wide() && v.e.Type() == ir.F32:
		return -1 << 31
	case !v.wide():
		return 1
	}
	return map[ctype.FormKind]int64{ctype.X87Form: 512, ctype.QuadForm: 8, ctype.HalfForm: 32768}[v.form.Kind]
}

// minMaxWide lowers fmin if min is set, and fmax otherwise.
func (f wideFloats) minMaxWide(c *call, min bool) value {
	if len(c.vals) != 2 {
		return f.callMissing(c)
	}
	x, y := c.vals[0], c.vals[1]
	less := wides(f).compareReal(ir.Lt, y, x)
	if !min {
		less = wides(f).compareReal(ir.Lt, x, y)
	}
	return f.choose(bin(ir.LOr, less, complexes(f).isNaN(x)), x.form, func() value { return y },
		func() value { return x })
}

// x87Function returns the handler of a function whose arguments are wide. It returns nil for the names of other
// functions.
func x87Function(name string) handlerFunc {
	class := func(classes ...int64) handlerFunc {
		return func(f *fn, c *call) value {
			k := f.once(wideFloats{f}.floatClass(c.vals[0]))
			var is ir.Expr = ir.NewBool(false)
			for _, n := range classes {
				is = bin(ir.LOr, is, bin(ir.Eq, k, ir.NewConst(ir.I32, n)))
			}
			return fromBool(is)
		}
	}
	switch name {
	case "fabsl":
		return func(f *fn, c *call) value {
			v := c.vals[0]
			parts := append([]ir.Expr{}, v.parts...)
			last := len(parts) - 1
			t := parts[last].Type()
			parts[last] = bin(ir.And, parts[last], ir.NewBits(t, 1<<(t.Bits-1)-1))
			return number(v.form, parts)
		}
	case "sqrtl":
		return func(f *fn, c *call) value {
			wides{f}.withoutFlags("the root of a long double")
			v := c.vals[0]
			if f.l.library.errnoRead() && !f.u.Model {
				zero := wides{f}.toReal(value{e: ir.NewConst(ir.I32, 0)}, v.form, c.node())
				f.when(wides{f}.compareReal(ir.Lt, v, zero), func() { systemCalls{f}.storeErrno(33) }) // EDOM
			}
			if v.form.Kind == ctype.QuadForm {
				return f.callModel("__tandem_sqrttf2", v)
			}
			return f.callModel("__tandem_sqrtxf2", v)
		}
	case "copysignl":
		return func(f *fn, c *call) value {
			if len(c.vals) != 2 {
				return f.callMissing(c)
			}
			return complexes{f}.copySign(c.vals[0], c.vals[1])
		}
	case "fminl", "fmaxl":
		return func(f *fn, c *call) value { return wideFloats{f}.minMaxWide(c, name == "fminl") }
	case "signbit", "signbitl", "__signbitl":
		return func(f *fn, c *call) value {
			v := c.vals[0]
			k := signResult(v)
			return value{e: bin(ir.Mul, ir.NewCast(ir.I32, signOf(v)), ir.NewConst(ir.I32, k))}
		}
	case "isnan", "isnanl", "__isnanl":
		return class(0)
	case "finite", "isfinite", "finitel", "__finitel":
		return class(2, 3, 4)
	case "isnormal":
		return class(4)
	case "isinf", "isinfl", "__isinfl", "isinf_sign":
		return x87IsInf
	case "__fpclassifyl":
		return func(f *fn, c *call) value { return value{e: wideFloats{f}.floatClass(c.vals[0])} }
	}
	return nil
}

// x87IsInf lowers isinf, which returns 1 or -1 for the infinities. gcc's builtin does not distinguish these.
func x87IsInf(f *fn, c *call) value {
	inf := complexes{f}.isInfinite(c.vals[0])
	if strings.HasPrefix(c.name, "__builtin_") && !strings.Contains(c.name, "isinf_sign") {
		return fromBool(inf)
	}
	down := bin(ir.LAnd, inf, signOf(c.vals[0]))
	two := bin(ir.Mul, ir.NewCast(ir.U32, down), ir.NewConst(ir.U32, 2))
	return value{e: ir.NewCast(ir.I32, bin(ir.Sub, ir.NewCast(ir.U32, inf), two))}
}

// x87Classes returns the element of numbers that belongs to the class of v. The elements are for NaN, infinite, normal,
// subnormal and zero, in this order.
func (f wideFloats) x87Classes(c *call, v value, numbers [5]ir.Expr) value {
	k := f.once(f.floatClass(v))
	r := f.temp(ir.I32)
	f.emit(&ir.Assign{Dst: r, Src: numbers[0]})
	for i, number := range []int{1, 4, 3, 2} {
		f.when(bin(ir.Eq, k, ir.NewConst(ir.I32, int64(i)+1)), func() { f.emit(&ir.Assign{Dst: r, Src: numbers[number]}) })
	}
	return f.asResult(value{e: ir.NewRef(r)}, c)
}
