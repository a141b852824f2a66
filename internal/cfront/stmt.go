package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Statements (6.8), except labels, jumps and switch, which are in jump.go.

// block lowers { ... }.
func (f *statements) block(n *cc.CompoundStatement) {
	saved := f.decls.scope
	f.decls.scope = ir.Scope{From: f.at(n.Token), To: f.at(n.Token2)}
	end := f.enterBlock()
	nests{f.fn}.declareNested(n.BlockItemList)
	outside := len(f.cleanups)
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		f.blockItem(l.BlockItem)
	}
	f.leave(outside)
	end()
	f.decls.scope = saved
}

// blockItem lowers a declaration or statement of a block.
func (f *statements) blockItem(n *cc.BlockItem) {
	switch n.Case {
	case cc.BlockItemDecl:
		f.pos = f.at(n.Declaration)
		f.decls.declaration(n.Declaration)
	case cc.BlockItemLabel:
	case cc.BlockItemStmt:
		f.statement(n.Statement)
	case cc.BlockItemFuncDef:
		if f.decls.vars[n.Declarator] == nil {
			f.fail(n.Declarator, "a nested function is not supported here")
		}
	}
}

// statement lowers a statement.
func (f *statements) statement(n *cc.Statement) {
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
			defer f.fullExpr()()
			f.effect(e)
		}
	case cc.StatementSelection:
		defer f.enterBlock()()
		f.selection(n.SelectionStatement)
	case cc.StatementIteration:
		defer f.enterBlock()()
		f.iteration(n.IterationStatement)
	case cc.StatementJump:
		f.jump(n.JumpStatement)
	case cc.StatementAsm:
		inlineAsm{f.fn}.asm(n.AsmStatement.Asm)
	}
}

// inner lowers a statement that is part of an if, switch or loop. Such a statement is a block of its own (6.8.4p3,
// 6.8.5p5).
func (f *statements) inner(n *cc.Statement) {
	if n != nil && (n.Case == cc.StatementExpr || n.Case == cc.StatementLabeled) {
		defer f.enterBlock()()
	}
	f.statement(n)
}

// selection lowers if and switch.
func (f *statements) selection(n *cc.SelectionStatement) {
	pos := f.pos
	switch n.Case {
	case cc.SelectionStatementIf, cc.SelectionStatementIfElse:
		t, e, join := f.newLoc(), f.newLoc(), f.newLoc()
		f.condition(n.ExpressionList, t, e)
		f.cur = t
		f.inner(n.Statement)
		f.goTo(join)
		f.cur = e
		if n.Case == cc.SelectionStatementIfElse {
			f.inner(n.Statement2)
		}
		f.pos = pos
		f.goTo(join)
		f.cur = join
	case cc.SelectionStatementSwitch:
		f.switchStmt(n)
	}
}

// loopHead makes the head of a loop: the location before its condition is evaluated.
func (f *statements) loopHead(pos ir.Pos, keyword string) *ir.Loc {
	head := f.newLoc()
	head.Pos = pos
	head.Loop = &ir.Loop{Pos: pos, Keyword: keyword}
	return head
}

// controlled lowers a loop body; break jumps to brk in it, and continue to cont.
func (f *statements) controlled(body *cc.Statement, brk, cont *ir.Loc) {
	b, c, bn, cn := f.brk, f.cont, f.brkClean, f.contClean
	f.brk, f.cont, f.brkClean, f.contClean = brk, cont, len(f.cleanups), len(f.cleanups)
	f.inner(body)
	f.brk, f.cont, f.brkClean, f.contClean = b, c, bn, cn
}

// iteration lowers a loop.
func (f *statements) iteration(n *cc.IterationStatement) {
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
		if c, ok := (conditions{f.fn}).constCond(n.ExpressionList); ok && !c {
			head.Loop = nil // do { ... } while (0) is not a loop
		} else {
			head.Loop.Test = f.at(n.ExpressionList)
		}
		f.goTo(body)
		f.cur = body
		f.controlled(n.Statement, after, head)
		f.pos = pos
		f.goTo(head)
		f.cur = head
		f.condition(n.ExpressionList, body, after)
	case cc.IterationStatementFor:
		if n.ExpressionList != nil {
			end := f.fullExpr()
			f.effect(n.ExpressionList)
			end()
		}
		f.forLoop(pos, n.ExpressionList2, n.ExpressionList3, n.Statement, after)
	case cc.IterationStatementForDecl:
		saved := f.decls.scope
		f.decls.scope = ir.Scope{From: pos, To: f.stmtEnd(n.Statement, saved.To)}
		outside := len(f.cleanups)
		f.decls.declaration(n.Declaration)
		f.forLoop(pos, n.ExpressionList, n.ExpressionList2, n.Statement, after)
		f.decls.scope = saved
		f.cur = after
		f.leave(outside)
		return
	}
	f.cur = after
}

// forLoop lowers a for loop without its initialisation; cond and step may be nil.
func (f *statements) forLoop(pos ir.Pos, cond, step cc.ExpressionNode, body *cc.Statement, after *ir.Loc) {
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
		end := f.fullExpr()
		f.effect(step)
		end()
	}
	f.pos = pos
	f.goTo(head)
}

// condition lowers a controlling expression, with branches to t if it is true and to e if not. A missing expression is
// true.
func (f *statements) condition(n cc.ExpressionNode, t, e *ir.Loc) {
	if n == nil {
		f.goTo(t)
		return
	}
	defer f.fullExpr()()
	conditions{f.fn}.branch(n, t, e)
}

// stmtEnd returns the end of a statement if it is a block, and outer for other statements.
func (f *statements) stmtEnd(n *cc.Statement, outer ir.Pos) ir.Pos {
	if n != nil && n.Case == cc.StatementCompound {
		return f.at(n.CompoundStatement.Token2)
	}
	return outer
}

// stmtExpr lowers GNU's ({ ... }) and returns the value of its last statement; want is set if the value is used.
func (f *statements) stmtExpr(x *cc.PrimaryExpression, want bool) value {
	n := x.CompoundStatement
	saved, pos := f.decls.scope, f.pos
	f.decls.scope = ir.Scope{From: f.at(n.Token), To: f.at(n.Token2)}
	end := f.enterBlock()
	b := f.blk
	nests{f.fn}.declareNested(n.BlockItemList)
	outside := len(f.cleanups)
	var v value
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		item := l.BlockItem
		if want && l.BlockItemList == nil && item.Case == cc.BlockItemStmt {
			if e := lastExpr(f.fn, item.Statement); e != nil {
				f.pos = f.at(e)
				v = f.rvalue(e)
				continue
			}
		}
		f.blockItem(item)
	}
	if len(f.cleanups) > outside || (lifetimes{f.fn}).diesWith(v, b) {
		v = f.keepValue(v)
		f.leave(outside)
	}
	if o := objectAt(v); o != nil {
		f.outlives(o, b)
	}
	end()
	f.decls.scope, f.pos = saved, pos
	return v
}

// lastExpr returns the expression of an expression statement, nil for other statements. It lowers labels before the
// expression.
func lastExpr(f *fn, s *cc.Statement) cc.ExpressionNode {
	for s.Case == cc.StatementLabeled && s.LabeledStatement.Case == cc.LabeledStatementLabel {
		f.pos = f.at(s)
		f.stmts.placeLabel(s.LabeledStatement)
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
