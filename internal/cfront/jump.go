package cfront

import (
	"math/big"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers labels, jumps and switch (6.8.1, 6.8.4.2, 6.8.6).

// label is a label of a function.
type label struct {
	name   string
	loc    *ir.Loc
	placed bool // its statement has been lowered
	pos    ir.Pos
	used   ir.Pos // the last use by a goto or &&
	num    int64  // the number that is its address; 0 if the address is not taken
}

// jump is a computed goto, resolved at the end of the function.
type jump struct {
	from *ir.Loc
	to   ir.Expr
	pos  ir.Pos
}

// switchState has the locations of the case labels of the innermost switch.
type switchState struct {
	cases map[*cc.LabeledStatement]*ir.Loc
}

// statements lowers statements. It owns the labels of the function and the targets of jumps in it.
type statements struct {
	*fn
	labels map[string]*label
	addrs  []*label // labels whose address is taken, in order
	jumps  []jump   // computed gotos, resolved at the end

	brk, cont           *ir.Loc      // the targets of break and continue; nil outside of a loop or switch
	sw                  *switchState // nil outside of a switch
	cleanups            []cleanup    // the cleanups of the variables in scope
	brkClean, contClean int          // the number of cleanups that break and continue do not run
}

// label returns the label called name, which it makes if necessary.
func (f *statements) label(name string) *label {
	l := f.labels[name]
	if l == nil {
		l = &label{name: name, loc: f.newLoc()}
		f.labels[name] = l
	}
	return l
}

// labeled lowers a labelled statement.
func (f *statements) labeled(n *cc.LabeledStatement) {
	switch n.Case {
	case cc.LabeledStatementLabel:
		f.placeLabel(n)
	default:
		if f.sw == nil || f.sw.cases[n] == nil {
			f.fail(n, "case label outside of a switch statement")
		}
		to := f.sw.cases[n]
		f.goTo(to)
		f.cur = to
	}
	f.statement(n.Statement)
}

// placeLabel makes the location of a label the current one.
func (f *statements) placeLabel(n *cc.LabeledStatement) {
	name := n.Token.SrcStr()
	l := f.label(name)
	if l.placed {
		f.fail(n, "label %s is defined twice", name)
	}
	l.placed, l.pos = true, f.at(n)
	f.bypass = true
	f.goTo(l.loc)
	f.cur = l.loc
	l.loc.Pos = l.pos
	if f.l.Cfg.Label != "" && name == f.l.Cfg.Label && !f.u.Model {
		f.violate("unreach-label", name+":", l.pos)
	}
}

// jump lowers a jump statement.
func (f *statements) jump(n *cc.JumpStatement) {
	switch n.Case {
	case cc.JumpStatementGoto:
		if (outerJumps{f.fn}).gotoOuter(n.Token2.SrcStr()) {
			return
		}
		l := f.label(n.Token2.SrcStr())
		l.used = f.at(n)
		if l.placed && l.loc.Loop == nil {
			l.loc.Loop = &ir.Loop{Pos: l.pos, Keyword: "goto"}
		}
		f.goTo(l.loc)
	case cc.JumpStatementGotoExpr:
		if len(f.cleanups) > 0 {
			f.fail(n, "attribute cleanup in a function with goto is not supported")
		}
		v := f.rvalue(n.ExpressionList)
		if v.e == nil || v.e.Type().Kind != ir.Ptr {
			f.fail(n, "goto * needs a pointer")
		}
		f.bypass = true
		f.inBlock(f.cur)
		f.jumps = append(f.jumps, jump{f.cur, v.e, f.pos})
		f.cur = f.newLoc()
	case cc.JumpStatementContinue:
		if f.cont == nil {
			f.fail(n, "continue outside of a loop")
		}
		f.clean(f.contClean)
		f.goTo(f.cont)
	case cc.JumpStatementBreak:
		if f.brk == nil {
			f.fail(n, "break outside of a loop or switch")
		}
		f.clean(f.brkClean)
		f.goTo(f.brk)
	case cc.JumpStatementReturn:
		f.returnStmt(n)
	}
}

// returnStmt lowers a return statement.
func (f *statements) returnStmt(n *cc.JumpStatement) {
	pos := f.pos
	var val ir.Expr
	cleaned := false
	if n.ExpressionList != nil {
		t := f.l.of(f.sym).sig.ResultC
		if t.Kind() == cc.Void {
			f.effect(n.ExpressionList)
		} else {
			v := f.convert(f.rvalue(n.ExpressionList), t, n)
			if len(f.cleanups) > 0 && f.sret == nil {
				v = f.keepValue(v)
				f.clean(0)
				cleaned = true
			}
			switch {
			case f.sret != nil:
				f.pos = pos
				f.store(place{t: t, addr: ir.NewRef(f.sret)}, v, n)
			case v.wide():
				f.pos = pos
				val = wides{f.fn}.leaveResult(v)
			case !v.opaque:
				val = v.e
			}
		}
	}
	if !cleaned {
		f.clean(0)
	}
	f.returns(val, pos)
}

// labelAddr lowers GNU's &&label.
func (f *statements) labelAddr(x *cc.UnaryExpression) value {
	for f.outer != nil {
		f = &f.outer.stmts
	}
	if f.labels == nil {
		f.fail(x, "the address of a label outside of functions")
	}
	l := f.label(x.Token2.SrcStr())
	l.used = f.at(x)
	if l.num == 0 {
		f.addrs = append(f.addrs, l)
		f.l.flow.labelsTaken++
		l.num = f.l.flow.labelsTaken
		f.l.assume(f.fn, ir.Assumed{Text: "addresses of labels are jumped to, and compared with each other, and not looked " +
			"at as numbers"})
	}
	return value{e: ir.NewConst(f.ptr(), l.num), t: x.Type()}
}

// resolveJumps adds edges from computed gotos to the labels whose address is taken. It fails if a used label is not
// defined.
func (f *statements) resolveJumps() {
	for _, name := range sortedKeys(f.labels) {
		if l := f.labels[name]; !l.placed && l.used.IsValid() {
			if f.l.of(f.sym).parent != nil {
				f.l.Fail(l.used, "jumps out of a nested function are not supported")
			}
			f.l.Fail(l.used, "label %s is used but not defined", name)
		}
	}
	for _, j := range f.jumps {
		from := j.from
		for _, l := range f.addrs {
			next := f.newLoc()
			f.blockOf[next] = f.blockOf[j.from]
			cond := ir.NewBinary(ir.Eq, j.to, ir.NewConst(f.ptr(), l.num))
			f.edge(from, l.loc, &ir.Assume{Cond: cond, Mark: ir.True}, j.pos)
			f.edge(from, next, &ir.Assume{Cond: ir.NotExpr(cond), Mark: ir.False}, j.pos)
			if l.loc.Loop == nil {
				l.loc.Loop = &ir.Loop{Pos: l.pos, Keyword: "goto"}
			}
			from = next
		}
		halt := f.newLoc()
		halt.Kind, halt.Pos = ir.Halt, j.pos
		f.edge(from, halt, &ir.Undefined{Kind: "jump to no label"}, j.pos)
	}
	f.jumps = nil
}

// --- switch

// caseRange is one case label.
type caseRange struct {
	lo, hi *big.Int // the same pointer if the label has one number
	loc    *ir.Loc
	pos    ir.Pos
}

// switchStmt lowers a switch statement.
func (f *statements) switchStmt(n *cc.SelectionStatement) {
	pos := f.at(n.Token)
	f.pos = pos
	f.bypass = true
	end := f.fullExpr()
	v := f.promoted(f.rvalue(n.ExpressionList), n)
	if v.opaque {
		v = value{e: f.approx("switch", ir.I64)}
	}
	if v.form.Kind == ctype.BitIntForm {
		v = value{e: asWord(v)}
	}
	if v.wide() && v.form.Kind != ctype.Int128Form || v.form.Complex || !v.wide() && v.e.Type().Kind != ir.Int {
		f.fail(n, "switch needs an integer")
	}
	if v.wide() {
		v = f.keepAll(f.holdValue(v))
	} else if _, ok := v.e.(*ir.Ref); !ok {
		if _, ok := v.e.(*ir.Const); !ok {
			e := v.e
			v.e = f.def(e.Type(), func(t *ir.Var) ir.Stmt { return &ir.Assign{Dst: t, Src: e} })
		}
	}
	f.dropped.notePassed(v) // v counts as used, even if there is no case label
	end()
	saved := f.sw
	f.sw = &switchState{cases: map[*cc.LabeledStatement]*ir.Loc{}}
	var ranges []caseRange
	var deflt *ir.Loc
	for _, ls := range layout.CaseLabels(n.Statement) {
		loc := f.newLoc()
		f.sw.cases[ls] = loc
		if ls.Case == cc.LabeledStatementDefault {
			deflt = loc
			continue
		}
		r := caseRange{loc: loc, pos: f.at(ls)}
		r.lo = f.constInt(ls.ConstantExpression)
		r.hi = r.lo
		if ls.Case == cc.LabeledStatementRange {
			r.hi = f.constInt(ls.ConstantExpression2)
		}
		ranges = append(ranges, r)
	}
	after := f.newLoc()
	for i, r := range ranges {
		cond := f.inCase(v, r)
		next := f.newLoc()
		next.Labels = i < len(ranges)-1
		f.split(cond, r.loc, next, pos)
		f.cur = next
	}
	if deflt == nil {
		deflt = after
	}
	f.goTo(deflt)
	brk, clean := f.brk, f.brkClean
	f.brk, f.brkClean = after, len(f.cleanups)
	f.inner(n.Statement)
	f.brk, f.brkClean = brk, clean
	f.sw = saved
	f.pos = pos
	f.goTo(after)
	f.cur = after
}

// inCase returns the condition that v is in the range of the label r.
func (f *statements) inCase(v value, r caseRange) ir.Expr {
	if v.wide() {
		return wideInts{f.fn}.case128(v, r.lo, r.hi)
	}
	t := v.e.Type()
	lo := ir.NewBits(t, low64(r.lo)&(^uint64(0)>>(64-t.Bits)))
	if r.hi == r.lo {
		return ir.NewBinary(ir.Eq, v.e, lo)
	}
	hi := ir.NewBits(t, low64(r.hi)&(^uint64(0)>>(64-t.Bits)))
	return ir.NewBinary(ir.LAnd, ir.NewBinary(ir.Le, lo, v.e), ir.NewBinary(ir.Le, v.e, hi))
}

// low64 returns b modulo 2^64.
func low64(b *big.Int) uint64 {
	m := new(big.Int).And(b, new(big.Int).SetUint64(^uint64(0)))
	return m.Uint64()
}

// constInt returns the value of an integer constant expression.
func (f *statements) constInt(n cc.ExpressionNode) *big.Int {
	b, ok, err := f.l.Layout.ConstInt(n)
	if err != nil {
		f.fail(n, "%v", err)
	}
	if !ok {
		f.fail(n, "an integer constant is needed here")
	}
	return b
}
