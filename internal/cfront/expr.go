package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers expressions (6.5): rvalue lowers an expression for its value, effect only for its side effects, and
// branch (cond.go) as a condition.

// rvalue lowers n and returns its value after lvalue conversion.
func (f *fn) rvalue(n cc.ExpressionNode) value {
	if csrc.IsLvalue(n) {
		if f.u.Src.Vectors && !f.consts {
			if v, ok := (vectors{f}).vecLiteral(n); ok {
				return v
			}
		}
		if v, ok := (initialisers{f}).constObject(n); ok {
			return v
		}
		return f.load(f.lvalue(n), n)
	}
	if in := csrc.Inner(n); in != nil {
		return f.rvalue(in)
	}
	switch x := n.(type) {
	case *cc.ExpressionList:
		f.commas.before(x)
		return f.rvalue(csrc.LastOf(x))
	case *cc.AssignmentExpression:
		if x.Case == cc.AssignmentExpressionAssign {
			return operations{f}.simpleAssign(x)
		}
		return operations{f}.compoundAssign(x)
	case *cc.ConditionalExpression:
		return conditions{f}.conditional(x)
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression:
		return conditions{f}.logical(n)
	case *cc.CastExpression:
		return f.cast(x)
	case *cc.UnaryExpression:
		return f.unary(x)
	case *cc.PostfixExpression:
		return f.postfix(x)
	case *cc.PrimaryExpression:
		return f.primary(x)
	default:
		if op, a, b := csrc.Binary(x); op != "" {
			return operations{f}.binary(op, a, b, x)
		}
	}
	f.fail(n, "the expression %s is not supported", csrc.Source(n))
	return value{}
}

// effect lowers n and drops its value.
func (f *fn) effect(n cc.ExpressionNode) {
	switch x := csrc.Strip(n).(type) {
	case *cc.ExpressionList:
		f.commas.before(x)
		f.effect(csrc.LastOf(x))
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc:
			operations{f}.step(x.PostfixExpression, false, true, x)
			return
		case cc.PostfixExpressionDec:
			operations{f}.step(x.PostfixExpression, true, true, x)
			return
		case cc.PostfixExpressionCall:
			f.calls.call(x, false)
			return
		}
		f.dropped.drop(x)
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			f.effect(x.LogicalOrExpression)
			return
		}
		conditions{f}.conditionalEffect(x)
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression:
		join := f.newLoc()
		conditions{f}.branch(x, join, join)
		f.cur = join
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && x.TypeName.Type().Kind() == cc.Void {
			f.effect(x.CastExpression)
			return
		}
		f.dropped.drop(x)
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionStmt {
			f.stmts.stmtExpr(x, false)
			return
		}
		f.dropped.drop(x)
	default:
		f.dropped.drop(n)
	}
}

// primary returns the value of a primary expression that is not an lvalue.
func (f *fn) primary(x *cc.PrimaryExpression) value {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			return f.enumerator(e, x)
		}
	case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		return f.literal(x)
	case cc.PrimaryExpressionFloat:
		return f.literal(x)
	case cc.PrimaryExpressionExpr:
		return f.rvalue(x.ExpressionList)
	case cc.PrimaryExpressionStmt:
		return f.stmts.stmtExpr(x, true)
	case cc.PrimaryExpressionGeneric:
		return f.rvalue(x.GenericSelection.Associated().AssignmentExpression)
	}
	f.fail(x, "the expression %s is not supported", csrc.Source(x))
	return value{}
}

// literal returns the value of a number or character.
func (f *fn) literal(x *cc.PrimaryExpression) value {
	t := x.Type()
	if v, ok := (wides{f}).wideLiteral(x); ok {
		return v
	}
	switch v := x.Value().(type) {
	case cc.Int64Value:
		return value{e: ir.NewConst(f.scalar(t, x), int64(v))}
	case cc.UInt64Value:
		return value{e: ir.NewConst(f.scalar(t, x), int64(v))}
	case cc.Float64Value:
		if ctype.IsOpaque(t) {
			return value{t: t, opaque: true}
		}
		return value{e: ir.NewFloat(f.scalar(t, x), float64(v))}
	case *cc.LongDoubleValue:
		if it, ok := f.l.IRType(t); ok {
			d, _ := (*big.Float)(v).Float64()
			if it == ir.F32 {
				s, _ := (*big.Float)(v).Float32()
				d = float64(s)
			}
			return value{e: ir.NewFloat(it, d)}
		}
		return value{t: t, opaque: true}
	}
	if ctype.IsOpaque(t) {
		return value{t: t, opaque: true}
	}
	f.fail(x, "cannot read the constant %s", x.Token.SrcStr())
	return value{}
}

