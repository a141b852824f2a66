package cfront

import (
	"cmp"
	"fmt"
	"slices"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file checks the index of an array that is part of an object: a member, or the row of a matrix. The index must
// stay in that array (C17 6.5.6p8 with J.2: "an array subscript is out of range, even if an object is apparently
// accessible with the given subscript"). Whether the access stays in the whole object is checked elsewhere (package
// instrument). Apart from finding faults, the check helps analyses: they may assume that a write to s->a[i] changes
// only a.
//
// The rules follow gcc's -fsanitize=bounds, so that violations can be replayed. An array at the end of the object that
// a pointer points to is not checked, as it may be used as a flexible array, whatever its length. The address of the
// element after the last may be taken. An index p[i] for a pointer p, or *(a + i), is left to the check of the access.

// subscripts records how the values of expressions are used, as far as this determines the valid indices.
type subscripts struct {
	address map[cc.ExpressionNode]bool // operands of &
	row     map[cc.ExpressionNode]bool // operands of a further index
}

// note adds n to one of the maps of subscripts.
func note(m *map[cc.ExpressionNode]bool, n cc.ExpressionNode) {
	if *m == nil {
		*m = map[cc.ExpressionNode]bool{}
	}
	(*m)[n] = true
}

// checkIndex demands that the index i of x, an expression a[i], stays in the array a, if the rules above apply. It
// returns i, evaluated. p is the other operand.
func (f operations) checkIndex(x *cc.PostfixExpression, p, i value) value {
	array := f.subscripted(x)
	if array == nil || i.e == nil || i.e.Type().Kind != ir.Int || i.wide() || i.opaque {
		return i
	}
	t, ok := csrc.Undecay(array.Type()).(*cc.ArrayType)
	if !ok || f.decls.isVLA(t) {
		return i
	}
	n, ok, err := f.l.Layout.ArrayLen(t)
	if !ok || err != nil || n <= 0 || f.mayGrow(array) || isNumber(p.e) { // a numeric address: offsetof written by hand
		return i
	}
	last := n - 1
	_, isArray := csrc.Undecay(x.Type()).(*cc.ArrayType)
	if f.subs.address[x] || isArray && !f.subs.row[x] {
		last = n
	}
	return f.demandIndex(x, i, last, indexText(x, array, n))
}

// checkLane demands that the index i of x, an expression v[i], stays in the vector v of n elements, if v is part of an
// object. If v is a variable, the check of the access suffices.
func (f operations) checkLane(x *cc.PostfixExpression, v cc.ExpressionNode, i value, n int64) value {
	if !f.l.Cfg.HasCheck(ir.ValidIndex) || f.u.Model || f.consts || i.e == nil || i.e.Type().Kind != ir.Int || i.wide() ||
		i.opaque {
		return i
	}
	if _, variable := csrc.Strip(v).(*cc.PrimaryExpression); variable {
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
	text := cmp.Or(csrc.SourceText(x), csrc.SourceText(array), "an array")
	if n == 1 {
		return "index of " + text + ", of 1 element"
	}
	return fmt.Sprintf("index of %s, of %d elements", text, n)
}

// subscripted returns the operand of a[i] that is an array inside of an object, or nil if the index is not checked.
func (f operations) subscripted(x *cc.PostfixExpression) cc.ExpressionNode {
	if !f.l.Cfg.HasCheck(ir.ValidIndex) || f.u.Model || f.consts {
		return nil
	}
	for _, n := range []cc.ExpressionNode{x.PostfixExpression, x.ExpressionList} {
		n = csrc.Strip(n)
		if _, ok := csrc.Undecay(n.Type()).(*cc.ArrayType); !ok {
			continue
		}
		switch y := n.(type) { // sound: other arrays are whole objects, left to the check of the access
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

// mayGrow reports whether an array is the last member of the object that a pointer points to, or of an element of an
// array in it. More memory may follow such an array. A variable ends where its type does.
func (f operations) mayGrow(n cc.ExpressionNode) bool {
	member, element := false, false
	for {
		switch x := csrc.Strip(n).(type) { // sound: other expressions are variables or values
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionSelect:
				if !element && !f.isLast(x.PostfixExpression.Type(), x.Field()) {
					return false
				}
				member, n = true, x.PostfixExpression
				continue
			case cc.PostfixExpressionPSelect:
				t := ctype.Elem(x.PostfixExpression.Type())
				return element || t != nil && f.isLast(t, x.Field())
			case cc.PostfixExpressionIndex:
				if _, ok := csrc.Undecay(x.PostfixExpression.Type()).(*cc.ArrayType); ok && member {
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

// isLast reports whether fld is the last member of a structure. All members of a union count as last ones.
func (f operations) isLast(t cc.Type, fld *cc.Field) bool {
	if fld == nil {
		return true
	}
	_, union := t.(*cc.UnionType)
	after := false // a member was seen after fld or the member that contains it
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

// has reports whether a structure or union has a member, directly or in an anonymous member.
func (f operations) has(t cc.Type, fld *cc.Field) bool {
	_, err := f.l.Layout.Field(t, fld)
	return err == nil
}

// isNumber reports whether e is an address computed from a constant number.
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
