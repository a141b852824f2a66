package cfront

import (
	"strings"

	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// effects holds the registers that an expression may assign.
type effects struct {
	vars  map[*ir.Var]bool
	calls bool // it may assign any global
	all   bool // it may assign any register
}

// add joins o into ef.
func (ef *effects) add(o effects) {
	for v := range o.vars {
		ef.vars[v] = true
	}
	ef.calls = ef.calls || o.calls
	ef.all = ef.all || o.all
}

// effectsOf returns the effects of evaluating the given expressions.
func (f operations) effectsOf(ns ...cc.ExpressionNode) effects {
	e := effects{vars: map[*ir.Var]bool{}}
	for _, n := range ns {
		if n.Pure() {
			continue
		}
		csrc.Walk(n, func(n cc.Node) bool {
			f.effect1(&e, n)
			return !e.all
		})
	}
	return e
}

// effect1 adds the effects of the syntax node n itself, without its children, to e.
func (f operations) effect1(e *effects, n cc.Node) {
	switch x := n.(type) {
	case *cc.AssignmentExpression:
		if x.Case != cc.AssignmentExpressionCond {
			f.assigned(e, x.UnaryExpression)
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
			f.assigned(e, x.UnaryExpression)
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
			f.assigned(e, x.PostfixExpression)
		case cc.PostfixExpressionCall:
			e.calls = true
			if p, ok := csrc.Strip(x.PostfixExpression).(*cc.PrimaryExpression); ok &&
				strings.HasPrefix(p.Token.SrcStr(), "__builtin_") {
				for _, a := range csrc.ArgNodes(x.ArgumentExpressionList) {
					f.assigned(e, a) // va_start, va_arg, va_copy
				}
			}
		}
	case *cc.InitDeclarator:
		if p := f.decls.vars[x.Declarator]; p != nil {
			e.place(p)
		}
	case *cc.AsmStatement, *cc.JumpStatement, *cc.LabeledStatement:
		e.all = true
	}
}

// assigned adds the registers of the lvalue n to e, if it has any.
func (f operations) assigned(e *effects, n cc.ExpressionNode) {
	for f.u.Src.Vectors { // an element of a vector in registers
		i, ok := csrc.Strip(n).(*cc.PostfixExpression)
		if !ok || i.Case != cc.PostfixExpressionIndex {
			break
		}
		base, _, _ := vectors(f).vecSubscript(i)
		if base == nil {
			break
		}
		n = base
	}
	x, ok := csrc.Strip(n).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionIdent {
		if c, ok := csrc.Strip(n).(*cc.ConditionalExpression); ok && c.Case == cc.ConditionalExpressionCond {
			e.all = true
		}
		return
	}
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok {
		return
	}
	if p := f.decls.varOf(d); p != nil {
		e.place(p)
		return
	}
	if s := f.u.Lookup(d); s != nil && !s.IsFunc {
		p := f.l.globals.globalPlace(s)
		e.place(&p)
	}
}

// place adds the registers that p consists of.
func (ef *effects) place(p *place) {
	if p.reg != nil {
		ef.vars[p.reg] = true
	}
	for _, r := range p.parts {
		ef.vars[r] = true
	}
}

// touches reports whether e reads a register that the effects may change.
func (ef effects) touches(e ir.Expr) bool {
	if e == nil {
		return false
	}
	hit := false
	ir.Vars(e, func(v *ir.Var) {
		switch {
		case v.Source == "" && !v.Global: // temporaries are assigned once
		case ef.all, ef.vars[v], ef.calls && v.Global:
			hit = true
		}
	})
	return hit
}

// holdFor returns e. If the effects ef, which come after the evaluation of e, may change its value, holdFor keeps the
// value in a temporary.
func (f operations) holdFor(e ir.Expr, ef effects) ir.Expr {
	if r, ok := e.(*ir.Ref); ok && f.l.outer.bound[r.Var] && !ef.all && !ef.vars[r.Var] {
		return e // gcc reads a local variable late, even if a nested function changes it
	}
	if !ef.touches(e) {
		return e
	}
	return f.hold(e)
}

// holdValueFor is holdFor for all parts of a value.
func (f operations) holdValueFor(v value, ef effects) value {
	v.e = f.holdFor(v.e, ef)
	return v.mapParts(func(e ir.Expr) ir.Expr { return f.holdFor(e, ef) })
}
