package layout

import (
	"math/big"
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

// ConstInt folds an integer constant expression as gcc does: with sizeof, alignof and offsetof (in its expanded form),
// casts of floating constants, and wrapping arithmetic. ok is false for any other expression. The error is set if e is
// such an expression, but a type in it has no layout. The value is in the range of the type of e.
func (l *Layout) ConstInt(e cc.ExpressionNode) (v *big.Int, ok bool, err error) {
	n, ok, err := l.eval(e)
	if err != nil || !ok || n.kind != intNumber {
		return nil, false, err
	}
	return n.i, true, nil
}

// maxDepth bounds the recursion over one expression.
const maxDepth = 100000

// eval folds an expression of an arithmetic type, or of a pointer type if the pointer is computed from a number. Like
// ConstInt, it returns false if e is not constant.
func (l *Layout) eval(e cc.ExpressionNode) (*number, bool, error) {
	if l.depth++; l.depth > maxDepth {
		l.depth--
		return nil, false, errorf("expression is too deep")
	}
	defer func() { l.depth-- }()
	if in := csrc.Inner(e); in != nil {
		return l.eval(in)
	}
	switch x := e.(type) {
	case *cc.ExpressionList:
		if x.ExpressionList != nil {
			return nil, false, nil
		}
		return l.eval(x.AssignmentExpression)
	case *cc.ConditionalExpression:
		return l.conditional(x)
	case *cc.LogicalOrExpression:
		return l.logical(x.LogicalOrExpression, x.LogicalAndExpression, true)
	case *cc.LogicalAndExpression:
		return l.logical(x.LogicalAndExpression, x.InclusiveOrExpression, false)
	case *cc.CastExpression:
		return l.cast(x.TypeName.Type(), x.CastExpression)
	case *cc.UnaryExpression:
		return l.unary(x)
	case *cc.PostfixExpression:
		return l.postfix(x)
	case *cc.PrimaryExpression:
		return l.primary(x)
	default:
		if op, a, b := csrc.Binary(x); op != "" {
			return l.binary(op, a, b)
		}
	}
	return nil, false, nil
}

// cast folds a cast of e to t.
func (l *Layout) cast(t cc.Type, e cc.ExpressionNode) (*number, bool, error) {
	if d := t.Typedef(); d != nil && d.Name() == SubscriptType {
		return l.eval(e)
	}
	if IsVector(t) {
		return nil, false, nil
	}
	n, ok, err := l.eval(e)
	if err != nil || !ok {
		return nil, false, err
	}
	to := l.like(t)
	if to == nil {
		return nil, false, nil
	}
	n, ok = n.to(to)
	return n, ok, nil
}

// conditional folds c ? a : b. Only the selected operand has to be constant; the other operand contributes its type.
func (l *Layout) conditional(x *cc.ConditionalExpression) (*number, bool, error) {
	c, ok, err := l.eval(x.LogicalOrExpression)
	if err != nil || !ok {
		return nil, false, err
	}
	yes := x.ExpressionList
	if yes == nil {
		yes = x.LogicalOrExpression // GNU: c ?: no
	}
	take, other := yes, x.ConditionalExpression
	if c.zero() {
		take, other = other, take
	}
	n, ok, err := l.eval(take)
	if err != nil || !ok {
		return nil, false, err
	}
	o, ok, err := l.eval(other)
	if err != nil || !ok {
		if o = l.static(other); o == nil {
			return nil, false, nil
		}
	}
	if n.kind == ptrNumber || o.kind == ptrNumber {
		return n, n.kind == o.kind, nil
	}
	n, ok = n.to(l.common(n, o))
	return n, ok, nil
}

// logical folds a || b or a && b. If a decides the result, b need not be constant.
func (l *Layout) logical(a, b cc.ExpressionNode, or bool) (*number, bool, error) {
	x, ok, err := l.eval(a)
	if err != nil || !ok {
		return nil, false, err
	}
	if x.zero() != or {
		return l.truth(or), true, nil
	}
	y, ok, err := l.eval(b)
	if err != nil || !ok {
		return nil, false, err
	}
	return l.truth(!y.zero()), true, nil
}

// binary folds a op b for the operators that evaluate both operands.
func (l *Layout) binary(op string, ea, eb cc.ExpressionNode) (*number, bool, error) {
	a, ok, err := l.eval(ea)
	if err != nil || !ok {
		return nil, false, err
	}
	b, ok, err := l.eval(eb)
	if err != nil || !ok {
		return nil, false, err
	}
	if a.kind == ptrNumber || b.kind == ptrNumber {
		return l.pointers(op, a, b)
	}
	if op == "<<" || op == ">>" {
		if a.kind != intNumber || b.kind != intNumber {
			return nil, false, nil
		}
		a = l.promote(a)
		if !b.i.IsInt64() || b.i.Sign() < 0 || b.i.Int64() >= int64(a.bits) {
			return nil, false, nil
		}
		v, k := new(big.Int), uint(b.i.Int64())
		if op == "<<" {
			v.Lsh(a.i, k)
		} else {
			v.Rsh(a.i, k) // rounds down, as an arithmetic shift
		}
		return &number{kind: intNumber, i: wrap(v, a.bits, a.signed), bits: a.bits, signed: a.signed, exact: a.exact}, true,
			nil
	}
	t := l.common(a, b)
	a, _ = a.to(t)
	b, _ = b.to(t)
	if t.kind == floatNumber {
		return l.floats(op, a, b)
	}
	v := new(big.Int)
	switch op {
	case "+":
		v.Add(a.i, b.i)
	case "-":
		v.Sub(a.i, b.i)
	case "*":
		v.Mul(a.i, b.i)
	case "/", "%":
		if b.i.Sign() == 0 {
			return nil, false, nil
		}
		if op == "/" {
			v.Quo(a.i, b.i)
		} else {
			v.Rem(a.i, b.i)
		}
	case "&":
		v.And(a.i, b.i)
	case "|":
		v.Or(a.i, b.i)
	case "^":
		v.Xor(a.i, b.i)
	default:
		return l.truth(compare(op, a.i.Cmp(b.i))), true, nil
	}
	return &number{kind: intNumber, i: wrap(v, t.bits, t.signed), bits: t.bits, signed: t.signed, exact: t.exact}, true,
		nil
}

// compare returns the truth of a comparison whose operands have the Cmp result c.
func compare(op string, c int) bool {
	switch op {
	case "==":
		return c == 0
	case "!=":
		return c != 0
	case "<":
		return c < 0
	case "<=":
		return c <= 0
	case ">":
		return c > 0
	}
	return c >= 0
}

// floats folds an operation on two floating numbers of the same type.
func (l *Layout) floats(op string, a, b *number) (*number, bool, error) {
	r := &number{kind: floatNumber, bits: a.bits}
	switch op {
	case "+":
		r.f = a.f + b.f
	case "-":
		r.f = a.f - b.f
	case "*":
		r.f = a.f * b.f
	case "/":
		r.f = a.f / b.f
	case "==":
		return l.truth(a.f == b.f), true, nil
	case "!=":
		return l.truth(a.f != b.f), true, nil
	case "<":
		return l.truth(a.f < b.f), true, nil
	case "<=":
		return l.truth(a.f <= b.f), true, nil
	case ">":
		return l.truth(a.f > b.f), true, nil
	case ">=":
		return l.truth(a.f >= b.f), true, nil
	default:
		return nil, false, nil
	}
	if r.bits == 32 {
		// For +, -, *, / of two floats, rounding the double result again is the
		// float result (53 >= 2*24+2).
		r.f = float64(float32(r.f))
	}
	return r, true, nil
}

// pointers folds an operation on pointers that are computed from numbers.
func (l *Layout) pointers(op string, a, b *number) (*number, bool, error) {
	if a.kind == floatNumber || b.kind == floatNumber {
		return nil, false, nil
	}
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		return l.truth(compare(op, wrap(a.i, l.longBits(), false).Cmp(wrap(b.i, l.longBits(), false)))), true, nil
	case "+", "-":
	default:
		return nil, false, nil
	}
	if a.kind == intNumber {
		if op == "-" {
			return nil, false, nil
		}
		a, b = b, a
	}
	size, err := l.Sizeof(a.elem)
	if err != nil {
		return nil, false, err
	}
	v := new(big.Int)
	if b.kind == ptrNumber {
		if op != "-" || size == 0 {
			return nil, false, nil
		}
		d := wrap(v.Sub(a.i, b.i), l.longBits(), true)
		return &number{kind: intNumber, i: new(big.Int).Quo(d, big.NewInt(size)), bits: l.longBits(), signed: true}, true, nil
	}
	v.Mul(b.i, big.NewInt(size))
	if op == "-" {
		v.Neg(v)
	}
	return &number{kind: ptrNumber, i: wrap(v.Add(v, a.i), l.longBits(), false), bits: l.longBits(), elem: a.elem}, true,
		nil
}

