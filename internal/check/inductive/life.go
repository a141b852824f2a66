package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// Statements about objects that may have no instance:
//
//	!live(&o)        there is none
//	!live(&o) || X   if there is one, X, which is about its contents
//
// A state has a slot for the life of such an object. Its value 0 means that there is no instance; {0, 1} means that the
// facts about its contents hold if there is one; without the slot, they hold unconditionally. A state in which there is
// no instance has no facts about the contents, and satisfies all that hold under the condition.

// alive is what a state knows of the life of an object.
type alive uint8

const (
	surely alive = iota // the facts are unconditional
	perhaps
	never
)

// lifeSlot returns the slot of an object's life.
func (m *model) lifeSlot(o *ir.Object) int { return m.number(slot{kind: life, obj: o}) }

// lifeIn returns what s knows of the life of o.
func (c *checker) lifeIn(s *state, o *ir.Object) alive {
	if !c.mortal[o] {
		return surely
	}
	v := s.find(c.lifeSlot(o))
	if v == nil {
		return surely
	}
	if _, one := v.only(); one {
		return never
	}
	return perhaps
}

// setLife notes the life of o.
func (c *checker) setLife(s *state, o *ir.Object, a alive) {
	n := c.lifeSlot(o)
	switch a {
	case never:
		s.set(n, constant(ir.U8, 0))
	case perhaps:
		s.set(n, ranges(ir.U8, rng{fromInt(0), fromInt(1)}))
	default:
		s.forget(n)
	}
}

// end removes the facts about an object that has no instance from here on.
func (c *checker) end(s *state, o *ir.Object) {
	c.retire(s, o)
	if c.mortal[o] {
		c.setLife(s, o, never)
	}
}

// findMortal finds the objects that may have no instance according to an invariant. The lives of others are not
// recorded.
func (c *checker) findMortal() {
	for _, i := range c.ev.Invariants {
		ir.Walk(i.Expr, func(x ir.Expr) bool {
			if o := notLive(x); o != nil && c.made[o] != nil && !c.untracked(o) {
				c.mortal[o] = true
			}
			return true
		})
	}
}

// notLive returns the object o if x is !live(&o), otherwise nil.
func notLive(x ir.Expr) *ir.Object {
	u, ok := x.(*ir.Unary)
	if !ok || u.Op != ir.LNot {
		return nil
	}
	q, ok := u.X.(*ir.Valid)
	if !ok || q.What != ir.Live {
		return nil
	}
	if at, ok := q.Addr.(*ir.AddrOf); ok {
		return at.Obj
	}
	return nil
}

// guarded splits a conjunct of an invariant into its conditions, which are objects that have an instance, and the
// formula that holds under them; nil if there is no formula.
func (m *model) guarded(x ir.Expr) (objs []*ir.Object, body ir.Expr) {
	for {
		if o := notLive(x); o != nil && m.mortal[o] {
			return append(objs, o), nil
		}
		or, ok := x.(*ir.Binary)
		if !ok || or.Op != ir.LOr {
			return objs, x
		}
		o := notLive(or.X)
		if o == nil || !m.mortal[o] {
			return objs, x
		}
		objs, x = append(objs, o), or.Y
	}
}
