package cfront

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// What is proved of libm's functions that IEEE 754 does not determine. A proof
// may use it, so it must hold of every result that glibc gives: each entry
// follows from C17 annex F (what is a NaN, the sign) or from a bound that is
// wider than the true one by more than any error in glibc's table of known
// maximum errors (at most 16 ulps for these functions, to nearest).

// libmFunc describes a function.
type libmFunc struct {
	args int
	// domain is where a result of numbers is a number, nil: everywhere.
	domain func(t ir.Type, x []ir.Expr) ir.Expr
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

func finiteArg(t ir.Type, x []ir.Expr) ir.Expr {
	return ir.NewBinary(ir.Lt, ir.NewUnary(ir.FAbs, x[0]), infinity(t))
}

func unitArg(t ir.Type, x []ir.Expr) ir.Expr {
	return ir.NewBinary(ir.Le, ir.NewUnary(ir.FAbs, x[0]), ir.NewFloat(t, 1))
}

func atLeastArg(k float64) func(t ir.Type, x []ir.Expr) ir.Expr {
	return func(t ir.Type, x []ir.Expr) ir.Expr { return ir.NewBinary(ir.Le, ir.NewFloat(t, k), x[0]) }
}

// powDomain: a negative number has powers with integers only; all others have.
func powDomain(t ir.Type, x []ir.Expr) ir.Expr {
	return ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, ir.NewFloat(t, 0), x[0]),
		ir.NewBinary(ir.Eq, ir.NewUnary(ir.FTrunc, x[1]), x[1]))
}

func never(ir.Type, []ir.Expr) ir.Expr { return ir.NewBool(false) }

// enclose assumes of a result what is proved of it. r is a register.
func (f *fn) enclose(name string, r ir.Expr, x []ir.Expr) {
	fun, t := libm[name], r.Type()
	number := func(e ir.Expr) ir.Expr { return ir.NewBinary(ir.Eq, e, e) }
	k := func(v float64) ir.Expr { return ir.NewFloat(t, v) }
	var facts []ir.Expr
	// implies adds: cond -> fact.
	implies := func(cond, fact ir.Expr) {
		facts = append(facts, ir.NewBinary(ir.LOr, ir.NotExpr(cond), fact))
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
		implies(ir.NewAnd(numbers, fun.domain(t, x)), number(r))
		if name != "pow" && name != "tgamma" {
			implies(ir.NotExpr(ir.NewAnd(numbers, fun.domain(t, x))), ir.NotExpr(number(r)))
		}
	}
	if name == "pow" {
		above := ir.NewBinary(ir.Lt, k(0), x[0])
		implies(ir.NewAnd(above, numbers), ir.NewBinary(ir.Le, k(0), r))
	}
	notNumber := ir.NotExpr(number(r))
	bound := func(fact ir.Expr) { facts = append(facts, ir.NewBinary(ir.LOr, notNumber, fact)) }
	if fun.positive {
		bound(ir.NewBinary(ir.Le, k(0), r))
	}
	if fun.odd {
		implies(ir.NewBinary(ir.Le, k(0), x[0]), ir.NewBinary(ir.LOr, notNumber, ir.NewBinary(ir.Le, k(0), r)))
		implies(ir.NewBinary(ir.Le, x[0], k(0)), ir.NewBinary(ir.LOr, notNumber, ir.NewBinary(ir.Le, r, k(0))))
	}
	if f.l.env.modes { // the errors are known to nearest
		f.assumeAll(facts)
		return
	}
	if fun.lo != 0 {
		bound(ir.NewBinary(ir.Le, k(fun.lo), r))
	}
	if fun.hi != 0 {
		bound(ir.NewBinary(ir.Le, r, k(fun.hi)))
	}
	for _, c := range fun.cuts {
		if c.below {
			implies(ir.NewBinary(ir.Le, x[0], k(c.x)), ir.NewBinary(ir.LOr, notNumber, ir.NewBinary(ir.Le, r, k(c.y))))
		} else {
			implies(ir.NewBinary(ir.Le, k(c.x), x[0]), ir.NewBinary(ir.LOr, notNumber, ir.NewBinary(ir.Le, k(c.y), r)))
		}
	}
	switch name { // range of the exponents
	case "log":
		bound(ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, k(-746), r), ir.NewBinary(ir.Eq, x[0], k(0))))
		bound(ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, r, k(710)), ir.NewBinary(ir.Eq, x[0], k(math.Inf(1)))))
	case "log2":
		bound(ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, k(-1075), r), ir.NewBinary(ir.Eq, x[0], k(0))))
		bound(ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, r, k(1025)), ir.NewBinary(ir.Eq, x[0], k(math.Inf(1)))))
	}
	f.assumeAll(facts)
}

func (f *fn) assumeAll(facts []ir.Expr) {
	for _, e := range facts {
		if !ir.IsTrue(e) {
			f.emit(&ir.Assume{Cond: e, Guard: ir.OtherGuard})
		}
	}
}
