package cfront

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Facts about libm's functions that IEEE 754 does not determine. A proof
// may use it, so it must hold of every result that glibc gives: each entry
// follows from C17 annex F (what is a NaN, the sign) or from a bound that is
// wider than the true one by more than any error in glibc's table of known
// maximum errors (at most 16 ulps for these functions, to nearest). TestLibm tries all of it.

// libmFunc describes a function.
type libmFunc struct {
	args int
	// domain is where a result of numbers is a number, nil: everywhere.
	domain func(a facts, x []value) ir.Expr
	lo, hi float64 // bounds of a result that is a number; 0 if there is none
	// odd: the result is a number of the argument's sign, or zero.
	odd bool
	// positive: the result is not below zero.
	positive bool
	// cuts: if the argument is at least x, the result is at least y, and so on.
	cuts []cut
}

// cut is: argument at least (at most) x, then result at least (at most) y.
type cut struct {
	below bool
	x, y  float64
}

const halfPi, wholePi = 1.571, 3.142 // above the true ones

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

	// Only what the function's own rules in enclose say.
	"pow":    {args: 2, domain: powDomain},
	"tgamma": {args: 1, domain: never},
	"lgamma": {args: 1},
}

// facts are conditions on numbers of one form, floats of the IR or long doubles.
type facts struct {
	f *fn
	w form
}

func (a facts) number(v value) ir.Expr { return ir.NotExpr(complexes{a.f}.isNaN(v)) }
func (a facts) k(x float64) value      { return floatLiteral(new(big.Float).SetFloat64(x), a.w) }
func (a facts) le(x, y value) ir.Expr  { return wides{a.f}.compareReal(ir.Le, x, y) }
func (a facts) eq(x, y value) ir.Expr  { return wides{a.f}.compareReal(ir.Eq, x, y) }
func (a facts) within(v, k value) ir.Expr {
	return ir.NewAnd(a.le(wides{a.f}.negReal(k), v), a.le(v, k))
}

func finiteArg(a facts, x []value) ir.Expr {
	return ir.NewAnd(a.number(x[0]), ir.NotExpr(complexes{a.f}.isInfinite(x[0])))
}

func unitArg(a facts, x []value) ir.Expr { return a.within(x[0], a.k(1)) }

func atLeastArg(k float64) func(a facts, x []value) ir.Expr {
	return func(a facts, x []value) ir.Expr { return a.le(a.k(k), x[0]) }
}

// powDomain: a negative number has powers with integers only; all others have.
func powDomain(a facts, x []value) ir.Expr {
	whole := x[1]
	if a.w.kind == x87Form {
		whole = a.f.keepAll(a.f.callModel("truncl", x[1]))
	} else {
		whole.e = ir.NewUnary(ir.FTrunc, x[1].e)
	}
	return ir.NewBinary(ir.LOr, a.le(a.k(0), x[0]), a.eq(whole, x[1]))
}

func never(facts, []value) ir.Expr { return ir.NewBool(false) }

// numericCalls lowers calls of the functions of <math.h> and <complex.h>.
type numericCalls struct{ *fn }

// enclose assumes of a result what is proved of it. r and x are in registers.
func (f numericCalls) enclose(name string, r value, x []value) {
	fun, a := libm[name], facts{f.fn, formOf(r)}
	number, k := a.number, a.k
	var list []ir.Expr
	// implies adds: cond -> fact.
	implies := func(cond, fact ir.Expr) {
		list = append(list, ir.NewBinary(ir.LOr, ir.NotExpr(cond), fact))
	}
	numbers := number(x[0])
	if len(x) == 2 {
		numbers = ir.NewAnd(numbers, number(x[1]))
	}
	switch {
	case name == "hypot": // an infinite argument makes up for a NaN
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
	if f.l.library.env.modes { // the errors are known to nearest
		f.assumeAll(list)
		return
	}
	slack := 1.0 // results of long double may be a step above 1
	if a.w.kind == x87Form {
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
		if a.w.kind == x87Form {
			limits[0], limits[1] = limits[0]*16, limits[1]*16
		}
		bound(ir.NewBinary(ir.LOr, a.le(k(limits[0]), r), a.eq(x[0], k(0))))
		bound(ir.NewBinary(ir.LOr, a.le(r, k(limits[1])), infinite(x[0])))
	}
	f.assumeAll(list)
}

func (f numericCalls) assumeAll(facts []ir.Expr) {
	for _, e := range facts {
		if !ir.IsTrue(e) {
			f.emit(&ir.Assume{Cond: e, Guard: ir.OtherGuard})
		}
	}
}
