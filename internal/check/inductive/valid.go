package inductive

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file evaluates tests of pointers (ir.Valid). The object of a spot is alive, so offsets and sizes decide.

// bytesOf returns a lower and an upper bound of an object's size; farOff as the upper bound means that none is known.
func (c *checker) bytesOf(s *state, o *ir.Object) (least, most int64) {
	e, ok := c.made[o]
	if !ok {
		return o.Size, o.Size
	}
	if n, _ := ir.Makes(e.Stmt); n >= 0 {
		return n, n
	}
	v := s.find(c.number(slot{kind: extent, obj: o}))
	if v == nil || v.none() {
		return 0, farOff
	}
	h, far := v.hull(), fromInt(farOff)
	return int64(smaller(h.lo, far).lo), int64(smaller(h.hi, far).lo)
}

// sized reports whether the size of an object is not constant, so that states have a slot for it.
func (m *model) sized(o *ir.Object) bool {
	e, ok := m.made[o]
	if !ok || m.untracked(o) {
		return false
	}
	n, _ := ir.Makes(e.Stmt)
	return n < 0
}

// leads returns the places of an address without null, and whether the base of the address may be null. p is nil if the
// places are unknown.
func (c *checker) leads(s *state, e ir.Expr) (p *places, null bool) {
	if add, ok := e.(*ir.PtrAdd); ok {
		p, null = c.leads(s, add.P)
		if p != nil {
			p = p.move(c.eval(s, add.Index), add.Scale, c.width)
		}
		return p, null
	}
	p = c.eval(s, e).ptr
	if p == nil {
		return nil, true
	}
	return &places{to: p.to}, p.null
}

// answer returns the possible truth values of a test.
func (c *checker) answer(s *state, q *ir.Valid) value {
	no, yes := c.ask(s, q)
	return yesNo(no, yes)
}

// ask returns whether a test can be false, and whether it can be true.
func (c *checker) ask(s *state, q *ir.Valid) (no, yes bool) {
	switch q.What {
	case ir.Readable, ir.Writable:
		n := c.castTo(ir.U64, c.eval(s, q.N))
		if n.none() {
			return false, false
		}
		h, far := n.hull(), fromInt(farOff)
		lo, hi := int64(smaller(h.lo, far).lo), int64(smaller(h.hi, far).lo)
		if hi == 0 {
			return false, true
		}
		p, null := c.leads(s, q.Addr)
		if p == nil {
			return true, true
		}
		no, yes = null, lo == 0
		for _, sp := range p.to {
			out, in := c.lies(s, sp, lo, hi, q.What == ir.Writable)
			if out && in && !(q.What == ir.Writable && sp.obj.Const) && c.beforeEnd(s, q.Addr, sp.obj, hi) {
				out = false
			}
			no, yes = no || out, yes || in
		}
		return no, yes
	case ir.Freeable:
		p := c.eval(s, q.Addr).ptr
		if p == nil {
			return true, true
		}
		yes = p.null
		for _, sp := range p.to {
			heap := sp.obj != nil && c.allocated(sp.obj)
			no = no || !heap || sp.lo != 0 || sp.hi != 0
			yes = yes || heap && sp.lo <= 0 && sp.hi >= 0 || !c.inside(sp) // an address outside of its object may be 0
		}
		return no, yes
	case ir.Same:
		return c.same(s, q)
	default: // sound: any answer
		return true, true
	}
}

// same reports whether two pointers can belong to different objects, and whether they can belong to one. A spot refers
// to the current instance of its name, so that spots with different names lie in different objects.
func (c *checker) same(s *state, q *ir.Valid) (no, yes bool) {
	x, null := c.leads(s, q.Addr)
	y, null2 := c.leads(s, q.N)
	if x == nil || y == nil {
		return true, true
	}
	one := 0 // number of pairs of spots in the same object
	for _, a := range x.to {
		for _, b := range y.to {
			if a.obj == nil || b.obj == nil {
				return true, true
			}
			if a.obj == b.obj {
				one++
			}
		}
	}
	all := one == len(x.to)*len(y.to)
	return null || null2 || !all, null && null2 || one > 0
}

// lies reports whether an access of lo to hi bytes at a spot can leave the object, and whether it can lie in it.
func (c *checker) lies(s *state, sp spot, lo, hi int64, write bool) (out, in bool) {
	if sp.obj == nil || write && sp.obj.Const {
		return true, lo == 0
	}
	least, most := c.bytesOf(s, sp.obj)
	out = sp.lo < 0 || hi >= farOff || sp.hi > least-hi
	return out, lo == 0 || sp.hi >= 0 && (most >= farOff || sp.lo <= most-lo)
}

// allocated reports whether the object was made by an Alloc of heap memory.
func (m *model) allocated(o *ir.Object) bool {
	e, ok := m.made[o]
	if !ok {
		return false
	}
	a, ok := e.Stmt.(*ir.Alloc)
	return ok && a.Kind == ir.Heap
}

