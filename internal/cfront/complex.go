package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers operations on complex numbers (6.2.5, Annex G) as gcc computes them. A real operand is not converted
// to a complex number, except where the other operand is a complex divisor. Products and quotients both of whose parts
// are NaNs are computed again (models/src/complex.c). Complex integers are divided by Smith's method.

// complexes lowers operations on complex numbers.
type complexes struct{ *fn }

// complexOp computes a op b; w is the common form of the parts of a and b.
func (f complexes) complexOp(op ir.BinOp, a, b value, w ctype.Form, n cc.Node) value {
	ca, cb := formOf(a).Complex, formOf(b).Complex
	part := func(v value) value { return f.keepAll(wides(f).toReal(v, w, n)) }
	ar, br := part(re(a)), part(re(b))
	if w.Float() {
		switch {
		case op == ir.Sub && !ca:
			return complexOf(wides(f).realOp(op, ar, br), wides(f).negReal(part(im(b))))
		case (op == ir.Add || op == ir.Sub) && !cb:
			return complexOf(wides(f).realOp(op, ar, br), part(im(a)))
		case op == ir.Add && !ca:
			return complexOf(wides(f).realOp(op, ar, br), part(im(b)))
		case !cb:
			return complexOf(wides(f).realOp(op, ar, br), wides(f).realOp(op, part(im(a)), br))
		case op == ir.Mul && !ca:
			return complexOf(wides(f).realOp(op, ar, br), wides(f).realOp(op, ar, part(im(b))))
		}
	}
	zero := wides(f).toReal(value{e: ir.NewConst(ir.I32, 0)}, w, n)
	ai, bi := zero, zero
	if ca {
		ai = part(im(a))
	}
	if cb {
		bi = part(im(b))
	}
	switch op { // sound: the remaining operator is Div; others that C does not define for complex numbers were refused
	case ir.Add, ir.Sub:
		return complexOf(f.partOp(op, ar, br), f.partOp(op, ai, bi))
	case ir.Mul:
		return f.complexMul(ar, ai, br, bi, w)
	}
	if w.Float() {
		if !f.consts && a.literal() && b.literal() {
			// gcc folds such a quotient with a single rounding, unlike its library.
			c := w
			c.Complex = true
			return f.inputWide(ir.Approx, "complex quotient", c, nil)
		}
		return f.complexCall("__tandem_div", ar, ai, br, bi, w)
	}
	return f.complexDivInt(ar, ai, br, bi, w, n)
}

// partOp computes a op b for parts of the same form. Integers narrower than int wrap.
func (f complexes) partOp(op ir.BinOp, a, b value) value {
	w := formOf(a)
	if w.Float() || w.Wide() || w.Type.Bits >= 32 {
		return f.keepAll(wides(f).realOp(op, a, b))
	}
	r := bin(op, ir.NewCast(ir.I32, a.e), ir.NewCast(ir.I32, b.e))
	return f.keepAll(value{e: ir.NewCast(w.Type, r)})
}

// complexMul computes the product of ar + ai*i and br + bi*i, whose parts have the form w.
func (f complexes) complexMul(ar, ai, br, bi value, w ctype.Form) value {
	r := f.partOp(ir.Sub, f.partOp(ir.Mul, ar, br), f.partOp(ir.Mul, ai, bi))
	i := f.partOp(ir.Add, f.partOp(ir.Mul, ar, bi), f.partOp(ir.Mul, ai, br))
	v := complexOf(r, i)
	if !w.Float() {
		return v
	}
	lost := ir.NewAnd(f.isNaN(r), f.isNaN(i))
	return f.choose(lost, v.form, func() value { return f.complexCall("__tandem_mul", ar, ai, br, bi, w) },
		func() value { return v })
}

// isNaN returns the condition that v is a NaN, or an encoding that x87 treats as one.
func (f complexes) isNaN(v value) ir.Expr {
	if v.wide() {
		return wides(f).compareReal(ir.Ne, v, v)
	}
	return bin(ir.Ne, v.e, v.e)
}

// complexCall calls libgcc's function for a product or quotient on the parts, or its model.
func (f complexes) complexCall(name string, ar, ai, br, bi value, w ctype.Form) value {
	if f.model() == ir.ILP32 && w.Kind == ctype.MachineForm {
		// On this machine libgcc computes with x87's extra precision.
		w.Complex = true
		return f.keepAll(f.inputWide(ir.Approx, name, w, nil))
	}
	wides(f).nearestOnly("a product or quotient of complex numbers")
	name += map[ctype.Form]string{{Type: ir.F32}: "sc3", {Type: ir.F64}: "dc3", ctype.LongDouble: "xc3",
		ctype.Quad: "tc3"}[w]
	v := f.callModel(name, ar, ai, br, bi)
	v.t = nil
	return v
}