// enumerator returns the value of an enumerator. Its type is int if the value fits, as in gcc.
func (f *fn) enumerator(e *cc.Enumerator, x cc.ExpressionNode) value {
	if t := x.Type(); t != nil && t.Kind() == cc.Ptr { // nullptr
		return value{e: ir.NewConst(f.ptr(), 0)}
	}
	b, kind, err := f.l.Layout.Enumerator(e)
	if err != nil {
		f.fail(x, "%v", err)
	}
	it, ok := f.l.KindType(kind)
	if !ok {
		f.fail(x, "the type of %s is not supported", e.Token.SrcStr())
	}
	return value{e: ir.NewBits(it, low64(b)&(^uint64(0)>>(64-it.Bits)))}
}

// unary returns the value of a unary expression that is not an lvalue.
func (f *fn) unary(x *cc.UnaryExpression) value {
	switch x.Case {
	case cc.UnaryExpressionInc:
		return operations{f}.step(x.UnaryExpression, false, true, x)
	case cc.UnaryExpressionDec:
		return operations{f}.step(x.UnaryExpression, true, true, x)
	case cc.UnaryExpressionAddrof:
		return f.addressOf(x)
	case cc.UnaryExpressionPlus:
		v := f.rvalue(x.CastExpression)
		if v.isVec() {
			return v
		}
		return f.arith(v, x)
	case cc.UnaryExpressionMinus:
		v := f.rvalue(x.CastExpression)
		if v.isVec() {
			return f.dropped.note(vectors{f}.vecUnary(ir.Neg, v, x))
		}
		v = f.arith(v, x)
		switch {
		case v.wide():
			return f.dropped.note(wides{f}.negWide(v))
		case !v.opaque:
			v.e = ir.NewUnary(ir.Neg, v.e)
		}
		return f.dropped.note(v)
	case cc.UnaryExpressionCpl:
		v := f.rvalue(x.CastExpression)
		if v.isVec() {
			return vectors{f}.vecUnary(ir.Not, v, x)
		}
		v = f.arith(v, x)
		if v.opaque {
			return v
		}
		if v.wide() {
			return wides{f}.notWide(v, x)
		}
		if v.e.Type().Kind != ir.Int {
			f.fail(x, "~ needs an integer")
		}
		return value{e: ir.NewUnary(ir.Not, v.e)}
	case cc.UnaryExpressionNot:
		return fromBool(ir.NotExpr(f.truth(f.rvalue(x.CastExpression), x)))
	case cc.UnaryExpressionSizeofExpr:
		if b, ok, err := f.l.Layout.ConstInt(x); ok && err == nil {
			return value{e: ir.NewBits(f.model().Size(), b.Uint64())}
		}
		return f.sizeofNode(x.UnaryExpression)
	case cc.UnaryExpressionSizeofType:
		t := x.TypeName.Type()
		if f.commas.sized[x] {
			delete(f.commas.sized, x)
		} else if t.Kind() == cc.Array { // other sizes do not depend on lengths, and gcc does not evaluate these (6.7.6.2p5)
			f.decls.vlaSizes(t, x)
		}
		return value{e: f.sizeofExpr(t, x)}
	case cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
		return value{e: ir.NewConst(f.model().Size(), f.stmts.constInt(x).Int64())}
	case cc.UnaryExpressionLabelAddr:
		return f.stmts.labelAddr(x)
	case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
		return complexes{f}.partOf(x)
	}
	f.fail(x, "the expression %s is not supported", csrc.Source(x))
	return value{}
}

// arith returns the promoted value of an operand of an arithmetic operator.
func (f *fn) arith(v value, n cc.Node) value {
	if v.opaque {
		return v
	}
	if v.wide() {
		return wideFloats{f}.asFloat(v)
	}
	f.needScalar(v, n)
	if v.e.Type().Kind == ir.Ptr {
		f.fail(n, "an arithmetic operand is needed here, not a pointer")
	}
	return f.promoted(v, n)
}

// addressOf lowers &x.
func (f *fn) addressOf(x *cc.UnaryExpression) value {
	// The expansion of offsetof, &((T *)0)->m, is such an expression, too. Its place has a constant address.
	n := csrc.Strip(x.CastExpression)
	note(&f.subs.address, n)
	p := f.lvalue(n)
	switch {
	case p.sym != nil:
		return value{e: f.calls.funcAddr(p.sym, x), t: p.t.Pointer()}
	case p.bit != nil:
		f.fail(x, "the address of a bit-field is taken")
	case p.addr == nil:
		f.fail(x, "the address of a register variable is taken")
	}
	return value{e: p.addr, t: p.t.Pointer()}
}

