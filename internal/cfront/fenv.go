package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers <fenv.h> (7.6). The rounding mode and the exception flags are global registers. Most programs need
// neither. If the lowering reaches a function that may change the mode or read flags, it starts again, with these
// registers.

// These are the numbers of x86, which glibc's <fenv.h> defines for programs.
const (
	feInvalid, feDivByZero, feOverflow, feUnderflow, feInexact = 1, 4, 8, 16, 32

	feAllExcept = 61

	feToNearest, feDownward, feUpward, feTowardZero = 0, 0x400, 0x800, 0xc00
)

// floatEnv is the part of the floating-point environment that a program can observe.
type floatEnv struct {
	modes bool // the program may change the rounding mode
	flags bool // the program reads exception flags

	mode   *ir.Var // I32, one of the modes
	raised *ir.Var // I32, a set of flags
}

// lowerAgain is the value of the panic that ends a lowering if the program turns out to need other registers. It has
// the needs for the next lowering.
type lowerAgain struct{ modes, flags bool }

// makeEnv makes the registers of the environment that the program needs.
func (l *libraryUse) makeEnv() {
	if l.env.modes || l.env.flags {
		l.env.mode = l.IR.NewGlobal(l.names.uniq("rounding mode"), ir.I32)
	}
	if l.env.flags {
		l.env.raised = l.IR.NewGlobal(l.names.uniq("exception flags"), ir.I32)
	}
}

// need ends the lowering with lowerAgain if the lowering does not have the registers for the given needs.
func (l *libraryUse) need(modes, flags bool) {
	if modes && !l.env.modes || flags && !l.env.flags {
		panic(lowerAgain{modes || l.env.modes, flags || l.env.flags})
	}
}

// floatEnvCalls lowers functions that read or change the floating-point environment.
type floatEnvCalls struct{ *fn }

// rounds reports whether operations in this function depend on the environment. Models of the library round to nearest,
// except for the functions __tandem_... that they call.
func (f floatEnvCalls) rounds() bool {
	return (f.l.library.env.modes || f.l.library.env.flags) && !f.u.Model && !f.consts
}

// roundingMode returns the current rounding mode as a number.
func (f floatEnvCalls) roundingMode() ir.Expr {
	if f.l.library.env.mode == nil {
		return ir.NewConst(ir.I32, feToNearest)
	}
	return f.keep(ir.NewRef(f.l.library.env.mode))
}

// raise adds a set of flags to the raised ones.
func (f floatEnvCalls) raise(set ir.Expr) {
	if v := f.l.library.env.raised; v != nil {
		f.emit(&ir.Assign{Dst: v, Src: ir.NewBinary(ir.Or, ir.NewRef(v), set)})
	}
}

// raiseIf raises a flag if cond holds.
func (f floatEnvCalls) raiseIf(cond ir.Expr, flag int64) {
	if f.l.library.env.raised != nil {
		f.when(cond, func() { f.raise(ir.NewConst(ir.I32, flag)) })
	}
}

// setFlags sets the raised flags to e.
func (f floatEnvCalls) setFlags(e ir.Expr) {
	if v := f.l.library.env.raised; v != nil {
		f.emit(&ir.Assign{Dst: v, Src: e})
	}
}

// flags returns the raised flags.
func (f floatEnvCalls) flags() ir.Expr {
	if f.l.library.env.raised == nil {
		return ir.NewConst(ir.I32, 0)
	}
	return ir.NewRef(f.l.library.env.raised)
}

