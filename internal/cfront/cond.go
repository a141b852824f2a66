package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers conditions: && || ! ?: and the controlling expressions of statements (6.5.13 to 6.5.15, 6.8.4). They
// become branches. An exception is the value of && or || whose right side may be evaluated at any time; it stays an
// expression.

// conditions lowers expressions that decide where the execution continues.
type conditions struct{ *fn }

// branch lowers n as a condition: control continues at t if n holds, and at e otherwise. The edges of the last test
// have the position f.pos, which is the position of the statement's keyword.
func (f conditions) branch(n cc.ExpressionNode, t, e *ir.Loc) { f.decide(n, t, e, false) }

// decide lowers n as a condition, like branch, or if not is set, the negation of n. The marks True and False on the
// edges of all tests refer to the whole condition. Hence the mark on the last test that an execution takes is the
// outcome of the condition.
func (f conditions) decide(n cc.ExpressionNode, t, e *ir.Loc, not bool) {
	switch x := csrc.Strip(n).(type) {
	case *cc.LogicalAndExpression:
		if x.Case == cc.LogicalAndExpressionLAnd {
			f.junction(x.LogicalAndExpression, x.InclusiveOrExpression, t, e, !not, not)
			return
		}
	case *cc.LogicalOrExpression:
		if x.Case == cc.LogicalOrExpressionLOr {
			f.junction(x.LogicalOrExpression, x.LogicalAndExpression, t, e, not, not)
			return
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionNot {
			f.decide(x.CastExpression, t, e, !not)
			return
		}
	case *cc.ExpressionList:
		f.commas.before(x)
		f.decide(csrc.LastOf(x), t, e, not)
		return
	}
	pos := f.pos
	cond := f.truth(f.rvalue(n), n)
	if not {
		cond = ir.NotExpr(cond)
	}
	f.split(cond, t, e, pos)
}

// junction lowers a && b if both is set, and a || b otherwise. The operands are negated if not is set.
func (f conditions) junction(a, b cc.ExpressionNode, t, e *ir.Loc, both, not bool) {
	mid := f.newLoc()
	if both {
		f.test(a, mid, e, not)
	} else {
		f.test(a, t, mid, not)
	}
	f.cur = mid
	f.test(b, t, e, not)
}

// test lowers one operand of && or ||, with its own position.
func (f conditions) test(n cc.ExpressionNode, t, e *ir.Loc, not bool) {
	pos := f.pos
	f.pos = f.at(n)
	f.decide(n, t, e, not)
	f.pos = pos
}

// logical returns the value of && or ||, which is 0 or 1.
func (f conditions) logical(n cc.ExpressionNode) value {
	var a, b cc.ExpressionNode
	op := ir.LAnd
	switch x := n.(type) {
	case *cc.LogicalAndExpression:
		a, b = x.LogicalAndExpression, x.InclusiveOrExpression
	case *cc.LogicalOrExpression:
		a, b, op = x.LogicalOrExpression, x.LogicalAndExpression, ir.LOr
	}
	if f.timeless(b) {
		left := f.truth(f.rvalue(a), a)
		return fromBool(ir.NewBinary(op, left, f.truth(f.rvalue(b), b)))
	}
	if f.consts {
		// The left side alone may decide the value.
		left := f.truth(f.rvalue(a), a)
		if op == ir.LAnd && ir.IsFalse(left) || op == ir.LOr && ir.IsTrue(left) {
			return fromBool(left)
		}
		return fromBool(ir.NewBinary(op, left, f.truth(f.rvalue(b), b)))
	}
	t, e, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.branch(n, t, e)
	r := f.temp(ir.I32)
	f.cur = t
	one := f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 1)})
	f.goTo(join)
	f.cur = e
	zero := f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 0)})
	f.goTo(join)
	f.cur = join
	f.merged = mergedTemp{r, join, [2]*ir.Edge{one, zero}}
	return value{e: ir.NewRef(r)}
}