// primary folds constants, enumerators, expressions in parentheses and _Generic.
func (l *Layout) primary(x *cc.PrimaryExpression) (*number, bool, error) {
	switch x.Case {
	case cc.PrimaryExpressionIdent:
		if e, ok := x.ResolvedTo().(*cc.Enumerator); ok {
			n, err := l.enumerator(e)
			return n, err == nil, err
		}
	case cc.PrimaryExpressionInt:
		return l.intConst(x.Token.SrcStr())
	case cc.PrimaryExpressionFloat:
		return floatConst(x.Token.SrcStr())
	case cc.PrimaryExpressionChar, cc.PrimaryExpressionLChar:
		switch v := x.Value().(type) {
		case cc.Int64Value:
			return l.int(big.NewInt(int64(v))), true, nil
		case cc.UInt64Value:
			return l.int(big.NewInt(int64(v))), true, nil
		}
	case cc.PrimaryExpressionExpr:
		return l.eval(x.ExpressionList)
	case cc.PrimaryExpressionGeneric:
		if a := x.GenericSelection.Associated(); a != nil {
			return l.eval(a.AssignmentExpression)
		}
	}
	return nil, false, nil
}

// intConst reads an integer constant (C17 6.4.4.1). Package csrc has replaced constants that are too large for any type
// (rule 3).
func (l *Layout) intConst(s string) (*number, bool, error) {
	body := strings.TrimRight(s, "uUlL")
	suffix := strings.ToLower(s[len(body):])
	unsigned := strings.Contains(suffix, "u")
	longs := strings.Count(suffix, "l")
	base, digits := 10, body
	switch {
	case strings.HasPrefix(body, "0x"), strings.HasPrefix(body, "0X"):
		base, digits = 16, body[2:]
	case strings.HasPrefix(body, "0b"), strings.HasPrefix(body, "0B"):
		base, digits = 2, body[2:]
	case len(body) > 1 && body[0] == '0':
		base, digits = 8, body[1:]
	}
	v, ok := new(big.Int).SetString(digits, base)
	if !ok || v.Sign() < 0 || longs > 2 {
		return nil, false, errorf("invalid integer constant %s", s)
	}
	for i, k := range [...]cc.Kind{cc.Int, cc.Long, cc.LongLong} {
		bits, _, _ := l.intKind(k)
		if i < longs {
			continue
		}
		if !unsigned && fits(v, bits, true) {
			return &number{kind: intNumber, i: v, bits: bits, signed: true, intKind: k}, true, nil
		}
		if (unsigned || base != 10) && fits(v, bits, false) {
			return &number{kind: intNumber, i: v, bits: bits, intKind: unsignedOf[k]}, true, nil
		}
	}
	return nil, false, errorf("integer constant %s is too large", s)
}

// floatConst reads a constant of type float or double; ok is false for other floating types.
func floatConst(s string) (*number, bool, error) {
	bits := 64
	hex := strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X")
	switch s[len(s)-1] | 0x20 {
	case 'f':
		if !hex || strings.ContainsAny(s, "pP") {
			bits, s = 32, s[:len(s)-1]
		}
	case 'l', 'q', 'w', 'i', 'j':
		return nil, false, nil // long double and beyond
	}
	f, err := strconv.ParseFloat(s, bits)
	if err != nil && !strings.Contains(err.Error(), "range") || strings.Contains(s, "_") {
		return nil, false, nil
	}
	return &number{kind: floatNumber, f: f, bits: bits}, true, nil
}