// fenvHandler returns the handler of a function of <fenv.h>, or of a function that the models call. It returns nil for
// any other function.
func fenvHandler(name string) handlerFunc {
	switch name {
	case "fegetround":
		return func(f *fn, c *call) value { return f.asResult(value{e: floatEnvCalls{f}.roundingMode()}, c) }
	case "fesetround":
		return by(floatEnvCalls.fesetround)
	case "fegetenv", "feholdexcept":
		return by(floatEnvCalls.fegetenv)
	case "fesetenv", "feupdateenv":
		return by(floatEnvCalls.fesetenv)
	case "fegetmode":
		return by(floatEnvCalls.fegetmode)
	case "fesetmode":
		return by(floatEnvCalls.fesetmode)
	case "feclearexcept", "feraiseexcept", "fesetexcept", "fetestexcept":
		return by(floatEnvCalls.feexcept)
	case "fegetexceptflag", "fesetexceptflag", "fetestexceptflag":
		return by(floatEnvCalls.feexceptflag)
	case "fedisableexcept", "fegetexcept": // no trap is ever enabled
		return constant(0)

	// Functions that the models of package models call.
	case "__tandem_rounding":
		return func(f *fn, c *call) value { return f.asResult(value{e: floatEnvCalls{f}.roundingMode()}, c) }
	case "__tandem_raise":
		return func(f *fn, c *call) value {
			if len(c.vals) == 1 {
				floatEnvCalls{f}.raise(ir.NewCast(ir.I32, c.vals[0].e))
			}
			return value{}
		}
	case "__tandem_add", "__tandem_addf":
		return tandemArith(ir.Add)
	case "__tandem_sub", "__tandem_subf":
		return tandemArith(ir.Sub)
	case "__tandem_mul", "__tandem_mulf":
		return tandemArith(ir.Mul)
	case "__tandem_div", "__tandem_divf":
		return tandemArith(ir.Div)
	case "__tandem_rint", "__tandem_rintf":
		return by(floatEnvCalls.rint)
	}
	return nil
}

// tandemArith returns the handler for an operation of a model that rounds in the current mode.
func tandemArith(op ir.BinOp) handlerFunc {
	return func(f *fn, c *call) value {
		x, y := c.vals[0].e, c.vals[1].e
		e := ir.NewBinary(op, x, y)
		if f.l.library.env.modes || f.l.library.env.flags {
			e = operations{f}.rounded(c.name, e, x, y)
		}
		return value{e: e, t: c.ft.Result()}
	}
}

// fesetround sets the mode. It returns 1 and changes nothing if the argument is not a mode.
func (f floatEnvCalls) fesetround(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	m := ir.NewCast(ir.I32, c.vals[0].e)
	if k, ok := ir.IsConst(m); ok && k == feToNearest && !f.l.library.env.modes {
		return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c) // the mode is always to nearest
	}
	f.l.library.need(true, false)
	m = f.hold(m)
	known := ir.NewBinary(ir.Eq, ir.NewBinary(ir.And, m, ir.NewConst(ir.I32, ^int64(feTowardZero))),
		ir.NewConst(ir.I32, 0))
	f.when(known, func() { f.emit(&ir.Assign{Dst: f.l.library.env.mode, Src: m}) })
	return f.asResult(fromBool(ir.NotExpr(known)), c)
}

// envPlaces returns the addresses of the mode and the flags in the fenv_t at p: the first four bytes, and the next
// four. The machine's own representation is different.
func (f floatEnvCalls) envPlaces(p ir.Expr) (mode, flags ir.Expr) { return p, f.offset(p, 4) }

// loadI32 loads four bytes as an int.
func (f floatEnvCalls) loadI32(addr ir.Expr) ir.Expr {
	return f.def(ir.I32, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: addr} })
}

// fegetenv stores the environment in memory; feholdexcept also clears the flags.
func (f floatEnvCalls) fegetenv(c *call) value {
	if len(c.vals) != 1 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	mode, flags := f.envPlaces(f.hold(c.vals[0].e))
	f.emit(&ir.Store{Addr: mode, Val: f.roundingMode()})
	f.emit(&ir.Store{Addr: flags, Val: f.flags()})
	if library.Base(c.name) == "feholdexcept" {
		f.setFlags(ir.NewConst(ir.I32, 0))
	}
	return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
}

// defaultEnv reports whether e is FE_DFL_ENV or FE_DFL_MODE, whose value is (const fenv_t *)-1. The result constant
// reports whether e is a constant.
func defaultEnv(e ir.Expr) (isDefault, constant bool) {
	for {
		x, ok := e.(*ir.Cast)
		if !ok {
			break
		}
		e = x.X
	}
	k, ok := e.(*ir.Const)
	return ok && k.Bits == ir.NewConst(k.T, -1).Bits, ok
}

