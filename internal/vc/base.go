package vc

import (
	"math/big"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes addresses as numbers. An instance whose address is used as a number has a base, a constant for the
// address of its first byte. Axioms state that a base is not null and is aligned, that the object fits between its base
// and the end of the address space, and that objects that live at the same time do not overlap. No more is assumed, so
// a proof holds for every layout of memory. A model of a formula with bases describes some layout, which need not be a
// layout that a compiler chooses: such a formula counts as an approximation.

// base returns the base of an instance. ok is false for functions and for objects that are not tracked.
func (ad *addresses) base(s *State, id int) (v *Value, ok bool) {
	if id <= untracked || id >= len(ad.objs.instances) {
		return nil, false
	}
	in := ad.objs.instances[id]
	if in.target == nil || in.target.Kind == flow.FuncCode {
		return nil, false
	}
	if in.base == nil {
		in.base = ad.newBase(in)
	}
	ad.separate(s, id)
	return in.base, true
}

// newBase returns a fresh base for an instance, with axioms for its range and its alignment.
func (ad *addresses) newBase(in *instance) *Value {
	ut := ad.addressType()
	align := in.alignment()
	_, top := limits(ut)
	last := new(big.Int).Set(top)
	if size, ok := in.bytes(); ok && size.Cmp(top) < 0 {
		last.Sub(top, size)
	}
	v := ad.Fresh("base", ut)
	if ad.Enc == Ints {
		if align > 1 {
			k := v.T
			ad.axioms[k] = nil
			ad.bound(k, big.NewInt(1), new(big.Int).Quo(last, new(big.Int).SetUint64(align)))
			v = &Value{T: ad.C.IMul(ad.C.Int(int64(align)), k)}
		} else {
			ad.bound(v.T, big.NewInt(1), last)
		}
		v.Lo, v.Hi = big.NewInt(1), last
		return v
	}
	at := func(b *big.Int) *Value { return ad.a.konst(ut, b.Uint64()) }
	ad.axiom(v.T, ad.a.compare(nil, ir.Le, ut, at(big.NewInt(1)), v))
	ad.axiom(v.T, ad.a.compare(nil, ir.Le, ut, v, at(last)))
	if align > 1 {
		ad.axiom(v.T, ad.C.Eq(ad.C.BVAnd(v.T, ad.a.konst(ut, align-1).T), ad.a.konst(ut, 0).T))
	}
	return v
}

// alignment returns the alignment of an instance in bytes.
func (in *instance) alignment() uint64 {
	switch {
	case in.target == nil:
	case in.target.Obj != nil:
		return uint64(max(in.target.Obj.Align, 1))
	case in.target.Edge != nil:
		if a, ok := in.target.Edge.Stmt.(*ir.Alloc); ok && a.Kind == ir.Heap {
			return 16
		}
	}
	return 1
}

// alignment returns an alignment in bytes of all objects to which a pointer with the object obj may lead. A number
// without an object is its own offset, so that any alignment will do.
func (ob *objects) alignment(obj *term.Term) int64 {
	ids, groups := ob.leaves(obj)
	if len(groups) > 0 {
		return 1
	}
	align := int64(1 << 32)
	for _, id := range ids {
		switch {
		case id == 0:
		case id <= untracked || id >= len(ob.instances):
			return 1
		default:
			align = min(align, int64(ob.instances[id].alignment()))
		}
	}
	return align
}

// addressType returns the type of addresses as numbers: unsigned, of the width of pointers.
func (sy *symbols) addressType() ir.Type { return ir.Type{Kind: ir.Int, Bits: uint8(sy.Prog.Model)} }

// bytes returns the size of an instance; the result is false if the size is not constant.
func (in *instance) bytes() (*big.Int, bool) {
	if in.size == nil || in.size.T == nil {
		return nil, false
	}
	n, ok := in.size.T.Big()
	return n, ok && n.Sign() >= 0
}

// separate makes it an axiom that an instance does not overlap the living instances with bases. It adds no axiom for an
// instance that is dead or whose size is not constant, nor once the objects could fill a large part of the address
// space.
func (ad *addresses) separate(s *State, id int) {
	const most = 24
	in := ad.objs.instances[id]
	room := new(big.Int)
	for _, o := range ad.based {
		if n, ok := ad.objs.instances[o].bytes(); ok {
			room.Add(room, n)
		}
	}
	n, ok := in.bytes()
	_, top := limits(ad.addressType())
	if c, there := s.mem.Get(uint32(id)); !ok || !there || c.alive.IsFalse() ||
		room.Add(room, n).Cmp(new(big.Int).Rsh(top, 2)) > 0 {
		return
	}
	for _, o := range ad.based {
		if o != id {
			ad.apart(s, id, o)
		}
	}
	if !in.isBased {
		in.isBased = true
		if len(ad.based) < most {
			ad.based = append(ad.based, id)
		}
	}
}

// apart makes it an axiom that two instances do not overlap if both live.
func (ad *addresses) apart(s *State, i, j int) {
	ci, _ := s.mem.Get(uint32(i))
	cj, ok := s.mem.Get(uint32(j))
	if !ok {
		return
	}
	both := ad.C.And(ci.alive, cj.alive)
	if both.IsFalse() {
		return
	}
	a, b := ad.objs.instances[i], ad.objs.instances[j]
	ut := ad.addressType()
	after := func(x, y *instance) *term.Term { // y begins at the end of x or later; nothing wraps around
		n, _ := x.bytes()
		end := ad.a.binary(s, ir.Add, ut, x.base, ad.a.konst(ut, max(n.Uint64(), 1)))
		return ad.a.compare(s, ir.Le, ut, end, y.base)
	}
	fact := ad.C.Implies(both, ad.C.Or(after(a, b), after(b, a)))
	// The axiom belongs to the younger instance. Queries about an object that lives long then do not contain all objects
	// that ever lived at the same time.
	x := ad.objs.instances[max(i, j)]
	v := x.base.T
	if ad.Enc == Ints && v.Op() != term.Var {
		v = v.Arg(1)
		if v.Op() != term.Var {
			v = x.base.T.Arg(0)
		}
	}
	if v.Op() == term.Var {
		ad.axiom(v, fact)
	}
}

// address returns a pointer as a number. If the pointer's object has no base, its address is a constant that is the
// same for each use of the object (baseOf).
func (ad *addresses) address(s *State, t ir.Type, p *Value, why string) *Value {
	ut := ad.addressType()
	off := ad.a.cast(s, offset(t), ut, &Value{T: p.T, Lo: p.Lo, Hi: p.Hi})
	ids, groups := ad.objs.leaves(p.Obj)
	ad.approximate(why)
	var v *Value
	add := func(id int, x *Value) {
		if v == nil {
			v = x
			return
		}
		v = ad.iteInt(ad.C.Eq(p.Obj, ad.objConst(id)), x, v)
	}
	if len(groups) > 0 {
		add(0, ad.a.binary(s, ir.Add, ut, ad.someBase(s, p), off))
	}
	for _, id := range ids {
		if id == 0 {
			continue
		}
		switch b, ok := ad.base(s, id); {
		case ok:
			add(id, ad.a.binary(s, ir.Add, ut, b, off))
		case id > untracked: // a function
			add(id, ad.a.binary(s, ir.Add, ut, ad.baseOf(ad.objConst(id)), off))
		default: // an object that is not tracked
			add(id, ad.Fresh("any", ut))
		}
	}
	if isNum := ad.C.Eq(p.Obj, ad.objConst(0)); v == nil {
		v = off
	} else if !isNum.IsFalse() {
		v = ad.iteInt(isNum, off, v)
	}
	return v
}

// baseOf returns a constant for the base of the object obj, and always the same constant for the same term. The object
// may be symbolic.
func (ad *addresses) baseOf(obj *term.Term) *Value {
	b := ad.bases[obj]
	if b == nil {
		b = ad.Fresh("any", ad.addressType())
		ad.bases[obj] = b
	}
	return b
}

// someBase returns the base of a pointer whose object is symbolic. In Bits, axioms equate it with the base of the
// instance to which the pointer leads, unless there are too many candidates.
func (ad *addresses) someBase(s *State, p *Value) *Value {
	const most = 24
	b := ad.baseOf(p.Obj)
	if ad.Enc != Bits {
		return b
	}
	ids, _ := ad.objs.targets(s, p)
	if len(ids) > most {
		return b
	}
	for _, id := range ids {
		if x, ok := ad.base(s, id); ok {
			ad.axiom(b.T, ad.C.Implies(ad.C.Eq(p.Obj, ad.objConst(id)), ad.C.Eq(b.T, x.T)))
		}
	}
	return b
}
