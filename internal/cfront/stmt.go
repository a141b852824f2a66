package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Statements (6.8) but labels, jumps and switch, which are in jump.go.

// block lowers { ... }.
func (f *fn) block(n *cc.CompoundStatement) {
	saved := f.scope
	f.scope = ir.Scope{From: f.at(n.Token), To: f.at(n.Token2)}
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		f.blockItem(l.BlockItem)
	}
	f.scope = saved
}

func (f *fn) blockItem(n *cc.BlockItem) {
	switch n.Case {
	case cc.BlockItemDecl:
		f.pos = f.at(n.Declaration)
		f.declaration(n.Declaration)
	case cc.BlockItemLabel:
	case cc.BlockItemStmt:
		f.statement(n.Statement)
	case cc.BlockItemFuncDef:
		f.fail(n.Declarator, "nested functions are not supported")
	}
}

func (f *fn) statement(n *cc.Statement) {
	if n == nil {
		return
	}
	f.pos = f.at(n)
	switch n.Case {
	case cc.StatementLabeled:
		f.labeled(n.LabeledStatement)
	case cc.StatementCompound:
		f.block(n.CompoundStatement)
	case cc.StatementExpr:
		if e := n.ExpressionStatement.ExpressionList; e != nil {
			f.effect(e)
		}
	case cc.StatementSelection:
		f.selection(n.SelectionStatement)
	case cc.StatementIteration:
		f.iteration(n.IterationStatement)
	case cc.StatementJump:
		f.jump(n.JumpStatement)
	case cc.StatementAsm:
		f.asm(n.AsmStatement.Asm)
	}
}

func (f *fn) selection(n *cc.SelectionStatement) {
	pos := f.pos
	switch n.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		t, e, join := f.newLoc(), f.newLoc(), f.newLoc()
		f.branch(n.ExpressionList, t, e)
		f.cur = t
		f.statement(n.Statement)
		f.goTo(join)
		f.cur = e
		if n.Case == cc.SelectionStatementIfElse {
			f.statement(n.Statement2)
		}
		f.pos = pos
		f.goTo(join)
		f.cur = join
	case cc.SelectionStatementSwitch:
		f.switchStmt(n)
	}
}

// loopHead begins a loop: the location just before its condition is evaluated.
func (f *fn) loopHead(pos ir.Pos, keyword string) *ir.Loc {
	head := f.newLoc()
	head.Pos = pos
	head.Loop = &ir.Loop{Pos: pos, Keyword: keyword}
	return head
}

// controlled lowers a loop body with its break and continue targets.
func (f *fn) controlled(body *cc.Statement, brk, cont *ir.Loc) {
	b, c := f.brk, f.cont
	f.brk, f.cont = brk, cont
	f.statement(body)
	f.brk, f.cont = b, c
}

func (f *fn) iteration(n *cc.IterationStatement) {
	pos := f.at(n.Token)
	f.pos = pos
	after := f.newLoc()
	switch n.Case {
	case cc.IterationStatementWhile:
		head, body := f.loopHead(pos, "while"), f.newLoc()
		f.goTo(head)
		f.cur = head
		f.condition(n.ExpressionList, body, after)
		f.cur = body
		f.controlled(n.Statement, after, head)
		f.pos = pos
		f.goTo(head)
	case cc.IterationStatementDo:
		body, head := f.newLoc(), f.loopHead(pos, "do")
		f.goTo(body)
		f.cur = body
		f.controlled(n.Statement, after, head)
		f.pos = pos
		f.goTo(head)
		f.cur = head
		f.condition(n.ExpressionList, body, after)
	case cc.IterationStatementFor:
		if n.ExpressionList != nil {
			f.effect(n.ExpressionList)
		}
		f.forLoop(pos, n.ExpressionList2, n.ExpressionList3, n.Statement, after)
	case cc.IterationStatementForDecl:
		saved := f.scope
		f.scope = ir.Scope{From: pos, To: f.stmtEnd(n.Statement, saved.To)}
		f.declaration(n.Declaration)
		f.forLoop(pos, n.ExpressionList, n.ExpressionList2, n.Statement, after)
		f.scope = saved
	}
	f.cur = after
}