// fesetenv sets the environment to one in memory; feupdateenv then raises the flags that were raised before.
func (f floatEnvCalls) fesetenv(c *call) value {
	if len(c.vals) != 1 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	p := f.hold(c.vals[0].e)
	dflt, constant := defaultEnv(p)
	if !dflt {
		f.l.library.need(true, false)
		if constant {
			f.fail(c.node(), "%s with this environment is not supported", c.name)
		}
	}
	before := f.keep(f.flags())
	if dflt {
		f.setMode(ir.NewConst(ir.I32, feToNearest))
		f.setFlags(ir.NewConst(ir.I32, 0))
	} else {
		mode, flags := f.envPlaces(p)
		m := f.loadI32(mode)
		// Bits that fegetenv does not set have no meaning.
		f.setMode(ir.NewBinary(ir.And, m, ir.NewConst(ir.I32, feTowardZero)))
		f.setFlags(ir.NewBinary(ir.And, f.loadI32(flags), ir.NewConst(ir.I32, feAllExcept)))
	}
	if library.Base(c.name) == "feupdateenv" {
		f.raise(before)
	}
	return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
}

// setMode sets the rounding mode to e.
func (f floatEnvCalls) setMode(e ir.Expr) {
	if v := f.l.library.env.mode; v != nil {
		f.emit(&ir.Assign{Dst: v, Src: e})
	}
}

// fegetmode (C23) stores the rounding mode in memory.
func (f floatEnvCalls) fegetmode(c *call) value {
	if len(c.vals) != 1 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	f.emit(&ir.Store{Addr: c.vals[0].e, Val: f.roundingMode()})
	return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
}

// fesetmode (C23) sets the rounding mode to one in memory.
func (f floatEnvCalls) fesetmode(c *call) value {
	if len(c.vals) != 1 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	p := f.hold(c.vals[0].e)
	if dflt, constant := defaultEnv(p); dflt {
		f.setMode(ir.NewConst(ir.I32, feToNearest))
	} else if constant {
		f.fail(c.node(), "%s with this environment is not supported", c.name)
	} else {
		f.l.library.need(true, false)
		f.setMode(ir.NewBinary(ir.And, f.loadI32(p), ir.NewConst(ir.I32, feTowardZero)))
	}
	return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
}

// feexcept lowers the functions that clear, raise or test flags.
func (f floatEnvCalls) feexcept(c *call) value {
	if len(c.vals) != 1 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	set := ir.NewBinary(ir.And, ir.NewCast(ir.I32, c.vals[0].e), ir.NewConst(ir.I32, feAllExcept))
	switch library.Base(c.name) {
	case "fetestexcept":
		f.l.library.need(false, true)
		return f.asResult(value{e: f.keep(ir.NewBinary(ir.And, f.flags(), set))}, c)
	case "feclearexcept":
		f.setFlags(ir.NewBinary(ir.And, f.flags(), ir.NewUnary(ir.Not, set)))
	default:
		f.raise(set)
	}
	return f.asResult(value{e: ir.NewConst(ir.I32, 0)}, c)
}

// feexceptflag lowers the functions that store flags in a fexcept_t, set flags from it, and test the flags in it.
func (f floatEnvCalls) feexceptflag(c *call) value {
	if len(c.vals) != 2 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	f.l.library.need(false, true)
	p := f.hold(c.vals[0].e)
	set := f.hold(ir.NewBinary(ir.And, ir.NewCast(ir.I32, c.vals[1].e), ir.NewConst(ir.I32, feAllExcept)))
	saved := func() ir.Expr {
		u := f.def(ir.U16, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: p} })
		return ir.NewBinary(ir.And, ir.NewCast(ir.I32, u), set)
	}
	r := ir.Expr(ir.NewConst(ir.I32, 0))
	switch library.Base(c.name) {
	case "fegetexceptflag":
		f.emit(&ir.Store{Addr: p, Val: ir.NewCast(ir.U16, ir.NewBinary(ir.And, f.flags(), set))})
	case "fesetexceptflag":
		f.setFlags(ir.NewBinary(ir.Or, ir.NewBinary(ir.And, f.flags(), ir.NewUnary(ir.Not, set)), saved()))
	default:
		r = saved()
	}
	return f.asResult(value{e: r}, c)
}

