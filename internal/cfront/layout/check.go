package layout

import (
	"math/big"
	"strings"

	"modernc.org/cc/v4"
)

// check reports an error for static assertions that fail, and for expressions that cc has folded to a wrong value on
// which its tree depends.
func (a *adder) check(n cc.Node) bool {
	if a.u.Vectors {
		a.checkVector(n)
	}
	switch n := n.(type) {
	case *cc.StaticAssertDeclaration:
		a.staticAssert(n)
	case *cc.SelectionStatement:
		if n.Case == cc.SelectionStatementSwitch {
			a.switchLabels(n)
		}
	case *cc.Designator:
		a.same(n.ConstantExpression)
		a.same(n.ConstantExpression2)
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall && callee(n.PostfixExpression) == "__builtin_choose_expr" &&
			n.ArgumentExpressionList != nil {
			a.same(n.ArgumentExpressionList.AssignmentExpression)
		}
	}
	return a.err == nil
}

// staticAssert reports an error if a static assertion fails or is not constant.
func (a *adder) staticAssert(n *cc.StaticAssertDeclaration) {
	// Package csrc has replaced e by ((e), 1).
	e := n.ConstantExpression
	if c, ok := bare(e).(*cc.ExpressionList); ok && c.ExpressionList != nil {
		e = c.AssignmentExpression
	}
	v, ok, err := a.l.ConstInt(e)
	switch {
	case err != nil:
		a.fail(n.ConstantExpression, err.Error())
	case !ok:
		a.fail(n.ConstantExpression, "expression in static assertion is not constant")
	case v.Sign() == 0:
		a.fail(n, "static assertion failed: "+strings.Trim(n.Token4.SrcStr(), `"`))
	}
}

// same reports an error if cc has another value for e than ConstInt.
func (a *adder) same(e cc.ExpressionNode) {
	if e == nil || e.Type().Kind() == cc.InvalidKind { // in a _Generic, an association that cc has not checked
		return
	}
	v, ok, err := a.l.ConstInt(e)
	if err != nil {
		a.fail(e, err.Error())
		return
	}
	var w *big.Int
	switch x := e.Value().(type) {
	case cc.Int64Value:
		w = big.NewInt(int64(x))
	case cc.UInt64Value:
		w = new(big.Int).SetUint64(uint64(x))
	}
	if !ok || w == nil || v.Cmp(w) != 0 {
		a.fail(e, "constant depends on a size that the front end reads wrongly; write the number")
	}
}

// RangeStart returns the lower end of a range of array indices, if e is the index that package csrc writes in its place
// for cc (rule 39); otherwise it returns nil.
func RangeStart(e cc.ExpressionNode) cc.ExpressionNode {
	c, ok := bare(e).(*cc.ConditionalExpression)
	if !ok || !isName(c.LogicalOrExpression, "__tandem_range") {
		return nil
	}
	return c.ConditionalExpression
}
