package triple

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// byteRange is a constant range of bytes inside of a tracked object.
type byteRange struct {
	m      *tracked
	off, n int64
}

// byteRangeOf returns the range of a bulk operation: n bytes at addr. sp.m is nil if the object is not tracked; ok is
// false if the range is not constant or leaves the object.
func (mem *namedMemory) byteRangeOf(addr, n ir.Expr) (sp byteRange, ok bool) {
	o, steps := rooted(addr)
	if o == nil {
		return byteRange{}, false
	}
	m := mem.knows(o)
	if m == nil {
		return byteRange{}, false
	}
	sp.m = m
	k, isConst := n.(*ir.Const)
	off, fixed := constOffset(mem.c.prog, steps)
	if !isConst || !fixed {
		return sp, false
	}
	size := k.Bits
	if k.T.Signed && num.Signed(k.Bits, k.T.Bits) < 0 || off > uint64(o.Size) || uint64(o.Size)-off < size {
		return sp, false
	}
	sp.off, sp.n = int64(off), int64(size)
	return sp, true
}

// covers reports whether a range contains all, or some, of the n bytes at off.
func (sp byteRange) covers(off, n int64) (all, some bool) {
	return sp.off <= off && off+n <= sp.off+sp.n, off < sp.off+sp.n && sp.off < off+n
}

// whole reports whether the range contains all bytes of the object.
func (sp byteRange) whole() bool { return sp.off == 0 && sp.n == sp.m.obj.Size }

// maxElements bounds the number of elements that are written one by one.
const maxElements = 64

// fill writes new contents to a range. Its callback returns the new value of the scalar of type t at a byte offset, or
// false if the value is unknown; fill makes all calls before it changes s. Cells that lie only partly in the range are
// forgotten.
func (mem *namedMemory) fill(s *state, sp byteRange, at func(off int64, t ir.Type) (value, bool)) {
	m := sp.m
	if m.readOnly() || sp.n == 0 {
		return
	}
	if m.kind == cells {
		next := map[int]value{}
		for i, k := range m.cells {
			all, some := sp.covers(k.off, int64(k.t.Size()))
			if !some {
				continue
			}
			v, ok := value{}, false
			if all {
				v, ok = at(k.off, k.t)
			}
			if !ok {
				mem.inexact("bytes that are written in another form than they are read")
				v = value{}
			}
			next[i] = v
		}
		for i, v := range next {
			s.at[s.object(m.obj, i)] = v
		}
		return
	}
	first, last := sp.off/m.size, (sp.off+sp.n-1)/m.size
	if last-first >= maxElements {
		mem.forgetRoughly(s, m)
		return
	}
	t := m.elem
	if m.kind == bytes {
		t = ir.U8
	}
	arr := mem.contents(s, m, 0).t
	for i := first; i <= last; i++ {
		v, ok := value{}, false
		if all, _ := sp.covers(i*m.size, m.size); all {
			v, ok = at(i*m.size, t)
		}
		if !ok {
			v = mem.unknown(t, "bytes that are written in another form than they are read")
		}
		arr = mem.tc.Store(arr, mem.position(i), v.t)
	}
	s.at[s.object(m.obj, 0)] = value{t: arr}
}

// position returns a constant index of an array.
func (f *formula) position(i int64) *term.Term {
	if f.enc == Ints {
		return f.tc.Int(i)
	}
	return f.tc.BV(uint64(i), int(f.c.prog.Model.Ptr().Bits))
}

// repeat returns the bits of a number of type t all of whose bytes are b.
func repeat(t ir.Type, b uint64) uint64 {
	var r uint64
	for range t.Size() {
		r = r<<8 | b
	}
	return r
}

// memSet encodes a memset of a named object.
func (mem *namedMemory) memSet(s *state, st *ir.MemSet) {
	sp, ok := mem.byteRangeOf(st.Dst, st.N)
	if sp.m == nil || sp.m.readOnly() {
		return
	}
	k, isConst := st.Val.(*ir.Const)
	switch {
	case !ok:
		mem.setWindow(s, st, sp.m)
	case !isConst:
		mem.fill(s, sp, func(_ int64, t ir.Type) (value, bool) { return mem.repeated(s, t, st.Val) })
	case sp.whole() && sp.m.kind != cells:
		t := sp.m.elem
		if sp.m.kind == bytes {
			t = ir.U8
		}
		s.at[s.object(sp.m.obj, 0)] = value{t: mem.constArray(mem.q.literal(t, repeat(t, k.Bits&0xff)).t)}
	default:
		mem.fill(s, sp, func(_ int64, t ir.Type) (value, bool) { return mem.q.literal(t, repeat(t, k.Bits&0xff)), true })
	}
}

