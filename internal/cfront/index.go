package cfront

import (
	"cmp"
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// An index of an array that is part of an object, a member or the row of a matrix, has to stay in that array (C17
// 6.5.6p8 with J.2: "an array subscript is out of range, even if an object is apparently accessible with the given
// subscript"). Whether the access stays in the whole object is another question (package instrument). Besides finding
// faults, the answer tells analyses that a write to s->a[i] changes nothing but a.
//
// The rules follow gcc's -fsanitize=bounds, so that a violation can be replayed: an array at the end of what a
// pointer leads to may be a flexible one in all but name, whatever length it is given, and is not checked; the address
// of the element just after the last may be taken; p[i] for a pointer p, and *(a + i), are left to the check of the
// access.

// subscripts knows of expressions how their value is used, where that decides what an index may be.
type subscripts struct {
	address map[cc.ExpressionNode]bool // operands of &
	row     map[cc.ExpressionNode]bool // indexed further
}

// note marks an expression in one of the maps of subscripts.
func note(m *map[cc.ExpressionNode]bool, n cc.ExpressionNode) {
	if *m == nil {
		*m = map[cc.ExpressionNode]bool{}
	}
	(*m)[n] = true
}

// checkIndex demands of x, a[i], that the index i stays in the array a.
func (f operations) checkIndex(x *cc.PostfixExpression, p, i value) value {
	array := f.subscripted(x)
	if array == nil || i.e == nil || i.e.Type().Kind != ir.Int || i.wide() || i.opaque {
		return i
	}
	t, ok := undecay(array.Type()).(*cc.ArrayType)
	if !ok || f.decls.isVLA(t) {
		return i
	}
	n, ok, err := f.l.lay.ArrayLen(t)
	if !ok || err != nil || n <= 0 || f.mayGrow(array) || isNumber(p.e) { // a number: offsetof by hand
		return i
	}
	last := n - 1
	_, isArray := undecay(x.Type()).(*cc.ArrayType)
	if f.subs.address[x] || isArray && !f.subs.row[x] {
		last = n
	}
	return f.demandIndex(x, i, last, indexText(x, array, n))
}

// checkLane demands of v[i] that the index i stays in the vector v of n elements, if that is part of an object: of a
// whole variable the access tells.
func (f operations) checkLane(x *cc.PostfixExpression, v cc.ExpressionNode, i value, n int64) value {
	if !f.l.cfg.checks(ir.ValidIndex) || f.u.model || f.consts || i.e == nil || i.e.Type().Kind != ir.Int || i.wide() ||
		i.opaque {
		return i
	}
	if _, variable := strip(v).(*cc.PrimaryExpression); variable {
		return i
	}
	last := n - 1
	if f.subs.address[x] {
		last = n
	}
	return f.demandIndex(x, i, last, indexText(x, v, n))
}

// demandIndex demands that 0 <= i <= last, and returns i, evaluated.
func (f operations) demandIndex(x *cc.PostfixExpression, i value, last int64, text string) value {
	s, it := ir.SpanOf(i.e), i.e.Type()
	if s.In(ir.Span{Lo: 0, Hi: last}) {
		return i
	}
	i.e = f.hold(i.e)
	low, high := ir.NewBinary(ir.Le, ir.NewConst(it, 0), i.e), ir.NewBinary(ir.Le, i.e, ir.NewConst(it, last))
	inside := high
	switch {
	case s.Hi <= last: // the type of the index may not have a number as large as last
		inside = low
	case s.Lo < 0:
		inside = ir.NewBinary(ir.LAnd, low, high)
	}
	contractChecks(f).demand(ir.ValidIndex, inside, text, f.at(x))
	return i
}

// indexText returns the text of the obligation: "index of p->a[k], of 4 elements".
func indexText(x *cc.PostfixExpression, array cc.ExpressionNode, n int64) string {
	text := cmp.Or(sourceText(x), sourceText(array), "an array")
	if n == 1 {
		return "index of " + text + ", of 1 element"
	}
	return fmt.Sprintf("index of %s, of %d elements", text, n)
}

// subscripted returns the operand of a[i] that is an array inside of an object; nil: nothing is asked.
func (f operations) subscripted(x *cc.PostfixExpression) cc.ExpressionNode {
	if !f.l.cfg.checks(ir.ValidIndex) || f.u.model || f.consts {
		return nil
	}
	for _, n := range []cc.ExpressionNode{x.PostfixExpression, x.ExpressionList} {
		n = strip(n)
		if _, ok := undecay(n.Type()).(*cc.ArrayType); !ok {
			continue
		}
		switch y := n.(type) { // sound: what is no part of an object is left to the check of the access
		case *cc.PostfixExpression:
			switch y.Case {
			case cc.PostfixExpressionIndex, cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
				return n
			}
		case *cc.UnaryExpression:
			if y.Case == cc.UnaryExpressionDeref {
				return n
			}
		}
		return nil
	}
	return nil
}

// mayGrow reports whether an array is the last member of what a pointer leads to, or of an element of an array there:
// memory may go on after it. Variables end where their types do.
func (f operations) mayGrow(n cc.ExpressionNode) bool {
	member, element := false, false
	for {
		switch x := strip(n).(type) { // sound: what is no pointer is a variable, or a value
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionSelect:
				if !element && !f.isLast(x.PostfixExpression.Type(), x.Field()) {
					return false
				}
				member, n = true, x.PostfixExpression
				continue
			case cc.PostfixExpressionPSelect:
				t := elem(x.PostfixExpression.Type())
				return element || t != nil && f.isLast(t, x.Field())
			case cc.PostfixExpressionIndex:
				if _, ok := undecay(x.PostfixExpression.Type()).(*cc.ArrayType); ok && member {
					element, n = true, x.PostfixExpression
					continue
				}
			}
			return member
		case *cc.UnaryExpression:
			return member
		}
		return false
	}
}

// isLast reports whether no member comes after a member of a structure. All of a union are last ones.
func (f operations) isLast(t cc.Type, fld *cc.Field) bool {
	if fld == nil {
		return true
	}
	_, union := t.(*cc.UnionType)
	after := false // a member comes after the one that is it, or has it
	for _, m := range slices.Backward(layout.Fields(t)) {
		switch {
		case m == fld || m.Name() != "" && m.Name() == fld.Name():
			return union || !after
		case m.Name() == "" && !m.IsBitfield() && f.has(m.Type(), fld):
			return (union || !after) && f.isLast(m.Type(), fld)
		}
		after = true
	}
	return true
}

// has reports whether a structure or union has a member, be it one of an anonymous one in it.
func (f operations) has(t cc.Type, fld *cc.Field) bool {
	_, err := f.l.lay.Field(t, fld)
	return err == nil
}

// isNumber reports whether an address is a constant number with something added.
func isNumber(e ir.Expr) bool {
	for {
		switch x := e.(type) { // sound: others are no numbers
		case *ir.PtrAdd:
			e = x.P
		case *ir.Cast:
			e = x.X
		case *ir.Const:
			return true
		default:
			return false
		}
	}
}
