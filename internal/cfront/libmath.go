package cfront

import (
	"math"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/models"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers <math.h> (7.12). Functions that IEEE 754 defines exactly are expressions, branches, or C text
// (package models). The others are Math statements. Proofs assume any result within proved bounds (libm.go); runs have
// a result only if C determines it.

// mathHandler returns the handler of a function of <math.h>, or nil.
func mathHandler(name string) handlerFunc {
	if longModel(name) {
		return nil // C text
	}
	base := mathBase(name)
	if h := exactMath(base); h != nil {
		return h
	}
	if _, ok := libm[base]; ok {
		return mathCall(base)
	}
	switch name {
	case "__tandem_sqrt", "__tandem_sqrtf":
		return by(floatEnvCalls.sqrtOf)
	case "gamma", "gammaf":
		return mathCall("lgamma")
	}
	if h := classification(name); h != nil {
		return h
	}
	if base, ok := strings.CutSuffix(name, "l"); ok {
		return classification(base) // long double
	}
	return nil
}

// longModel reports whether a function of long double is C text.
func longModel(name string) bool {
	for _, suffix := range []string{"l", "f64x"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && models.Long(base) {
			return true
		}
	}
	return false
}

// mathBase returns the name of a function of exactMath or libm without the suffix of its type, or "" for other
// functions.
func mathBase(name string) string {
	for _, suffix := range []string{"", "f", "l", "f32", "f64", "f32x", "f64x", "f128"} {
		base, ok := strings.CutSuffix(name, suffix)
		if _, known := libm[base]; ok && (known || exactMath(base) != nil) {
			return base
		}
	}
	return ""
}

// exactMath returns the handler of a function that is an operation of the IR, or nil. Other functions that IEEE 754
// determines are C text (package models).
func exactMath(base string) handlerFunc {
	switch base {
	case "fabs":
		return unaryMath(ir.FAbs)
	case "sqrt":
		return by(floatEnvCalls.sqrtOf)
	case "floor":
		return unaryMath(ir.FFloor)
	case "ceil":
		return unaryMath(ir.FCeil)
	case "trunc":
		return unaryMath(ir.FTrunc)
	case "roundeven":
		return unaryMath(ir.FNearest)
	case "rint", "nearbyint":
		return by(floatEnvCalls.rint)
	case "fmin":
		return func(f *fn, c *call) value { return numericCalls{f}.minMax(c, true) }
	case "fmax":
		return func(f *fn, c *call) value { return numericCalls{f}.minMax(c, false) }
	case "copysign":
		return by(numericCalls.copysign)
	case "nan":
		return by(numericCalls.nan)
	}
	return nil
}

// classification returns the handler of a function that the macros of 7.12.3 call, or nil.
func classification(name string) handlerFunc {
	switch name {
	case "isnan", "isnanf", "__isnan", "__isnanf", "__CPROVER_isnanf", "__CPROVER_isnand":
		return classify(func(f *fn, x ir.Expr) ir.Expr { return ir.NewBinary(ir.Ne, x, x) })
	case "isinf", "isinff", "__isinf", "__isinff", "__CPROVER_isinff", "__CPROVER_isinfd", "isinf_sign":
		return by(numericCalls.isInf)
	case "finite", "finitef", "isfinite", "__finite", "__finitef", "__CPROVER_isfinitef", "__CPROVER_isfinited":
		return classify(func(f *fn, x ir.Expr) ir.Expr {
			return ir.NewBinary(ir.Lt, ir.NewUnary(ir.FAbs, x), infinity(x.Type()))
		})
	case "isnormal", "__tandem_isnormal", "__tandem_isnormalf", "__CPROVER_isnormalf", "__CPROVER_isnormald":
		return classify(func(f *fn, x ir.Expr) ir.Expr {
			a := ir.NewUnary(ir.FAbs, x)
			return ir.NewAnd(ir.NewBinary(ir.Le, smallestNormal(x.Type()), a), ir.NewBinary(ir.Lt, a, infinity(x.Type())))
		})
	case "signbit", "signbitf", "__signbit", "__signbitf":
		return by(numericCalls.signOfFloat)
	case "__CPROVER_signf", "__CPROVER_signd":
		return classify(func(f *fn, x ir.Expr) ir.Expr { return numericCalls{f}.signBit(x) })
	case "__fpclassify", "__fpclassifyf":
		return by(numericCalls.fpclassify)
	case "__iseqsig", "__iseqsigf":
		return by(numericCalls.equalSignalling)
	}
	return nil
}

// infinity returns the positive infinity of type t.
func infinity(t ir.Type) ir.Expr { return ir.NewFloat(t, math.Inf(1)) }

// smallestNormal returns the smallest positive normal number of type t.
func smallestNormal(t ir.Type) ir.Expr {
	if t == ir.F32 {
		return ir.NewFloat(t, 0x1p-126)
	}
	return ir.NewFloat(t, 0x1p-1022)
}

// floatArg returns argument i as a Float of type t, or of its own type if t is Void; ok is false if it is opaque or not
// a number.
func (f numericCalls) floatArg(c *call, i int, t ir.Type) (ir.Expr, bool) {
	if i >= len(c.vals) {
		return nil, false
	}
	v := c.vals[i]
	if v.opaque || v.e == nil || v.aggregate() || v.e.Type().Kind == ir.Ptr {
		return nil, false
	}
	if t == ir.Void {
		t = v.e.Type()
		if t.Kind != ir.Float {
			t = ir.F64
		}
	}
	return operations(f).castTo(t, v.e), true
}

// floatResult returns the Float type in which a function computes: the type of its result.
func (f numericCalls) floatResult(c *call) (ir.Type, bool) {
	if c.ft == nil {
		return ir.Void, false
	}
	t, ok := f.l.IRType(c.ft.Result())
	if ok && t.Kind != ir.Float {
		// A function without a prototype has the result int.
		return ir.F64, t.Kind == ir.Int
	}
	return t, ok
}

// unaryMath returns the handler of a function that is the operator op.
func unaryMath(op ir.UnOp) handlerFunc {
	return func(f *fn, c *call) value {
		t, ok := numericCalls{f}.floatResult(c)
		x, ok2 := numericCalls{f}.floatArg(c, 0, t)
		if !ok || !ok2 {
			return numericCalls{f}.roughMath(c)
		}
		return f.asResult(value{e: ir.NewUnary(op, x)}, c)
	}
}

// mathCall returns the handler of a libm function that is not exact. Its result is arbitrary within the facts about it
// (libm.go).
func mathCall(name string) handlerFunc {
	return func(f *fn, c *call) value {
		t, ok := numericCalls{f}.floatResult(c)
		if !ok && c.ft != nil && len(c.vals) == libm[name].args {
			if w, wide := f.l.WideForm(c.ft.Result()); wide && w == ctype.LongDouble {
				return numericCalls{f}.longMath(c, name)
			}
		}
		if !ok || len(c.vals) != libm[name].args {
			return numericCalls{f}.roughMath(c)
		}
		args := make([]ir.Expr, libm[name].args)
		bits := make([]uint64, len(args))
		constants := true
		for i := range args {
			x, ok := numericCalls{f}.floatArg(c, i, t)
			if !ok {
				return numericCalls{f}.roughMath(c)
			}
			args[i] = f.hold(x)
			k, isConst := ir.IsConst(x)
			bits[i], constants = k, constants && isConst
		}
		fun := name
		if f.l.library.env.modes || f.l.library.env.flags { // a result that is rounded raises inexact
			fun += ir.AnyMode
		}
		if constants {
			if r, exact := ir.EvalMath(fun, t, bits); exact {
				return f.asResult(value{e: ir.NewBits(t, r)}, c)
			}
		}
		e := f.def(t, func(v *ir.Var) ir.Stmt { return &ir.Math{Dst: v, Fn: fun, Args: args} })
		xs := make([]value, len(args))
		for i, x := range args {
			xs[i] = value{e: x}
		}
		numericCalls{f}.enclose(name, value{e: e}, xs)
		if f.l.library.env.flags { // the call may raise any flags, and clears none
			floatEnvCalls{f}.raise(ir.NewBinary(ir.And, f.approx("exceptions of "+name, ir.I32), ir.NewConst(ir.I32,
				feAllExcept)))
		}
		return f.asResult(value{e: e}, c)
	}
}

// longMath is mathCall for long double.
func (f numericCalls) longMath(c *call, name string) value {
	xs := make([]value, len(c.vals))
	for i, v := range c.vals {
		if v.opaque || v.isVoid() || v.aggregate() || isPtr(v) || formOf(v).Complex {
			return f.roughMath(c)
		}
		xs[i] = f.keepAll(wides(f).toReal(v, ctype.LongDouble, c.node()))
	}
	r := f.inputWide(ir.Approx, c.name, ctype.LongDouble, c.ft.Result())
	f.enclose(name, r, xs)
	if f.l.library.env.flags {
		floatEnvCalls(f).raise(ir.NewBinary(ir.And, f.approx("exceptions of "+name, ir.I32), ir.NewConst(ir.I32,
			feAllExcept)))
	}
	return f.asResult(r, c)
}

// roughMath lowers a function whose result is approximate. The objects that its pointer arguments point to become
// approximate, too.
func (f numericCalls) roughMath(c *call) value {
	systemCalls(f).spoilErrno()
	for i, v := range c.vals {
		if !isPtr(v) || ctype.Elem(v.t) == nil || i >= len(c.args) {
			continue
		}
		if el := ctype.Elem(v.t); el.Kind() != cc.Void && el.Kind() != cc.Char && !el.IsIncomplete() {
			f.havocBytes(v.e, f.l.Size(el, c.pos), c.name)
		}
	}
	if c.ft == nil || c.ft.Result().Kind() == cc.Void {
		return value{}
	}
	if ctype.IsOpaque(c.ft.Result()) {
		return value{t: c.ft.Result(), opaque: true}
	}
	f.l.Warn(c.pos, "%s is not modelled: its value is taken as arbitrary", c.name)
	if f.l.IsWide(c.ft.Result()) {
		return f.calls.inputOf(ir.Approx, c.name, c.ft.Result(), c)
	}
	it := f.scalar(c.ft.Result(), c.node())
	return value{e: f.approx(c.name, it), t: c.ft.Result()}
}

// classify returns the handler of a test of one number.
func classify(test func(f *fn, x ir.Expr) ir.Expr) handlerFunc {
	return func(f *fn, c *call) value {
		x, ok := numericCalls{f}.floatArg(c, 0, ir.Void)
		if !ok {
			return numericCalls{f}.roughMath(c)
		}
		return f.asResult(fromBool(test(f, f.hold(x))), c)
	}
}

// isInf returns 1 or -1 for the infinities, as in glibc.
func (f numericCalls) isInf(c *call) value {
	x, ok := f.floatArg(c, 0, ir.Void)
	if !ok {
		return f.roughMath(c)
	}
	x = f.hold(x)
	up := ir.NewCast(ir.I32, ir.NewBinary(ir.Eq, x, infinity(x.Type())))
	down := ir.NewCast(ir.I32, ir.NewBinary(ir.Eq, x, ir.NewFloat(x.Type(), math.Inf(-1))))
	if !strings.Contains(c.name, "isinf_sign") && strings.HasPrefix(c.name, "__builtin_") {
		return f.asResult(fromBool(ir.NewBinary(ir.Eq, ir.NewUnary(ir.FAbs, x), infinity(x.Type()))), c)
	}
	return f.asResult(value{e: ir.NewBinary(ir.Sub, up, down)}, c)
}

// signBit returns the condition that the sign bit of a Float is set.
func (f numericCalls) signBit(x ir.Expr) ir.Expr {
	b := f.floatBits(x)
	return ir.NewBinary(ir.Ne, ir.NewBinary(ir.Shr, b, ir.NewConst(ir.U32, int64(b.Type().Bits)-1)),
		ir.NewConst(b.Type(), 0))
}

// signOfFloat lowers signbit, whose result is not 0 if the sign bit is set.
func (f numericCalls) signOfFloat(c *call) value {
	x, ok := f.floatArg(c, 0, ir.Void)
	if !ok {
		return f.roughMath(c)
	}
	x = f.hold(x)
	k := signResult(value{e: x})
	return f.asResult(value{e: ir.NewBinary(ir.Mul, ir.NewCast(ir.I32, f.signBit(x)), ir.NewConst(ir.I32, k))}, c)
}

// floatBits returns the IEEE bits of a Float.
func (f numericCalls) floatBits(x ir.Expr) ir.Expr {
	t := x.Type()
	o := f.bytesOf("bits", t)
	f.emit(&ir.Store{Addr: f.addrOf(o), Val: x})
	u := unitType(int64(t.Size()))
	return f.def(u, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: f.addrOf(o)} })
}

