package cfront

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has facts about libm's functions that IEEE 754 does not determine. Proofs may use them, so they must hold
// of every result of glibc. Each entry follows from C17 annex F (which results are NaNs, signs), or is a bound with
// more slack than any error in glibc's table of known maximum errors (at most 16 ulps for these functions, to nearest).
// TestLibm tries all of them.

// libmFunc holds the facts about a function.
type libmFunc struct {
	args int // the number of arguments
	// domain returns the condition under which the result is a number if the arguments x are numbers; nil if it always is.
	domain func(a facts, x []value) ir.Expr
	lo, hi float64 // bounds of a result that is a number; 0 if there is none
	// odd means that the result is zero or has the sign of the argument.
	odd bool
	// positive means that the result is at least zero.
	positive bool
	// cuts bound the result on one side of an argument.
	cuts []cut
}

// cut means: if the argument is at least x, the result is at least y. With below, "at most" replaces "at least".
type cut struct {
	below bool
	x, y  float64
}

const halfPi, wholePi = 1.571, 3.142 // upper bounds of pi/2 and pi

// libm has the facts by the name of the function for double.
var libm = map[string]libmFunc{
	"sin":   {args: 1, domain: finiteArg, lo: -1, hi: 1}, // glibc: error below 0.56 ulp, so no result above 1
	"cos":   {args: 1, domain: finiteArg, lo: -1, hi: 1},
	"tan":   {args: 1, domain: finiteArg},
	"asin":  {args: 1, domain: unitArg, lo: -halfPi, hi: halfPi, odd: true},
	"acos":  {args: 1, domain: unitArg, positive: true, hi: wholePi},
	"atan":  {args: 1, lo: -halfPi, hi: halfPi, odd: true},
	"atan2": {args: 2, lo: -wholePi, hi: wholePi},
	"sinh":  {args: 1, odd: true},
	"cosh":  {args: 1, lo: 0.999, positive: true},
	"tanh":  {args: 1, lo: -1.001, hi: 1.001, odd: true},
	"asinh": {args: 1, odd: true},
	"acosh": {args: 1, domain: atLeastArg(1), positive: true},
	"atanh": {args: 1, domain: unitArg, odd: true},
	"exp":   {args: 1, positive: true, cuts: []cut{{false, 0, 0.999}, {true, 0, 1.001}}},
	"exp2":  {args: 1, positive: true, cuts: []cut{{false, 0, 0.999}, {true, 0, 1.001}}},
	"exp10": {args: 1, positive: true, cuts: []cut{{false, 0, 0.999}, {true, 0, 1.001}}},
	"expm1": {args: 1, lo: -1.001, odd: true},
	"log":   {args: 1, domain: atLeastArg(0), cuts: []cut{{false, 1, 0}, {true, 1, 0}}},
	"log2":  {args: 1, domain: atLeastArg(0), cuts: []cut{{false, 1, 0}, {true, 1, 0}}},
	"log10": {args: 1, domain: atLeastArg(0), cuts: []cut{{false, 1, 0}, {true, 1, 0}}},
	"log1p": {args: 1, domain: atLeastArg(-1), odd: true},
	"cbrt":  {args: 1, odd: true},
	"erf":   {args: 1, lo: -1.001, hi: 1.001, odd: true},
	"erfc":  {args: 1, positive: true, hi: 2.001},
	"hypot": {args: 2, positive: true},

	// The facts about these functions are in enclose.
	"pow":    {args: 2, domain: powDomain},
	"tgamma": {args: 1, domain: never},
	"lgamma": {args: 1},
}

// facts makes conditions on numbers of one form, floats of the IR or long doubles: number(v) is true unless v is a NaN,
// le and eq compare, and within(v, k) means that -k <= v <= k. The method k returns a constant.
type facts struct {
	f *fn
	w ctype.Form
}

func (a facts) number(v value) ir.Expr { return ir.NotExpr(complexes{a.f}.isNaN(v)) }
func (a facts) k(x float64) value      { return floatLiteral(new(big.Float).SetFloat64(x), a.w) }
func (a facts) le(x, y value) ir.Expr  { return wides{a.f}.compareReal(ir.Le, x, y) }
func (a facts) eq(x, y value) ir.Expr  { return wides{a.f}.compareReal(ir.Eq, x, y) }
func (a facts) within(v, k value) ir.Expr {
	return ir.NewAnd(a.le(wides{a.f}.negReal(k), v), a.le(v, k))
}

// finiteArg returns the condition that the argument is finite.
func finiteArg(a facts, x []value) ir.Expr {
	return ir.NewAnd(a.number(x[0]), ir.NotExpr(complexes{a.f}.isInfinite(x[0])))
}

