package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Binary operators, assignment, increment (6.5.5 to 6.5.16).
//
// The order of evaluation is gcc's. Operands are evaluated left to right, with one exception: if the left operand is a
// plain variable, the operator commutes or is a comparison, and the right operand has side effects, the right one is
// evaluated first. A compound assignment evaluates its right side first if that has side effects.

// operations lowers binary operators, assignments, ++ and --.
type operations struct{ *fn }

// two lowers the two operands of an operator in gcc's order; commutes is set if the operator commutes or is a
// comparison.
func (f operations) two(a, b cc.ExpressionNode, commutes bool) (va, vb value) {
	f.commas.hoist(a)
	f.commas.hoist(b)
	switch {
	case b.Pure():
		va = f.rvalue(a)
		return va, f.rvalue(b)
	case commutes && f.swaps(a, b):
		vb = f.rvalue(b)
		return f.rvalue(a), vb
	}
	va = f.holdValueFor(f.rvalue(a), f.effectsOf(b))
	return va, f.rvalue(b)
}

// swaps reports whether gcc evaluates b before a, since a is a variable that the operation does not widen and b is not
// a negation. The operator must commute, and b must have side effects.
func (f operations) swaps(a, b cc.ExpressionNode) bool {
	x, ok := csrc.Strip(a).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent || !csrc.IsLvalue(x) {
		return false
	}
	if u, ok := csrc.Strip(b).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionMinus {
		return false
	}
	ta, ok1 := f.l.IRType(f.typeOf(a))
	tb, ok2 := f.l.IRType(f.typeOf(b))
	if !ok1 || !ok2 {
		return false
	}
	if ta.Kind == ir.Ptr || tb.Kind == ir.Ptr {
		return ta.Kind == tb.Kind
	}
	c := ctype.Usual(ta, tb)
	return c.Kind == ta.Kind && c.Bits == ta.Bits
}

// binary lowers the arithmetic operator or comparison op, in C's spelling; n is the whole expression.
func (f operations) binary(op string, x, y cc.ExpressionNode, n cc.Node) value {
	switch op {
	case "-", "/", "%", "<<", ">>":
		a, b := f.two(x, y, false)
		return f.apply(operators[op], a, b, n)
	}
	if op == "==" || op == "!=" {
		if v, ok := (intrinsicCalls(f)).sameObject(x, y); ok {
			if op == "!=" {
				return fromBool(ir.NotExpr(f.truth(v, n)))
			}
			return v
		}
	}
	a, b := f.two(x, y, true)
	switch op {
	case "==", "!=", "<", "<=":
		return f.compared(operators[op], a, b, n)
	case ">":
		return f.compared(ir.Lt, b, a, n)
	case ">=":
		return f.compared(ir.Le, b, a, n)
	}
	return f.apply(operators[op], a, b, n)
}

// operators maps C's spelling of operators to the operators of the IR.
var operators = map[string]ir.BinOp{
	"*": ir.Mul, "/": ir.Div, "%": ir.Rem, "+": ir.Add, "-": ir.Sub, "<<": ir.Shl, ">>": ir.Shr,
	"&": ir.And, "^": ir.Xor, "|": ir.Or, "==": ir.Eq, "!=": ir.Ne, "<": ir.Lt, "<=": ir.Le,
}

// apply returns a op b, and notes the value for the checks of values that nothing uses (dropped.go).
func (f operations) apply(op ir.BinOp, a, b value, n cc.Node) value {
	return f.dropped.note(f.applied(op, a, b, n))
}