// timeless reports whether n may be evaluated where C would not evaluate it: n reads only registers and constants, and
// its operators are total and cannot overflow.
func (f conditions) timeless(n cc.ExpressionNode) bool {
	switch x := csrc.Strip(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionInt, cc.PrimaryExpressionChar:
			return true
		case cc.PrimaryExpressionIdent:
			switch d := x.ResolvedTo().(type) {
			case *cc.Enumerator:
				return true
			case *cc.Declarator:
				if p := f.decls.varOf(d); p != nil {
					return p.reg != nil
				}
				s := f.u.Lookup(d)
				return s != nil && !s.IsFunc && f.l.globals.globalPlace(s).reg != nil
			}
		}
	case *cc.LogicalAndExpression:
		return x.Case == cc.LogicalAndExpressionLAnd && f.timeless(x.LogicalAndExpression) &&
			f.timeless(x.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return x.Case == cc.LogicalOrExpressionLOr && f.timeless(x.LogicalOrExpression) && f.timeless(x.LogicalAndExpression)
	case *cc.EqualityExpression:
		return x.Case != cc.EqualityExpressionRel && f.timeless(x.EqualityExpression) && f.timeless(x.RelationalExpression)
	case *cc.RelationalExpression:
		return x.Case != cc.RelationalExpressionShift && f.timeless(x.RelationalExpression) && f.timeless(x.ShiftExpression)
	case *cc.UnaryExpression:
		return x.Case == cc.UnaryExpressionNot && f.timeless(x.CastExpression)
	case *cc.CastExpression:
		it, ok := f.l.IRType(x.TypeName.Type())
		return x.Case == cc.CastExpressionCast && ok && it.Kind == ir.Int && f.timeless(x.CastExpression)
	}
	return false
}

// conditional returns the value of a ? b : c.
func (f conditions) conditional(x *cc.ConditionalExpression) value {
	if x.ExpressionList == nil {
		return f.elvis(x)
	}
	pos := f.pos
	t, e := f.newLoc(), f.newLoc()
	if c, ok := f.constCond(x.LogicalOrExpression); ok {
		return f.constConditional(c, x)
	}
	f.pos = f.at(x.Token)
	f.branch(x.LogicalOrExpression, t, e)
	f.pos = pos
	f.cur = t
	v1 := f.rvalue(x.ExpressionList)
	end1 := f.cur
	f.cur = e
	v2 := f.rvalue(x.ConditionalExpression)
	end2 := f.cur
	return f.merge(v1, end1, v2, end2, x)
}

// constCond returns the truth of a constant condition that needs no evaluation; ok is false for other conditions.
func (f conditions) constCond(n cc.ExpressionNode) (truth, ok bool) {
	if !f.consts && !n.Pure() {
		return false, false
	}
	v, ok, err := f.l.Layout.ConstInt(n)
	if err != nil || !ok {
		return false, false
	}
	return v.Sign() != 0, true
}

// constConditional lowers the arm that the constant condition c selects. The other arm contributes only to the type.
func (f conditions) constConditional(c bool, x *cc.ConditionalExpression) value {
	yes, no := cc.ExpressionNode(x.ExpressionList), x.ConditionalExpression
	if !c {
		yes, no = no, yes
	}
	v := f.rvalue(yes)
	cur := f.cur
	f.cur = f.newLoc()
	w := f.rvalue(no)
	f.cur = cur
	if v.isVec() {
		return v
	}
	return f.armType(v, w).fit(f.fn, v, x)
}

// elvis lowers GNU's a ?: c.
func (f conditions) elvis(x *cc.ConditionalExpression) value {
	pos := f.pos
	v1 := f.holdValue(f.rvalue(x.LogicalOrExpression))
	t, e := f.newLoc(), f.newLoc()
	f.split(f.truth(v1, x), t, e, f.at(x.Token))
	f.pos = pos
	f.cur = e
	v2 := f.rvalue(x.ConditionalExpression)
	return f.merge(v1, t, v2, f.cur, x)
}

