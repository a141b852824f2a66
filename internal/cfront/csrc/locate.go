package csrc

import (
	"errors"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// locate finds the position of an error for which cc gives no position: an operand that cannot be assigned to or have
// its address taken, a malformed number, a label that is defined twice. It returns nil if it finds none of these. The
// tree has been parsed, but not typed.
func locate(ast *cc.AST) (at cc.Node, msg string) {
	labels := map[string]bool{}
	Walk(ast.TranslationUnit, func(n cc.Node) bool {
		if at != nil {
			return false
		}
		var e cc.ExpressionNode
		what := "the operand cannot be assigned to"
		switch n := n.(type) {
		case *cc.FunctionDefinition:
			labels = map[string]bool{}
		case *cc.LabeledStatement:
			if n.Case == cc.LabeledStatementLabel {
				if name := n.Token.SrcStr(); labels[name] {
					at, msg = n, "label "+name+" is defined twice (labels of macros with __label__ are not supported)"
				} else {
					labels[name] = true
				}
			}
		case *cc.PrimaryExpression:
			if n.Case == cc.PrimaryExpressionFloat && !isFloat(n.Token.SrcStr()) {
				at, msg = n, "invalid number "+n.Token.SrcStr()
			}
		case *cc.AssignmentExpression:
			if n.Case != cc.AssignmentExpressionCond {
				e = n.UnaryExpression
			}
		case *cc.UnaryExpression:
			switch n.Case {
			case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
				e = n.UnaryExpression
			case cc.UnaryExpressionAddrof:
				e, what = n.CastExpression, "the operand has no address"
			}
		case *cc.PostfixExpression:
			switch n.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				e = n.PostfixExpression
			}
		}
		if e != nil && !place(e) {
			at, msg = e, what
		}
		return at == nil
	})
	return at, msg
}

// isFloat reports whether s is a floating constant, with any suffix.
func isFloat(s string) bool {
	s = strings.TrimRight(strings.TrimSuffix(s, "128"), "fFlLqQwWiIjJdD")
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		if i := strings.IndexAny(s, "pP"); i < 0 {
			return false
		}
	}
	_, err := strconv.ParseFloat(s, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}

// place reports whether an expression designates an object or function.
func place(e cc.ExpressionNode) bool {
	switch x := e.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent, cc.PrimaryExpressionString, cc.PrimaryExpressionLString, cc.PrimaryExpressionGeneric:
			return true
		case cc.PrimaryExpressionExpr:
			return place(x.ExpressionList)
		}
		return false
	case *cc.ExpressionList:
		return x.ExpressionList == nil && place(x.AssignmentExpression)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
		return false
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref, cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			return true
		}
		return false
	}
	return false
}