// led reports whether a pointer in s may lead to o.
func led(s *state, o *ir.Object) bool {
	for _, x := range s.facts {
		if x.val.ptr == nil {
			continue
		}
		for _, sp := range x.val.ptr.to {
			if sp.obj == o {
				return true
			}
		}
	}
	return false
}

// dropExtents forgets the sizes of objects to which no pointer leads. A join then ignores such a size.
func (c *checker) dropExtents(s *state) {
	s.keep(func(n int) bool { return c.slots[n].kind != extent || led(s, c.slots[n].obj) })
}

// asks reports whether a conjunct of an invariant contains a test of a pointer as a disjunct.
func asks(x ir.Expr) bool {
	for _, y := range flatten(ir.LOr, x) {
		if _, ok := y.(*ir.Valid); ok {
			return true
		}
	}
	return false
}

// size parses a statement about the size of the object to which a pointer leads. Other facts of the state determine
// that object:
//
//	writable(p, n)               p leads to the beginning of one object
//	p == ... || writable(p, n)   the same, or p leads to one of the listed places
//	freeable(p), readable(p, n)  the same
//
// With the address p + c, the object begins at p + c; with p + -(p - &o), at &o. n is a constant. A statement that
// follows from the places of p adds nothing; any other statement restricts the size of an object, if the size is not
// constant.
func (p *parser) size(s *state, x ir.Expr) error {
	bad := fmt.Errorf("not a statement about an object: %s", ir.ExprString(x))
	var q *ir.Valid
	var rest []ir.Expr
	for _, y := range flatten(ir.LOr, x) {
		if v, ok := y.(*ir.Valid); ok && q == nil {
			q = v
		} else {
			rest = append(rest, y)
		}
	}
	if q == nil || q.What != ir.Readable && q.What != ir.Writable && q.What != ir.Freeable {
		return bad
	}
	n := int64(0)
	if q.What != ir.Freeable {
		k, ok := q.N.(*ir.Const)
		if !ok || k.T.Kind != ir.Int || k.Bits >= 1<<40 {
			return bad
		}
		n = int64(k.Bits)
	}
	base, shift, of := q.Addr, int64(0), (*ir.Object)(nil)
	if add, ok := base.(*ir.PtrAdd); ok {
		base = add.P
		if of = toBegin(add); of == nil {
			k, ok := add.Index.(*ir.Const)
			if !ok {
				return bad
			}
			if shift, ok = scaled(number(k.T, k.Bits), add.Scale); !ok {
				return bad
			}
		}
	}
	at, err := p.term(base)
	if err != nil {
		return err
	}
	v := s.find(at)
	if v == nil || v.ptr == nil {
		return bad
	}
	others := &places{}
	if len(rest) > 0 {
		m, o, err := p.anyOf(rest)
		if err != nil {
			return err
		}
		if m != at || o.ptr == nil {
			return bad
		}
		others = o.ptr
	}
	if v.ptr.null && !others.null && (q.What != ir.Freeable || shift != 0) {
		return bad
	}
	var obj *ir.Object
	for _, sp := range v.ptr.to {
		if (&places{to: []spot{sp}}).within(others) {
			continue
		}
		if sp.obj == nil || of != nil && sp.obj != of || of == nil && (sp.lo != -shift || sp.hi != -shift) {
			return bad
		}
		if p.implied(q.What, sp.obj, n) {
			continue
		}
		if obj != nil || q.What == ir.Freeable || !p.c.sized(sp.obj) {
			return bad
		}
		obj = sp.obj
	}
	if obj == nil {
		p.about(at)
		return nil
	}
	size := p.c.number(slot{kind: extent, obj: obj})
	p.about(at, size)
	return p.restrict(s, size, ranges(ir.U64, rng{fromInt(n), limits(ir.U64).hi}))
}

// toBegin returns o if add is p + -(p - &o), otherwise nil.
func toBegin(add *ir.PtrAdd) *ir.Object {
	neg, ok := add.Index.(*ir.Unary)
	if !ok || neg.Op != ir.Neg || add.Scale != 1 {
		return nil
	}
	d, ok := neg.X.(*ir.PtrDiff)
	if !ok || !ir.Equal(d.P, add.P) {
		return nil
	}
	if o, ok := d.Q.(*ir.AddrOf); ok {
		return o.Obj
	}
	return nil
}

// implied reports whether a test of the first n bytes of a living object o is true in every state.
func (p *parser) implied(q ir.Question, o *ir.Object, n int64) bool {
	switch q { // sound: not implied
	case ir.Freeable:
		return p.c.allocated(o)
	case ir.Readable, ir.Writable:
		return !p.c.sized(o) && p.c.size(o) >= n && !(q == ir.Writable && o.Const)
	}
	return false
}
