package layout

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// unary folds a UnaryExpression.
func (l *Layout) unary(x *cc.UnaryExpression) (*number, bool, error) {
	switch x.Case {
	case cc.UnaryExpressionSizeofType:
		return l.sizeofType(x.TypeName.Type())
	case cc.UnaryExpressionSizeofExpr:
		if k, ok := unvector(x.UnaryExpression); ok {
			i, _ := l.scalar(k)
			return l.size(i.size), true, nil
		}
		if n, ok := l.ExprSize(x.UnaryExpression); ok {
			return l.size(n), true, nil
		}
		t := operandType(x.UnaryExpression)
		if t2, elem := VectorOf(x.UnaryExpression); t2 != nil && !elem {
			if n := shuffled(x.UnaryExpression); n != nil {
				return nil, false, errorf("sizeof of __builtin_shufflevector is not supported: write the type")
			}
			t = t2
		}
		return l.sizeofType(t)
	case cc.UnaryExpressionAlignofType:
		return l.alignofType(x.TypeName.Type(), x.Token.SrcStr() == "_Alignof" || x.Token.SrcStr() == "alignof")
	case cc.UnaryExpressionAlignofExpr:
		return l.alignofExpr(x.UnaryExpression)
	case cc.UnaryExpressionAddrof:
		return l.address(x.CastExpression)
	case cc.UnaryExpressionDeref:
		return l.array(x)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl, cc.UnaryExpressionNot:
	default:
		return nil, false, nil
	}
	n, ok, err := l.eval(x.CastExpression)
	if err != nil || !ok {
		return nil, false, err
	}
	if x.Case == cc.UnaryExpressionNot {
		return l.truth(n.zero()), true, nil
	}
	if n.kind == ptrNumber {
		return nil, false, nil
	}
	n = l.promote(n)
	r := *n
	switch {
	case x.Case == cc.UnaryExpressionMinus && n.kind == floatNumber:
		r.f = -n.f
	case x.Case == cc.UnaryExpressionMinus:
		r.i = wrap(new(big.Int).Neg(n.i), n.bits, n.signed)
	case x.Case == cc.UnaryExpressionCpl && n.kind == floatNumber:
		return nil, false, nil
	case x.Case == cc.UnaryExpressionCpl:
		r.i = wrap(new(big.Int).Not(n.i), n.bits, n.signed)
	}
	return &r, true, nil
}

// postfix folds a PostfixExpression.
func (l *Layout) postfix(x *cc.PostfixExpression) (*number, bool, error) {
	switch x.Case {
	case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return l.array(x)
	case cc.PostfixExpressionCall:
		return l.call(x)
	}
	return nil, false, nil
}

// call folds calls of the builtins that are constant if their operands are.
func (l *Layout) call(x *cc.PostfixExpression) (*number, bool, error) {
	var args []cc.ExpressionNode
	for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
		args = append(args, a.AssignmentExpression)
	}
	switch name := callee(x.PostfixExpression); {
	case name == "__ccgo__types_compatible_p":
		if len(args) != 2 {
			return nil, false, nil
		}
		if a, b := l.typing.typeOf(args[0]), l.typing.typeOf(args[1]); a != nil && b != nil {
			return l.truth(l.compatible(a.unqualified(), b.unqualified())), true, nil
		}
		if vectorsDiffer(args[0].Type(), args[1].Type(), 0) {
			return l.truth(false), true, nil
		}
		if v, ok := x.Value().(cc.Int64Value); ok {
			return l.int(big.NewInt(int64(v))), true, nil
		}
	case name == "__builtin_constant_p" && len(args) == 1:
		_, ok, err := l.eval(args[0])
		return l.truth(ok && err == nil), true, nil
	case name == "__builtin_choose_expr" && len(args) == 3:
		c, ok, err := l.eval(args[0])
		if err != nil || !ok {
			return nil, false, err
		}
		if c.zero() {
			return l.eval(args[2])
		}
		return l.eval(args[1])
	case name == "__builtin_expect" && len(args) == 2:
		n, ok, err := l.eval(args[0])
		if err != nil || !ok {
			return nil, false, err
		}
		n, ok = n.to(&number{kind: intNumber, bits: l.longBits(), signed: true})
		return n, ok, nil
	}
	return nil, false, nil
}

// callee returns the name of the function that is called directly, or "".
func callee(n cc.ExpressionNode) string {
	for {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			switch x.Case {
			case cc.PrimaryExpressionIdent:
				return x.Token.SrcStr()
			case cc.PrimaryExpressionExpr:
				n = x.ExpressionList
				continue
			}
			return ""
		case *cc.PostfixExpression:
			if x.Case != cc.PostfixExpressionPrimary {
				return ""
			}
			n = x.PrimaryExpression
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return ""
			}
			n = x.AssignmentExpression
		default:
			return ""
		}
	}
}

// array folds an lvalue of array type to the address of its first element. No other lvalue is constant.
func (l *Layout) array(e cc.ExpressionNode) (*number, bool, error) {
	if a, ok := e.Type().Undecay().(*cc.ArrayType); ok {
		n, ok, err := l.address(e)
		if ok {
			n.elem = a.Elem()
		}
		return n, ok, err
	}
	return nil, false, nil
}

