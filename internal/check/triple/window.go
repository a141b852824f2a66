package triple

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// window is a range of bytes with a variable offset or length, in an object that is an array of bytes.
type window struct {
	m      *tracked
	at, n  value      // offset and length in bytes
	inside *term.Term // the range lies in the object
}

// windowOf returns the range of a bulk operation: n bytes at addr. ok is false if the object is not tracked as an array
// of bytes.
func (mem *namedMemory) windowOf(s *state, addr, n ir.Expr) (w window, ok bool) {
	o, steps := rooted(addr)
	if o == nil {
		return w, false
	}
	if w.m = mem.knows(o); w.m == nil || w.m.kind == cells || w.m.size != 1 {
		return w, false
	}
	ut := mem.addressType()
	w.at, _ = mem.index(s, w.m, steps)
	w.n = mem.a.resize(ut, n.Type(), mem.q.expr(s, n))
	size := mem.a.lit(ut, uint64(o.Size))
	le := func(x, y value) *term.Term { return mem.a.compare(ir.Le, ut, x, y) }
	w.inside = mem.tc.And(le(w.at, size), le(w.n, size), le(mem.sum(w.at, w.n), size)) // none of these sums wraps
	return w, true
}

// sum returns x + y, as numbers of the address width.
func (f *formula) sum(x, y value) value {
	v, _ := f.a.binary(ir.Add, f.addressType(), x, y, f.addressType())
	return v
}

// byteType returns the type of an element, which has one byte.
func (m *tracked) byteType() ir.Type {
	if m.kind == bytes {
		return ir.U8
	}
	return m.elem
}

// maxWindow bounds the bytes of a window of constant length.
const maxWindow = 512

// fillWindow writes new contents to a window, byte by byte. Its callback returns the new value at an offset. If the
// window leaves the object, or right is false, all contents of the object are forgotten.
func (mem *namedMemory) fillWindow(s *state, w window, right *term.Term, at func(off value) value) {
	k, fixed := constOf(w.n)
	if w.m.obj.Size > maxElements && !(fixed && k <= maxWindow) {
		mem.forgetRoughly(s, w.m)
		return
	}
	ut := mem.addressType()
	old := mem.contents(s, w.m, 0).t
	arr := old
	if fixed && k <= maxWindow {
		for i := range k {
			off := mem.sum(w.at, mem.a.lit(ut, i))
			arr = mem.tc.Store(arr, off.t, at(off).t)
		}
	} else {
		end := mem.sum(w.at, w.n)
		for i := range w.m.obj.Size {
			off := mem.a.lit(ut, uint64(i))
			in := mem.tc.And(mem.a.compare(ir.Le, ut, w.at, off), mem.a.compare(ir.Lt, ut, off, end))
			arr = mem.tc.Store(arr, off.t, mem.tc.Ite(in, at(off).t, mem.tc.Select(old, off.t)))
		}
	}
	if ok := mem.tc.And(w.inside, right); !ok.IsTrue() {
		mem.forgetRoughly(s, w.m)
		arr = mem.tc.Ite(ok, arr, mem.contents(s, w.m, 0).t)
	}
	s.at[s.object(w.m.obj, 0)] = value{t: arr}
}

// setWindow encodes a memset with a variable range.
func (mem *namedMemory) setWindow(s *state, st *ir.MemSet, m *tracked) {
	w, ok := mem.windowOf(s, st.Dst, st.N)
	b, isInt := value{}, false
	if ok {
		b, isInt = mem.repeated(s, w.m.byteType(), st.Val)
	}
	if !isInt {
		mem.forgetRoughly(s, m)
		return
	}
	mem.fillWindow(s, w, mem.tc.True(), func(value) value { return b })
}

// copyWindow encodes a memcpy with a variable range.
func (mem *namedMemory) copyWindow(s *state, st *ir.MemCopy, m *tracked) {
	to, ok1 := mem.windowOf(s, st.Dst, st.N)
	from, ok2 := mem.windowOf(s, st.Src, st.N)
	if !ok1 || !ok2 || to.m.kind != from.m.kind || !alike(to.m.byteType(), from.m.byteType()) {
		mem.forgetRoughly(s, m)
		return
	}
	ut := mem.addressType()
	src := mem.contents(s, from.m, 0).t
	mem.fillWindow(s, to, from.inside, func(off value) value {
		d, _ := mem.a.binary(ir.Sub, ut, mem.sum(off, from.at), to.at, ut)
		x := mem.tc.Select(src, d.t)
		if from.m.kind == bytes {
			return value{t: x}
		}
		return mem.convert(to.m.elem, from.m.elem, mem.element(from.m, x))
	})
}
