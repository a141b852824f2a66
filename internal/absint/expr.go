package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file translates expressions of the program to expressions over dimensions. A value that depends on addresses
// becomes an arbitrary number, unless the pointers of the state determine it.

// numExpr translates e, an expression of f. It caches translations that do not depend on the state.
func (a *evaluator[E]) numExpr(s state[E], f *ir.Func, e ir.Expr) *domain.Expr {
	if x, ok := a.exprs[e]; ok {
		if x != nil {
			return x
		}
		x, _ = a.translate(&s, f, e)
		return x
	}
	x, pure := a.translate(&s, f, e)
	if pure {
		a.exprs[e] = x
	} else {
		a.exprs[e] = nil
	}
	return x
}

// translate translates e, an expression of f, in s; pure is true if the translation is valid in every state.
func (a *evaluator[E]) translate(s *state[E], f *ir.Func, e ir.Expr) (x *domain.Expr, pure bool) {
	switch e := e.(type) { // sound: other expressions have arbitrary values
	case *ir.Const:
		if !numeric(e.T) {
			return domain.NewAny(e.T), true
		}
		return domain.NewBits(e.T, e.Bits), true
	case *ir.Ref:
		if !numeric(e.Var.Type) {
			return domain.NewAny(e.Var.Type), true
		}
		return domain.NewDim(e.Var.Type, a.bind.reg(f, e.Var)), true
	case *ir.Unary:
		x, pure := a.translate(s, f, e.X)
		return domain.NewUnary(e.Op, x), pure
	case *ir.Binary:
		if e.X.Type().Kind == ir.Ptr {
			return a.comparePointers(*s, f, e), false
		}
		x, p := a.translate(s, f, e.X)
		y, q := a.translate(s, f, e.Y)
		if (e.Op == ir.Eq || e.Op == ir.Ne) && a.bind.addressed(e.X.Type()) &&
			(mentionsPointer(e) || a.bind.mayHoldPointer(f, e)) {
			// The integers may have been converted from addresses.
			if c := a.comparePointers(*s, f, e); c.Kind == domain.KConst {
				return c, false
			}
			return domain.NewBinary(e.Op, x, y), false
		}
		return domain.NewBinary(e.Op, x, y), p && q
	case *ir.Overflows:
		x, p := a.translate(s, f, e.X)
		y, q := a.translate(s, f, e.Y)
		return domain.NewOverflows(e.Op, x, y), p && q
	case *ir.Cast:
		if e.X.Type().Kind == ir.Ptr {
			if c, ok := e.X.(*ir.Const); ok && e.T.Kind == ir.Int {
				return domain.NewBits(e.T, ir.EvalCast(e.T, c.T, c.Bits)), true
			}
			if p := a.pointer(*s, f, e.X); p != nil && p.null && len(p.to) == 0 && e.T.Kind == ir.Int {
				return domain.NewConst(e.T, 0), false
			}
			return domain.NewAny(e.T), false
		}
		x, pure := a.translate(s, f, e.X)
		if !numeric(e.T) {
			return domain.NewAny(e.T), pure
		}
		return domain.NewCast(e.T, x), pure
	case *ir.PtrDiff:
		return a.distance(*s, f, e), false
	case *ir.Valid:
		switch no, yes := a.ask(*s, f, e); {
		case !no:
			return domain.NewConst(ir.B, 1), false
		case !yes:
			return domain.NewConst(ir.B, 0), false
		}
		return domain.NewAny(ir.B), false
	}
	return domain.NewAny(e.Type()), true
}

// pointer returns the pointer value of e, an expression of type Ptr or an integer as wide as an address. nil is the
// unknown pointer.
func (a *evaluator[E]) pointer(s state[E], f *ir.Func, e ir.Expr) *pointer {
	switch e := e.(type) { // sound: the result nil may be any pointer
	case *ir.Const:
		if e.Bits == 0 {
			return nullPointer()
		}
	case *ir.Ref:
		return s.pointer(a.bind.reg(f, e.Var))
	case *ir.AddrOf:
		if o := a.bind.byObj[e.Obj]; o != nil { // other objects occur in evidence only
			return pointTo(o)
		}
	case *ir.FuncAddr:
		return pointTo(a.bind.byFunc[e.Func.ID])
	case *ir.PtrAdd:
		p := a.pointer(s, f, e.P)
		if p == nil {
			return nil
		}
		return p.add(a.bounds(s, f, e.Index), e.Scale, uint8(a.bind.prog.Model))
	case *ir.Cast:
		from := e.X.Type()
		switch {
		case e.T.Kind == ir.Ptr && from.Kind == ir.Ptr:
			return a.pointer(s, f, e.X)
		case e.T.Kind == ir.Ptr && a.bind.addressed(from):
			return a.pointer(s, f, e.X).fromNumber()
		case a.bind.addressed(e.T) && (from.Kind == ir.Ptr || a.bind.addressed(from)):
			return a.pointer(s, f, e.X)
		}
	case *ir.Binary:
		if !a.bind.addressed(e.Type()) || e.Op != ir.Add && e.Op != ir.Sub {
			return nil
		}
		w := uint8(a.bind.prog.Model)
		if p := a.pointer(s, f, e.X); p != nil && !p.null {
			if e.Op == ir.Add {
				return p.add(a.bounds(s, f, e.Y), 1, w)
			}
			return p.add(a.bounds(s, f, e.Y), -1, w)
		}
		if e.Op == ir.Add {
			if p := a.pointer(s, f, e.Y); p != nil && !p.null {
				return p.add(a.bounds(s, f, e.X), 1, w)
			}
		}
	}
	return nil
}

