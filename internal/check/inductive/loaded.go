package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// A register that was just loaded has the value of its cell: what a condition says of it holds of the cell. Since the
// load there may be conditions, assignments and other loads only, on the one way that there is, none of which changes
// the register or what the address is made of.

// manyBefore is how many edges before a condition are looked at.
const manyBefore = 16

// justLoaded finds loads before an edge whose registers still hold what they read.
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

// loaded says of cells what is known, behind an Assume, of registers that hold what is in them.
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
		if was := s.find(n); was != nil { // both hold
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
