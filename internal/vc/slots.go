package vc

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Slot names a scalar of the states at a point: a register, or a cell of an object that is kept as scalars.
type Slot struct {
	Ctx  *Context // whose register or object it is; nil: global
	Var  *ir.Var
	Obj  *ir.Object // where Var is nil: the bytes at Off of it
	Off  int64
	Type ir.Type // of a cell: integers without sign
}

// Slots lists the slots to which Arbitrary gives a value at a point and that the program may still read. They are in a
// fixed order: global registers, live registers of the activations from the innermost on, cells.
func (e *Encoder) Slots(p Point) []Slot {
	var out []Slot
	for _, v := range e.Prog.Globals {
		if e.Live(p.Ctx.Func).At(p.Loc, v) {
			out = append(out, Slot{Var: v, Type: v.Type})
		}
	}
	for c, l := p.Ctx, p.Loc; ; c, l = c.Parent, c.Call.To {
		live := e.Live(c.Func)
		for _, v := range c.Func.Vars {
			if live.At(l, v) {
				out = append(out, Slot{Ctx: c, Var: v, Type: v.Type})
			}
		}
		if c.Parent == nil {
			break
		}
	}
	for _, t := range e.pts.Targets {
		id, ok := e.objs.static[t]
		if !ok || t.Kind == flow.GlobalObj && t.Obj.Const {
			continue
		}
		var c *Context
		if t.Kind == flow.LocalObj {
			if c = activation(p.Ctx, t.Obj.Func); c == nil {
				continue
			}
		}
		if sh := e.objs.instances[id].shape; sh.stride == 0 {
			for _, f := range sh.fields {
				out = append(out, Slot{Ctx: c, Obj: t.Obj, Off: f.off, Type: f.t})
			}
		}
	}
	return out
}

// Slot returns the value of a slot in a state; a fresh one where the state has none.
func (e *Encoder) Slot(s *State, x Slot) *Value {
	if x.Ctx != nil && x.Ctx != s.Ctx {
		n := *s
		n.Ctx = x.Ctx
		s = &n
	}
	return e.Expr(s, x.Expr(e.Prog.Model))
}

// Expr returns the slot as an expression of the function that its context runs.
func (x Slot) Expr(m ir.DataModel) ir.Expr {
	if x.Var != nil {
		return ir.NewRef(x.Var)
	}
	addr := ir.NewPtrAdd(&ir.AddrOf{Obj: x.Obj, T: m.Ptr()}, ir.NewConst(m.Diff(), x.Off), 1)
	return &ir.Load{T: x.Type, Addr: addr}
}
