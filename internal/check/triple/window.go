package triple

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// window is a range of an array of bytes where the offset or the length is not constant.
type window struct {
	m      *tracked
	at, n  value      // addresses
	inside *term.Term // it does not leave the object
}

// windowOf reads an operand of a bulk operation; ok is false if the object is no tracked array of bytes.
func (q *query) windowOf(s *state, addr, n ir.Expr) (w window, ok bool) {
	o, steps := rooted(addr)
	if o == nil {
		return w, false
	}
	if w.m = q.knows(o); w.m == nil || w.m.kind == cells || w.m.size != 1 {
		return w, false
	}
	ut := q.addressType()
	w.at, _ = q.index(s, w.m, steps)
	w.n = q.a.resize(ut, n.Type(), q.expr(s, n))
	size := q.a.lit(ut, uint64(o.Size))
	le := func(x, y value) *term.Term { return q.a.compare(ir.Le, ut, x, y) }
	w.inside = q.tc.And(le(w.at, size), le(w.n, size), le(q.sum(w.at, w.n), size)) // no sum of these wraps
	return w, true
}

func (q *query) sum(x, y value) value {
	v, _ := q.a.binary(ir.Add, q.addressType(), x, y, q.addressType())
	return v
}

// byteType is the type of an element.
func (m *tracked) byteType() ir.Type {
	if m.kind == bytes {
		return ir.U8
	}
	return m.elem
}

// fillWindow gives new contents to a window, byte by byte; at names that of an offset. Where the window leaves the
// object, or right is false, everything there is forgotten.
func (q *query) fillWindow(s *state, w window, right *term.Term, at func(off value) value) {
	k, fixed := constOf(w.n)
	if w.m.obj.Size > maxSpan && !(fixed && k <= maxSpan) {
		q.forgetRoughly(s, w.m)
		return
	}
	ut := q.addressType()
	old := q.contents(s, w.m, 0).t
	arr := old
	if fixed && k <= maxSpan {
		for i := range k {
			off := q.sum(w.at, q.a.lit(ut, i))
			arr = q.tc.Store(arr, off.t, at(off).t)
		}
	} else {
		end := q.sum(w.at, w.n)
		for i := range w.m.obj.Size {
			off := q.a.lit(ut, uint64(i))
			in := q.tc.And(q.a.compare(ir.Le, ut, w.at, off), q.a.compare(ir.Lt, ut, off, end))
			arr = q.tc.Store(arr, off.t, q.tc.Ite(in, at(off).t, q.tc.Select(old, off.t)))
		}
	}
	if ok := q.tc.And(w.inside, right); !ok.IsTrue() {
		q.forgetRoughly(s, w.m)
		arr = q.tc.Ite(ok, arr, q.contents(s, w.m, 0).t)
	}
	s.at[s.object(w.m.obj, 0)] = value{t: arr}
}

// setWindow is memset where the range is not constant.
func (q *query) setWindow(s *state, st *ir.MemSet, m *tracked) {
	w, ok := q.windowOf(s, st.Dst, st.N)
	b, isInt := value{}, false
	if ok {
		b, isInt = q.repeated(s, w.m.byteType(), st.Val)
	}
	if !isInt {
		q.forgetRoughly(s, m)
		return
	}
	q.fillWindow(s, w, q.tc.True(), func(value) value { return b })
}

// copyWindow is memcpy where a range is not constant.
func (q *query) copyWindow(s *state, st *ir.MemCopy, m *tracked) {
	to, ok1 := q.windowOf(s, st.Dst, st.N)
	from, ok2 := q.windowOf(s, st.Src, st.N)
	if !ok1 || !ok2 || to.m.kind != from.m.kind || !alike(to.m.byteType(), from.m.byteType()) {
		q.forgetRoughly(s, m)
		return
	}
	ut := q.addressType()
	src := q.contents(s, from.m, 0).t
	q.fillWindow(s, to, from.inside, func(off value) value {
		d, _ := q.a.binary(ir.Sub, ut, q.sum(off, from.at), to.at, ut)
		x := q.tc.Select(src, d.t)
		if from.m.kind == bytes {
			return value{t: x}
		}
		return q.convert(to.m.elem, from.m.elem, q.element(from.m, x))
	})
}
