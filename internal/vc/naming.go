package vc

import (
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file records which constant is the value of which slot at each point of a path. Most edges change few slots, so
// only changes are recorded: a constant is the value of a slot from one point on, until another constant replaces it.

// naming maps the constants of a path to slots.
type naming struct {
	of     map[*term.Term][]lifetime // the slots of each constant
	now    map[Slot][]*term.Term     // the constants of each slot at the last point: two for a pointer, else one
	points int                       // the number of points seen so far
}

// lifetime is a range of points, from...to-1, at which a constant is the value of a slot. canon is the slot's canonical
// constant.
type lifetime struct {
	slot     Slot
	canon    *term.Term
	from, to int
}

// newNaming returns a naming without points.
func newNaming() naming {
	return naming{of: map[*term.Term][]lifetime{}, now: map[Slot][]*term.Term{}}
}

// free reports whether the constant is at present not the value of a slot other than x.
func (n *naming) free(v *term.Term, x Slot) bool {
	return !slices.ContainsFunc(n.of[v], func(s lifetime) bool { return s.to == math.MaxInt && s.slot != x })
}

// put makes the constants vs the value of a slot from a point on, instead of the slot's present constants. canon has
// the slot's canonical constants, in the order of vs.
func (n *naming) put(at int, x Slot, vs, canon []*term.Term) {
	if old, is := n.now[x]; is && slices.Equal(old, vs) {
		return
	}
	for _, v := range n.now[x] {
		for k, s := range n.of[v] {
			if s.slot == x && s.to == math.MaxInt {
				n.of[v][k].to = at
			}
		}
	}
	for k, v := range vs {
		n.of[v] = append(n.of[v], lifetime{x, canon[k], at, math.MaxInt})
	}
	n.now[x] = vs
}

// nameAt returns the canonical constant of the slot whose value at point i is the constant v. It returns nil if there
// is no such slot among the slots that the program may still read.
func (pr *predicates) nameAt(t *ssa, i int, v *term.Term) *term.Term {
	for _, s := range slices.Backward(t.names.of[v]) {
		if s.from <= i && i < s.to && pr.isLive(t.Points[i], s.slot) {
			return s.canon
		}
	}
	return nil
}

// namesAt returns the canonical constants at point i of the given constants. A constant without one is left out.
func (pr *predicates) namesAt(t *ssa, i int, of map[*term.Term]int) map[*term.Term]*term.Term {
	out := map[*term.Term]*term.Term{}
	for v := range of {
		if n := pr.nameAt(t, i, v); n != nil {
			out[v] = n
		}
	}
	return out
}

// named returns the term x with the constants of point i replaced by their canonical constants.
func (pr *predicates) named(t *ssa, i int, x *term.Term) *term.Term {
	by := map[*term.Term]*term.Term{}
	for _, v := range term.FreeVars(x) {
		if n := pr.nameAt(t, i, v); n != nil {
			by[v] = n
		}
	}
	return pr.E.C.Subst(x, by)
}

// isLive reports whether x is a slot of a point: a register that the program may still read, or a cell of an object in
// an activation of the point's call string.
func (pr *predicates) isLive(at Point, x Slot) bool {
	switch {
	case x.Var == nil:
		return x.Obj.Func == nil || activation(at.Ctx, x.Obj.Func) == x.Ctx
	case x.Ctx == nil:
		return pr.E.Live(at.Ctx.Func).At(at.Loc, x.Var)
	}
	for c, l := at.Ctx, at.Loc; ; c, l = c.Parent, c.Call.To {
		if c == x.Ctx {
			return pr.E.Live(c.Func).At(l, x.Var)
		}
		if c.Parent == nil {
			return false
		}
	}
}

// changed lists the slots whose values may differ between the states before and after an edge. If the edge is a call or
// a return, these are all slots of the point.
func (pr *predicates) changed(old, s *State, at Point) (out []Slot) {
	e := pr.E
	if old.Ctx != s.Ctx || !old.cur.Same(s.cur) {
		return pr.slotsAt(at)
	}
	old.regs.Diff(s.regs, func(k uint32, _ *Value, _ bool, _ *Value, _ bool) bool {
		if x := e.keyed[k-1]; x.v != nil {
			out = append(out, Slot{Ctx: x.ctx, Var: x.v, Type: x.v.Type})
		}
		return true
	})
	old.mem.Diff(s.mem, func(id uint32, _ *content, _ bool, _ *content, _ bool) bool {
		t := e.objs.instances[id].target
		if t == nil {
			return true
		}
		static, ok := e.objs.static[t]
		if !ok || t.Kind == flow.GlobalObj && t.Obj.Const {
			return true
		}
		var c *Context
		if t.Kind == flow.LocalObj {
			if c = activation(at.Ctx, t.Obj.Func); c == nil {
				return true
			}
		}
		if sh := e.objs.instances[static].shape; sh.stride == 0 {
			for _, f := range sh.fields {
				out = append(out, Slot{Ctx: c, Obj: t.Obj, Off: f.off, Type: f.t})
			}
		}
		return true
	})
	return out
}

// version names the values of the given slots after the edge that leads to a point. A slot whose value is not a
// constant, or is the constant of another slot, gets a new constant, with an equation among the constraints of index i.
// version returns the state with these constants.
func (pr *predicates) version(t *ssa, i int, old, s *State, at Point, slots []Slot) *State {
	e := pr.E
	point := t.names.points
	t.names.points++
	for _, x := range slots {
		v := e.slotValue(s, x)
		if !pr.isLive(at, x) {
			t.names.put(point, x, nil, nil)
			continue
		}
		if v == nil && x.Var != nil {
			v = e.Fresh(x.Var.Name, x.Type)
			s = e.withSlot(s, x, v)
		}
		if v == nil || v.T == nil {
			t.names.put(point, x, nil, nil)
			continue
		}
		canon := pr.value(x)
		if x.Type.Kind == ir.Ptr {
			if v.T.Op() == term.Var && v.Obj.Op() == term.Var {
				t.names.put(point, x, []*term.Term{v.T, v.Obj}, []*term.Term{canon.T, canon.Obj})
			} else {
				t.names.put(point, x, nil, nil)
			}
			continue
		}
		// Where two slots share a constant, as after a copy, the second gets its own.
		if was := e.slotValue(old, x); (was == nil || was.T != v.T || v.T.Op() != term.Var) && v != canon ||
			!t.names.free(v.T, x) {
			n := e.Fresh(canon.T.Name(), x.Type)
			t.add(e.C, i, e.C.Eq(n.T, v.T))
			s, v = e.withSlot(s, x, n), n
		}
		t.names.put(point, x, []*term.Term{v.T}, []*term.Term{canon.T})
	}
	return s
}

// read has the first and the last index of the constraints that contain a constant.
type read struct{ first, last int }

// reads returns, for each constant, the first and the last index in by whose constraints contain it.
func reads(by [][]*term.Term) map[*term.Term]read {
	out := map[*term.Term]read{}
	for i, ts := range by {
		for _, u := range ts {
			for _, v := range term.FreeVars(u) {
				if r, ok := out[v]; ok {
					out[v] = read{r.first, i}
				} else {
					out[v] = read{i, i}
				}
			}
		}
	}
	return out
}
