package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// The comma operator (6.5.17). gcc moves what stands before a comma out of the
// operand of an operator: t(1) + (t(2), t(3)) is t(2), t(1) + t(3).

// commas evaluates what stands before commas. It remembers what has been evaluated before its turn.
type commas struct {
	*fn
	hoisted map[*cc.ExpressionList]bool  // all before the last comma has been evaluated
	sized   map[*cc.UnaryExpression]bool // the lengths in a sizeof have been evaluated
}

// commaList is n without parentheses if it is a list of several expressions.
func (f *commas) commaList(n cc.ExpressionNode) *cc.ExpressionList {
	switch x := strip(n).(type) {
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

// lastOf returns the expression that gives a list its value.
func lastOf(l *cc.ExpressionList) cc.ExpressionNode {
	for l.ExpressionList != nil {
		l = l.ExpressionList
	}
	return l.AssignmentExpression
}

// before evaluates all of a list but its last, unless hoist has done it.
func (f *commas) before(l *cc.ExpressionList) {
	if f.hoisted[l] {
		delete(f.hoisted, l)
		return
	}
	for ; l.ExpressionList != nil; l = l.ExpressionList {
		f.effect(l.AssignmentExpression)
	}
}

// hoist evaluates what stands before commas in n, as far as gcc moves it out of an
// operator around n.
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
		f.hoist(lastOf(l))
		return
	}
	switch x := strip(n).(type) {
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

// hoistSize evaluates the lengths in sizeof(int[t(1)]), which counts as pure.
func (f *commas) hoistSize(n cc.ExpressionNode) {
	x, ok := strip(n).(*cc.UnaryExpression)
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
