package csrc

import "modernc.org/cc/v4"

// Binary returns the operator and operands of a binary expression other than && and ||, which may not evaluate y. For a
// node of the grammar that only passes on the value of y (see Inner), op is "" and x is nil; for any other node y is
// nil, too.
func Binary(n cc.ExpressionNode) (op string, x, y cc.ExpressionNode) {
	switch n := n.(type) {
	case *cc.InclusiveOrExpression:
		return operator(n.Case == cc.InclusiveOrExpressionOr, "|"), n.InclusiveOrExpression, n.ExclusiveOrExpression
	case *cc.ExclusiveOrExpression:
		return operator(n.Case == cc.ExclusiveOrExpressionXor, "^"), n.ExclusiveOrExpression, n.AndExpression
	case *cc.AndExpression:
		return operator(n.Case == cc.AndExpressionAnd, "&"), n.AndExpression, n.EqualityExpression
	case *cc.EqualityExpression:
		return equality[n.Case], n.EqualityExpression, n.RelationalExpression
	case *cc.RelationalExpression:
		return relational[n.Case], n.RelationalExpression, n.ShiftExpression
	case *cc.ShiftExpression:
		return shift[n.Case], n.ShiftExpression, n.AdditiveExpression
	case *cc.AdditiveExpression:
		return additive[n.Case], n.AdditiveExpression, n.MultiplicativeExpression
	case *cc.MultiplicativeExpression:
		return multiplicative[n.Case], n.MultiplicativeExpression, n.CastExpression
	}
	return "", nil, nil
}

// operator returns op if cond is true, "" otherwise.
func operator(cond bool, op string) string {
	if cond {
		return op
	}
	return ""
}

var (
	equality   = map[cc.EqualityExpressionCase]string{cc.EqualityExpressionEq: "==", cc.EqualityExpressionNeq: "!="}
	relational = map[cc.RelationalExpressionCase]string{cc.RelationalExpressionLt: "<", cc.RelationalExpressionGt: ">",
		cc.RelationalExpressionLeq: "<=", cc.RelationalExpressionGeq: ">="}
	shift          = map[cc.ShiftExpressionCase]string{cc.ShiftExpressionLsh: "<<", cc.ShiftExpressionRsh: ">>"}
	additive       = map[cc.AdditiveExpressionCase]string{cc.AdditiveExpressionAdd: "+", cc.AdditiveExpressionSub: "-"}
	multiplicative = map[cc.MultiplicativeExpressionCase]string{cc.MultiplicativeExpressionMul: "*",
		cc.MultiplicativeExpressionDiv: "/", cc.MultiplicativeExpressionMod: "%"}
)

// Inner returns the child whose value a node of the grammar only passes on, nil if the node does more. It returns nil
// for parentheses and lists of expressions, since some of them are not constants.
func Inner(n cc.ExpressionNode) cc.ExpressionNode {
	switch n := n.(type) {
	case *cc.ConstantExpression:
		return n.ConditionalExpression
	case *cc.AssignmentExpression:
		if n.Case == cc.AssignmentExpressionCond {
			return n.ConditionalExpression
		}
	case *cc.ConditionalExpression:
		if n.Case == cc.ConditionalExpressionLOr {
			return n.LogicalOrExpression
		}
	case *cc.LogicalOrExpression:
		if n.Case == cc.LogicalOrExpressionLAnd {
			return n.LogicalAndExpression
		}
	case *cc.LogicalAndExpression:
		if n.Case == cc.LogicalAndExpressionOr {
			return n.InclusiveOrExpression
		}
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionUnary {
			return n.UnaryExpression
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionPostfix {
			return n.PostfixExpression
		}
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionPrimary {
			return n.PrimaryExpression
		}
	default:
		if op, _, y := Binary(n); op == "" {
			return y
		}
	}
	return nil
}
