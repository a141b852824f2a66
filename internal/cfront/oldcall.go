package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/cfront/layout"
	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Calls by name where the declarations that are visible at the call have no prototype, or another type than the
// definition (6.5.2.2p6, p9). The caller promotes its arguments, and passes them where the calling convention puts
// them, and the callee reads its parameters there: ptrabi.go.

// see sets c.ft and c.old by the declarations of the called function that are visible at the call.
func (f *calls) see(c *call) {
	if c.n == nil || f.u.Model {
		return
	}
	callee := c.n.PostfixExpression
	if x := calledName(callee); x != nil {
		if d, ok := x.ResolvedTo().(*cc.Declarator); ok && d.Position().Filename == "<builtin>" {
			return // gcc knows the function, even if it is not declared
		}
		if ft, proto := seenType(x.LexicalScope(), x.Token.SrcStr(), x.Token.Seq()); ft != nil {
			c.ft, c.old = ft, !proto
			return
		}
	}
	if ft := functionOf(callee.Type()); ft != nil {
		c.ft, c.old = ft, !layout.HasProto(ft)
	}
}

// calledName returns the identifier in f, *f and &f, or nil if e has another form.
func calledName(e cc.ExpressionNode) *cc.PrimaryExpression {
	for {
		switch x := csrc.Strip(e).(type) {
		case *cc.PrimaryExpression:
			if x.Case == cc.PrimaryExpressionIdent {
				return x
			}
			return nil
		case *cc.UnaryExpression:
			if x.Case != cc.UnaryExpressionDeref && x.Case != cc.UnaryExpressionAddrof {
				return nil
			}
			e = x.CastExpression
		default:
			return nil
		}
	}
}

// seenType returns the type of the function name in scope s, as it is declared before the token with the number seq;
// nil if it is not declared there. Declarations of a function with and without a prototype are composed (6.2.7p3), so
// proto is set if one of them has a prototype.
func seenType(s *cc.Scope, name string, seq int) (ft *cc.FunctionType, proto bool) {
	for ; s != nil; s = s.Parent {
		for _, n := range s.Nodes[name] {
			d, ok := n.(*cc.Declarator)
			if !ok || d.IsSynthetic() || d.Visible() > seq {
				continue
			}
			t, ok := d.Type().(*cc.FunctionType)
			if !ok {
				return ft, proto
			}
			if layout.HasProto(t) && !listsNames(d) {
				return t, true
			}
			if ft == nil {
				ft = t
			}
		}
	}
	return ft, false
}

// promotes reports whether s is an old-style definition, whose parameters have their promoted types at calls. A
// prototype that is visible at the definition gives them their own types.
func promotes(s *link.Symbol) bool {
	if s.Body == nil || !oldStyle(s.Body) {
		return false
	}
	_, proto := seenType(s.Unit.AST.Scope, s.Decl.Name(), s.Decl.Visible())
	return !proto
}

// differs reports whether the call may pass its arguments otherwise than s, a function with a body, reads them.
func (f *calls) differs(c *call, s *link.Symbol) bool {
	return c.old || c.ft != s.Type && !f.l.Compatible(c.ft, s.Type) || f.u != s.Unit && promotes(s)
}

// callDiffering lowers a call for which differs holds.
func (f *calls) callDiffering(c *call, s *link.Symbol) value {
	const why = "the call passes its arguments, or takes its result, otherwise than the definition (undefined in C); " +
		"declare the function with its parameters before the call, as at "
	if ownAbs(s) {
		return f.refuse(c, "gcc has its own "+s.Name+", which the program defines otherwise; give the function another name")
	}
	f.evalArgs(c)
	g := f.l.funcOf(s)
	sig := f.l.of(s).sig
	pc := &ptrCall{f: f.fn, c: c}
	seen := c.ft.Result()
	scalar := c.want && seen.Kind() != cc.Void && !ctype.IsAggregate(seen) && !ctype.IsOpaque(seen) && !f.l.IsWide(seen)
	if ctype.IsAggregate(seen) != sig.SRet {
		return f.refuse(c, why+s.Pos.String())
	}
	for i, v := range c.vals { // a value that is not read must still be evaluated
		if v.e != nil && ir.MayGuard(v.e) {
			c.vals[i].e = f.keep(v.e)
		}
	}
	if scalar {
		pc.dst = f.temp(f.scalar(seen, c.n))
	}
	if pc.callable(s) {
		return f.callDirect(c, s)
	}
	if _, ok := pc.adapt(s, true); !ok {
		return f.refuse(c, why+s.Pos.String())
	}
	f.l.Warn(c.pos, "%s is called without a prototype that fits its definition at %s: as the machine does it", s.Name,
		s.Pos)
	pc.callOther(s, g)
	if !scalar {
		return f.zero(seen, c)
	}
	return value{e: ir.NewRef(pc.dst), t: seen}
}

// passOld changes the arguments of a call of a library function without a prototype into the values that the function
// reads. It returns false if a register holds none of them.
func (f *calls) passOld(c *call, e library.Entry) bool {
	var want []cc.Type
	if t, ok := prologueType(f.u, "__builtin_"+c.name).(*cc.FunctionType); ok {
		want = layout.Params(t)
	}
	pc := &ptrCall{f: f.fn, c: c}
	if e.Object() || e.Sig == "" {
		return true
	}
	for i := 0; i+1 < len(e.Sig) && e.Sig[i+1] != '.' && i < len(c.vals); i++ {
		t := c.args[i].Type()
		if typeClass(t) != e.Sig[i+1] && !(e.Sig[i+1] == 'p' && pc.null(c.vals[i])) {
			return false
		}
		v := c.vals[i]
		if v.e == nil || v.aggregate() {
			if i < len(want) && !f.l.Compatible(t.Decay(), want[i]) {
				return false
			}
			continue
		}
		switch from := v.e.Type(); {
		case from.Kind == ir.Float:
			if i >= len(want) || want[i].Kind() != cc.Double {
				return false
			}
		case from.Kind == ir.Int && from.Bits < 64:
			size := f.model().Size()
			if i < len(want) {
				it, ok := f.l.Machine(want[i], c.pos)
				if !ok {
					return false
				}
				size = it
			}
			if size.Kind != ir.Ptr && size.Bits > from.Bits {
				c.vals[i] = pc.as(v, f.u.AST.Int, size)
			}
		}
	}
	return true
}

// null reports whether v is a constant 0 in a register that a pointer fits in.
func (pc *ptrCall) null(v value) bool {
	return v.e != nil && fillsRegister(v.e) && v.e.(*ir.Const).Bits == 0
}

// fillsRegister reports whether a number in a register fills all bits of it: gcc loads a constant that is not negative
// with zeros above it.
func fillsRegister(e ir.Expr) bool {
	k, ok := e.(*ir.Const)
	return ok && k.T.Kind == ir.Int && k.Bits < 1<<(min(k.T.Bits, 32)-1)
}

// isTruth reports whether a number is 0 or 1, by its form.
func isTruth(e ir.Expr) bool {
	if x, ok := e.(*ir.Cast); ok {
		e = x.X
	}
	k, ok := e.(*ir.Const)
	return e.Type() == ir.B || ok && k.Bits <= 1 && k.T.Kind == ir.Int
}
