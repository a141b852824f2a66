package layout

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// static is the type of an expression that is not folded, as a number without
// a value, or nil. cc's own types will not do: it gives enumerators the type of
// their enumeration.
func (l *Layout) static(e cc.ExpressionNode) *number {
	e = bare(e)
	both := func(a, b cc.ExpressionNode) *number {
		x, y := l.static(a), l.static(b)
		if x == nil || y == nil {
			return nil
		}
		if c := l.common(x, y); c != nil {
			return c
		}
		return l.like(e.Type())
	}
	truth := &number{kind: intNumber, bits: 32, signed: true}
	switch x := e.(type) {
	case *cc.ConstantExpression:
		return l.static(x.ConditionalExpression)
	case *cc.ExpressionList:
		for x.ExpressionList != nil {
			x = x.ExpressionList
		}
		return l.static(x.AssignmentExpression)
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionLOr {
			return l.static(x.LogicalOrExpression)
		}
		if x.ExpressionList == nil {
			return both(x.LogicalOrExpression, x.ConditionalExpression)
		}
		return both(x.ExpressionList, x.ConditionalExpression)
	case *cc.LogicalOrExpression, *cc.LogicalAndExpression, *cc.EqualityExpression, *cc.RelationalExpression:
		return truth
	case *cc.ShiftExpression:
		if n := l.static(x.ShiftExpression); n != nil {
			return l.promote(n)
		}
		return nil
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			if n := l.static(x.CastExpression); n != nil {
				return l.promote(n)
			}
			return nil
		case cc.UnaryExpressionNot:
			return truth
		}
	case *cc.PrimaryExpression:
		if n, ok := x.ResolvedTo().(*cc.Enumerator); ok && x.Case == cc.PrimaryExpressionIdent {
			v, err := l.enumerator(n)
			if err != nil {
				return nil
			}
			return v
		}
		if n, ok, _ := l.primary(x); ok {
			return n
		}
	default:
		if op, a, b := csrc.Binary(x); op != "" {
			return both(a, b)
		}
	}
	return l.like(e.Type())
}
