package vc

import (
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes memory as single bytes, for objects with overlapping accesses. A pointer in such an object is kept
// as the bytes of its address. In addition to the bytes, each offset has the object of the pointer that was last
// written there. This object is a hint only, because the bytes may have been overwritten or copied since:
//
//	store 8(p), q     for q = (o, off): bytes 8..15 become the bytes of base(o) + off; the hint at 8 becomes o
//	load 8(p)         let n be the number in the bytes: the result is (o, n - base(o)) if this offset lies in o,
//	                  null if n is 0, else any pointer
//	load p[i]         if-then-else over the values stored at indices that i may equal (lookup.go), each with its object
//
// Objects do not overlap, so a number that lies in o is an address in o, even if the hint is out of date. Hints are for
// Bits only. In Ints, a pointer that is read from bytes is arbitrary, and writing a pointer makes the bytes arbitrary.

// at returns the array index of the i-th byte of an access through p.
func (sy *symbols) at(s *State, p *Value, i int) *term.Term {
	ot := offset(sy.Prog.Model.Ptr())
	// The access is valid, so the sum does not wrap around.
	if sy.Enc == Ints {
		return sy.C.IAdd(p.T, sy.C.Int(int64(i)))
	}
	return sy.C.BVAdd(p.T, sy.C.BV(uint64(i), int(ot.Bits)))
}

// readBytes reads a value of type t at p from the contents c of an object that is kept as bytes.
func (ct *contents) readBytes(s *State, t ir.Type, of *flow.Target, c *content, p *Value) *Value {
	a, ok := c.arrs.Get(0)
	if !ok || t.Kind == ir.Ptr && a.obj == nil {
		return ct.objs.any(t, of, "pointer from bytes")
	}
	if t.Kind == ir.Ptr {
		return ct.readHinted(s, t, of, c, a, p)
	}
	a = &arrayPair{t: a.t}
	n := t.Size()
	var parts []*Value // low byte first
	for i := range n {
		parts = append(parts, ct.element(s, ir.U8, of, a, ct.at(s, p, i)))
	}
	if ct.Enc == Ints && t.Kind == ir.Int {
		sum := &Value{T: ct.C.Int(0), Lo: new(big.Int), Hi: new(big.Int)}
		ar := ct.a.(*intArith)
		for i, b := range parts {
			sum = ar.add(sum, ar.mul(b, ar.big(new(big.Int).Lsh(big.NewInt(1), uint(8*i)))))
		}
		return ar.wrap(s, t, sum)
	}
	w := ct.a.toBits(ir.U8, parts[0])
	for _, b := range parts[1:] {
		w = ct.C.BVConcat(ct.a.toBits(ir.U8, b), w)
	}
	if t.Kind == ir.Float {
		return &Value{T: ct.C.FPOfBits(w)}
	}
	return ct.a.ofBits(t, w)
}

// writeBytes returns the array of bytes of c after v, of type t, was written at p.
func (ct *contents) writeBytes(s *State, t ir.Type, c *content, p, v *Value) *arrayPair {
	a, ok := c.arrs.Get(0)
	if !ok {
		return &arrayPair{t: ct.C.Fresh("bytes", term.ArraySort(ct.indexSort(), ct.sort(ir.U8)))}
	}
	out := &arrayPair{a.t, a.obj}
	if t.Kind == ir.Ptr && a.obj != nil && v.T != nil {
		out.obj = ct.C.Store(a.obj, p.T, v.Obj)
		t, v = ct.addressType(), ct.addrs.address(s, t, v, "pointer in bytes")
	}
	for i := range t.Size() {
		out.t = ct.C.Store(out.t, ct.at(s, p, i), ct.byteOf(s, t, v, i))
	}
	return out
}

// readHinted reads a pointer from an array of bytes with hints.
func (ct *contents) readHinted(s *State, t ir.Type, of *flow.Target, c *content, a *arrayPair, p *Value) *Value {
	o := ct.element(s, t, of, a, p.T).Obj
	n := ct.readBytes(s, ct.addressType(), of, c, p)
	left := maxSplit
	return ct.asPointer(s, t, of, n, o, &left)
}

// maxSplit bounds the alternatives of a hint that asPointer treats one by one.
const maxSplit = 64

// asPointer converts the number n to a pointer; the object o is a hint. If o is an if-then-else, asPointer treats each
// case on its own, as long as *left is positive, and returns an if-then-else of pointers.
func (ct *contents) asPointer(s *State, t ir.Type, of *flow.Target, n *Value, o *term.Term, left *int) *Value {
	if o.Op() == term.Ite && *left > 0 {
		*left--
		c := o.Arg(0)
		when := func(is *term.Term) *Value { return &Value{T: ct.C.Subst(n.T, map[*term.Term]*term.Term{c: is})} }
		x := ct.asPointer(s, t, of, when(ct.C.True()), o.Arg(1), left)
		y := ct.asPointer(s, t, of, when(ct.C.False()), o.Arg(2), left)
		return ct.ite(c, x, y)
	}
	ut, ot := ct.addressType(), offset(t)
	zero := ct.a.konst(ot, 0)
	base := ct.addrs.address(s, t, &Value{Obj: o, T: zero.T, Lo: zero.Lo, Hi: zero.Hi}, "pointer from bytes")
	off := ct.a.cast(s, ut, ot, ct.a.binary(s, ir.Sub, ut, n, base))
	v := &Value{Obj: o, T: off.T, Lo: off.Lo, Hi: off.Hi}
	sure := ct.addrs.inside(s, v)
	if !ct.derivesFrom(base.T, off.T) { // the number may be the address of an adjacent object after o
		sure = ct.C.And(sure, ct.C.Not(ct.addrs.atEnd(s, v)))
	}
	if sure.IsTrue() {
		return v
	}
	null := ct.literal(t, 0)
	isNull := ct.a.compare(s, ir.Eq, ut, n, ct.a.konst(ut, 0))
	if isNull.IsTrue() {
		return null
	}
	return ct.ite(isNull, null, ct.ite(sure, v, ct.objs.any(t, of, "pointer from bytes")))
}

// derivesFrom reports whether a number was made from the address base: rest, the number minus base, does not contain
// base.
func (ct *contents) derivesFrom(base, rest *term.Term) bool {
	return base.Op() == term.Var && !slices.Contains(term.FreeVars(rest), base)
}

// hint returns the object of the pointer at the offset at in an instance; nil if it is not known.
func (ct *contents) hint(s *State, id int, c *content, at *Value) *term.Term {
	sh, ptr := ct.objs.instances[id].shape, ct.Prog.Model.Ptr()
	if sh.bytes {
		if a, ok := c.arrs.Get(0); ok && a.obj != nil {
			return ct.C.Select(a.obj, at.T)
		}
		return nil
	}
	if off, ok := constOff(at); !ok || sh.find(off, ptr) < 0 {
		return nil
	}
	return ct.read(s, ptr, id, c, at).Obj
}

// bytePart returns the byte at an offset of an instance that is kept in fields. It returns nil if the offset is not
// constant, lies in no field, or lies in a field whose bytes are not known.
func (ct *contents) bytePart(s *State, id int, c *content, at *Value) *Value {
	off, ok := constOff(at)
	sh := ct.objs.instances[id].shape
	if !ok || sh.bytes {
		return nil
	}
	there := sh.places(off, 1)
	if len(there) == 0 {
		return nil
	}
	t, from := there[0].t, there[0].off
	v := ct.read(s, t, id, c, ct.a.konst(offset(ct.Prog.Model.Ptr()), uint64(from)))
	switch {
	case v.T == nil, t.Kind == ir.Ptr && ct.Enc != Bits:
		return nil
	case t.Kind == ir.Ptr:
		t, v = ct.addressType(), ct.addrs.address(s, t, v, "byte of a pointer")
	}
	b := &Value{T: ct.byteOf(s, t, v, int(off-from))}
	if ct.Enc == Ints {
		b.Lo, b.Hi = limits(ir.U8)
	}
	return b
}

// byteOf returns byte i of a value, the lowest first, as an element of an array of bytes.
func (sy *symbols) byteOf(s *State, t ir.Type, v *Value, i int) *term.Term {
	if v.T == nil || t.Kind == ir.Ptr {
		return sy.unknown(ir.U8, "byte of a pointer").T
	}
	if t.Kind == ir.Float {
		// SMT-LIB has no function from a float to its bits. The bits are a constant, with the axiom that its float is v.
		b := sy.C.Fresh("fbits", term.BVSort(int(t.Bits)))
		sy.axiom(b, sy.C.Eq(sy.C.FPOfBits(b), v.T))
		u := ir.Type{Kind: ir.Int, Bits: t.Bits}
		return sy.byteOf(s, u, sy.a.ofBits(u, b), i)
	}
	x := v
	if i > 0 {
		x = sy.a.shift(s, ir.Shr, t, v, ir.U8, sy.a.konst(ir.U8, uint64(8*i)))
	}
	return sy.a.cast(s, t, ir.U8, x).T
}

// copyHints returns w with the hints of the pointers among n copied bytes. w has the contents of the instance numbered
// to, after the copy to dst; old has the contents of the source, the instance numbered from. The source of a byte lies
// at the byte's offset in the target plus shift. If dst is not constant or the range is large, it returns w unchanged.
func (ct *contents) copyHints(s *State, to int, w *content, dst *Value, from int, old *content, shift,
	n *Value) *content {
	in, ot := ct.objs.instances[to], offset(ct.Prog.Model.Ptr())
	size, ok := constOff(in.size)
	off, fixed := constOff(dst)
	if w == nil || !ct.objs.hinted(in.shape) || !ok || !fixed || off < 0 {
		return w
	}
	a, ok := w.arrs.Get(0)
	if !ok || a.obj == nil {
		return w
	}
	wide := int64(ot.Size())
	last := size
	if k, isConst := constOff(n); isConst {
		last = min(size, off+k)
	}
	first := (off + wide - 1) / wide * wide
	if (last-first)/wide > maxPlaces {
		return w
	}
	end := ct.a.binary(nil, ir.Add, ot, dst, n)
	obj := a.obj
	for i := first; i+wide <= last; i += wide {
		at := ct.a.konst(ot, uint64(i))
		h := ct.hint(s, from, old, ct.a.binary(nil, ir.Add, ot, at, shift))
		if h == nil {
			continue
		}
		in := ct.a.compare(nil, ir.Le, ot, ct.a.konst(ot, uint64(i+wide)), end)
		obj = ct.C.Store(obj, at.T, ct.C.Ite(in, h, ct.C.Select(a.obj, at.T)))
	}
	out := *w
	out.arrs = w.arrs.Set(0, &arrayPair{a.t, obj})
	return &out
}