// bytesOf declares a hidden object for one scalar.
func (f numericCalls) bytesOf(name string, t ir.Type) *ir.Object {
	n := int64(t.Size())
	o := f.f.NewObject(f.names.uniq(name), n, n)
	o.Pos = f.pos
	o.Elem = t
	f.addSite(o, name)
	f.emit(&ir.Decl{Obj: o})
	return o
}

// copysign returns the first argument with the sign of the second.
func (f numericCalls) copysign(c *call) value {
	t, ok := f.floatResult(c)
	x, ok1 := f.floatArg(c, 0, t)
	y, ok2 := f.floatArg(c, 1, t)
	if !ok || !ok1 || !ok2 {
		return f.roughMath(c)
	}
	r := f.temp(t)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewUnary(ir.FAbs, x)})
	f.when(f.signBit(y), func() {
		f.emit(&ir.Assign{Dst: r, Src: ir.NewUnary(ir.Neg, ir.NewRef(r))})
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// minMax lowers fmin and fmax, which ignore an argument that is a NaN.
func (f numericCalls) minMax(c *call, min bool) value {
	t, ok := f.floatResult(c)
	x, ok1 := f.floatArg(c, 0, t)
	y, ok2 := f.floatArg(c, 1, t)
	if !ok || !ok1 || !ok2 {
		return f.roughMath(c)
	}
	x, y = f.hold(x), f.hold(y)
	less := ir.NewBinary(ir.Lt, y, x)
	if !min {
		less = ir.NewBinary(ir.Lt, x, y)
	}
	r := f.temp(t)
	f.emit(&ir.Assign{Dst: r, Src: x})
	f.when(ir.NewBinary(ir.LOr, less, ir.NewBinary(ir.Ne, x, x)), func() {
		f.emit(&ir.Assign{Dst: r, Src: y})
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// fpclassify returns glibc's numbers: NaN 0, infinite 1, zero 2, subnormal 3, normal 4.
func (f numericCalls) fpclassify(c *call) value {
	return f.classes(c, 0, [5]ir.Expr{ir.NewConst(ir.I32, 0), ir.NewConst(ir.I32, 1), ir.NewConst(ir.I32, 4),
		ir.NewConst(ir.I32, 3), ir.NewConst(ir.I32, 2)})
}

// builtinClassify lowers __builtin_fpclassify(nan, infinite, normal, subnormal, zero, x).
func (f numericCalls) builtinClassify(c *call) value {
	var numbers [5]ir.Expr
	if len(c.vals) != 6 {
		f.fail(c.node(), "%s needs six arguments", c.name)
	}
	for i := range numbers {
		if !isInt(c.vals[i]) {
			f.fail(c.node(), "%s: the classes must be integers", c.name)
		}
		numbers[i] = ir.NewCast(ir.I32, c.vals[i].e)
	}
	return f.classes(c, 5, numbers)
}

// classes returns the number for the class of argument arg. The numbers are for the classes NaN, infinite, normal,
// subnormal and zero, in this order.
func (f numericCalls) classes(c *call, arg int, numbers [5]ir.Expr) value {
	if arg < len(c.vals) && c.vals[arg].wide() && c.vals[arg].form.Float() && !c.vals[arg].form.Complex {
		return wideFloats(f).x87Classes(c, c.vals[arg], numbers)
	}
	x, ok := f.floatArg(c, arg, ir.Void)
	if !ok {
		return f.roughMath(c)
	}
	x = f.hold(x)
	a := ir.NewUnary(ir.FAbs, x)
	r := f.temp(ir.I32)
	set := func(cond ir.Expr, k int) {
		f.when(cond, func() { f.emit(&ir.Assign{Dst: r, Src: numbers[k]}) })
	}
	f.emit(&ir.Assign{Dst: r, Src: numbers[2]})
	set(ir.NewBinary(ir.Lt, a, smallestNormal(x.Type())), 3)
	set(ir.NewBinary(ir.Eq, x, ir.NewFloat(x.Type(), 0)), 4)
	set(ir.NewBinary(ir.Eq, a, infinity(x.Type())), 1)
	set(ir.NewBinary(ir.Ne, x, x), 0)
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// nan lowers nan("text"), where a text that is a number is the payload.
func (f numericCalls) nan(c *call) value {
	t, ok := f.floatResult(c)
	if !ok {
		return f.wideNaN(c)
	}
	bits, quiet := uint64(0x7ff)<<52, uint64(1)<<51
	if t == ir.F32 {
		bits, quiet = 0xff<<23, 1<<22
	}
	if strings.Contains(c.name, "nans") {
		quiet >>= 1
	}
	payload := uint64(0)
	if len(c.args) == 1 {
		text, ok := csrc.StringValue(c.args[0])
		if !ok { // the result is an arbitrary NaN
			e := f.approx(c.name, t)
			f.emit(&ir.Assume{Cond: ir.NewBinary(ir.Ne, e, e), Guard: ir.OtherGuard})
			return f.asResult(value{e: e}, c)
		}
		if n, err := strconv.ParseUint(text, 0, 64); err == nil && !strings.ContainsAny(text, "_oObB") {
			payload = n & (quiet - 1)
		}
	}
	return f.asResult(value{e: ir.NewBits(t, bits|quiet|payload)}, c)
}

// wideNaN is nan for long double and _Float128. The result is exact only if the text is empty.
func (f numericCalls) wideNaN(c *call) value {
	if c.ft == nil || !f.l.IsWide(c.ft.Result()) {
		return f.roughMath(c)
	}
	w, _ := f.l.WideForm(c.ft.Result())
	if len(c.args) == 1 && !strings.Contains(c.name, "nans") {
		if text, ok := csrc.StringValue(c.args[0]); ok && strings.Trim(text, "\x00") == "" {
			switch w {
			case ctype.LongDouble:
				return f.asResult(x87Literal(x87Number{3 << 62, x87Special}), c)
			case ctype.Quad:
				return f.asResult(quadLiteral(quadSpecial|1<<47, 0), c)
			}
		}
	}
	v := f.inputWide(ir.Approx, c.name, w, c.ft.Result())
	f.emit(&ir.Assume{Cond: complexes(f).isNaN(v), Guard: ir.OtherGuard})
	return f.asResult(v, c)
}

// equalSignalling lowers iseqsig, which is == and raises invalid for NaNs.
func (f numericCalls) equalSignalling(c *call) value {
	if len(c.vals) != 2 || c.vals[0].opaque || c.vals[1].opaque {
		return f.roughMath(c)
	}
	a, b := f.holdValue(c.vals[0]), f.holdValue(c.vals[1])
	floatEnvCalls(f).raiseIf(ir.NewBinary(ir.LOr, ir.NewBinary(ir.Ne, a.e, a.e), ir.NewBinary(ir.Ne, b.e, b.e)),
		feInvalid)
	return f.asResult(fromBool(operations(f).comparison(ir.Eq, a, b, c.node())), c)
}

// quietCompare lowers isgreater and similar macros, which raise no exceptions.
func (f numericCalls) quietCompare(c *call) value {
	if len(c.vals) != 2 {
		return f.callMissing(c)
	}
	a, b := c.vals[0], c.vals[1]
	if a.opaque || b.opaque {
		return f.roughMath(c)
	}
	quiet := floatEnvCalls(f).flags()
	if f.l.library.env.flags {
		quiet = f.keep(quiet)
		defer func() { floatEnvCalls(f).setFlags(quiet) }()
	}
	a, b = f.keepAll(a), f.keepAll(b)
	var e ir.Expr
	switch library.Base(c.name) {
	case "isgreater":
		e = operations(f).comparison(ir.Lt, b, a, c.node())
	case "isgreaterequal":
		e = operations(f).comparison(ir.Le, b, a, c.node())
	case "isless":
		e = operations(f).comparison(ir.Lt, a, b, c.node())
	case "islessequal":
		e = operations(f).comparison(ir.Le, a, b, c.node())
	case "islessgreater":
		e = ir.NewBinary(ir.LOr, operations(f).comparison(ir.Lt, a, b, c.node()), operations(f).comparison(ir.Lt, b, a,
			c.node()))
	default:
		e = ir.NewBinary(ir.LOr, complexes(f).isNaN(a), complexes(f).isNaN(b))
	}
	return f.asResult(fromBool(e), c)
}