// unitArg returns the condition that the argument is between -1 and 1.
func unitArg(a facts, x []value) ir.Expr { return a.within(x[0], a.k(1)) }

// atLeastArg returns the domain of arguments that are at least k.
func atLeastArg(k float64) func(a facts, x []value) ir.Expr {
	return func(a facts, x []value) ir.Expr { return a.le(a.k(k), x[0]) }
}

// powDomain returns the condition that pow is defined: the base is not negative, or the exponent is an integer.
func powDomain(a facts, x []value) ir.Expr {
	whole := x[1]
	if a.w.Kind == ctype.X87Form {
		whole = a.f.keepAll(a.f.callModel("truncl", x[1]))
	} else {
		whole.e = ir.NewUnary(ir.FTrunc, x[1].e)
	}
	return ir.NewBinary(ir.LOr, a.le(a.k(0), x[0]), a.eq(whole, x[1]))
}

// never is the empty domain.
func never(facts, []value) ir.Expr { return ir.NewBool(false) }

// numericCalls lowers calls of the functions of <math.h> and <complex.h>.
type numericCalls struct{ *fn }

// enclose assumes the facts about the result r of the function name for the arguments x. r and x are in registers.
func (f numericCalls) enclose(name string, r value, x []value) {
	fun, a := libm[name], facts{f.fn, formOf(r)}
	number, k := a.number, a.k
	var list []ir.Expr
	// implies adds the fact if cond holds.
	implies := func(cond, fact ir.Expr) {
		list = append(list, ir.NewBinary(ir.LOr, ir.NotExpr(cond), fact))
	}
	numbers := number(x[0])
	if len(x) == 2 {
		numbers = ir.NewAnd(numbers, number(x[1]))
	}
	switch {
	case name == "hypot": // the result is not a NaN if one argument is infinite and the other a NaN
		implies(numbers, number(r))
	case fun.domain == nil:
		implies(numbers, number(r))
		implies(ir.NotExpr(numbers), ir.NotExpr(number(r)))
	default:
		inside := ir.NewAnd(numbers, fun.domain(a, x))
		implies(inside, number(r))
		if name != "pow" && name != "tgamma" {
			implies(ir.NotExpr(inside), ir.NotExpr(number(r)))
		}
	}
	if name == "pow" {
		above := ir.NewAnd(a.le(k(0), x[0]), ir.NotExpr(a.eq(x[0], k(0))))
		implies(ir.NewAnd(above, numbers), a.le(k(0), r))
	}
	notNumber := ir.NotExpr(number(r))
	bound := func(fact ir.Expr) { list = append(list, ir.NewBinary(ir.LOr, notNumber, fact)) }
	if fun.positive {
		bound(a.le(k(0), r))
	}
	if fun.odd {
		implies(a.le(k(0), x[0]), ir.NewBinary(ir.LOr, notNumber, a.le(k(0), r)))
		implies(a.le(x[0], k(0)), ir.NewBinary(ir.LOr, notNumber, a.le(r, k(0))))
	}
	if f.l.library.env.modes { // the errors are known only for rounding to nearest
		f.assumeAll(list)
		return
	}
	slack := 1.0 // results of long double may be a step above 1
	if a.w.Kind == ctype.X87Form {
		slack = 1.001
	}
	if fun.lo != 0 {
		bound(a.le(k(slack*fun.lo-(slack-1)), r))
	}
	if fun.hi != 0 {
		bound(a.le(r, k(slack*fun.hi)))
	}
	for _, c := range fun.cuts {
		if c.below {
			implies(a.le(x[0], k(c.x)), ir.NewBinary(ir.LOr, notNumber, a.le(r, k(c.y))))
		} else {
			implies(a.le(k(c.x), x[0]), ir.NewBinary(ir.LOr, notNumber, a.le(k(c.y), r)))
		}
	}
	infinite := func(v value) ir.Expr { return ir.NewAnd(complexes(f).isInfinite(v), a.le(k(0), v)) }
	switch limits := map[string][2]float64{"log": {-746, 710}, "log2": {-1075, 1025}}[name]; { // range of the exponents
	case limits[1] == 0:
	default:
		if a.w.Kind == ctype.X87Form {
			limits[0], limits[1] = limits[0]*16, limits[1]*16
		}
		bound(ir.NewBinary(ir.LOr, a.le(k(limits[0]), r), a.eq(x[0], k(0))))
		bound(ir.NewBinary(ir.LOr, a.le(r, k(limits[1])), infinite(x[0])))
	}
	f.assumeAll(list)
}

// assumeAll assumes all of the facts.
func (f numericCalls) assumeAll(facts []ir.Expr) {
	for _, e := range facts {
		if !ir.IsTrue(e) {
			f.emit(&ir.Assume{Cond: e, Guard: ir.OtherGuard})
		}
	}
}
