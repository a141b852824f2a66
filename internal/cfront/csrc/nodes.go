package csrc

import (
	"strings"

	"modernc.org/cc/v4"
)

// InRegister reports whether the declaration of d, with asm n, ties a local variable to a register of the machine.
func InRegister(d *cc.Declarator, n *cc.Asm) bool { return n != nil && d.IsRegister() }

// ArgNodes returns the expressions of an argument list.
func ArgNodes(l *cc.ArgumentExpressionList) (ns []cc.ExpressionNode) {
	for ; l != nil; l = l.ArgumentExpressionList {
		ns = append(ns, l.AssignmentExpression)
	}
	return ns
}

// LastOf returns the expression that gives a list its value.
func LastOf(l *cc.ExpressionList) cc.ExpressionNode {
	for l.ExpressionList != nil {
		l = l.ExpressionList
	}
	return l.AssignmentExpression
}

// StringValue returns the text of a string literal.
func StringValue(n cc.ExpressionNode) (string, bool) {
	for {
		c, ok := Strip(n).(*cc.CastExpression)
		if !ok || c.Case != cc.CastExpressionCast {
			break
		}
		n = c.CastExpression
	}
	p, ok := Strip(n).(*cc.PrimaryExpression)
	if !ok || p.Case != cc.PrimaryExpressionString {
		return "", false
	}
	s, ok := p.Value().(cc.StringValue)
	return strings.TrimRight(string(s), "\x00"), ok
}

// HasAttr reports whether a declaration has a GNU attribute.
func HasAttr(t cc.Type, name string) bool {
	a := t.Attributes()
	return a != nil && (a.IsAttrSet(name) || a.IsAttrSet("__"+name+"__"))
}

// IsLvalue reports whether n designates an object or function, so that it can be lowered by lvalue.
func IsLvalue(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			_, enum := x.ResolvedTo().(*cc.Enumerator)
			return !enum
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			return true
		case cc.PrimaryExpressionExpr:
			e := Single(x.ExpressionList)
			return e != nil && IsLvalue(e)
		case cc.PrimaryExpressionGeneric:
			return IsLvalue(x.GenericSelection.Associated().AssignmentExpression)
		}
	case *cc.ExpressionList:
		e := Single(x)
		return e != nil && IsLvalue(e)
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect, cc.PostfixExpressionComplit:
			return true
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			return true
		case cc.UnaryExpressionReal, cc.UnaryExpressionImag:
			// The parts of a real number are values.
			return cc.IsComplexType(x.UnaryExpression.Type()) && IsLvalue(Strip(x.UnaryExpression))
		}
	}
	return false
}

// Single returns the element of an expression list with one element, nil for longer lists, and other expressions
// unchanged.
func Single(n cc.ExpressionNode) cc.ExpressionNode {
	if l, ok := n.(*cc.ExpressionList); ok {
		if l.ExpressionList != nil {
			return nil
		}
		return l.AssignmentExpression
	}
	return n
}

// Strip returns n without enclosing parentheses.
func Strip(n cc.ExpressionNode) cc.ExpressionNode {
	for {
		switch x := n.(type) {
		case *cc.PrimaryExpression:
			if x.Case != cc.PrimaryExpressionExpr {
				return n
			}
			e := Single(x.ExpressionList)
			if e == nil {
				return n
			}
			n = e
		case *cc.ExpressionList:
			e := Single(x)
			if e == nil {
				return n
			}
			n = e
		default:
			return n
		}
	}
}

// Undecay returns the array type of an array expression that has decayed to a pointer; other types unchanged.
func Undecay(t cc.Type) cc.Type {
	if p, ok := t.(*cc.PointerType); ok && p.Undecay() != nil {
		return p.Undecay()
	}
	return t
}

// IsIdentifier reports whether n is an identifier, perhaps in parentheses.
func IsIdentifier(n cc.ExpressionNode) bool {
	p, ok := Strip(n).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionIdent
}

// IsBitField reports whether n is a bit-field member.
func IsBitField(n cc.ExpressionNode) bool {
	x, ok := Strip(n).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionSelect && x.Case != cc.PostfixExpressionPSelect {
		return false
	}
	return x.Field() != nil && x.Field().IsBitfield()
}

// mostSaid bounds the texts of places, in bytes. Instead of longer texts (of macros) messages print the address
// expression.
const mostSaid = 60

// SourceText returns the text of n in the source, or "" if it is too long or not the user's.
func SourceText(n cc.ExpressionNode) string {
	text := strings.Join(strings.Fields(Source(n)), " ")
	if len(text) > mostSaid || strings.Contains(text, "__tandem_") {
		return ""
	}
	return text
}
