package vc

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// Piece is a term of a state, with its position: a kind of component, a key and an index within the component.
type Piece struct {
	At [3]uint32
	T  *term.Term
}

// Pieces lists all terms of a state that the program may still read at a location, in a fixed order. Two states of one
// call string with the same pieces are equal, except for their path conditions.
func (e *Encoder) Pieces(s *State, l *ir.Loc) (out []Piece) {
	add := func(kind, key, sub uint32, t *term.Term) {
		if t != nil {
			out = append(out, Piece{[3]uint32{kind, key, sub}, t})
		}
	}
	reg := func(c *Context, v *ir.Var) {
		k := e.regKey(c, v)
		if x, ok := s.regs.Get(k); ok {
			add(0, k, 0, x.T)
			add(0, k, 1, x.Obj)
		}
	}
	for _, v := range e.Prog.Globals {
		reg(nil, v)
	}
	for c := s.Ctx; ; c, l = c.Parent, c.Call.To {
		live := e.Live(c.Func)
		for _, v := range c.Func.Vars {
			if live.At(l, v) {
				reg(c, v)
			}
		}
		if c.Parent == nil {
			break
		}
	}
	s.cur.Each(func(k uint32, x *Value) bool {
		add(1, k, 0, x.T)
		add(1, k, 1, x.Obj)
		return true
	})
	s.mem.Each(func(id uint32, c *content) bool {
		if e.objs.instances[id].konst {
			return true
		}
		add(2, id, 0, c.alive)
		c.cells.Each(func(k uint32, x *Value) bool {
			add(2, id, 2*k+1, x.T)
			add(2, id, 2*k+2, x.Obj)
			return true
		})
		c.arrs.Each(func(k uint32, x *arrayPair) bool {
			add(3, id, 2*k+1, x.t)
			add(3, id, 2*k+2, x.obj)
			return true
		})
		return true
	})
	add(4, 0, 0, s.live)
	return out
}