// bounds returns the range of e, an expression of f, in s.
func (a *evaluator[E]) bounds(s state[E], f *ir.Func, e ir.Expr) domain.Range {
	return a.dom.Bounds(s.num, a.numExpr(s, f, e))
}

// comparePointers translates a comparison of pointers. The result is a constant if s decides the comparison, a
// comparison of offsets if both pointers are in one object, and otherwise an arbitrary truth value.
func (a *evaluator[E]) comparePointers(s state[E], f *ir.Func, e *ir.Binary) *domain.Expr {
	p, q := a.pointer(s, f, e.X), a.pointer(s, f, e.Y)
	if p == nil || q == nil {
		return domain.NewAny(ir.B)
	}
	switch e.Op { // sound: any truth value
	case ir.Eq, ir.Ne:
		canEq, canNe := p.meets(q)
		if e.Op == ir.Ne {
			canEq, canNe = canNe, canEq
		}
		switch {
		case !canEq:
			return domain.NewConst(ir.B, 0)
		case !canNe:
			return domain.NewConst(ir.B, 1)
		}
		if x, y, ok := a.offsets(s, f, e.X, e.Y, p, q); ok {
			return domain.NewBinary(e.Op, x, y)
		}
	case ir.Lt, ir.Le:
		if x, y, ok := a.offsets(s, f, e.X, e.Y, p, q); ok && a.surelyIn(s, x, p.to[0].obj) && a.surelyIn(s, y, p.to[0].obj) {
			return domain.NewBinary(e.Op, x, y)
		}
		if t, u, ok := sameObject(p, q); ok {
			x := domain.NewRange(ir.I64, domain.WideInt(t.lo), domain.WideInt(t.hi))
			y := domain.NewRange(ir.I64, domain.WideInt(u.lo), domain.WideInt(u.hi))
			return domain.NewBinary(e.Op, x, y)
		}
	}
	return domain.NewAny(ir.B)
}

// sameObject returns the targets of p and q if each has a single target and both lie within the same object.
func sameObject(p, q *pointer) (t, u target, ok bool) {
	if p == nil || q == nil || p.null || q.null || len(p.to) != 1 || len(q.to) != 1 {
		return t, u, false
	}
	t, u = p.to[0], q.to[0]
	return t, u, t.obj == u.obj && t.inside() && u.inside()
}

// distance translates the difference of two pointers. It is arbitrary if the pointers may be in different objects.
func (a *evaluator[E]) distance(s state[E], f *ir.Func, e *ir.PtrDiff) *domain.Expr {
	t := e.Type()
	p, q := a.pointer(s, f, e.P), a.pointer(s, f, e.Q)
	if x, y, ok := a.offsets(s, f, e.P, e.Q, p, q); ok {
		return domain.NewCast(t, domain.NewBinary(ir.Sub, x, y))
	}
	if x, y, ok := sameObject(p, q); ok {
		lo, hi := domain.WideInt(x.lo-y.hi), domain.WideInt(x.hi-y.lo)
		if min, max := domain.Limits(t); !lo.Less(min) && !max.Less(hi) {
			return domain.NewRange(t, lo, hi)
		}
	}
	return domain.NewAny(t)
}

// register returns the dimension of a register if e is the register, perhaps converted by casts that keep an address.
// It returns false for other expressions.
func (a *evaluator[E]) register(f *ir.Func, e ir.Expr) (domain.Dim, bool) {
	for {
		switch x := e.(type) {
		case *ir.Ref:
			return a.bind.reg(f, x.Var), true
		case *ir.Cast:
			from := x.X.Type()
			if !(x.T.Kind == ir.Ptr || a.bind.addressed(x.T)) || !(from.Kind == ir.Ptr || a.bind.addressed(from)) {
				return 0, false
			}
			e = x.X
		default: // sound: no register is known
			return 0, false
		}
	}
}
