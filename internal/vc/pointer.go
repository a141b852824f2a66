package vc

import (
	"slices"

	"math/big"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// offset returns the type of the offsets of a pointer type: signed, of the same width.
func offset(t ir.Type) ir.Type { return ir.Type{Kind: ir.Int, Bits: t.Bits, Signed: true} }

// ptrAdd returns the value of a pointer plus a scaled index.
func (ev *evaluator) ptrAdd(s *State, x *ir.PtrAdd) *Value {
	p, i := ev.Expr(s, x.P), ev.Expr(s, x.Index)
	ot := offset(x.P.Type())
	d := ev.a.cast(s, x.Index.Type(), ot, i)
	if x.Scale != 1 {
		d = ev.a.binary(s, ir.Mul, ot, d, ev.a.konst(ot, num.Trunc(uint64(x.Scale), ot.Bits)))
	}
	off := ev.a.binary(s, ir.Add, ot, &Value{T: p.T, Lo: p.Lo, Hi: p.Hi}, d)
	if p.Obj == ev.objConst(0) { // the sum of null and a number may be the address of an object
		return ev.addrs.intToPtr(s, ot, x.P.Type(), off)
	}
	return &Value{Obj: p.Obj, T: off.T, Lo: off.Lo, Hi: off.Hi}
}

// ptrDiff returns the difference of two pointers in bytes. For pointers into different objects, it is the difference of
// their addresses as numbers.
func (ev *evaluator) ptrDiff(s *State, x *ir.PtrDiff) *Value {
	p, q := ev.Expr(s, x.P), ev.Expr(s, x.Q)
	ot := offset(x.P.Type())
	same := ev.sameObject(p, q)
	d := ev.a.binary(s, ir.Sub, ot, p, q)
	if same.IsTrue() {
		return d
	}
	const why = "difference of pointers to different objects"
	ut := ev.addressType()
	other := ev.a.cast(s, ut, ot, ev.a.binary(s, ir.Sub, ut, ev.addrs.address(s, x.P.Type(), p, why),
		ev.addrs.address(s, x.P.Type(), q, why)))
	return ev.iteInt(same, d, other)
}

// iteInt returns the integer that equals x where c holds, else y.
func (sy *symbols) iteInt(c *term.Term, x, y *Value) *Value {
	v := &Value{T: sy.C.Ite(c, x.T, y.T)}
	if sy.Enc == Ints {
		v.Lo, v.Hi = minBig(x.Lo, y.Lo), maxBig(x.Hi, y.Hi)
	}
	return v
}

// comparePtr compares addresses. Within one object it compares offsets. Pointers into different objects differ if both
// lie in their objects or one past the end. The exception is a pointer to the end of one object and a pointer to the
// start of another: objects may be adjacent, so these pointers may be equal.
func (ad *addresses) comparePtr(s *State, op ir.BinOp, t ir.Type, p, q *Value) *term.Term {
	c := ad.C
	same := ad.sameObject(p, q)
	ot := offset(t)
	inObj := ad.a.compare(s, op, ot, p, q)
	if op != ir.Eq {
		// Addresses compare without sign. Offsets inside an object are not negative, so the comparison without sign is right.
		ut := ir.Type{Kind: ir.Int, Bits: t.Bits}
		inObj = ad.a.compare(s, op, ut, ad.a.cast(s, ot, ut, p), ad.a.cast(s, ot, ut, q))
		order := func() *term.Term {
			const why = "order of different objects"
			return ad.a.compare(s, op, ut, ad.address(s, t, p, why), ad.address(s, t, q, why))
		}
		if same.IsFalse() {
			return order()
		}
		inside := c.And(ad.inside(s, p), ad.inside(s, q))
		sure := c.And(same, inside)
		if sure.IsTrue() {
			return inObj
		}
		return c.Ite(sure, inObj, order())
	}
	if same.IsTrue() {
		return inObj
	}
	if zero := ad.zero(t); p.T == zero && q.T == zero && (ad.objs.global(p.Obj) || ad.objs.global(q.Obj)) {
		return c.Eq(p.Obj, q.Obj)
	}
	inside := c.And(ad.inside(s, p), ad.inside(s, q))
	differ := c.False()
	if !inside.IsTrue() {
		differ = c.And(c.Not(inside), ad.unknown(ir.B, "equality of invalid pointers").T)
	}
	zero := ad.zero(t)
	touch := c.Or(c.And(ad.atEnd(s, p), c.Eq(q.T, zero)), c.And(ad.atEnd(s, q), c.Eq(p.T, zero)))
	if !touch.IsFalse() {
		differ = c.Or(differ, c.And(touch, ad.unknown(ir.B, "the end of an object and the start of another").T))
	}
	return c.Ite(same, inObj, differ)
}

// global reports whether a term is the number of a global object. No other object ever has the address of a global
// object.
func (ob *objects) global(obj *term.Term) bool {
	n, ok := obj.Big()
	if !ok || !n.IsInt64() || n.Int64() <= untracked || n.Int64() >= int64(len(ob.instances)) {
		return false
	}
	g := ob.instances[n.Int64()].target
	return g != nil && g.Kind == flow.GlobalObj && ob.static[g] == int(n.Int64())
}

// sameObject returns the condition that two pointers lead to one object, or both are numbers. It is false for two
// pointers to objects that are not tracked, since these objects may differ.
func (sy *symbols) sameObject(p, q *Value) *term.Term {
	c := sy.C
	return c.And(c.Eq(p.Obj, q.Obj), c.Not(c.Eq(p.Obj, sy.objConst(untracked))))
}

// inside returns the condition that a pointer is null, leads into its object, or leads one past its object's end.
func (ad *addresses) inside(s *State, p *Value) *term.Term {
	return ad.byArms(p, func(p *Value) *term.Term { return ad.insideOne(s, p) })
}

// insideOne returns the condition of inside for a pointer that is not split by byArms.
func (ad *addresses) insideOne(s *State, p *Value) *term.Term {
	c := ad.C
	out := []*term.Term{c.And(c.Eq(p.Obj, ad.objConst(0)), c.Eq(p.T, ad.zero(ad.Prog.Model.Ptr())))}
	all, groups := ad.objs.leaves(p.Obj)
	ids := all // includes functions
	if len(groups) > 0 {
		ids, _ = ad.objs.targets(s, p)
		for _, id := range ad.objs.funcs {
			if slices.Contains(all, id) ||
				slices.ContainsFunc(groups, func(g candidates) bool { return g.targets.Has(ad.objs.instances[id].target) }) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
	}
	for _, id := range ids {
		if size, ok := ad.objs.sizeOf(id); ok {
			out = append(out, c.And(c.Eq(p.Obj, ad.objConst(id)), ad.within(s, p, size)))
		}
	}
	return c.Or(out...)
}

// atEnd returns the condition that a pointer is one past the end of its object, and that this object is not empty.
func (ad *addresses) atEnd(s *State, p *Value) *term.Term {
	return ad.byArms(p, func(p *Value) *term.Term { return ad.atEndOne(s, p) })
}

// atEndOne returns the condition of atEnd for a pointer that is not split by byArms.
func (ad *addresses) atEndOne(s *State, p *Value) *term.Term {
	c, zero := ad.C, ad.zero(ad.Prog.Model.Ptr())
	if p.T == zero || p.Obj == ad.objConst(0) {
		return c.False()
	}
	var out []*term.Term
	ids, _ := ad.objs.targets(s, p)
	for _, id := range ids {
		if size, ok := ad.objs.sizeOf(id); ok {
			out = append(out, c.And(c.Eq(p.Obj, ad.objConst(id)), c.Eq(p.T, size.T)))
		}
	}
	return c.And(c.Or(out...), c.Not(c.Eq(p.T, zero)), c.Not(c.Eq(p.Obj, ad.objConst(0))))
}

// occupied returns the condition that a pointer is null, or leads to a byte of an object that is alive: then no other
// object has its address.
func (ad *addresses) occupied(s *State, p *Value) *term.Term {
	c := ad.C
	out := []*term.Term{c.And(c.Eq(p.Obj, ad.objConst(0)), c.Eq(p.T, ad.zero(ad.Prog.Model.Ptr())))}
	ids, _ := ad.objs.targets(s, p)
	ot := offset(ad.Prog.Model.Ptr())
	all, _ := ad.objs.leaves(p.Obj)
	for _, id := range ad.objs.funcs {
		if slices.Contains(all, id) {
			out = append(out, c.And(c.Eq(p.Obj, ad.objConst(id)), c.Eq(p.T, ad.zero(ad.Prog.Model.Ptr()))))
		}
	}
	for _, id := range ids {
		size, ok := ad.objs.sizeOf(id)
		in, there := s.mem.Get(uint32(id))
		if !ok || !there {
			continue
		}
		out = append(out, c.And(c.Eq(p.Obj, ad.objConst(id)), in.alive, ad.a.compare(s, ir.Le, ot, ad.a.konst(ot, 0), p),
			ad.a.compare(s, ir.Lt, ot, p, size)))
	}
	return c.Or(out...)
}

// within returns the condition that the offset of p lies between 0 and size, both included.
func (sy *symbols) within(s *State, p *Value, size *Value) *term.Term {
	ot := offset(sy.Prog.Model.Ptr())
	z := sy.a.konst(ot, 0)
	return sy.C.And(sy.a.compare(s, ir.Le, ot, z, p), sy.a.compare(s, ir.Le, ot, p, size))
}

// ptrToInt converts a pointer to an integer.
func (ad *addresses) ptrToInt(s *State, from, to ir.Type, p *Value) *Value {
	if to.Kind != ir.Int {
		return ad.unknown(to, "pointer as a number")
	}
	isNum := ad.C.Eq(p.Obj, ad.objConst(0))
	if !isNum.IsTrue() {
		r := ad.a.cast(s, ad.addressType(), to, ad.address(s, from, p, "address as a number"))
		if to.Bits == from.Bits {
			r = &Value{T: r.T, Lo: r.Lo, Hi: r.Hi, addrOf: p}
		}
		return r
	}
	ut := ir.Type{Kind: ir.Int, Bits: from.Bits}
	n := ad.a.cast(s, ut, to, ad.a.cast(s, offset(from), ut, &Value{T: p.T, Lo: p.Lo, Hi: p.Hi})) // a number has no object
	return n
}

// computed returns a pointer whose address is r, the result of an operation on the integers v and w, if one of these is
// the address of a pointer and the result depends on its base: sums, differences and bit operations. It returns nil
// otherwise.
func (ad *addresses) computed(s *State, op ir.BinOp, t ir.Type, v, w, r *Value) *Value {
	if v.addrOf == nil && op != ir.Sub {
		v, w = w, v
	}
	p := v.addrOf
	if p == nil || w.addrOf != nil || t.Bits != ad.addressType().Bits {
		return nil
	}
	ot := offset(t)
	at := &Value{T: p.T, Lo: p.Lo, Hi: p.Hi}
	var off *Value
	switch op {
	case ir.Add, ir.Sub:
		off = ad.a.binary(s, op, ot, at, ad.a.cast(s, t, ot, w))
	case ir.And, ir.Or, ir.Xor:
		if k, ok := w.T.Big(); ok && ad.keepsBase(op, t, k, p.Obj) {
			off = ad.a.binary(s, op, ot, at, ad.a.cast(s, t, ot, w))
		} else {
			off = ad.a.binary(s, ir.Add, ot, at, ad.a.cast(s, t, ot, ad.a.binary(s, ir.Sub, t, r, v)))
		}
	default: // sound: the result is no address that is known
		return nil
	}
	return &Value{Obj: p.Obj, T: off.T, Lo: off.Lo, Hi: off.Hi}
}

// keepsBase reports whether a bit operation with the literal k of type t changes only bits below the alignment of all
// objects that obj may stand for.
func (ad *addresses) keepsBase(op ir.BinOp, t ir.Type, k *big.Int, obj *term.Term) bool {
	all := new(big.Int).SetUint64(num.Mask(t.Bits))
	changed := new(big.Int).And(k, all)
	if op == ir.And {
		changed.Sub(all, changed)
	}
	return changed.Cmp(big.NewInt(ad.objs.alignment(obj))) < 0
}

// intToPtr converts an integer to a pointer. Zero and small positive constants have no object. The address of a pointer
// becomes this pointer if it is occupied. Any other number may be the address of any object.
func (ad *addresses) intToPtr(s *State, from, to ir.Type, v *Value) *Value {
	if from.Kind != ir.Int || v.T == nil {
		return ad.unknown(to, "number as a pointer")
	}
	ot := offset(to)
	n := ad.a.cast(s, from, ot, v)
	if b, ok := n.T.Big(); ok && (b.Sign() == 0 || b.CmpAbs(big.NewInt(1<<16)) < 0 && b.Sign() > 0) {
		return &Value{Obj: ad.objConst(0), T: n.T, Lo: n.Lo, Hi: n.Hi}
	}
	if p := v.addrOf; p != nil && from.Bits == to.Bits {
		p = &Value{Obj: p.Obj, T: p.T, Lo: p.Lo, Hi: p.Hi}
		in := ad.occupied(s, p)
		if in.IsTrue() {
			return p
		}
		return ad.ite(in, p, ad.unknown(to, "number as a pointer"))
	}
	// Zero is null; any other number may be the address of any object.
	any := ad.unknown(to, "number as a pointer")
	isNull := ad.C.Eq(n.T, ad.zero(to))
	r := &Value{Obj: ad.C.Ite(isNull, ad.objConst(0), any.Obj), T: ad.C.Ite(isNull, n.T, any.T), Lo: any.Lo, Hi: any.Hi}
	return r
}
