package cfront

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers operations on floating-point numbers (6.3.1.4, 6.3.1.5, F.8).
//
// A conversion of a number to an integer type that cannot represent it is undefined in C. The value is then arbitrary
// and approximate, so a run that reads it confirms no violation.
//
// In a program that can change the rounding mode (fenv.go), an operation that rounds becomes
//
//	if (mode == FE_TONEAREST) r = x + y; else r = __tandem_add(x, y);
//
// where __tandem_add is a library model that computes in the current mode. In a program that reads exception flags, the
// model computes every such operation, since it also raises the exceptions. gcc folds operations on constants; these
// round to nearest and raise no exceptions.

// castTo converts a number to another machine type.
func (f operations) castTo(t ir.Type, x ir.Expr) ir.Expr {
	from := x.Type()
	switch {
	case from == t:
		return x
	case from.Kind == ir.Float && from.Bits <= 64 && t.Kind == ir.Int:
		return f.toInt(t, x)
	case t.Kind != ir.Float || t.Bits > 64 || !floatEnvCalls(f).rounds() || isConstant(x):
	case from.Kind == ir.Int && (t == ir.F32 && from.Bits > 24 || from.Bits > 53):
		name, wide := "__tandem_int", ir.I64
		if !from.Signed {
			name, wide = "__tandem_uint", ir.U64
		}
		return f.rounded(name+suffix(t), ir.NewCast(t, x), ir.NewCast(wide, x))
	case from == ir.F64 && t == ir.F32:
		return f.rounded("__tandem_narrow", ir.NewCast(t, x), x)
	}
	return ir.NewCast(t, x)
}

// suffix returns the suffix of the library's function names for the type t: "f" for float, "" for double.
func suffix(t ir.Type) string {
	if t == ir.F32 {
		return "f"
	}
	return ""
}

// isConstant reports whether e is a constant.
func isConstant(e ir.Expr) bool {
	_, ok := ir.IsConst(e)
	return ok
}

// toInt converts a Float to an Int. The result is arbitrary if x does not fit t.
func (f operations) toInt(t ir.Type, x ir.Expr) ir.Expr {
	fits := f.fitsInt(t, x)
	if n, ok := exactInt(x); ok && ir.IsTrue(fits) {
		return ir.NewCast(t, n)
	}
	e := ir.NewCast(t, x)
	if f.l.library.env.flags && !f.u.Model && !isConstant(x) {
		x = f.hold(x)
		floatEnvCalls(f).raiseIf(ir.NotExpr(f.fitsInt(t, x)), feInvalid)
		floatEnvCalls(f).raiseIf(ir.NewAnd(f.fitsInt(t, x), ir.NewBinary(ir.Ne, ir.NewUnary(ir.FTrunc, x), x)), feInexact)
	}
	switch {
	case ir.IsTrue(fits) || f.consts:
		return e
	case ir.IsFalse(fits):
		f.l.Warn(f.pos, "a number that does not fit is converted to an integer: its value is taken as arbitrary")
		return f.approx("conversion", t)
	}
	x = f.hold(x)
	r := f.temp(t)
	fits = f.fitsInt(t, x)
	f.either(fits, func() {
		f.emit(&ir.Assign{Dst: r, Src: ir.NewCast(t, x)})
	}, func() {
		f.assign(r, f.approx("conversion", t))
	})
	return ir.NewRef(r)
}

// exactInt returns the integer that a Float was converted from without rounding.
func exactInt(x ir.Expr) (n ir.Expr, ok bool) {
	c, ok := x.(*ir.Cast)
	if !ok || c.X.Type().Kind != ir.Int || int(c.X.Type().Bits) > precision(c.T) {
		return nil, false
	}
	return c.X, true
}

// fitsInt returns the condition that x without its fraction is a value of t.
func (f operations) fitsInt(t ir.Type, x ir.Expr) ir.Expr {
	ft := x.Type()
	if c, ok := x.(*ir.Cast); ok && c.X.Type().Kind == ir.Int {
		// x was converted from an integer: of a narrower type, or exactly from one of the same type.
		from := c.X.Type()
		same := from.Bits == t.Bits && from.Signed == t.Signed && int(from.Bits) < precision(ft)
		if from.Bits < t.Bits && (t.Signed || !from.Signed) || same {
			return ir.NewBool(true)
		}
	}
	k := func(v float64) ir.Expr { return ir.NewFloat(ft, v) }
	bits := int(t.Bits)
	if !t.Signed {
		return ir.NewAnd(ir.NewBinary(ir.Lt, k(-1), x), ir.NewBinary(ir.Lt, x, k(math.Ldexp(1, bits))))
	}
	lowest := -math.Ldexp(1, bits-1)
	above := ir.NewBinary(ir.Le, k(lowest), x)
	if bits <= precision(ft) { // there are numbers between lowest and the next integer below
		above = ir.NewBinary(ir.Lt, k(lowest-1), x)
	}
	return ir.NewAnd(above, ir.NewBinary(ir.Lt, x, k(-lowest)))
}

// precision returns the number of bits of the significand of t.
func precision(t ir.Type) int {
	if t == ir.F32 {
		return 24
	}
	return 53
}

// floatArith computes x op y; both have the same type.
func (f operations) floatArith(op ir.BinOp, x, y ir.Expr) ir.Expr {
	e := ir.NewBinary(op, x, y)
	t := x.Type()
	if t.Kind != ir.Float || t.Bits > 64 || !(floatEnvCalls(f)).rounds() {
		return e
	}
	if c, ok := e.(*ir.Const); ok && !math.IsInf(ir.FloatOf(t, c.Bits), 0) && !math.IsNaN(ir.FloatOf(t, c.Bits)) {
		return e
	}
	name := map[ir.BinOp]string{ir.Add: "__tandem_add", ir.Sub: "__tandem_sub", ir.Mul: "__tandem_mul",
		ir.Div: "__tandem_div"}[op]
	if name == "" {
		return e
	}
	return f.rounded(name+suffix(t), &ir.Binary{Op: op, X: x, Y: y}, x, y)
}

// rounded computes an operation that rounds: natively if the mode is to nearest, and otherwise by the model of the
// given name with the arguments args. In a program that reads flags, it always uses the model.
func (f operations) rounded(name string, native ir.Expr, args ...ir.Expr) ir.Expr {
	s := f.l.modelNamed(name)
	if s == nil {
		f.l.Fail(f.pos, "no model of %s", name)
	}
	for i := range args {
		args[i] = f.hold(args[i])
	}
	g := f.l.funcOf(s)
	r := f.temp(native.Type())
	call := func() { f.emit(&ir.Call{Dst: r, Func: g, Args: args}) }
	if f.l.library.env.flags {
		call()
		return ir.NewRef(r)
	}
	f.either(ir.NewBinary(ir.Eq, ir.NewRef(f.l.library.env.mode), ir.NewConst(ir.I32, feToNearest)), func() {
		f.emit(&ir.Assign{Dst: r, Src: native})
	}, call)
	return ir.NewRef(r)
}

// modelNamed returns the library model of a function, even if the program declares another function of that name. It
// returns nil if there is no model.
func (l *linker) modelNamed(name string) *link.Symbol {
	m, known := l.library.modelSyms[name]
	if !known {
		m = l.library.loadModel(name)
		l.library.modelSyms[name] = m
	}
	return m
}
