package inductive

import "github.com/tandem-verifier/tandem/internal/ir"

// This file treats objects that may have no instance. Statements about such an object have the forms
//
//	!live(&o)        the object has no instance
//	!live(&o) || X   if the object has an instance, the statement X about its contents
//
// A state has a slot for the life of such an object. If its value is 0, the object has no instance. If it is {0, 1},
// the facts about the contents hold if the object has an instance. If the state does not restrict the slot, the facts
// hold unconditionally. A state in which the object has no instance has no facts about the contents, and satisfies all
// facts that hold under the condition.

// alive describes on which condition a state has facts about an object's contents.
type alive uint8

const (
	surely  alive = iota // the facts hold unconditionally
	perhaps              // the facts hold if the object has an instance
	never                // the object has no instance
)

// lifeSlot returns the slot of an object's life.
func (m *model) lifeSlot(o *ir.Object) int { return m.number(slot{kind: life, obj: o}) }

// lifeIn returns the condition of the facts that s has about o.
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

// setLife sets the condition of the facts that s has about o.
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

// end changes s for the end of the current instance of o.
func (c *checker) end(s *state, o *ir.Object) {
	c.retire(s, o)
	if c.mortal[o] {
		c.setLife(s, o, never)
	}
}

// findMortal finds the objects that have no instance in some state, according to an invariant. States record only the
// lives of these objects.
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

// guarded splits a conjunct of an invariant into a list of objects and a formula that holds if all of these have
// instances. body is nil if the conjunct states only that an object has no instance.
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
