package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// within returns the meet of the numbers of s and t, with the pointers and the memory of s.
func (a *lattice[E]) within(s, t state[E]) state[E] {
	if a.isBottom(t) {
		return t
	}
	s.num = a.dom.Meet(s.num, t.num)
	return s
}

// undo returns the part of s from which the edge e of f, which is not a call, may lead to t.
func (a *backward[E]) undo(s state[E], f *ir.Func, e *ir.Edge, t state[E]) state[E] {
	switch st := e.Stmt.(type) { // sound: memory before other statements is forgotten below
	case *ir.Skip:
		return a.within(s, t)
	case *ir.Assume:
		return a.assume(a.within(s, t), f, st.Cond, true)
	case *ir.Assign:
		return a.unassign(s, t, a.bind.reg(f, st.Dst), st.Dst.Type, a.numExpr(s, f, st.Src))
	case *ir.Math:
		return a.within(s, a.forget(t, a.bind.reg(f, st.Dst)))
	case *ir.Input:
		d := a.bind.reg(f, st.Dst)
		if o := a.bind.byEdge[e]; o != nil {
			return a.within(s, a.forget(a.forget(t, a.bind.in(o)...), d))
		}
		if sym, ok := a.bind.bySite[st.Site]; ok {
			return a.unassign(s, t, d, st.Dst.Type, domain.NewDim(st.Dst.Type, sym))
		}
		return a.within(s, a.forget(t, d))
	case *ir.LoadStmt:
		d := a.bind.reg(f, st.Dst)
		if w, ok := a.one(s, f, st.Addr, st.Dst.Type); ok {
			if c, ok := a.bind.has(w.obj, w.off, st.Dst.Type); ok && a.known(s, c) {
				return a.unassign(s, t, d, st.Dst.Type, domain.NewDim(st.Dst.Type, c))
			}
		}
		return a.within(s, a.forget(t, d))
	case *ir.Store:
		v := st.Val.Type()
		w, ok := a.one(s, f, st.Addr, v)
		if !ok || w.obj.fixed || !numeric(v) {
			break
		}
		c, ok := a.bind.has(w.obj, w.off, v)
		if !ok {
			break
		}
		t = a.forget(t, a.others(w.obj, c)...)
		return a.unassign(s, t, c, v, a.numExpr(s, f, st.Val))
	case *ir.Return:
		if st.Val == nil || !numeric(f.Result) {
			return a.within(s, a.forget(t, a.bind.result(f)))
		}
		return a.unassign(s, t, a.bind.result(f), f.Result, a.numExpr(s, f, st.Val))
	}
	// The contents of memory after the edge do not determine those before it.
	t = a.forgetMemory(t)
	if o := a.bind.byEdge[e]; o != nil {
		t.num = a.forgetExtent(t.num, o)
	}
	if v := ir.Def(e.Stmt); v != nil {
		t = a.forget(t, a.bind.reg(f, v))
	}
	switch e.Stmt.(type) { // sound: other statements may change everything but the inputs
	case *ir.Store, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc:
		return a.within(s, t)
	}
	return a.within(s, a.keepDims(t, a.bind.isSym)) // the statement may change everything but the inputs
}

// others returns the cells of o other than c. They may share bytes or elements with c.
func (a *evaluator[E]) others(o *object, c domain.Dim) []domain.Dim {
	var out []domain.Dim
	for _, d := range a.bind.in(o) {
		if d != c {
			out = append(out, d)
		}
	}
	return out
}

// one returns the only address at which a scalar of type t at addr lies. It returns false if the address has several
// values or the access may be invalid.
func (a *evaluator[E]) one(s state[E], f *ir.Func, addr ir.Expr, t ir.Type) (address, bool) {
	p := a.pointer(s, f, addr)
	if p == nil {
		return address{}, false
	}
	where, valid, ok := p.addresses(int64(t.Size()), 1)
	if !ok || !valid || len(where) != 1 || where[0].obj.fn != nil {
		return address{}, false
	}
	return where[0], true
}

// unassign returns the part of s from which the assignment d = x may lead to t; ty is the type of d.
func (a *backward[E]) unassign(s, t state[E], d domain.Dim, ty ir.Type, x *domain.Expr) state[E] {
	if sub, ok := a.dom.Numeric.(domain.Substituter[E]); ok && numeric(ty) {
		s.num = sub.Substitute(s.num, t.num, d, x)
		return s
	}
	return a.within(s, a.forget(t, d))
}

// undoCall returns the part of s, the state before the call c in f, from which the call may lead to need at the
// callee's entry. It does not require that the state after the call leads to an error. With this requirement the proof
// would not be inductive, since the entry of a callee has one precondition for all callers.
func (a *backward[E]) undoCall(s state[E], f *ir.Func, c *ir.Call, need state[E]) state[E] {
	// The parameters become the arguments; the other registers of the callee do not exist in the caller.
	params := map[domain.Dim]bool{}
	if c.Func != f {
		for _, p := range c.Func.Params {
			params[a.bind.reg(c.Func, p)] = true
		}
	}
	need = a.scoped(a.keepDims(need, func(d domain.Dim) bool { return params[d] || !a.bind.isLocal(d) }))
	if c.Func != f {
		all := s
		for i := len(c.Func.Params) - 1; i >= 0; i-- {
			p := c.Func.Params[i]
			d := a.bind.reg(c.Func, p)
			if i >= len(c.Args) || !numeric(p.Type) {
				need = a.forget(need, d)
				continue
			}
			all.num = a.dom.Forget(all.num, d)
			need = a.unassign(all, need, d, p.Type, a.numExpr(s, f, c.Args[i]))
			if a.isBottom(need) {
				return need
			}
		}
	}
	return a.within(s, need)
}

// undoReturn returns the part of s, the state at the exit of the callee, from which the return to the call c in f may
// lead to the state after.
func (a *backward[E]) undoReturn(s state[E], f *ir.Func, c *ir.Call, after state[E]) state[E] {
	res := a.bind.result(c.Func)
	if c.Dst != nil && numeric(c.Dst.Type) {
		after.num = a.dom.Assign(after.num, res, domain.NewDim(c.Dst.Type, a.bind.reg(f, c.Dst)))
	} else {
		after = a.forget(after, res)
	}
	if c.Dst != nil && c.Dst.Global {
		after = a.forget(after, a.bind.reg(f, c.Dst))
	}
	after = a.scoped(a.keepDims(after, func(d domain.Dim) bool { return !a.bind.isLocal(d) }))
	return a.within(s, after)
}
