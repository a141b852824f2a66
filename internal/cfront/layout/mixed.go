package layout

import "modernc.org/cc/v4"

// Types of arithmetic that cc gets wrong: of a complex number and a wider real one, of
// _Float16 and of _Float128 with others (6.3.1.8).

// floating is a floating type by the rank of its real part: 1 _Float16, 2 float, 3 double, 4 long double,
// 5 _Float128; 0 for all other types.
type floating struct {
	rank    int
	complex bool
}

func floatingOf(t cc.Type) floating {
	if t == nil || IsVector(t) {
		return floating{}
	}
	switch FormatOf(t) {
	case Half:
		return floating{1, t.Kind() == cc.ComplexFloat}
	case Quad:
		return floating{5, t.Kind() == cc.ComplexLongDouble}
	}
	switch t.Kind() {
	case cc.Float:
		return floating{2, false}
	case cc.ComplexFloat:
		return floating{2, true}
	case cc.Double:
		return floating{3, false}
	case cc.ComplexDouble:
		return floating{3, true}
	case cc.LongDouble:
		return floating{4, false}
	case cc.ComplexLongDouble:
		return floating{4, true}
	}
	return floating{}
}

// floatingExpr is the type of an expression.
func floatingExpr(e cc.ExpressionNode) floating {
	both := func(a, b cc.ExpressionNode) floating {
		x, y := floatingExpr(a), floatingExpr(b)
		return floating{max(x.rank, y.rank), x.complex || y.complex}
	}
	switch x := bare(e).(type) {
	case *cc.AdditiveExpression:
		if x.Case == cc.AdditiveExpressionAdd || x.Case == cc.AdditiveExpressionSub {
			return both(x.AdditiveExpression, x.MultiplicativeExpression)
		}
	case *cc.MultiplicativeExpression:
		if x.Case == cc.MultiplicativeExpressionMul || x.Case == cc.MultiplicativeExpressionDiv {
			return both(x.MultiplicativeExpression, x.CastExpression)
		}
	case *cc.ConditionalExpression:
		if x.Case == cc.ConditionalExpressionCond && x.ExpressionList != nil {
			return both(x.ExpressionList, x.ConditionalExpression)
		}
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionPlus, cc.UnaryExpressionMinus, cc.UnaryExpressionCpl:
			return floatingExpr(x.CastExpression)
		}
	}
	return floatingOf(bare(e).Type())
}

// MixedSize is the size of an arithmetic expression of whose floating type cc is wrong; ok is
// false for all others.
func (l *Layout) MixedSize(e cc.ExpressionNode) (n int64, ok bool) {
	f := floatingExpr(e)
	if f == floatingOf(bare(e).Type()) || f.rank == 0 {
		return 0, false
	}
	if f.rank == 1 {
		n = 2
	} else {
		i, _ := l.scalar([]cc.Kind{cc.Float, cc.Double, cc.LongDouble, cc.Float128}[f.rank-2])
		n = i.size
	}
	if f.complex {
		n *= 2
	}
	return n, true
}

// checkMixed refuses the places where cc builds on a type that it has wrong.
func (a *adder) checkMixed(n cc.Node) {
	wrong := func(e cc.ExpressionNode) bool {
		f := floatingExpr(e)
		return f.rank != 0 && f != floatingOf(bare(e).Type())
	}
	const hint = "an expression that mixes complex numbers or types _FloatN with others is not supported: write the type"
	switch n := n.(type) {
	case *cc.TypeSpecifier:
		if n.Case == cc.TypeSpecifierTypeofExpr && n.ExpressionList != nil && wrong(n.ExpressionList) {
			a.fail(n, "typeof of "+hint)
		}
	case *cc.Declaration:
		if n.Case == cc.DeclarationAuto && n.Initializer != nil && n.Initializer.Case == cc.InitializerExpr && wrong(n.Initializer.AssignmentExpression) {
			a.fail(n, "__auto_type with "+hint)
		}
	case *cc.GenericSelection:
		if wrong(n.AssignmentExpression) {
			a.fail(n, "_Generic with "+hint)
			return
		}
		// cc takes _Float32 for float, and so on.
		seen := map[cc.Kind]Format{}
		if t := n.AssignmentExpression.Type(); FormatOf(t) == Standard {
			seen[t.Kind()] = Standard
		}
		for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
			x := l.GenericAssociation
			if x == nil || x.TypeName == nil {
				continue
			}
			t := x.TypeName.Type()
			if f, ok := seen[t.Kind()]; ok && f != FormatOf(t) {
				a.fail(n, "_Generic that tells types _FloatN from standard ones is not supported")
				return
			}
			seen[t.Kind()] = FormatOf(t)
		}
	}
}
