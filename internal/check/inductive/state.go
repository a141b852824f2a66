package inductive

import (
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// slotKind is the kind of a slot's value.
type slotKind uint8

const (
	register slotKind = iota
	cell              // the scalar of type t at offset off of an object
	elements          // each element of type t of an object
	zeros             // the bytes of an object that are zero: ranges of offsets
	extent            // the size of an object, if it is not constant and a pointer may lead to the object
	life              // whether an object has an instance (life.go)
	kept              // no call has freed the object madeList[off] since the function was entered (frees.go)
	mark              // stands for the contents of an object in facts about texts (texts.go); it has no value
)

// slot is a register, a cell or another property whose value a state can restrict.
type slot struct {
	kind slotKind
	v    *ir.Var
	obj  *ir.Object
	off  int64
	t    ir.Type
}

// state restricts the values of some slots. Its methods change it: a caller that still needs the old state must clone
// it.
type state struct {
	facts     []fact     // by slot number
	relations []relation // immutable; only step, relate and resume change them
	texts     *texts     // what is known about where texts end (texts.go)
	empty     bool       // no execution has this state, whatever facts contains
}

// fact restricts a slot to the values in val.
type fact struct {
	slot int
	val  *value
}

// clone returns a copy.
func (s *state) clone() *state {
	return &state{facts: append(make([]fact, 0, len(s.facts)+4), s.facts...), relations: s.relations, texts: s.texts,
		empty: s.empty}
}

// at returns the index in facts at which slot n is or would be, and whether it is there.
func (s *state) at(n int) (int, bool) {
	i := sort.Search(len(s.facts), func(i int) bool { return s.facts[i].slot >= n })
	return i, i < len(s.facts) && s.facts[i].slot == n
}

// find returns the value of a slot, nil if it is not restricted.
func (s *state) find(n int) *value {
	if i, ok := s.at(n); ok {
		return s.facts[i].val
	}
	return nil
}

// forget removes the restriction of a slot.
func (s *state) forget(n int) {
	if i, ok := s.at(n); ok {
		s.facts = append(s.facts[:i], s.facts[i+1:]...)
	}
}

// set replaces the value of a slot. A value that excludes nothing removes the slot, and an empty one makes s empty.
func (s *state) set(n int, v value) {
	if v.ptr == nil {
		switch {
		case v.t.Kind == ir.Ptr || v.t.Kind == ir.Float && v.t.Bits > 64,
			isInt(v.t) && len(v.ints) == 1 && v.ints[0] == limits(v.t),
			isFloat(v.t) && v.nan && anything(v.t).within(v):
			s.forget(n)
			return
		}
	}
	if v.none() {
		s.empty = true
		return
	}
	s.put(n, &v)
}

// put replaces the value of a slot by v, which must be neither empty nor the set of all values.
func (s *state) put(n int, v *value) {
	i, ok := s.at(n)
	if ok {
		s.facts[i].val = v
		return
	}
	s.facts = append(s.facts, fact{})
	copy(s.facts[i+1:], s.facts[i:])
	s.facts[i] = fact{n, v}
}

// keep removes the slots for which f returns false.
func (s *state) keep(f func(int) bool) {
	out := s.facts[:0]
	for _, x := range s.facts {
		if f(x.slot) {
			out = append(out, x)
		}
	}
	s.facts = out
	s.texts = s.texts.keep(f)
}

// number returns the number of a slot. If the slot has none, it gets the next one.
func (m *model) number(k slot) int {
	n, ok := m.index[k]
	if !ok {
		n = len(m.slots)
		m.slots = append(m.slots, k)
		m.index[k] = n
		if k.obj != nil {
			m.of[k.obj] = append(m.of[k.obj], n)
		}
	}
	return n
}

// register returns the number of the slot of a register.
func (m *model) register(v *ir.Var) int {
	if n, ok := m.regs[v]; ok {
		return n
	}
	n := m.number(slot{kind: register, v: v})
	m.regs[v] = n
	return n
}

// merge returns the join of two states. It may return one of them. If an object has no instance in one state, the join
// has the facts of the other state about its contents, on the condition that it has an instance (life.go).
func (c *checker) merge(a, b *state) *state {
	if a.empty {
		return b
	}
	if b.empty {
		return a
	}
	out := &state{}
	seen := map[int]bool{}
	one := func(n int) {
		if seen[n] {
			return
		}
		seen[n] = true
		k := c.slots[n]
		a, b := a, b
		if c.mortal[k.obj] && k.kind != extent {
			x, y := c.lifeIn(a, k.obj), c.lifeIn(b, k.obj)
			switch {
			case k.kind == life:
				if x != never || y != never {
					x = perhaps
				}
				c.setLife(out, k.obj, x)
				return
			case x == never && y == never:
				return
			case x == never:
				a = b
			case y == never:
				b = a
			}
		}
		switch k.kind {
		case register, kept:
			if x, y := a.find(n), b.find(n); x != nil && y != nil {
				out.set(n, union(*x, *y))
			}
		case cell:
			out.set(n, union(c.read(a, k.obj, k.off, k.t), c.read(b, k.obj, k.off, k.t)))
		case elements:
			out.set(n, union(c.everyElement(a, k.obj, k.t), c.everyElement(b, k.obj, k.t)))
		case zeros:
			if x, y := a.find(n), b.find(n); x != nil && y != nil {
				if rs := intersect(x.ints, y.ints); len(rs) > 0 {
					out.set(n, value{t: ir.I64, ints: rs})
				}
			}
		case extent:
			x, y := a.find(n), b.find(n)
			switch inA, inB := led(a, k.obj), led(b, k.obj); {
			case x != nil && y != nil:
				out.set(n, union(*x, *y))
			case x != nil && inA && !inB:
				out.set(n, *x)
			case y != nil && inB && !inA:
				out.set(n, *y)
			}
		}
	}
	for _, x := range a.facts {
		one(x.slot)
	}
	for _, x := range b.facts {
		one(x.slot)
	}
	out.relations = c.mergedRelations(a, b)
	if a.texts != nil || b.texts != nil {
		out.texts = c.mergeTexts(a, b)
	}
	return out
}

// follows reports whether s satisfies all restrictions of inv. If not, failed is a slot at which it does not, and apart
// reports whether the values of this slot in the two states exclude each other.
func (c *checker) follows(s, inv *state) (ok bool, failed int, apart bool) {
	if s.empty {
		return true, 0, false
	}
	if inv.empty {
		return false, -1, false
	}
	// Compare the slots that both states restrict first, as this decides most cases.
	c.later = c.later[:0]
	j := 0
	for _, x := range inv.facts {
		for j < len(s.facts) && s.facts[j].slot < x.slot {
			j++
		}
		direct := j < len(s.facts) && s.facts[j].slot == x.slot
		k := c.slots[x.slot].kind
		if o := c.slots[x.slot].obj; k != extent && c.mortal[o] {
			has := c.lifeIn(s, o)
			if k == life {
				if c.lifeIn(inv, o) == never && has != never {
					return false, x.slot, false
				}
				continue
			}
			if has != surely && c.lifeIn(inv, o) == surely {
				return false, x.slot, false
			}
			if has == never {
				continue
			}
		}
		switch {
		case direct && k != zeros && (s.facts[j].val == x.val || s.facts[j].val.within(*x.val)):
		case k == kept:
			return false, x.slot, false
		case k == register && direct:
			return false, x.slot, s.facts[j].val.apart(*x.val)
		case k == register:
			return false, x.slot, false
		default:
			c.later = append(c.later, x)
		}
	}
	for _, x := range c.later {
		k := c.slots[x.slot]
		var v value
		switch k.kind {
		case cell:
			v = c.read(s, k.obj, k.off, k.t)
		case elements:
			v = c.everyElement(s, k.obj, k.t)
		case extent:
			if !led(s, k.obj) {
				continue
			}
			if v = anything(x.val.t); s.find(x.slot) != nil {
				v = *s.find(x.slot)
			}
		case zeros:
			for _, r := range x.val.ints {
				if !c.allZero(s, k.obj, int64(r.lo.lo), int64(r.hi.lo)+1) {
					return false, x.slot, false
				}
			}
			continue
		}
		if !v.within(*x.val) {
			return false, x.slot, v.apart(*x.val)
		}
	}
	for _, r := range inv.relations {
		if !c.hasRelation(s, r) {
			return false, r.terms[0].slot, false
		}
	}
	ok, failed = c.followsTexts(s, inv)
	return ok, failed, false
}