// complexDivInt divides complex integers whose parts have the form w.
func (f complexes) complexDivInt(ar, ai, br, bi value, w ctype.Form, n cc.Node) value {
	op := func(op ir.BinOp, a, b value) value { return f.partOp(op, a, b) }
	abs := func(v value) value {
		if !w.Type.Signed {
			return v
		}
		return f.choose(bin(ir.Lt, v.e, ir.NewConst(w.Type, 0)), w, func() value { return wides(f).negReal(v) },
			func() value { return v })
	}
	c := w
	c.Complex = true
	return f.choose(bin(ir.Lt, abs(br).e, abs(bi).e), c, func() value {
		ratio := op(ir.Div, br, bi)
		div := op(ir.Add, op(ir.Mul, br, ratio), bi)
		return complexOf(op(ir.Div, op(ir.Add, op(ir.Mul, ar, ratio), ai), div),
			op(ir.Div, op(ir.Sub, op(ir.Mul, ai, ratio), ar), div))
	}, func() value {
		ratio := op(ir.Div, bi, br)
		div := op(ir.Add, op(ir.Mul, bi, ratio), br)
		return complexOf(op(ir.Div, op(ir.Add, op(ir.Mul, ai, ratio), ar), div),
			op(ir.Div, op(ir.Sub, ai, op(ir.Mul, ar, ratio)), div))
	})
}

// complexPart returns the place of __real__ z or __imag__ z.
func (f complexes) complexPart(x *cc.UnaryExpression) place {
	z := f.lvalue(csrc.Strip(x.UnaryExpression))
	w, ok := f.l.WideForm(z.t)
	if !ok || !w.Complex {
		if x.Case == cc.UnaryExpressionReal {
			return z
		}
		f.fail(x, "the imaginary part of a real number is not an lvalue")
	}
	second := x.Case == cc.UnaryExpressionImag
	p := place{t: f.partType(z.t, x)}
	switch {
	case z.parts != nil:
		half := z.parts[:len(z.parts)/2]
		if second {
			half = z.parts[len(z.parts)/2:]
		}
		if w.Kind == ctype.MachineForm {
			p.reg = half[0]
		} else {
			p.parts = half
		}
	case second:
		p.addr = f.offset(z.addr, w.Size(f.model())/2)
	default:
		p.addr = z.addr
	}
	return p
}

// partType returns the C type of the parts of a complex type.
func (f complexes) partType(t cc.Type, n cc.Node) cc.Type {
	switch layout.FormatOf(t) {
	case layout.Half:
		return prologueType(f.u, "__tandem_float16")
	case layout.Quad:
		return prologueType(f.u, "__tandem_float128")
	}
	switch a := f.u.AST; t.Kind() {
	case cc.ComplexFloat:
		return a.Float
	case cc.ComplexDouble:
		return a.Double
	case cc.ComplexLongDouble:
		return a.LongDouble
	case cc.ComplexChar:
		return a.Char
	case cc.ComplexShort:
		return a.Short
	case cc.ComplexUShort:
		return a.UShort
	case cc.ComplexInt:
		return a.Int
	case cc.ComplexUInt:
		return a.UInt
	case cc.ComplexLong:
		return a.Long
	case cc.ComplexLongLong:
		return a.LongLong
	}
	f.fail(n, "%s is not a complex type", ctype.TypeText(t))
	return nil
}

// prologueType returns a type that the prologue of package csrc declares.
func prologueType(u *link.Unit, name string) cc.Type {
	for _, n := range u.AST.Scope.Nodes[name] {
		if d, ok := n.(*cc.Declarator); ok {
			return d.Type()
		}
	}
	return u.AST.Int // unreachable: the prologue is always there
}

// partOf returns the value of __real__ e or __imag__ e; e may be a real number.
func (f complexes) partOf(x *cc.UnaryExpression) value {
	v := f.rvalue(x.UnaryExpression)
	if !v.wide() {
		wides(f).needArith(v, x)
	}
	switch {
	case x.Case == cc.UnaryExpressionReal && v.wide() && v.form.Complex:
		return re(v)
	case x.Case == cc.UnaryExpressionReal:
		return v
	case v.wide() && v.form.Complex:
		return im(v)
	}
	return wides(f).toReal(value{e: ir.NewConst(ir.I32, 0)}, formOf(v), x)
}