// armType returns the common type of the arms of ?: (6.5.15).
func (f conditions) armType(a, b value) armType {
	switch {
	case a.isVoid() || b.isVoid():
		return armType{}
	case a.opaque:
		return armType{c: a.t}
	case b.opaque:
		return armType{c: b.t}
	case a.aggregate():
		return armType{c: a.t}
	case a.wide() || b.wide():
		return armType{w: ctype.UsualForm(formOf(a), formOf(b))}
	}
	ta, tb := a.e.Type(), b.e.Type()
	pa, pb := ta.Kind == ir.Ptr, tb.Kind == ir.Ptr
	switch {
	case pa && pb:
		if t := ctype.Elem(a.t); t == nil || t.Kind() == cc.Void {
			return armType{c: b.t}
		}
		return armType{c: a.t}
	case pa:
		return armType{c: a.t}
	case pb:
		return armType{c: b.t}
	}
	return armType{m: ctype.Usual(ta, tb)}
}

// armType is the type of a conditional expression: a C type, or for arithmetic a machine type or form. The zero value
// is void.
type armType struct {
	c cc.Type
	m ir.Type
	w ctype.Form // set if one of the arms is wide
}

// fit converts the value of an arm to t.
func (t armType) fit(f *fn, v value, n cc.Node) value {
	switch {
	case t.c != nil:
		return f.convert(v, t.c, n)
	case t.w != (ctype.Form{}):
		return wides{f}.toForm(v, t.w, n)
	case t.m != ir.Void:
		return value{e: operations{f}.castTo(t.m, v.e)}
	}
	return value{}
}

// merge joins the arms of ?:, with the values v1 at end1 and v2 at end2, and returns the value of the expression.
func (f conditions) merge(v1 value, end1 *ir.Loc, v2 value, end2 *ir.Loc, n cc.Node) value {
	if v1.isVec() {
		return vectors(f).vecMerge(v1, end1, v2, end2, n)
	}
	t := f.armType(v1, v2)
	join := f.newLoc()
	var r *ir.Var
	var edges [2]*ir.Edge
	f.cur = end1
	w1 := t.fit(f.fn, v1, n)
	if w1.e != nil {
		r = f.temp(w1.e.Type())
		edges[0] = f.emit(&ir.Assign{Dst: r, Src: w1.e})
	}
	var regs []*ir.Var
	for _, e := range w1.parts {
		r := f.temp(e.Type())
		regs = append(regs, r)
		f.emit(&ir.Assign{Dst: r, Src: e})
	}
	f.goTo(join)
	f.cur = end2
	w2 := t.fit(f.fn, v2, n)
	if r != nil {
		edges[1] = f.emit(&ir.Assign{Dst: r, Src: w2.e})
	}
	for i, e := range w2.parts {
		f.emit(&ir.Assign{Dst: regs[i], Src: e})
	}
	f.goTo(join)
	f.cur = join
	if regs != nil {
		w1.parts = nil
		for _, r := range regs {
			w1.parts = append(w1.parts, ir.NewRef(r))
		}
	}
	if r != nil {
		w1.e = ir.NewRef(r)
		f.merged = mergedTemp{r, join, edges}
	}
	return w1
}

// conditionalEffect lowers a ? b : c without its value.
func (f conditions) conditionalEffect(x *cc.ConditionalExpression) {
	pos := f.pos
	t, e, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.pos = f.at(x.Token)
	f.branch(x.LogicalOrExpression, t, e)
	f.pos = pos
	f.cur = t
	if x.ExpressionList != nil {
		f.effect(x.ExpressionList)
	}
	f.goTo(join)
	f.cur = e
	f.effect(x.ConditionalExpression)
	f.goTo(join)
	f.cur = join
}
