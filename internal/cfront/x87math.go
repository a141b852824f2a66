package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// <math.h> on long double: what needs no series. The handlers for float and double
// are in libmath.go.

// x87Handler finds the functions of this file. Type-generic ones go on to
// mathHandler if their argument is no long double.
func x87Handler(name string) handlerFunc {
	h := x87Function(name)
	if h == nil {
		return nil
	}
	return func(f *fn, c *call) value {
		for i, v := range c.vals {
			if v.wide() && !v.form.complex && v.form.kind == x87Form {
				continue
			}
			if !strings.HasSuffix(name, "l") || v.wide() || !v.wide() && (v.e == nil || v.aggregate() || isPtr(v)) {
				if next := mathHandler(name); next != nil {
					return next(f, c)
				}
				return f.callMissing(c)
			}
			c.vals[i] = f.toForm(v, longDouble, c.node())
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

// x87Function finds a function whose arguments are long doubles.
func x87Function(name string) handlerFunc {
	class := func(classes ...int64) handlerFunc {
		return func(f *fn, c *call) value {
			k := f.once(f.callModel("__tandem_classxf", c.vals[0]).e)
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
			return number(longDouble, []ir.Expr{v.parts[0], bin(ir.And, v.parts[1], ir.NewConst(ir.U16, x87Special))})
		}
	case "sqrtl":
		return func(f *fn, c *call) value {
			f.nearestOnly("sqrtl")
			return f.callModel("__tandem_sqrtxf2", c.vals[0])
		}
	case "copysignl":
		return func(f *fn, c *call) value {
			if len(c.vals) != 2 {
				return f.callMissing(c)
			}
			return f.copySign(c.vals[0], c.vals[1])
		}
	case "signbit", "signbitl", "__signbitl":
		return func(f *fn, c *call) value {
			return fromBool(bin(ir.Ne, bin(ir.Shr, c.vals[0].parts[1], ir.NewConst(ir.U32, 15)), ir.NewConst(ir.U16, 0)))
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
		return func(f *fn, c *call) value { return f.callModel("__tandem_classxf", c.vals[0]) }
	}
	return nil
}

// x87IsInf is 1 or -1 for the infinities; gcc's builtin does not tell them apart.
func x87IsInf(f *fn, c *call) value {
	inf := f.isInfinite(c.vals[0])
	if strings.HasPrefix(c.name, "__builtin_") && !strings.Contains(c.name, "isinf_sign") {
		return fromBool(inf)
	}
	down := bin(ir.LAnd, inf, bin(ir.Ne, bin(ir.Shr, c.vals[0].parts[1], ir.NewConst(ir.U32, 15)), ir.NewConst(ir.U16, 0)))
	two := bin(ir.Mul, ir.NewCast(ir.U32, down), ir.NewConst(ir.U32, 2))
	return value{e: ir.NewCast(ir.I32, bin(ir.Sub, ir.NewCast(ir.U32, inf), two))}
}

// x87Classes chooses among numbers for NaN, infinite, normal, subnormal, zero.
func (f *fn) x87Classes(c *call, v value, numbers [5]ir.Expr) value {
	k := f.once(f.callModel("__tandem_classxf", v).e)
	r := f.temp(ir.I32)
	f.emit(&ir.Assign{Dst: r, Src: numbers[0]})
	for i, number := range []int{1, 4, 3, 2} {
		f.when(bin(ir.Eq, k, ir.NewConst(ir.I32, int64(i)+1)), func() { f.emit(&ir.Assign{Dst: r, Src: numbers[number]}) })
	}
	return f.asResult(value{e: ir.NewRef(r)}, c)
}