// repeated returns the integer all of whose bytes are the low byte of b; false for other types.
func (mem *namedMemory) repeated(s *state, t ir.Type, b ir.Expr) (value, bool) {
	if t.Kind != ir.Int {
		return value{}, false
	}
	u := ir.Type{Kind: ir.Int, Bits: t.Bits}
	e := ir.NewBinary(ir.Mul, ir.NewCast(u, ir.NewCast(ir.U8, b)), &ir.Const{T: u, Bits: repeat(t, 1)})
	return mem.convert(t, u, mem.q.expr(s, e)), true
}

// constArray returns the array all of whose elements are v.
func (f *formula) constArray(v *term.Term) *term.Term {
	return f.tc.ConstArray(f.a.sort(f.c.prog.Model.Ptr()), v)
}

// memCopy encodes a copy of bytes between named objects. It reads all bytes before it writes one.
func (mem *namedMemory) memCopy(s *state, st *ir.MemCopy) {
	to, ok := mem.byteRangeOf(st.Dst, st.N)
	if to.m == nil || to.m.readOnly() || ok && to.n == 0 {
		return
	}
	from, ok2 := mem.byteRangeOf(st.Src, st.N)
	if !ok || !ok2 || from.m == nil {
		mem.copyWindow(s, st, to.m)
		return
	}
	a, b := to.m, from.m
	if a.kind != cells && a.kind == b.kind && to.whole() && from.whole() && (a.kind == bytes || a.elem == b.elem) {
		s.at[s.object(a.obj, 0)] = mem.contents(s, b, 0)
		return
	}
	// peek reads s itself: so an arbitrary value gets its constant there, and source and target have the same value.
	mem.fill(s, to, func(off int64, t ir.Type) (value, bool) { return mem.peek(s, b, off-to.off+from.off, t) })
}

// forgetRoughly makes the contents arbitrary, as the encoding cannot express the effect of a statement.
func (mem *namedMemory) forgetRoughly(s *state, m *tracked) {
	mem.inexact("a range of bytes that is not constant")
	mem.forgetObject(s, m, s.depth)
}

// peek returns the scalar of type t at a constant offset. It returns false unless one cell or element, or an array of
// bytes, holds the scalar.
func (mem *namedMemory) peek(s *state, m *tracked, off int64, t ir.Type) (value, bool) {
	switch m.kind {
	case cells:
		for i, k := range m.cells {
			if k.off == off && alike(k.t, t) {
				return mem.convert(t, k.t, mem.contents(s, m, i)), true
			}
			if at := off - k.off; mem.enc == Bits && t.Size() == 1 && isNumber(t) && isNumber(k.t) && at >= 0 &&
				at < int64(k.t.Size()) {
				return value{t: mem.tc.BVExtract(int(8*at+7), int(8*at), mem.contents(s, m, i).t)}, true
			}
		}
	case elems:
		if alike(m.elem, t) && off%m.size == 0 {
			return mem.convert(t, m.elem, mem.element(m, mem.tc.Select(mem.contents(s, m, 0).t, mem.position(off/m.size)))), true
		}
	case bytes:
		if isNumber(t) && t.Size() > 0 {
			return value{t: mem.joinBytes(mem.contents(s, m, 0).t, mem.position(off), int64(t.Size()))}, true
		}
	}
	return value{}, false
}

// initial returns the contents of a global object when the program starts: of cell n, or the array of all contents.
func (mem *namedMemory) initial(m *tracked, n int) value {
	empty := newState(0)
	o := m.obj
	if m.kind == cells {
		k := m.cells[n]
		for _, it := range o.Init {
			if it.Off == k.off {
				return mem.convert(k.t, it.Val.Type(), mem.q.expr(empty, it.Val))
			}
		}
		return mem.q.literal(k.t, 0)
	}
	if m.kind == elems {
		arr := mem.constArray(mem.q.literal(m.elem, 0).t)
		for _, it := range o.Init {
			arr = mem.tc.Store(arr, mem.position(it.Off/m.size), mem.convert(m.elem, it.Val.Type(), mem.q.expr(empty, it.Val)).t)
		}
		return value{t: arr}
	}
	arr := mem.constArray(mem.tc.BV(0, 8))
	for _, it := range o.Init {
		t := it.Val.Type()
		var b *term.Term
		if k, ok := it.Val.(*ir.Const); ok {
			b = mem.tc.BV(k.Bits, 8*t.Size())
		} else {
			b = mem.bitsOf(t, mem.q.expr(empty, it.Val))
		}
		arr = mem.writeBytes(arr, mem.position(it.Off), b, int64(t.Size()))
	}
	return value{t: arr}
}
