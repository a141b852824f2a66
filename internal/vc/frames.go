package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file has the calls and returns of functions that are encoded on their own (RootOf): it makes the state at the
// entry of the function from the caller's state, and the state after the call from a predicate at the function's exit.

// Track makes the register v a slot of the context c, although v does not belong to the function of c. Callers use it
// as a name for the returned value.
func (pr *predicates) Track(c *Context, v *ir.Var) {
	n := *pr.base(c)
	n.regs = n.regs.Set(pr.E.regKey(c, v), pr.value(Slot{Ctx: c, Var: v, Type: v.Type}))
	pr.bases[c] = &n
}

// Enter returns the state at the entry of a called function that is encoded on its own.
func (pr *predicates) Enter(s *State, call *ir.Edge) *State {
	defer pr.E.saveJournal()()
	e, st := pr.E, call.Stmt.(*ir.Call)
	in := e.RootOf(st.Func)
	n := e.without(s, in)
	n.Ctx = in
	for i, v := range st.Func.Params {
		n = e.withReg(n, v, e.Expr(s, st.Args[i]))
	}
	return pr.entering(n, s, st)
}

// without returns a state without the registers and objects of a context, which belong to another activation of its
// function.
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

// Return returns the state after a call of a function that is encoded on its own. The predicate exit holds at the exit
// of the function; in it, the register result denotes the returned value, if result is not nil. Return returns nil if
// no execution returns.
func (pr *predicates) Return(s *State, call *ir.Edge, exit *term.Term, result *ir.Var) *State {
	defer pr.E.saveJournal()()
	n, at := pr.resumed(s, call, result)
	return pr.E.Assume(n, pr.put(exit, at))
}

// resumed returns the state n after a call, and the state at the exit of the called function. Values that cannot change
// between both are the same terms. All other values are arbitrary.
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
	// Parameters that the called function does not assign still have the values of the arguments.
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

// assigned reports whether a function assigns its register v.
func assigned(f *ir.Func, v *ir.Var) bool {
	for _, ed := range f.Edges {
		if ir.Def(ed.Stmt) == v {
			return true
		}
	}
	return false
}