func (f *fn) forLoop(pos ir.Pos, cond, step cc.ExpressionNode, body *cc.Statement, after *ir.Loc) {
	f.pos = pos
	head, start, cont := f.loopHead(pos, "for"), f.newLoc(), f.newLoc()
	f.goTo(head)
	f.cur = head
	f.condition(cond, start, after)
	f.cur = start
	f.controlled(body, after, cont)
	f.pos = pos
	f.goTo(cont)
	f.cur = cont
	if step != nil {
		f.pos = f.at(step)
		f.effect(step)
	}
	f.pos = pos
	f.goTo(head)
}

// condition is the controlling expression of a loop; none means true.
func (f *fn) condition(n cc.ExpressionNode, t, e *ir.Loc) {
	if n == nil {
		f.goTo(t)
		return
	}
	f.branch(n, t, e)
}

// stmtEnd is where a statement ends, as far as that is easily told.
func (f *fn) stmtEnd(n *cc.Statement, outer ir.Pos) ir.Pos {
	if n != nil && n.Case == cc.StatementCompound {
		return f.at(n.CompoundStatement.Token2)
	}
	return outer
}

// stmtExpr is GNU's ({ ... }): its value is that of the last statement.
func (f *fn) stmtExpr(x *cc.PrimaryExpression, want bool) value {
	n := x.CompoundStatement
	saved, pos := f.scope, f.pos
	f.scope = ir.Scope{From: f.at(n.Token), To: f.at(n.Token2)}
	var v value
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		item := l.BlockItem
		if want && l.BlockItemList == nil && item.Case == cc.BlockItemStmt {
			if e := lastExpr(f, item.Statement); e != nil {
				f.pos = f.at(e)
				v = f.rvalue(e)
				continue
			}
		}
		f.blockItem(item)
	}
	f.scope, f.pos = saved, pos
	return v
}

// lastExpr is the expression of an expression statement, also behind labels.
func lastExpr(f *fn, s *cc.Statement) cc.ExpressionNode {
	for s.Case == cc.StatementLabeled && s.LabeledStatement.Case == cc.LabeledStatementLabel {
		f.pos = f.at(s)
		f.placeLabel(s.LabeledStatement)
		s = s.LabeledStatement.Statement
		if s == nil {
			return nil
		}
	}
	if s.Case == cc.StatementExpr && s.ExpressionStatement.ExpressionList != nil {
		return s.ExpressionStatement.ExpressionList
	}
	return nil
}

// asm is over-approximated: outputs become arbitrary, and all memory if it is
// clobbered.
func (f *fn) asm(n *cc.Asm) {
	text := n.Token3.SrcStr()
	var outs []cc.ExpressionNode
	clobbersMemory := false
	section := 0
	for l := n.AsmArgList; l != nil; l = l.AsmArgList {
		for e := l.AsmExpressionList; e != nil; e = e.AsmExpressionList {
			if section == 0 {
				if e.AssignmentExpression != nil {
					outs = append(outs, e.AssignmentExpression)
				}
			}
			if section >= 2 {
				clobbersMemory = clobbersMemory || cc.NodeSource(e) != "" && containsMemory(cc.NodeSource(e))
			}
		}
		section++
	}
	if len(outs) == 0 && (text == `""` || !clobbersMemory) {
		if text != `""` {
			f.l.warn(f.at(n), "asm statement is ignored: it has no outputs")
		}
		return
	}
	f.l.warn(f.at(n), "asm statement is over-approximated")
	if clobbersMemory && text != `""` {
		f.emit(&ir.HavocAll{Why: "asm"})
	}
	for _, o := range outs {
		f.asmOutput(o)
	}
}

func containsMemory(s string) bool {
	for i := 0; i+6 <= len(s); i++ {
		if s[i:i+6] == "memory" {
			return true
		}
	}
	return false
}

// asmOutput makes the operand of "=r"(x) arbitrary. cc parses a constraint
// and its operand as a call of a string.
func (f *fn) asmOutput(n cc.ExpressionNode) {
	c, ok := strip(n).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall || c.ArgumentExpressionList == nil {
		f.fail(n, "asm operand is not supported")
	}
	e := c.ArgumentExpressionList.AssignmentExpression
	p := f.lvalue(e)
	if p.opaque || isAggregate(p.t) {
		if p.addr != nil {
			f.havocBytes(p.addr, f.l.size(p.t, f.at(e)), "asm")
		}
		return
	}
	f.store(p, value{e: f.approx("asm", f.scalar(p.t, e)), t: p.t}, e)
}
