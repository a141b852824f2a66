package layout

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file has the vectors of GNU C (attribute vector_size). cc represents a vector by its element type with an
// attribute, which it loses in arithmetic and keeps in subscripts. So callers use VectorOf for the type of an
// expression that may be a vector or an element of one.

// SubscriptType is the name of the type to which package csrc casts the subscripts of expressions that cc does not
// recognise as vectors.
const SubscriptType = "__tandem_subscript"

// Subscript returns a subscript without the cast to SubscriptType.
func Subscript(n cc.ExpressionNode) cc.ExpressionNode {
	if c, ok := bare(n).(*cc.CastExpression); ok && c.Case == cc.CastExpressionCast {
		if d := c.TypeName.Type().Typedef(); d != nil && d.Name() == SubscriptType {
			return c.CastExpression
		}
	}
	return n
}

// IsVector reports whether t is a vector.
func IsVector(t cc.Type) bool { return t != nil && t.VectorSize() > 0 }

// vector returns the layout of a vector. Its alignment is its size.
func (l *Layout) vector(t cc.Type) (info, error) {
	e, ok := l.scalar(t.Kind())
	switch t.Kind() {
	case cc.Bool, cc.Ptr, cc.Void, cc.Function, cc.Enum:
		ok = false
	}
	n := t.VectorSize()
	if !ok || e.size > 8 || FormatOf(t) == Half {
		return info{}, errorf("vectors of %s are not supported", t.Kind())
	}
	if n%e.size != 0 {
		return info{}, errorf("the size of a vector is no multiple of its element's")
	}
	// On i386, gcc gives vectors of integers of 8 bytes the mode of a long long.
	return info{size: n, align: n, integral: l.model == ir.ILP32 && n == 8 && cc.IsIntegerType(t)}, nil
}

// VectorOf returns the vector type of e. If e is an element of a vector, elem is true, and t is the type of the vector.
// If e is neither, t is nil. For comparisons, which are vectors of integers, the element type of t may be wrong.
func VectorOf(e cc.ExpressionNode) (t cc.Type, elem bool) {
	first := func(a, b cc.ExpressionNode) (cc.Type, bool) {
		for _, n := range []cc.ExpressionNode{a, b} {
			if t, elem := VectorOf(n); t != nil && !elem {
				return t, false
			}
		}
		return nil, false
	}
	whole := func(n cc.ExpressionNode) (cc.Type, bool) { // the vector type of an operand that is used as a value
		if t, elem := VectorOf(n); t != nil && !elem {
			return t, false
		}
		return nil, false
	}
	own := func(t cc.Type) (cc.Type, bool) {
		if IsVector(t) {
			return t, false
		}
		return nil, false
	}
	switch x := bare(e).(type) {
	case *cc.ExpressionList:
		for ; x.ExpressionList != nil; x = x.ExpressionList {
		}
		return whole(x.AssignmentExpression)
	case *cc.AssignmentExpression:
		return whole(x.UnaryExpression)
	case *cc.ConditionalExpression:
		if x.ExpressionList == nil {
			return first(x.LogicalOrExpression, x.ConditionalExpression)
		}
		return first(x.ExpressionList, x.ConditionalExpression)
	case *cc.CastExpression:
		return own(x.TypeName.Type())
	case *cc.UnaryExpression:
		return vectorUnary(x, whole, own)
	case *cc.PostfixExpression:
		return vectorPostfix(x, whole, own)
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionIdent:
			return own(x.Type())
		case cc.PrimaryExpressionGeneric:
			return VectorOf(x.GenericSelection.Associated().AssignmentExpression)
		case cc.PrimaryExpressionStmt:
			if n := lastExpression(x.CompoundStatement); n != nil {
				return whole(n)
			}
		}
	default:
		if op, a, b := csrc.Binary(x); op != "" {
			return first(a, b)
		}
	}
	return nil, false
}

// vectorUnary is VectorOf for a UnaryExpression.
func vectorUnary(x *cc.UnaryExpression, whole func(cc.ExpressionNode) (cc.Type, bool),
	own func(cc.Type) (cc.Type, bool)) (cc.Type, bool) {
	switch x.Case {
	case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
		return whole(x.UnaryExpression)
	case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
		return whole(x.CastExpression)
	case cc.UnaryExpressionDeref:
		if u, ok := bare(x.CastExpression).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
			return VectorOf(u.CastExpression)
		}
		return own(x.Type())
	}
	return nil, false
}