// applied returns a op b, after the usual arithmetic conversions.
func (f operations) applied(op ir.BinOp, a, b value, n cc.Node) value {
	if a.isVec() || b.isVec() {
		return vectors(f).vecApply(op, a, b, n)
	}
	if a.opaque || b.opaque {
		if op == ir.Add || op == ir.Sub {
			if ctype.Elem(a.t) != nil {
				return f.ptrAdd(a, b, op == ir.Sub, n)
			}
			if ctype.Elem(b.t) != nil {
				return f.ptrAdd(b, a, false, n)
			}
		}
		return opaqueOf(a, b)
	}
	if a.wide() || b.wide() {
		switch {
		case (op == ir.Add || op == ir.Sub) && isPtr(a):
			return f.ptrAdd(a, f.indexOf(b, n), op == ir.Sub, n)
		case op == ir.Add && isPtr(b):
			return f.ptrAdd(b, f.indexOf(a, n), false, n)
		}
		return wides(f).applyWide(op, a, b, n)
	}
	f.needScalar(a, n)
	f.needScalar(b, n)
	pa, pb := a.e.Type().Kind == ir.Ptr, b.e.Type().Kind == ir.Ptr
	switch {
	case op == ir.Add && pa && !pb:
		return f.ptrAdd(a, b, false, n)
	case op == ir.Add && pb && !pa:
		return f.ptrAdd(b, a, false, n)
	case op == ir.Sub && pa && !pb:
		return f.ptrAdd(a, b, true, n)
	case op == ir.Sub && pa && pb:
		return f.ptrDiff(a, b, n)
	case pa || pb:
		f.fail(n, "an arithmetic operand is needed here, not a pointer")
	}
	if op == ir.Shl || op == ir.Shr {
		a, b = f.promoted(a, n), f.promoted(b, n)
		if a.e.Type().Kind != ir.Int || b.e.Type().Kind != ir.Int {
			f.fail(n, "a shift needs integers")
		}
		return value{e: ir.NewBinary(op, a.e, b.e)}
	}
	t := ctype.Usual(a.e.Type(), b.e.Type())
	if t.Kind == ir.Float {
		switch op { // sound: the other operators take floats, or floatArith rejects them
		case ir.Rem, ir.And, ir.Or, ir.Xor:
			f.fail(n, "this operator needs integers")
		}
	}
	if t.Kind == ir.Float {
		return value{e: f.floatArith(op, f.castTo(t, a.e), f.castTo(t, b.e))}
	}
	return value{e: ir.NewBinary(op, ir.NewCast(t, a.e), ir.NewCast(t, b.e))}
}

// opaqueOf returns the unknown result of an operation on a and b, at least one of which is opaque.
func opaqueOf(a, b value) value {
	if a.opaque {
		return value{t: a.t, opaque: true}
	}
	return value{t: b.t, opaque: true}
}

// ptrDiff returns p - q in elements (6.5.6).
func (f operations) ptrDiff(p, q value, n cc.Node) value {
	d := ir.Expr(&ir.PtrDiff{P: p.e, Q: q.e})
	t := ctype.Elem(p.t)
	if a, ok := t.(*cc.ArrayType); ok && f.decls.isVLA(a) {
		return value{e: ir.NewBinary(ir.Div, d, ir.NewCast(f.model().Diff(), f.sizeofExpr(t, n)))}
	}
	size := f.l.Size(t, f.at(n))
	if size > 1 {
		d = ir.NewBinary(ir.Div, d, ir.NewConst(f.model().Diff(), size))
	}
	return value{e: d}
}

// comparison returns a op b for the operators Eq, Ne, Lt and Le.
func (f operations) comparison(op ir.BinOp, a, b value, n cc.Node) ir.Expr {
	if a.opaque || b.opaque {
		return f.truth(opaqueOf(a, b), n)
	}
	if a.wide() || b.wide() {
		return wides(f).compareWide(op, a, b, n)
	}
	f.needScalar(a, n)
	f.needScalar(b, n)
	ta, tb := a.e.Type(), b.e.Type()
	if ta.Kind == ir.Ptr || tb.Kind == ir.Ptr {
		p := f.ptr()
		if ta.Kind == ir.Float || tb.Kind == ir.Float {
			f.fail(n, "a pointer is compared with a floating-point number")
		}
		return f.ptrComparison(op, ir.NewCast(p, a.e), ir.NewCast(p, b.e))
	}
	if op == ir.Eq || op == ir.Ne {
		for _, s := range [2][2]value{{a, b}, {b, a}} {
			c, ok1 := s[0].e.(*ir.Cast)
			k, ok2 := s[1].e.(*ir.Const)
			if ok1 && ok2 && c.X.Type().Kind == ir.Bool && k.T.Kind == ir.Int && k.Bits == 0 {
				if op == ir.Eq {
					return ir.NotExpr(c.X)
				}
				return c.X
			}
		}
	}
	t := ctype.Usual(ta, tb)
	x, y := f.castTo(t, a.e), f.castTo(t, b.e)
	if t.Kind == ir.Float && (op == ir.Lt || op == ir.Le) && f.l.library.env.flags && (floatEnvCalls(f)).rounds() &&
		!isConstNaN(x) &&
		!isConstNaN(y) {
		x, y = f.hold(x), f.hold(y)
		floatEnvCalls(f).raiseIf(ir.NewBinary(ir.LOr, ir.NewBinary(ir.Ne, x, x), ir.NewBinary(ir.Ne, y, y)), feInvalid)
	}
	return ir.NewBinary(op, x, y)
}

