package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// __builtin_object_size and __builtin_dynamic_object_size. gcc computes the size, at any level of optimisation, for a
// variable or string literal that the argument names with constant subscripts (found by experiment). For other pointers
// gcc without -O returns "unknown": the largest size_t, or 0 if the call asks for a lower bound. With -O gcc finds more
// sizes, depending on its version, so the result is then any value.

// sized is a location in an object of known size. All numbers are in bytes.
type sized struct {
	total int64 // size of the object
	off   int64 // offset in the object
	sub   int64 // bytes from off to the end of the innermost member or array; -1: not known
}

// objectSize lowers a call of the builtin. The call does not evaluate its argument.
func (f builtins) objectSize(c *call, name string) value {
	st := f.model().Size()
	if len(c.args) != 2 {
		f.fail(c.n, "%s needs two arguments", name)
	}
	mode := f.stmts.constInt(c.args[1]).Int64()
	if mode < 0 || mode > 3 {
		f.fail(c.n, "the second argument of %s must be 0, 1, 2 or 3", name)
	}
	s, known := f.sizedPointer(c.args[0])
	k := s.sub
	if mode&1 == 0 {
		if k = s.total - s.off; s.off < 0 {
			k = 0
		}
		k = max(k, 0)
	}
	switch {
	case known && k >= 0:
	case !known && !f.u.Src.Optimize && (mode&1 == 0 || namesPointer(c.args[0])):
		k = 0
		if mode < 2 {
			k = -1
		}
	default:
		return value{e: f.approx(name, st)}
	}
	return value{e: ir.NewConst(st, k)}
}

// namesPointer reports whether an expression is an identifier. For other expressions gcc may know a size even without
// -O: the size of a member to which a pointer leads.
func namesPointer(n cc.ExpressionNode) bool {
	p, ok := csrc.Strip(n).(*cc.PrimaryExpression)
	return ok && p.Case == cc.PrimaryExpressionIdent
}

// sizedPointer returns the location to which the pointer n points, and whether gcc knows the size of its object.
func (f builtins) sizedPointer(n cc.ExpressionNode) (sized, bool) {
	n = csrc.Strip(n)
	switch x := n.(type) {
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionAddrof {
			return f.sizedPlace(x.CastExpression)
		}
	case *cc.CastExpression:
		if x.Case == cc.CastExpressionCast && ctype.Elem(x.TypeName.Type()) != nil {
			return f.sizedPointer(x.CastExpression)
		}
	case *cc.ConditionalExpression:
		if c, ok := (conditions(f)).constCond(x.LogicalOrExpression); ok && x.ExpressionList != nil {
			if c {
				return f.sizedPointer(x.ExpressionList)
			}
			return f.sizedPointer(x.ConditionalExpression)
		}
	case *cc.AdditiveExpression:
		p, i := cc.ExpressionNode(x.AdditiveExpression), cc.ExpressionNode(x.MultiplicativeExpression)
		s, ok := f.sizedPointer(p)
		if !ok && x.Case == cc.AdditiveExpressionAdd {
			p, i = i, p
			s, ok = f.sizedPointer(p)
		}
		k, constant, err := f.l.Layout.ConstInt(i)
		e := ctype.Elem(f.typeOf(p).Decay())
		if !ok || !constant || err != nil || !k.IsInt64() || e == nil || e.IsIncomplete() {
			return sized{}, false
		}
		d := k.Int64() * f.l.Size(e, f.pos)
		if x.Case == cc.AdditiveExpressionSub {
			d = -d
		}
		if d != 0 {
			s.off += d
			s.sub = -1
		}
		return s, true
	}
	if csrc.IsLvalue(n) && f.typeOf(n).Kind() == cc.Array {
		return f.sizedPlace(n)
	}
	return sized{}, false
}

// sizedPlace returns the location of the lvalue n, and whether gcc knows the size of its object.
func (f builtins) sizedPlace(n cc.ExpressionNode) (sized, bool) {
	switch x := csrc.Strip(n).(type) {
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionString, cc.PrimaryExpressionLString:
			size := f.l.Size(csrc.Undecay(x.Type()), f.pos)
			return sized{size, 0, size}, true
		case cc.PrimaryExpressionIdent:
			d, ok := x.ResolvedTo().(*cc.Declarator)
			t := f.typeOf(x)
			if a, is := t.(*cc.ArrayType); !ok || t.Kind() == cc.Function || t.IsIncomplete() || is && f.decls.isVLA(a) {
				return sized{}, false
			}
			size := f.l.Size(t, f.pos)
			if p := f.decls.varOf(d); p == nil {
				if s := f.u.Lookup(d); s != nil && !s.IsFunc {
					if o := f.l.globals.objectOf(f.l.globals.globalPlace(s)); o != nil {
						size = o.Size // includes the initialised elements of a flexible array
					}
				}
			}
			return sized{size, 0, size}, true
		}
	case *cc.PostfixExpression:
		switch x.Case {
		case cc.PostfixExpressionSelect:
			s, ok := f.sizedPlace(x.PostfixExpression)
			if !ok || x.Field() == nil || x.Field().IsBitfield() {
				return sized{}, false
			}
			loc, err := f.l.Layout.Field(f.typeOf(x.PostfixExpression), x.Field())
			if err != nil {
				return sized{}, false
			}
			s.off += loc.Off
			if s.sub = s.total - s.off; !x.Field().Type().IsIncomplete() {
				s.sub = f.l.Size(x.Field().Type(), f.pos)
			}
			return s, true
		case cc.PostfixExpressionIndex:
			a, is := f.typeOf(x.PostfixExpression).(*cc.ArrayType)
			k, constant, err := f.l.Layout.ConstInt(x.ExpressionList)
			if !is || !csrc.IsLvalue(x.PostfixExpression) || !constant || err != nil || !k.IsInt64() {
				return sized{}, false
			}
			s, ok := f.sizedPlace(x.PostfixExpression)
			if !ok {
				return sized{}, false
			}
			d := k.Int64() * f.l.Size(a.Elem(), f.pos)
			s.off += d
			if !a.IsIncomplete() {
				s.sub = f.l.Size(a, f.pos)
			}
			if s.sub -= d; s.sub < 0 || d < 0 {
				s.sub = 0
			}
			return s, true
		}
	case *cc.UnaryExpression:
		if x.Case == cc.UnaryExpressionDeref {
			return f.sizedPointer(x.CastExpression)
		}
	}
	return sized{}, false
}
