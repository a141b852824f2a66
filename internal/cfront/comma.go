package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// This file lowers the comma operator (6.5.17). gcc moves the expressions before a comma out of the operand of an
// operator: t(1) + (t(2), t(3)) is t(2), t(1) + t(3).

// commas evaluates the expressions before commas, and records which of them have been evaluated in advance.
type commas struct {
	*fn
	hoisted map[*cc.ExpressionList]bool  // lists whose expressions but the last have been evaluated
	sized   map[*cc.UnaryExpression]bool // expressions sizeof whose lengths have been evaluated
}

// commaList returns n without parentheses if it is a list of several expressions, and nil otherwise.
func (f *commas) commaList(n cc.ExpressionNode) *cc.ExpressionList {
	switch x := csrc.Strip(n).(type) {
	case *cc.ExpressionList:
		return x
	case *cc.PrimaryExpression:
		if x.Case == cc.PrimaryExpressionExpr {
			l, _ := x.ExpressionList.(*cc.ExpressionList)
			return l
		}
	}
	return nil
}

// before evaluates all expressions of a list except the last, unless hoist has done so.
func (f *commas) before(l *cc.ExpressionList) {
	if f.hoisted[l] {
		delete(f.hoisted, l)
		return
	}
	for ; l.ExpressionList != nil; l = l.ExpressionList {
		f.effect(l.AssignmentExpression)
	}
}

// hoist evaluates those expressions before commas in n that gcc moves out of an operator around n.
func (f *commas) hoist(n cc.ExpressionNode) {
	if n.Pure() {
		f.hoistSize(n)
		return
	}
	if l := f.commaList(n); l != nil {
		if !f.hoisted[l] {
			f.before(l)
			if f.hoisted == nil {
				f.hoisted = map[*cc.ExpressionList]bool{}
			}
			f.hoisted[l] = true
		}
		f.hoist(csrc.LastOf(l))
		return
	}
	switch x := csrc.Strip(n).(type) {
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast {
			f.hoist(x.CastExpression)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			f.hoist(x.CastExpression)
		}
	default:
		if op, a, b := csrc.Binary(x); op != "" {
			f.hoist(a)
			f.hoist(b)
		}
	}
}

// hoistSize evaluates the lengths of arrays in an expression such as sizeof(int[t(1)]), which cc regards as pure.
func (f *commas) hoistSize(n cc.ExpressionNode) {
	x, ok := csrc.Strip(n).(*cc.UnaryExpression)
	if !ok || x.Case != cc.UnaryExpressionSizeofType || f.sized[x] {
		return
	}
	if a, ok := x.TypeName.Type().(*cc.ArrayType); ok && f.decls.isVLA(a) {
		f.decls.vlaSizes(a, x)
		if f.sized == nil {
			f.sized = map[*cc.UnaryExpression]bool{}
		}
		f.sized[x] = true
	}
}
