package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// A program may define abs, labs or llabs, although C forbids that (7.1.3). gcc computes these functions itself even
// without optimisation, unless -fno-builtin is given. The lowered call goes to the program's definition, and the
// analysis ends if the result differs from gcc's.

// ownAbs reports whether gcc computes calls of s, a function of the program, itself: s has the name and the type of
// abs, labs or llabs.
func ownAbs(s *link.Symbol) bool {
	kinds := map[string]cc.Kind{"abs": cc.Int, "labs": cc.Long, "llabs": cc.LongLong}
	ft, ok := s.Type.(*cc.FunctionType)
	if !ok || s.Static || ft.IsVariadic() {
		return false
	}
	ps, k := layout.Params(ft), kinds[s.Name]
	return k != cc.InvalidKind && len(ps) == 1 && ps[0].Kind() == k && ft.Result().Kind() == k
}

// callOwnAbs calls s, for which ownAbs holds, and compares the result with gcc's.
func (f *calls) callOwnAbs(c *call, s *link.Symbol) value {
	f.evalArgs(c)
	if len(c.vals) != 1 || !onlyComputes(s.Body) {
		return f.refuse(c, "gcc has its own "+s.Name+", which the program defines otherwise; give the function another name")
	}
	c.want = true
	x := f.hold(c.vals[0].e)
	c.vals[0].e = x
	v := f.callDirect(c, s)
	v.e = f.hold(v.e)
	neg := ir.NewBinary(ir.Lt, x, ir.NewConst(x.Type(), 0))
	eq := ir.NewBinary(ir.LOr, ir.NewBinary(ir.LAnd, neg, ir.NewBinary(ir.Eq, v.e, ir.NewUnary(ir.Neg, x))),
		ir.NewBinary(ir.LAnd, ir.NotExpr(neg), ir.NewBinary(ir.Eq, v.e, x)))
	same, differ := f.newLoc(), f.newLoc()
	f.edge(f.cur, same, &ir.Assume{Cond: eq, Guard: ir.OtherGuard}, c.pos)
	f.edge(f.cur, differ, &ir.Assume{Cond: ir.NotExpr(eq), Guard: ir.OtherGuard}, c.pos)
	f.cur = differ
	f.violate(ir.NoModel, s.Name+": gcc has its own, which the program defines otherwise; give the function another name",
		c.pos)
	f.cur = same
	return v
}

// onlyComputes reports whether a function only computes a value: it has no calls, loops, labels or asm, and writes only
// its own variables.
func onlyComputes(def *cc.FunctionDefinition) bool {
	only := true
	own := func(n cc.ExpressionNode) {
		x, ok := csrc.Strip(n).(*cc.PrimaryExpression)
		if ok && x.Case == cc.PrimaryExpressionIdent {
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok && (d.IsParam() || d.Linkage() == cc.None && !d.IsStatic()) {
				return
			}
		}
		only = false
	}
	csrc.Walk(def.CompoundStatement, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.AssignmentExpression:
			if x.Case != cc.AssignmentExpressionCond {
				own(x.UnaryExpression)
			}
		case *cc.UnaryExpression:
			if x.Case == cc.UnaryExpressionInc || x.Case == cc.UnaryExpressionDec {
				own(x.UnaryExpression)
			}
		case *cc.PostfixExpression:
			switch x.Case {
			case cc.PostfixExpressionInc, cc.PostfixExpressionDec:
				own(x.PostfixExpression)
			case cc.PostfixExpressionCall:
				only = false
			}
		case *cc.IterationStatement, *cc.AsmStatement, *cc.LabeledStatement:
			only = false
		case *cc.JumpStatement:
			only = only && x.Case == cc.JumpStatementReturn
		}
		return only
	})
	return only
}