// postfix returns the value of a postfix expression that is not an lvalue.
func (f *fn) postfix(x *cc.PostfixExpression) value {
	switch x.Case {
	case cc.PostfixExpressionCall:
		return f.calls.call(x, true)
	case cc.PostfixExpressionInc:
		return operations{f}.step(x.PostfixExpression, false, false, x)
	case cc.PostfixExpressionDec:
		return operations{f}.step(x.PostfixExpression, true, false, x)
	}
	f.fail(x, "the expression %s is not supported", csrc.Source(x))
	return value{}
}

// cast returns the value of a cast.
func (f *fn) cast(x *cc.CastExpression) value {
	t := x.TypeName.Type()
	f.decls.vlaSizes(t, x)
	if t.Kind() == cc.Void {
		f.effect(x.CastExpression)
		return value{}
	}
	if v, ok := (varArgs{f}).vaArg(x, t); ok {
		return v
	}
	v := f.rvalue(x.CastExpression)
	if t.Kind() == cc.Union && (v.t == nil || v.t.Kind() != cc.Union) {
		return f.castToUnion(v, t, x)
	}
	if excess(t) && !v.wide() && v.e != nil && v.e.Type() == ir.F32 {
		return value{e: v.e, t: t}
	}
	return f.convert(v, t, x)
}

// castToUnion lowers GNU's (union u) x.
func (f *fn) castToUnion(v value, t cc.Type, x *cc.CastExpression) value {
	for _, fld := range layout.Fields(t) {
		if f.l.Compatible(fld.Type(), f.typeOf(x.CastExpression)) {
			o := f.object("lit", t, f.at(x))
			p := place{t: t, addr: f.addrOf(o)}
			m := f.member(p, fld, x)
			f.store(m, f.convert(v, fld.Type(), x), x)
			return value{e: p.addr, t: t}
		}
	}
	f.fail(x, "cast to union: no member has the type")
	return value{}
}

// typeOf returns the type of n before lvalue conversion and decay. It does not evaluate n.
func (f *fn) typeOf(n cc.ExpressionNode) cc.Type {
	t := f.plainTypeOf(n)
	if !f.u.Src.Vectors {
		return t
	}
	switch v, elem := layout.VectorOf(n); {
	case v != nil && !elem:
		return v
	case v != nil || ctype.IsVector(t): // n is an element, to which cc gives the type of the vector
		if v == nil {
			v = t
		}
		if s := vectorElem(f.u.AST, v.Kind()); s != nil {
			return s
		}
	}
	return t
}

// plainTypeOf is typeOf without regard to vectors.
func (f *fn) plainTypeOf(n cc.ExpressionNode) cc.Type {
	switch x := csrc.Strip(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok {
				if p := f.decls.varOf(d); p != nil {
					return p.t
				}
				if s := f.u.Lookup(d); s != nil {
					return s.Type
				}
				return d.Type()
			}
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return csrc.Undecay(x.Type())
		}
		return x.Type()
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			if t := ctype.Elem(f.typeOf(x.PostfixExpression).Decay()); t != nil {
				return t
			}
			if t := ctype.Elem(f.typeOf(x.ExpressionList).Decay()); t != nil {
				return t
			}
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			return x.Field().Type()
		case cc.PostfixExpressionComplit:
			return x.TypeName.Type()
		}
		return x.Type()
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			if t := ctype.Elem(f.typeOf(x.CastExpression).Decay()); t != nil {
				return t
			}
		}
		return x.Type()
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast {
			return x.TypeName.Type()
		}
		return f.typeOf(x.UnaryExpression)
	}
	return n.Type()
}

// sizeofNode lowers sizeof n. The operand n is evaluated only if its type is a variable array.
func (f *fn) sizeofNode(n cc.ExpressionNode) value {
	if size, ok := f.l.Layout.ExprSize(n); ok {
		return value{e: ir.NewConst(f.model().Size(), size)}
	}
	t := f.typeOf(n)
	if a, ok := t.(*cc.ArrayType); ok && f.decls.isVLA(a) {
		if !csrc.IsLvalue(n) {
			f.effect(n)
		} else {
			f.lvalue(n)
		}
	}
	return value{e: f.sizeofExpr(t, n)}
}

// sizeofExpr returns sizeof(t) as a size_t.
func (f *fn) sizeofExpr(t cc.Type, n cc.Node) ir.Expr {
	st := f.model().Size()
	if a, ok := t.(*cc.ArrayType); ok && f.decls.isVLA(a) {
		length := f.decls.arrayLength(a, n)
		return ir.NewBinary(ir.Mul, length, f.sizeofExpr(a.Elem(), n))
	}
	return ir.NewConst(st, f.l.Size(t, f.at(n)))
}
