package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file leads states into functions that are looked at on their own (RootOf), and out of them.

// Track lets a register that is none of its function's be a slot of a context: a returned value.
func (pr *predicates) Track(c *Context, v *ir.Var) {
	n := *pr.base(c)
	n.regs = n.regs.Set(pr.E.regKey(c, v), pr.value(Slot{Ctx: c, Var: v, Type: v.Type}))
	pr.bases[c] = &n
}

// Enter is the state at the entry of a called function, which runs on its own.
func (pr *predicates) Enter(s *State, call *ir.Edge) *State {
	defer pr.E.aside()()
	e, st := pr.E, call.Stmt.(*ir.Call)
	in := e.RootOf(st.Func)
	n := e.without(s, in)
	n.Ctx = in
	for i, v := range st.Func.Params {
		n = e.withReg(n, v, e.Expr(s, st.Args[i]))
	}
	return pr.entering(n, s, st)
}

// without is a state without the registers and objects of a context: those of another activation of its function.
func (cx *contexts) without(s *State, c *Context) *State {
	n := *s
	for _, v := range c.Func.Vars {
		n.regs = n.regs.Delete(cx.regKey(c, v))
	}
	for _, o := range c.Func.Objects {
		n.cur = n.cur.Delete(cx.key(varKey{ctx: c, o: o}))
	}
	return &n
}

// Return is the state behind a call of a function that ran on its own, at whose exit a predicate holds: in it, result
// is the returned value, if not nil. It is nil if that is plainly impossible.
func (pr *predicates) Return(s *State, call *ir.Edge, exit *term.Term, result *ir.Var) *State {
	defer pr.E.aside()()
	n, at := pr.resumed(s, call, result)
	return pr.E.Assume(n, pr.put(exit, at))
}

// resumed is the state behind a call, and that at the callee's exit as far as it has the same values; nothing is known
// of either.
func (pr *predicates) resumed(s *State, call *ir.Edge, result *ir.Var) (n, at *State) {
	e, st := pr.E, call.Stmt.(*ir.Call)
	in := e.RootOf(st.Func)
	n = e.calledAny(s, st.Func)
	var res *Value
	if st.Dst != nil {
		res = e.Fresh("result", st.Dst.Type)
		if st.Dst.Type.Kind == ir.Ptr {
			res = e.objs.freshPtr("result", st.Dst.Type, e.pts.Reg(st.Dst))
		}
	}
	// The exit's registers: parameters that nobody assigned have the values that were passed.
	at = e.without(n, in)
	at.Ctx = in
	for i, v := range st.Func.Params {
		if !assigned(st.Func, v) {
			at = e.withReg(at, v, e.Expr(s, st.Args[i]))
		}
	}
	at = pr.entering(at, s, st)
	if result != nil {
		k := e.regKey(in, result)
		at.regs = at.regs.Delete(k)
		if res != nil {
			at = e.withReg(at, result, res)
		}
	}
	if st.Dst != nil {
		n = e.withReg(n, st.Dst, res)
	}
	return n, at
}

// assigned reports whether a function writes one of its registers.
func assigned(f *ir.Func, v *ir.Var) bool {
	for _, ed := range f.Edges {
		if ir.Def(ed.Stmt) == v {
			return true
		}
	}
	return false
}