// vectorPostfix is VectorOf for a PostfixExpression.
func vectorPostfix(x *cc.PostfixExpression, whole func(cc.ExpressionNode) (cc.Type, bool),
	own func(cc.Type) (cc.Type, bool)) (cc.Type, bool) {
	switch x.Case {
	case cc.PostfixExpressionIndex:
		for _, n := range []cc.ExpressionNode{x.PostfixExpression, Subscript(x.ExpressionList)} {
			if t, _ := whole(n); t != nil {
				return t, true
			}
			if u, ok := bare(n).(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
				return VectorOf(u.CastExpression)
			}
		}
		return own(x.Type())
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		if x.Field() != nil {
			return own(x.Field().Type())
		}
	case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
		return whole(x.PostfixExpression)
	case cc.PostfixExpressionComplit:
		return own(x.TypeName.Type())
	case cc.PostfixExpressionCall:
		var args []cc.ExpressionNode
		for a := x.ArgumentExpressionList; a != nil; a = a.ArgumentExpressionList {
			args = append(args, a.AssignmentExpression)
		}
		switch name := callee(x.PostfixExpression); {
		case (name == "__builtin_shuffle" || name == "__builtin_shufflevector" || name == "__builtin_choose_expr") &&
			len(args) > 1:
			if name == "__builtin_choose_expr" {
				args = args[1:]
			}
			return whole(args[0])
		case name == "__tandem_convertvector" && len(args) == 2:
			return whole(args[1])
		}
		return own(x.Type())
	}
	return nil, false
}

// lastExpression returns the expression whose value a statement expression ({ }) has, or nil if it has none.
func lastExpression(n *cc.CompoundStatement) cc.ExpressionNode {
	var last *cc.BlockItem
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		last = l.BlockItem
	}
	if last == nil || last.Case != cc.BlockItemStmt || last.Statement.Case != cc.StatementExpr {
		return nil
	}
	if l := last.Statement.ExpressionStatement.ExpressionList; l != nil {
		return l
	}
	return nil
}

// unvector returns the kind of e if e is a scalar although cc gives it a vector type; otherwise the result is false.
func unvector(e cc.ExpressionNode) (cc.Kind, bool) {
	t, elem := VectorOf(e)
	switch {
	case t != nil && elem:
		return t.Kind(), true
	case t == nil && IsVector(e.Type()):
		return e.Type().Kind(), true
	}
	return 0, false
}

// checkVector reports an error where cc has computed other types from a wrong vector type.
func (a *adder) checkVector(n cc.Node) {
	wrong := func(e cc.ExpressionNode) bool {
		t, elem := VectorOf(e)
		return IsVector(e.Type()) != (t != nil && !elem)
	}
	switch n := n.(type) {
	case *cc.TypeSpecifier:
		if n.Case == cc.TypeSpecifierTypeofExpr && n.ExpressionList != nil && wrong(n.ExpressionList) {
			a.fail(n, "typeof of an expression made of vectors is not supported: write the type")
		}
	case *cc.Declaration:
		if n.Case == cc.DeclarationAuto && n.Initializer != nil && n.Initializer.Case == cc.InitializerExpr &&
			wrong(n.Initializer.AssignmentExpression) {
			a.fail(n, "__auto_type with an expression made of vectors is not supported: write the type")
		}
	case *cc.GenericSelection:
		if t, elem := VectorOf(n.AssignmentExpression); t != nil && !elem {
			a.fail(n, "_Generic with a vector is not supported")
		}
	}
}

// shuffled returns e if it is a call of __builtin_shufflevector, else nil. Such a call has as many elements as its
// arguments determine.
func shuffled(e cc.ExpressionNode) *cc.PostfixExpression {
	if x, ok := bare(e).(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall &&
		callee(x.PostfixExpression) == "__builtin_shufflevector" {
		return x
	}
	return nil
}

// vectorsDiffer reports whether two types differ in vectors or in the format of floats, also as targets of pointers or
// elements of arrays. cc takes such types for compatible. depth bounds the recursion.
func vectorsDiffer(a, b cc.Type, depth int) bool {
	if depth > 100 {
		return false
	}
	if IsVector(a) || IsVector(b) {
		return !IsVector(a) || !IsVector(b) || a.VectorSize() != b.VectorSize() || a.Kind() != b.Kind()
	}
	if FormatOf(a) != FormatOf(b) {
		return true
	}
	type pointing interface{ Elem() cc.Type }
	x, ok1 := a.(pointing)
	y, ok2 := b.(pointing)
	return ok1 && ok2 && vectorsDiffer(x.Elem(), y.Elem(), depth+1)
}
