package vc

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Contract describes a call by its specification. If it returns ok, Advance does not enter the called function. entry
// is the state at the function's entry. after is the state after the call, in which the result and everything that the
// function may change are arbitrary; Advance assumes the returned term there. If ok is false, Advance enters the
// function.
type Contract func(call *ir.Edge, entry, after *State) (assume *term.Term, ok bool)

// RootOf returns the context of a function that is encoded on its own, with an unknown caller. Its returns end in
// Successors.Exits.
func (cx *contexts) RootOf(f *ir.Func) *Context {
	if f == cx.Prog.Entry {
		return cx.root
	}
	c := cx.roots[f]
	if c == nil {
		if cx.roots == nil {
			cx.roots = map[*ir.Func]*Context{}
		}
		c = &Context{Func: f, id: uint32(1<<31 + f.ID)}
		cx.roots[f] = c
	}
	return c
}

// Result returns the value that the function returns in a state of Successors.Exits; nil if it returns none.
func (tr *transfer) Result(s *State) *Value {
	v, _ := s.cur.Get(tr.ctxs.key(varKey{ctx: s.Ctx}))
	return v
}

// CallByContract returns the state after a call that Contract describes; ok is false if there is no contract for the
// call.
func (tr *transfer) CallByContract(s *State, ed *ir.Edge) (after *State, ok bool) {
	if tr.Contract == nil {
		return nil, false
	}
	call := ed.Stmt.(*ir.Call)
	entry := tr.pushed(s, call, tr.ctxs.Enter(s.Ctx, ed))
	after = tr.calledAny(s, call.Func)
	if call.Dst != nil {
		v := tr.Fresh("result", call.Dst.Type)
		if call.Dst.Type.Kind == ir.Ptr {
			v = tr.objs.freshPtr("result", call.Dst.Type, tr.ctxs.pts.Reg(call.Dst))
		}
		after = tr.ctxs.withReg(after, call.Dst, v)
	}
	t, ok := tr.Contract(ed, entry, after)
	if !ok {
		return nil, false
	}
	return tr.Assume(after, t), true
}

// calledAny returns s after an arbitrary execution of f: everything that f may change is arbitrary.
func (tr *transfer) calledAny(s *State, f *ir.Func) *State {
	eff := tr.ctxs.pts.Of(f)
	if eff.Havoc {
		s = tr.havocAll(s)
	}
	for _, v := range eff.GlobalWrites {
		x := tr.Fresh(v.Name, v.Type)
		if v.Type.Kind == ir.Ptr {
			x = tr.objs.freshPtr(v.Name, v.Type, tr.ctxs.pts.Reg(v))
		}
		s = tr.ctxs.withReg(s, v, x)
	}
	n := *s
	for _, t := range eff.Writes {
		if t.Obj == nil {
			n = *tr.owners.forget(s)
			break
		}
	}
	s.mem.Each(func(k uint32, c *content) bool {
		in := tr.objs.instances[k]
		if in.target == nil || in.konst || in.target.Kind == flow.FuncCode || !eff.Writes.Has(in.target) {
			return true
		}
		w := tr.cells.havocContent(int(k), c)
		if in.target.Obj == nil { // f may have freed it
			w.alive = tr.C.And(c.alive, tr.C.Fresh("alive", term.BoolSort))
		}
		n.mem = n.mem.Set(k, w)
		return true
	})
	return &n
}
