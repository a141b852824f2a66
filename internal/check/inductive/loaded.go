package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// This file transfers conditions on registers to memory. A register that was just loaded has the value of its cell, so
// a condition on the register holds for the cell as well. Between the load and the condition there may only be other
// conditions, assignments and loads, on a path without joins. None of these may change the register or the operands of
// the address.

// manyBefore bounds the number of edges before a condition that are searched.
const manyBefore = 16

// justLoaded returns loads before the edge e after which neither the register nor the address has changed.
func justLoaded(e *ir.Edge) (out []*ir.LoadStmt) {
	changed := map[*ir.Var]bool{}
	for at := e.From; len(out) < manyBefore && len(at.In) == 1 && at != at.Func.Entry; at = at.In[0].From {
		switch s := at.In[0].Stmt.(type) { // sound: the search ends
		case *ir.Assume, *ir.Skip:
		case *ir.Assign:
			changed[s.Dst] = true
		case *ir.LoadStmt:
			mixed := changed[s.Dst]
			changed[s.Dst] = true
			ir.Vars(s.Addr, func(v *ir.Var) { mixed = mixed || changed[v] })
			if !mixed {
				out = append(out, s)
			}
		default:
			return out
		}
		if len(changed) > manyBefore || at.In[0].From == e.From {
			break
		}
	}
	return out
}

// loaded restricts cells of s, after the Assume at e, by the values of registers that were just loaded from them.
func (c *checker) loaded(s *state, e *ir.Edge) *state {
	loads, known := c.loads[e]
	if !known {
		loads = justLoaded(e)
		c.loads[e] = loads
	}
	for _, l := range loads {
		if s.empty {
			break
		}
		p, v := c.eval(s, l.Addr).ptr, s.find(c.register(l.Dst))
		if v == nil || p == nil || p.null || len(p.to) != 1 {
			continue
		}
		o := p.to[0].obj
		offs, safe, ok := c.accesses(p.to[0], int64(l.Dst.Type.Size()))
		if !ok || !safe || len(offs) != 1 || o == nil || c.constantObject(o) || c.untracked(o) {
			continue
		}
		w := *v
		w.ptr = c.stored(w)
		n := c.number(slot{kind: cell, obj: o, off: offs[0], t: w.t})
		if was := s.find(n); was != nil { // both restrictions hold
			if v.apart(*was) {
				s.empty = true
				break
			}
			w = common(w, *was)
		}
		s.set(n, w)
	}
	return s
}
