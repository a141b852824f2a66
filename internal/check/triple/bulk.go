package triple

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// span is a constant range of bytes inside of a tracked object.
type span struct {
	m      *tracked
	off, n int64
}

// spanOf reads an operand of a bulk operation; m is nil if the object is not
// tracked, ok is false if the range is not constant or leaves the object.
func (q *query) spanOf(addr, n ir.Expr) (sp span, ok bool) {
	o, steps := rooted(addr)
	if o == nil {
		return span{}, false
	}
	m := q.knows(o)
	if m == nil {
		return span{}, false
	}
	sp.m = m
	k, isConst := n.(*ir.Const)
	off, fixed := constOffset(q.c.prog, steps)
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

// covers: all, some, or none of n bytes at off are in the span.
func (sp span) covers(off, n int64) (all, some bool) {
	return sp.off <= off && off+n <= sp.off+sp.n, off < sp.off+sp.n && sp.off < off+n
}

func (sp span) whole() bool { return sp.off == 0 && sp.n == sp.m.obj.Size }

// maxSpan is how many elements are written one by one.
const maxSpan = 64

// fill gives new contents to a span: at names the value that a scalar of type t at
// a byte offset gets, if it is known. What is partly covered is forgotten. at is asked
// before anything is written.
func (q *query) fill(s *state, sp span, at func(off int64, t ir.Type) (value, bool)) {
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
				q.inexact("bytes that are written in another form than they are read")
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
	if last-first >= maxSpan {
		q.forgetRoughly(s, m)
		return
	}
	t := m.elem
	if m.kind == bytes {
		t = ir.U8
	}
	arr := q.contents(s, m, 0).t
	for i := first; i <= last; i++ {
		v, ok := value{}, false
		if all, _ := sp.covers(i*m.size, m.size); all {
			v, ok = at(i*m.size, t)
		}
		if !ok {
			v = q.unknown(t, "bytes that are written in another form than they are read")
		}
		arr = q.tc.Store(arr, q.position(i), v.t)
	}
	s.at[s.object(m.obj, 0)] = value{t: arr}
}

// position is a constant index of an array.
func (q *query) position(i int64) *term.Term {
	if q.enc == Ints {
		return q.tc.Int(i)
	}
	return q.tc.BV(uint64(i), int(q.c.prog.Model.Ptr().Bits))
}

func repeat(t ir.Type, b uint64) uint64 {
	var r uint64
	for range t.Size() {
		r = r<<8 | b
	}
	return r
}

func (q *query) memSet(s *state, st *ir.MemSet) {
	sp, ok := q.spanOf(st.Dst, st.N)
	if sp.m == nil || sp.m.readOnly() {
		return
	}
	k, isConst := st.Val.(*ir.Const)
	switch {
	case !ok:
		q.setWindow(s, st, sp.m)
	case !isConst:
		q.fill(s, sp, func(_ int64, t ir.Type) (value, bool) { return q.repeated(s, t, st.Val) })
	case sp.whole() && sp.m.kind != cells:
		t := sp.m.elem
		if sp.m.kind == bytes {
			t = ir.U8
		}
		s.at[s.object(sp.m.obj, 0)] = value{t: q.constArray(q.literal(t, repeat(t, k.Bits&0xff)).t)}
	default:
		q.fill(s, sp, func(_ int64, t ir.Type) (value, bool) { return q.literal(t, repeat(t, k.Bits&0xff)), true })
	}
}

// repeated is an integer whose bytes are all the low byte of b; false for other types.
func (q *query) repeated(s *state, t ir.Type, b ir.Expr) (value, bool) {
	if t.Kind != ir.Int {
		return value{}, false
	}
	u := ir.Type{Kind: ir.Int, Bits: t.Bits}
	e := ir.NewBinary(ir.Mul, ir.NewCast(u, ir.NewCast(ir.U8, b)), &ir.Const{T: u, Bits: repeat(t, 1)})
	return q.convert(t, u, q.expr(s, e)), true
}

func (q *query) constArray(v *term.Term) *term.Term {
	return q.tc.ConstArray(q.a.sort(q.c.prog.Model.Ptr()), v)
}

// memCopy reads all before it writes.
func (q *query) memCopy(s *state, st *ir.MemCopy) {
	to, ok := q.spanOf(st.Dst, st.N)
	if to.m == nil || to.m.readOnly() || ok && to.n == 0 {
		return
	}
	from, ok2 := q.spanOf(st.Src, st.N)
	if !ok || !ok2 || from.m == nil {
		q.copyWindow(s, st, to.m)
		return
	}
	a, b := to.m, from.m
	if a.kind != cells && a.kind == b.kind && to.whole() && from.whole() && (a.kind == bytes || a.elem == b.elem) {
		s.at[s.object(a.obj, 0)] = q.contents(s, b, 0)
		return
	}
	// Looking into s itself, so that an arbitrary value that is copied stays the same one where it is.
	q.fill(s, to, func(off int64, t ir.Type) (value, bool) { return q.peek(s, b, off-to.off+from.off, t) })
}

// forgetRoughly makes the contents arbitrary where a statement gives them a meaning.
func (q *query) forgetRoughly(s *state, m *tracked) {
	q.inexact("a range of bytes that is not constant")
	q.forgetObject(s, m, s.depth)
}

// peek is the scalar of type t at a constant offset, where the layout has it in
// one piece.
func (q *query) peek(s *state, m *tracked, off int64, t ir.Type) (value, bool) {
	switch m.kind {
	case cells:
		for i, k := range m.cells {
			if k.off == off && alike(k.t, t) {
				return q.convert(t, k.t, q.contents(s, m, i)), true
			}
			if at := off - k.off; q.enc == Bits && t.Size() == 1 && isNumber(t) && isNumber(k.t) && at >= 0 &&
				at < int64(k.t.Size()) {
				return value{t: q.tc.BVExtract(int(8*at+7), int(8*at), q.contents(s, m, i).t)}, true
			}
		}
	case elems:
		if alike(m.elem, t) && off%m.size == 0 {
			return q.convert(t, m.elem, q.element(m, q.tc.Select(q.contents(s, m, 0).t, q.position(off/m.size)))), true
		}
	case bytes:
		if isNumber(t) && t.Size() > 0 {
			return value{t: q.joinBytes(q.contents(s, m, 0).t, q.position(off), int64(t.Size()))}, true
		}
	}
	return value{}, false
}

// initial is the contents of a global object when the program starts.
func (q *query) initial(m *tracked, n int) value {
	empty := newState(0)
	o := m.obj
	if m.kind == cells {
		k := m.cells[n]
		for _, it := range o.Init {
			if it.Off == k.off {
				return q.convert(k.t, it.Val.Type(), q.expr(empty, it.Val))
			}
		}
		return q.literal(k.t, 0)
	}
	if m.kind == elems {
		arr := q.constArray(q.literal(m.elem, 0).t)
		for _, it := range o.Init {
			arr = q.tc.Store(arr, q.position(it.Off/m.size), q.convert(m.elem, it.Val.Type(), q.expr(empty, it.Val)).t)
		}
		return value{t: arr}
	}
	arr := q.constArray(q.tc.BV(0, 8))
	for _, it := range o.Init {
		t := it.Val.Type()
		var b *term.Term
		if k, ok := it.Val.(*ir.Const); ok {
			b = q.tc.BV(k.Bits, 8*t.Size())
		} else {
			b = q.bitsOf(t, q.expr(empty, it.Val))
		}
		arr = q.writeBytes(arr, q.position(it.Off), b, int64(t.Size()))
	}
	return value{t: arr}
}