// complexHandler returns the handler of a function of <complex.h>, or nil. Functions that need no arithmetic are here,
// the others in libcomplex.go.
func complexHandler(name string) handlerFunc {
	switch name {
	case "creal", "crealf", "creall":
		return partFunction(re)
	case "cimag", "cimagf", "cimagl":
		return partFunction(im)
	case "conj", "conjf", "conjl":
		return func(f *fn, c *call) value {
			z, ok := complexes{f}.complexArg(c)
			if !ok {
				return f.callMissing(c)
			}
			return f.asResult(complexOf(re(z), wides{f}.negReal(im(z))), c)
		}
	case "cproj", "cprojf", "cprojl":
		return by(complexes.cproj)
	}
	return complexFunction(name)
}

// partFunction returns the handler of a function that returns a part of its argument.
func partFunction(part func(value) value) handlerFunc {
	return func(f *fn, c *call) value {
		z, ok := complexes{f}.complexArg(c)
		if !ok {
			return f.callMissing(c)
		}
		return f.asResult(part(z), c)
	}
}

// complexArg returns the only argument of a call. It returns false if the call has several arguments, or if the
// argument is not a complex floating-point number.
func (f complexes) complexArg(c *call) (value, bool) {
	if len(c.vals) != 1 || !c.vals[0].wide() || !c.vals[0].form.Complex || !c.vals[0].form.Float() {
		return value{}, false
	}
	return f.keepAll(c.vals[0]), true
}

// cproj maps all infinities to one (7.3.9.5).
func (f complexes) cproj(c *call) value {
	z, ok := f.complexArg(c)
	if !ok {
		return f.callMissing(c)
	}
	inf := bin(ir.LOr, f.isInfinite(re(z)), f.isInfinite(im(z)))
	r := f.choose(inf, z.form, func() value {
		zero := wides(f).toReal(value{e: ir.NewConst(ir.I32, 0)}, z.form.Real(), c.node())
		return complexOf(wides(f).toReal(value{e: infinity(ir.F64)}, z.form.Real(), c.node()), f.copySign(zero, im(z)))
	}, func() value { return z })
	return f.asResult(r, c)
}

// isInfinite returns the condition that v is an infinity of either sign.
func (f complexes) isInfinite(v value) ir.Expr {
	if !v.wide() {
		return bin(ir.Eq, ir.NewUnary(ir.FAbs, v.e), infinity(v.e.Type()))
	}
	switch v.form.Kind {
	case ctype.HalfForm:
		return bin(ir.Eq, bin(ir.And, v.parts[0], ir.NewConst(ir.U16, 0x7fff)), ir.NewConst(ir.U16, halfInf))
	case ctype.QuadForm:
		return ir.NewAnd(bin(ir.Eq, bin(ir.And, v.parts[1], u64(1<<63-1)), u64(quadSpecial)), bin(ir.Eq, v.parts[0], u64(0)))
	}
	exp := bin(ir.And, v.parts[1], ir.NewConst(ir.U16, 0x7fff))
	return ir.NewAnd(bin(ir.Eq, exp, ir.NewConst(ir.U16, 0x7fff)), bin(ir.Eq, v.parts[0], u64(1<<63)))
}

// copySign returns x with the sign of y.
func (f complexes) copySign(x, y value) value {
	if x.wide() && x.form.Kind != ctype.X87Form {
		last := len(x.parts) - 1 // the sign is its highest bit
		t := x.parts[last].Type()
		top := ir.NewBits(t, 1<<(t.Bits-1))
		parts := append([]ir.Expr{}, x.parts...)
		parts[last] = bin(ir.Or, bin(ir.And, x.parts[last], ir.NewUnary(ir.Not, top)), bin(ir.And, y.parts[last], top))
		return number(x.form, parts)
	}
	if x.wide() {
		sign := bin(ir.And, y.parts[1], ir.NewConst(ir.U16, 0x8000))
		return number(x.form, []ir.Expr{x.parts[0], bin(ir.Or, bin(ir.And, x.parts[1], ir.NewConst(ir.U16, 0x7fff)), sign)})
	}
	a := f.once(ir.NewUnary(ir.FAbs, x.e))
	return f.choose(numericCalls(f).signBit(y.e), formOf(x), func() value { return value{e: ir.NewUnary(ir.Neg, a)} },
		func() value { return value{e: a} })
}

// builtinComplex lowers __builtin_complex(x, y).
func (f complexes) builtinComplex(c *call) value {
	if len(c.args) != 2 {
		f.fail(c.n, "__builtin_complex needs two arguments")
	}
	f.evalArgsRaw(c)
	x, y := c.vals[0], c.vals[1]
	for _, v := range c.vals {
		if !v.wide() {
			wides(f).needArith(v, c.n)
		}
		if w := formOf(v); !w.Float() || w.Complex || w != formOf(x) {
			f.fail(c.n, "__builtin_complex: the operands must have one floating-point type")
		}
	}
	return complexOf(x, y)
}