// isConstNaN reports whether e is a constant NaN. gcc folds a comparison with such a constant, so that the comparison
// raises no exception.
func isConstNaN(e ir.Expr) bool {
	k, ok := e.(*ir.Const)
	if !ok || k.T.Kind != ir.Float {
		return false
	}
	if k.T.Bits == 32 {
		return k.Bits&0x7fffffff > 0x7f800000
	}
	return k.T.Bits == 64 && k.Bits&(1<<63-1) > 0x7ff<<52
}

// ptrComparison returns a op b for pointers.
func (f operations) ptrComparison(op ir.BinOp, a, b ir.Expr) ir.Expr {
	if op == ir.Eq || op == ir.Ne {
		// An object or function is never null.
		if c, ok := b.(*ir.Const); ok && c.Bits == 0 {
			switch a.(type) { // sound: other pointers are compared at run time
			case *ir.AddrOf, *ir.FuncAddr:
				return ir.NewBool(op == ir.Ne)
			}
		}
	}
	return ir.NewBinary(op, a, b)
}

// compared returns the value of the comparison a op b: an int, or a vector if an operand is one.
func (f operations) compared(op ir.BinOp, a, b value, n cc.Node) value {
	if a.isVec() || b.isVec() {
		return vectors(f).vecCompare(op, a, b, n)
	}
	return fromBool(f.comparison(op, a, b, n))
}

// --- assignment (6.5.16)

// simpleAssign lowers lhs = rhs in gcc's order. If rhs is a call or a load without conversion, its operands are
// evaluated first, then lhs, and then the call or load itself. Any other rhs is computed before lhs.
func (f operations) simpleAssign(x *cc.AssignmentExpression) value {
	f.mustNotBeConst(x.UnaryExpression)
	pos := f.pos
	lhs, rhs := x.UnaryExpression, x.AssignmentExpression
	f.commas.hoist(rhs)
	for l := f.commas.commaList(rhs); l != nil; l = f.commas.commaList(rhs) {
		f.commas.before(l)
		rhs = csrc.LastOf(l)
	}
	var p place
	var v value
	switch {
	case lhs.Pure() && rhs.Pure(), csrc.IsIdentifier(lhs), f.leftFirst(rhs):
		p = f.lvalue(lhs)
		p.addr = f.holdFor(p.addr, f.effectsOf(rhs))
		v = f.rvalue(rhs)
	case f.isPlainCall(lhs, rhs):
		done := false
		left := func() {
			p = f.lvalue(lhs)
			p.addr = f.holdFor(p.addr, effects{calls: true})
			done = true
		}
		ef := f.effectsOf(lhs)
		v = f.calls.callWith(f.sansCast(rhs).(*cc.PostfixExpression), left, ef)
		if !done {
			v = f.holdValueFor(v, ef)
			left()
		}
	case csrc.IsLvalue(rhs) && f.sameType(lhs, rhs):
		q := f.lvalue(rhs)
		q.addr = f.holdFor(q.addr, f.effectsOf(lhs))
		p = f.lvalue(lhs)
		v = f.load(q, x)
	default:
		v = f.convert(f.rvalue(rhs), f.typeOf(lhs), x)
		v = f.holdValueFor(v, f.effectsOf(lhs))
		p = f.lvalue(lhs)
	}
	v = f.convert(v, p.t, x)
	f.pos = pos
	return f.store(p, v, x)
}

// leftFirst reports whether an assignment of n evaluates its left side first: an aggregate ?: or a compound literal is
// built directly in the assigned object.
func (f operations) leftFirst(n cc.ExpressionNode) bool {
	switch x := csrc.Strip(n).(type) {
	case *cc.ConditionalExpression:
		return x.Case == cc.ConditionalExpressionCond && ctype.IsAggregate(f.typeOf(x))
	case *cc.PostfixExpression:
		return x.Case == cc.PostfixExpressionComplit
	}
	return false
}

// isPlainCall reports whether rhs is a call whose value is assigned to lhs without conversion.
func (f operations) isPlainCall(lhs, rhs cc.ExpressionNode) bool {
	rhs = f.sansCast(rhs)
	c, ok := rhs.(*cc.PostfixExpression)
	return ok && c.Case == cc.PostfixExpressionCall && f.sameType(lhs, rhs)
}