// address folds the address of an lvalue, which has to be computed from a number.
func (l *Layout) address(e cc.ExpressionNode) (*number, bool, error) {
	pointer := func(n *number, off int64, t cc.Type) *number {
		v := new(big.Int).Add(n.i, big.NewInt(off))
		return &number{kind: ptrNumber, i: wrap(v, l.longBits(), false), bits: l.longBits(), elem: t}
	}
	switch x := bare(e).(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			n, ok, err := l.eval(x.CastExpression)
			if err != nil || !ok || n.kind != ptrNumber {
				return nil, false, err
			}
			return pointer(n, 0, n.elem), true, nil
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex:
			n, ok, err := l.binary("+", x.PostfixExpression, x.ExpressionList)
			if err != nil || !ok || n.kind != ptrNumber {
				return nil, false, err
			}
			return n, true, nil
		case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
			var n *number
			var ok bool
			var err error
			var t cc.Type
			if x.Case == cc.PostfixExpressionSelect {
				n, ok, err = l.address(x.PostfixExpression)
				t = x.PostfixExpression.Type()
			} else {
				n, ok, err = l.eval(x.PostfixExpression)
				if ok && n.kind != ptrNumber {
					return nil, false, nil
				}
				if ok {
					t = n.elem
				}
			}
			if err != nil || !ok || x.Field() == nil {
				return nil, false, err
			}
			loc, err := l.Field(t, x.Field())
			if err != nil || loc.BitWidth > 0 {
				return nil, false, err
			}
			return pointer(n, loc.Off, x.Field().Type()), true, nil
		}
	}
	return nil, false, nil
}

// sizeofType folds sizeof of a type.
func (l *Layout) sizeofType(t cc.Type) (*number, bool, error) {
	if t.Kind() == cc.Array {
		if ok, err := l.constSize(t); err != nil || !ok {
			return nil, false, err
		}
	}
	n, err := l.Sizeof(t)
	if err != nil {
		return nil, false, err
	}
	return l.size(n), true, nil
}

// constSize reports whether neither t nor an element of t is an array of variable length.
func (l *Layout) constSize(t cc.Type) (bool, error) {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			return true, nil
		}
		if a.SizeExpression() != nil {
			if _, ok, err := l.ArrayLen(a); err != nil || !ok {
				return false, err
			}
		}
		t = a.Elem()
	}
}

// alignofType folds __alignof__ of a type, or _Alignof if least is set.
func (l *Layout) alignofType(t cc.Type, least bool) (*number, bool, error) {
	n, err := l.Alignof(t)
	if least {
		n, err = l.minAlignof(t)
	}
	if err != nil {
		return nil, false, err
	}
	return l.size(n), true, nil
}

// alignofExpr folds __alignof__ of an object: the alignment of its type, or the larger alignment that its variable or
// member has.
func (l *Layout) alignofExpr(e cc.ExpressionNode) (*number, bool, error) {
	e = bare(e)
	if k, ok := unvector(e); ok {
		i, _ := l.scalar(k)
		return l.size(i.align), true, nil
	}
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
			n, ok, err := l.alignofType(d.Type(), false)
			if ok && int64(d.Alignas()) > n.i.Int64() {
				n = l.size(int64(d.Alignas()))
			}
			return n, ok, err
		}
	case *cc.PostfixExpression:
		if f := x.Field(); f != nil && (x.Case == cc.PostfixExpressionSelect || x.Case == cc.PostfixExpressionPSelect) {
			t := x.PostfixExpression.Type()
			if p, ok := t.(*cc.PointerType); ok && x.Case == cc.PostfixExpressionPSelect {
				t = p.Elem()
			}
			if f.IsBitfield() {
				return nil, false, errorf("__alignof__ of a bit-field")
			}
			_, n, ok, err := l.find(t, f.Name(), 0)
			return l.size(n), ok, err
		}
	}
	if t := l.typing.typeOf(e); t != nil && t.width > 0 {
		n, _ := l.sizeOf(t)
		return l.size(n), true, nil
	}
	return l.alignofType(operandType(e), false)
}

// operandType returns the type of an operand of sizeof, where arrays do not decay. cc cannot tell `a + 0`, a pointer,
// from an array that has decayed, so the form of the expression decides.
func operandType(e cc.ExpressionNode) cc.Type {
	t := e.Type()
	switch x := bare(e).(type) {
	case *cc.PrimaryExpression:
		if isParam(x) {
			return t // a pointer, even if the parameter is declared as an array
		}
		switch x.Case {
		case cc.PrimaryExpressionIdent, cc.PrimaryExpressionString, cc.PrimaryExpressionLString, cc.PrimaryExpressionGeneric:
			return t.Undecay()
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return t.Undecay()
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			if a, ok := bare(x.CastExpression).(*cc.UnaryExpression); ok && a.Case == cc.UnaryExpressionAddrof {
				return operandType(a.CastExpression)
			}
			return t.Undecay()
		}
	}
	return t
}

// isParam reports whether x is the name of a parameter.
func isParam(x *cc.PrimaryExpression) bool {
	d, ok := x.ResolvedTo().(*cc.Declarator)
	return ok && x.Case == cc.PrimaryExpressionIdent && d.IsParam()
}

// bare returns e without parentheses and without nodes that only contain another expression.
func bare(e cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := e.(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return e
			}
			e = x.ExpressionList
		case *cc.ExpressionList:
			if x.ExpressionList != nil {
				return e
			}
			e = x.AssignmentExpression
		default:
			in := csrc.Inner(e)
			if in == nil {
				return e
			}
			e = in
		}
	}
}
