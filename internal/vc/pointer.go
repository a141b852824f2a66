package vc

import (
	"slices"

	"math/big"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// offset is the type of offsets of a pointer type: signed, as wide.
func offset(t ir.Type) ir.Type { return ir.Type{Kind: ir.Int, Bits: t.Bits, Signed: true} }

func (e *Encoder) ptrAdd(s *State, x *ir.PtrAdd) *Value {
	p, i := e.Expr(s, x.P), e.Expr(s, x.Index)
	ot := offset(x.P.Type())
	d := e.a.cast(s, x.Index.Type(), ot, i)
	if x.Scale != 1 {
		d = e.a.binary(s, ir.Mul, ot, d, e.a.konst(ot, num.Trunc(uint64(x.Scale), ot.Bits)))
	}
	off := e.a.binary(s, ir.Add, ot, &Value{T: p.T, Lo: p.Lo, Hi: p.Hi}, d)
	if p.Obj == e.objConst(0) { // null plus a number, which may be an address
		return e.intToPtr(s, ot, x.P.Type(), off)
	}
	return &Value{Obj: p.Obj, T: off.T, Lo: off.Lo, Hi: off.Hi}
}

func (e *Encoder) ptrDiff(s *State, x *ir.PtrDiff) *Value {
	p, q := e.Expr(s, x.P), e.Expr(s, x.Q)
	ot := offset(x.P.Type())
	same := e.sameObject(p, q)
	d := e.a.binary(s, ir.Sub, ot, p, q)
	if same.IsTrue() {
		return d
	}
	const why = "difference of pointers to different objects"
	ut := e.addressType()
	other := e.a.cast(s, ut, ot, e.a.binary(s, ir.Sub, ut, e.address(s, x.P.Type(), p, why),
		e.address(s, x.P.Type(), q, why)))
	return e.iteInt(same, d, other)
}

func (e *Encoder) iteInt(c *term.Term, x, y *Value) *Value {
	v := &Value{T: e.C.Ite(c, x.T, y.T)}
	if e.Enc == Ints {
		v.Lo, v.Hi = minBig(x.Lo, y.Lo), maxBig(x.Hi, y.Hi)
	}
	return v
}

// comparePtr compares addresses: offsets within one object; pointers into
// different objects differ if both are inside (one past the end included), unless one
// stands at the end and the other at a start: objects may touch.
func (e *Encoder) comparePtr(s *State, op ir.BinOp, t ir.Type, p, q *Value) *term.Term {
	c := e.C
	same := e.sameObject(p, q)
	ot := offset(t)
	inObj := e.a.compare(s, op, ot, p, q)
	if op != ir.Eq {
		// Numbers compare without sign; inside an object offsets do, too.
		ut := ir.Type{Kind: ir.Int, Bits: t.Bits}
		inObj = e.a.compare(s, op, ut, e.a.cast(s, ot, ut, p), e.a.cast(s, ot, ut, q))
		order := func() *term.Term {
			const why = "order of different objects"
			return e.a.compare(s, op, ut, e.address(s, t, p, why), e.address(s, t, q, why))
		}
		if same.IsFalse() {
			return order()
		}
		inside := c.And(e.inside(s, p), e.inside(s, q))
		sure := c.And(same, inside)
		if sure.IsTrue() {
			return inObj
		}
		return c.Ite(sure, inObj, order())
	}
	if same.IsTrue() {
		return inObj
	}
	if zero := e.zero(t); p.T == zero && q.T == zero && (e.global(p.Obj) || e.global(q.Obj)) {
		return c.Eq(p.Obj, q.Obj)
	}
	inside := c.And(e.inside(s, p), e.inside(s, q))
	differ := c.False()
	if !inside.IsTrue() {
		differ = c.And(c.Not(inside), e.unknown(ir.B, "equality of invalid pointers").T)
	}
	zero := e.zero(t)
	touch := c.Or(c.And(e.atEnd(s, p), c.Eq(q.T, zero)), c.And(e.atEnd(s, q), c.Eq(p.T, zero)))
	if !touch.IsFalse() {
		differ = c.Or(differ, c.And(touch, e.unknown(ir.B, "the end of an object and the start of another").T))
	}
	return c.Ite(same, inObj, differ)
}

// global reports whether an object is a certain global one: no other object ever has its address.
func (e *Encoder) global(obj *term.Term) bool {
	n, ok := obj.Big()
	if !ok || !n.IsInt64() || n.Int64() <= untracked || n.Int64() >= int64(len(e.instances)) {
		return false
	}
	g := e.instances[n.Int64()].target
	return g != nil && g.Kind == flow.GlobalObj && e.static[g] == int(n.Int64())
}

// sameObject says that both point into one object, or are numbers. Two that
// are not tracked may differ.
func (e *Encoder) sameObject(p, q *Value) *term.Term {
	c := e.C
	return c.And(c.Eq(p.Obj, q.Obj), c.Not(c.Eq(p.Obj, e.objConst(untracked))))
}

// inside says that the pointer is a number (object 0) that lies in no object,
// null that is, or lies in its object or one past its end.
func (e *Encoder) inside(s *State, p *Value) *term.Term {
	return e.byArms(p, func(p *Value) *term.Term { return e.insideOne(s, p) })
}

func (e *Encoder) insideOne(s *State, p *Value) *term.Term {
	c := e.C
	out := []*term.Term{c.And(c.Eq(p.Obj, e.objConst(0)), c.Eq(p.T, e.zero(e.Prog.Model.Ptr())))}
	all, groups := e.leaves(p.Obj)
	ids := all // functions too
	if len(groups) > 0 {
		ids, _ = e.targets(s, p)
		for _, id := range e.funcs {
			if slices.Contains(all, id) ||
				slices.ContainsFunc(groups, func(g among) bool { return g.targets.Has(e.instances[id].target) }) {
				ids = append(ids, id)
			}
		}
		slices.Sort(ids)
	}
	for _, id := range ids {
		if size, ok := e.sizeOf(id); ok {
			out = append(out, c.And(c.Eq(p.Obj, e.objConst(id)), e.within(s, p, size)))
		}
	}
	return c.Or(out...)
}

// atEnd says that the pointer is one past the end of its object, which has bytes.
func (e *Encoder) atEnd(s *State, p *Value) *term.Term {
	return e.byArms(p, func(p *Value) *term.Term { return e.atEndOne(s, p) })
}

func (e *Encoder) atEndOne(s *State, p *Value) *term.Term {
	c, zero := e.C, e.zero(e.Prog.Model.Ptr())
	if p.T == zero || p.Obj == e.objConst(0) {
		return c.False()
	}
	var out []*term.Term
	ids, _ := e.targets(s, p)
	for _, id := range ids {
		if size, ok := e.sizeOf(id); ok {
			out = append(out, c.And(c.Eq(p.Obj, e.objConst(id)), c.Eq(p.T, size.T)))
		}
	}
	return c.And(c.Or(out...), c.Not(c.Eq(p.T, zero)), c.Not(c.Eq(p.Obj, e.objConst(0))))
}

// within is 0 <= offset <= size.
func (e *Encoder) within(s *State, p *Value, size *Value) *term.Term {
	ot := offset(e.Prog.Model.Ptr())
	z := e.a.konst(ot, 0)
	return e.C.And(e.a.compare(s, ir.Le, ot, z, p), e.a.compare(s, ir.Le, ot, p, size))
}

func (e *Encoder) ptrToInt(s *State, from, to ir.Type, p *Value) *Value {
	if to.Kind != ir.Int {
		return e.unknown(to, "pointer as a number")
	}
	isNum := e.C.Eq(p.Obj, e.objConst(0))
	if !isNum.IsTrue() {
		return e.a.cast(s, e.addressType(), to, e.address(s, from, p, "address as a number"))
	}
	ut := ir.Type{Kind: ir.Int, Bits: from.Bits}
	n := e.a.cast(s, ut, to, e.a.cast(s, offset(from), ut, &Value{T: p.T, Lo: p.Lo, Hi: p.Hi})) // a number has no object
	return n
}

func (e *Encoder) intToPtr(s *State, from, to ir.Type, v *Value) *Value {
	if from.Kind != ir.Int || v.T == nil {
		return e.unknown(to, "number as a pointer")
	}
	ot := offset(to)
	n := e.a.cast(s, from, ot, v)
	if b, ok := n.T.Big(); ok && (b.Sign() == 0 || b.CmpAbs(big.NewInt(1<<16)) < 0 && b.Sign() > 0) {
		return &Value{Obj: e.objConst(0), T: n.T, Lo: n.Lo, Hi: n.Hi}
	}
	// Zero is null; another number may be the address of anything.
	any := e.unknown(to, "number as a pointer")
	isNull := e.C.Eq(n.T, e.zero(to))
	r := &Value{Obj: e.C.Ite(isNull, e.objConst(0), any.Obj), T: e.C.Ite(isNull, n.T, any.T), Lo: any.Lo, Hi: any.Hi}
	return r
}
