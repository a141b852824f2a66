package vc

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Contract, where an Encoder has one, may take a call instead of entering the
// function. It sees the state at the callee's entry and the one after the call, in
// which what the callee may change is arbitrary, and the result with it; what it
// returns is assumed there. Not ok: Advance enters the function.
type Contract func(call *ir.Edge, entry, after *State) (assume *term.Term, ok bool)

// RootOf is the context of a function that runs on its own: what called it is unknown.
// Its returns end in Block.Exits.
func (e *Encoder) RootOf(f *ir.Func) *Context {
	if f == e.Prog.Entry {
		return e.root
	}
	c := e.roots[f]
	if c == nil {
		if e.roots == nil {
			e.roots = map[*ir.Func]*Context{}
		}
		c = &Context{Func: f, id: uint32(1<<31 + f.ID)}
		e.roots[f] = c
	}
	return c
}

// Result is the returned value in a state of Block.Exits; nil if there is none.
func (e *Encoder) Result(s *State) *Value {
	v, _ := s.cur.Get(e.key(varKey{ctx: s.Ctx}))
	return v
}

// CallByContract is the state after a call; ok is false where the contract does not take it.
func (e *Encoder) CallByContract(s *State, ed *ir.Edge) (after *State, ok bool) {
	if e.Contract == nil {
		return nil, false
	}
	call := ed.Stmt.(*ir.Call)
	entry := e.pushed(s, call, e.Enter(s.Ctx, ed))
	after = e.calledAny(s, call.Func)
	if call.Dst != nil {
		v := e.Fresh("result", call.Dst.Type)
		if call.Dst.Type.Kind == ir.Ptr {
			v = e.freshPtr("result", call.Dst.Type, e.pts.Reg(call.Dst))
		}
		after = e.withReg(after, call.Dst, v)
	}
	t, ok := e.Contract(ed, entry, after)
	if !ok {
		return nil, false
	}
	return e.Assume(after, t), true
}

// calledAny is s after any run of f: what f may change is arbitrary.
func (e *Encoder) calledAny(s *State, f *ir.Func) *State {
	eff := e.pts.Of(f)
	if eff.Havoc {
		s = e.havocAll(s)
	}
	for _, v := range eff.GlobalWrites {
		x := e.Fresh(v.Name, v.Type)
		if v.Type.Kind == ir.Ptr {
			x = e.freshPtr(v.Name, v.Type, e.pts.Reg(v))
		}
		s = e.withReg(s, v, x)
	}
	n := *s
	for _, t := range eff.Writes {
		if t.Obj == nil {
			n = *e.forgetLives(s)
			break
		}
	}
	s.mem.Each(func(k uint32, c *content) bool {
		in := e.instances[k]
		if in.target == nil || in.konst || in.target.Kind == flow.FuncCode || !eff.Writes.Has(in.target) {
			return true
		}
		w := e.havocContent(int(k), c)
		if in.target.Obj == nil { // it may have been freed
			w.alive = e.C.And(c.alive, e.C.Fresh("alive", term.BoolSort))
		}
		n.mem = n.mem.Set(k, w)
		return true
	})
	return &n
}