// rint rounds to an integer in the current mode. Unlike nearbyint, rint raises inexact.
func (f floatEnvCalls) rint(c *call) value {
	t, ok := numericCalls(f).floatResult(c)
	if !ok && c.ft != nil {
		t, ok = ir.F64, true
	}
	x, ok2 := numericCalls(f).floatArg(c, 0, t)
	if !ok || !ok2 {
		return numericCalls(f).roughMath(c)
	}
	native := ir.NewUnary(ir.FNearest, x)
	if !f.l.library.env.modes {
		if f.l.library.env.flags && library.Base(c.name) != "nearbyint"+suffix(t) {
			x = f.hold(x)
			f.raiseIf(ir.NewAnd(ir.NewBinary(ir.Ne, ir.NewUnary(ir.FTrunc, x), x), ir.NewBinary(ir.Eq, x, x)), feInexact)
		}
		return f.asResult(value{e: native}, c)
	}
	x = f.hold(x)
	r := f.temp(t)
	mode := f.roundingMode()
	is := func(m int64) ir.Expr { return ir.NewBinary(ir.Eq, mode, ir.NewConst(ir.I32, m)) }
	set := func(op ir.UnOp) func() { return func() { f.emit(&ir.Assign{Dst: r, Src: ir.NewUnary(op, x)}) } }
	f.either(is(feToNearest), set(ir.FNearest), func() {
		f.either(is(feDownward), set(ir.FFloor), func() {
			f.either(is(feUpward), set(ir.FCeil), set(ir.FTrunc))
		})
	})
	if library.Base(c.name) != "nearbyint"+suffix(t) {
		f.raiseIf(ir.NewAnd(ir.NewBinary(ir.Ne, ir.NewRef(r), x), ir.NewBinary(ir.Eq, x, x)), feInexact)
	}
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// sqrtOf lowers sqrt, which gcc folds if the argument is a constant. __builtin___tandem_sqrt and its variant for float
// do not set errno, like the instruction.
func (f floatEnvCalls) sqrtOf(c *call) value {
	t, ok := numericCalls(f).floatResult(c)
	x, ok2 := numericCalls(f).floatArg(c, 0, t)
	if !ok || !ok2 {
		return numericCalls(f).roughMath(c)
	}
	if f.l.library.errnoRead() && !f.u.Model && !strings.HasPrefix(library.Base(c.name), "__tandem_") {
		x = f.hold(x)
		f.when(ir.NewBinary(ir.Lt, x, ir.NewFloat(t, 0)), func() {
			f.emit(&ir.Store{Addr: f.l.library.errnoAddr(), Val: ir.NewConst(ir.I32, 33)}) // EDOM
		})
	}
	e := ir.NewUnary(ir.FSqrt, x)
	if f.rounds() && !isConstant(x) {
		e = operations(f).rounded("__tandem_sqrt"+suffix(t), e, x)
	}
	return f.asResult(value{e: e}, c)
}

// toNearest calls body, which lowers a call of a model. If gcc folds the call since its arguments are constants, the
// code runs in the default environment, and then the environment of the program is restored.
func (f floatEnvCalls) toNearest(c *call, body func() value) value {
	folds := f.rounds() && len(c.vals) > 0
	switch library.Base(c.name) {
	case "fma", "fmaf", "fdim", "fdimf":
		for _, v := range c.vals {
			folds = folds && v.e != nil && isConstant(v.e)
		}
	default:
		folds = false
	}
	if !folds {
		return body()
	}
	mode, flags := f.roundingMode(), f.keep(f.flags())
	f.setMode(ir.NewConst(ir.I32, feToNearest))
	v := f.holdValue(body())
	f.setMode(mode)
	f.setFlags(flags)
	return v
}

// decimal reports whether a call converts between numbers and decimal text in a way that the models get wrong: the
// conversion depends on the rounding mode and raises exceptions, but the models of these functions do neither.
func (f floatEnvCalls) decimal(c *call) bool {
	if !f.l.library.env.modes && !f.l.library.env.flags || f.u.Model {
		return false
	}
	name := library.Base(c.name)
	for _, read := range []string{"strtod", "strtof", "strtold", "wcstod", "wcstof", "wcstold", "atof", "strfrom"} {
		if strings.HasPrefix(name, read) {
			return true
		}
	}
	for _, v := range c.vals {
		e := ctype.Elem(v.t)
		switch {
		case v.opaque || v.e == nil:
		case strings.Contains(name, "scanf") && e != nil && e.Kind() != cc.Void && cc.IsArithmeticType(e) &&
			!cc.IsIntegerType(e):
			return true
		case strings.Contains(name, "printf") && v.e.Type().Kind == ir.Float && f.l.library.env.modes:
			shown := name == "printf" || name == "fprintf" && (isStandard(c, 0, "stdout", 1) || isStandard(c, 0, "stderr", 2))
			return !shown || c.want
		}
	}
	return false
}
