package vc

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Slot names a scalar in the states at a point: a register, or a cell of an object whose contents are scalars.
type Slot struct {
	Ctx  *Context   // the activation that has the register or object; nil if it is global
	Var  *ir.Var    // nil for a cell
	Obj  *ir.Object // the object of a cell
	Off  int64      // the offset of a cell in Obj, in bytes
	Type ir.Type    // for a cell that is an integer: the unsigned type
}

// Slots lists the slots that have a value in a state of Arbitrary at point p and that the program may still read. Their
// order is fixed: global registers, the live registers of each activation from the innermost outward, cells.
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

// Slot returns the value of a slot in a state, or a fresh value if the state has none.
func (e *Encoder) Slot(s *State, x Slot) *Value {
	if x.Ctx != nil && x.Ctx != s.Ctx {
		n := *s
		n.Ctx = x.Ctx
		s = &n
	}
	return e.Expr(s, x.Expr(e.Prog.Model))
}

// Expr returns the slot as an expression of the function that runs in its context.
func (x Slot) Expr(m ir.DataModel) ir.Expr {
	if x.Var != nil {
		return ir.NewRef(x.Var)
	}
	addr := ir.NewPtrAdd(&ir.AddrOf{Obj: x.Obj, T: m.Ptr()}, ir.NewConst(m.Diff(), x.Off), 1)
	return &ir.Load{T: x.Type, Addr: addr}
}