// sansCast returns n without parentheses and without casts that do not change the value.
func (f operations) sansCast(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		n = csrc.Strip(n)
		c, ok := n.(*cc.CastExpression)
		if !ok || c.Case != cc.CastExpressionCast || !f.sameMachine(c.TypeName.Type(), f.typeOf(c.CastExpression)) {
			return n
		}
		n = c.CastExpression
	}
}

// enumBase returns the integer type of an enumeration, which is unsigned if no enumerator is negative. It returns any
// other type unchanged.
func enumBase(t cc.Type) cc.Type {
	if e, ok := t.(*cc.EnumType); ok {
		return e.UnderlyingType()
	}
	return t
}

// sameMachine reports whether gcc drops the conversion between two scalar types.
func (f operations) sameMachine(a, b cc.Type) bool {
	a, b = enumBase(a), enumBase(b)
	if ctype.IsAggregate(a) || ctype.IsAggregate(b) || ctype.IsVector(a) || ctype.IsVector(b) {
		return false
	}
	ta, ok1 := f.l.IRType(a)
	tb, ok2 := f.l.IRType(b)
	return ok1 && ok2 && ta == tb && (a.Kind() == cc.Bool) == (b.Kind() == cc.Bool)
}

// sameType reports whether the assignment of rhs to lhs needs no conversion.
func (f operations) sameType(lhs, rhs cc.ExpressionNode) bool {
	if csrc.IsBitField(lhs) || csrc.IsBitField(rhs) {
		return false
	}
	a, b := enumBase(f.typeOf(lhs)), enumBase(f.typeOf(rhs))
	return f.l.Compatible(a, b) || f.sameMachine(a, b)
}

// assignOps maps compound assignments to their operators.
var assignOps = map[cc.AssignmentExpressionCase]ir.BinOp{
	cc.AssignmentExpressionMul: ir.Mul, cc.AssignmentExpressionDiv: ir.Div, cc.AssignmentExpressionMod: ir.Rem,
	cc.AssignmentExpressionAdd: ir.Add, cc.AssignmentExpressionSub: ir.Sub,
	cc.AssignmentExpressionLsh: ir.Shl, cc.AssignmentExpressionRsh: ir.Shr,
	cc.AssignmentExpressionAnd: ir.And, cc.AssignmentExpressionXor: ir.Xor, cc.AssignmentExpressionOr: ir.Or,
}

// compoundAssign lowers lhs op= rhs.
func (f operations) compoundAssign(x *cc.AssignmentExpression) value {
	f.mustNotBeConst(x.UnaryExpression)
	op, ok := assignOps[x.Case]
	if !ok {
		f.fail(x, "the assignment %s is not supported", csrc.Source(x))
	}
	pos := f.pos
	var right value
	late := x.AssignmentExpression.Pure()
	if !late {
		right = f.rvalue(x.AssignmentExpression)
		right = f.holdValueFor(right, f.effectsOf(x.UnaryExpression))
	}
	p := f.lvalue(x.UnaryExpression)
	left := f.load(p, x)
	if late {
		right = f.rvalue(x.AssignmentExpression)
	}
	f.pos = pos
	return f.store(p, f.convert(f.apply(op, left, right, x), p.t, x), x)
}

// step lowers ++, or -- if dec is set, of n. It returns the new value if pre is set, and the old one otherwise.
func (f operations) step(n cc.ExpressionNode, dec, pre bool, x cc.Node) value {
	f.mustNotBeConst(n)
	p := f.lvalue(n)
	old := f.load(p, x)
	if !pre {
		old = f.holdValue(old)
	}
	op := ir.Add
	if dec {
		op = ir.Sub
	}
	next := f.store(p, f.convert(f.apply(op, old, value{e: ir.NewConst(ir.I32, 1)}, x), p.t, x), x)
	if pre {
		return next
	}
	return old
}

// mustNotBeConst fails if n is the name of a const variable, since compilers reject an assignment to it (C17 6.5.16p2).
// Writes to other const objects are checks (readonly.go).
func (f operations) mustNotBeConst(n cc.ExpressionNode) {
	x, ok := csrc.Strip(n).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		return
	}
	if d, ok := x.ResolvedTo().(*cc.Declarator); ok && f.l.Layout.IsConst(d) {
		f.fail(n, "%s is const and cannot be assigned to", d.Name())
	}
}
