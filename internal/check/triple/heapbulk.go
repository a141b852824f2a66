package triple

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// Bulk operations on instances (heap.go).

// maxBulk bounds the bytes that are looked at one by one.
const maxBulk = 2048

// direct reports whether an address is one of an object that is not kept by instances.
func (q *query) direct(addr ir.Expr) bool {
	if !q.c.heap {
		return true
	}
	o := ir.Root(addr)
	return o != nil && q.c.memory[o] != nil
}

// lengthOf is a constant number of bytes.
func (q *query) lengthOf(s *state, n ir.Expr) (int64, bool) {
	k, ok := constOf(q.a.resize(q.addressType(), n.Type(), q.expr(s, n)))
	return int64(k), ok && k <= maxBulk
}

// settled reports whether a write of n bytes is at constant places.
func (q *query) settled(dst value, n int64) bool {
	at := q.target(dst)
	k, fixed := constOf(at.off)
	return n == 0 || fixed && !slices.ContainsFunc(at.to, func(in *instance) bool {
		return in.fixed < 0 || k > uint64(in.fixed) || uint64(in.fixed)-k < uint64(n)
	})
}

// areas lists where a write of n bytes through a pointer may lie; what else it may touch is forgotten.
func (q *query) areas(s *state, dst value, n int64, known bool) []reach {
	at := q.target(dst)
	if !known {
		q.forgetVague(s, at, at.to)
		return nil
	}
	if n == 0 {
		return nil
	}
	k, fixed := constOf(at.off)
	var out []reach
	var vague []*instance
	for _, in := range at.to {
		if is := q.is(at, in.id); !is.IsFalse() {
			if fixed && in.fixed >= 0 && k <= uint64(in.fixed) && uint64(in.fixed)-k >= uint64(n) {
				out = append(out, reach{in, int(k), is})
			} else {
				vague = append(vague, in)
			}
		}
	}
	q.forgetVague(s, at, vague)
	return out
}

func (q *query) heapSet(s *state, st *ir.MemSet) {
	dst := q.expr(s, st.Dst)
	n, known := q.lengthOf(s, st.N)
	if !(known && q.settled(dst, n)) && q.setRange(s, dst, st) {
		return
	}
	b := q.a.resize(ir.U8, st.Val.Type(), q.expr(s, st.Val))
	fill, isConst := constOf(b)
	word := ir.Type{Kind: ir.Int, Bits: q.c.prog.Model.Ptr().Bits}
	w := int64(word.Size())
	for _, x := range q.areas(s, dst, n, known) {
		q.smear(s, x, int(n))
		for i := int64(0); i < n; {
			at := reach{x.in, x.off + int(i), x.cond}
			if isConst && int64(at.off)%w == 0 && i+w <= n {
				q.put(s, at, word, q.literal(word, repeat(word, fill)))
				i += w
				continue
			}
			q.put(s, at, ir.U8, b)
			i++
		}
	}
}

// part is a piece of what is copied, at an offset from its start.
type part struct {
	off int64
	t   ir.Type
	v   value
}

func (q *query) heapCopy(s *state, st *ir.MemCopy) {
	n, known := q.lengthOf(s, st.N)
	to, from := q.direct(st.Dst), q.direct(st.Src)
	var dst value
	if !to {
		dst = q.expr(s, st.Dst)
	}
	if !to && !from && !(known && q.settled(dst, n)) && q.copyRange(s, dst, q.expr(s, st.Src), st.N) {
		return
	}
	if !known || n == 0 {
		switch {
		case known:
		case to:
			q.memCopy(s, st)
		default:
			q.areas(s, dst, n, false)
		}
		return
	}
	switch {
	case to && from:
		q.memCopy(s, st)
	case to:
		sp, ok := q.spanOf(st.Dst, ir.NewBits(q.addressType(), uint64(n)))
		if sp.m == nil || sp.m.readOnly() {
			return
		}
		if !ok {
			q.forgetRoughly(s, sp.m)
			return
		}
		src := q.expr(s, st.Src)
		q.fill(s, sp, func(off int64, t ir.Type) (value, bool) {
			return q.heapLoad(s, q.along(src, off-sp.off), t), true
		})
	default:
		parts := q.parts(s, st, n, from)
		for _, x := range q.areas(s, dst, n, true) {
			q.smear(s, x, int(n))
			for _, p := range parts {
				q.put(s, reach{x.in, x.off + int(p.off), x.cond}, p.t, q.stored(p.v))
			}
		}
	}
}

// along is a pointer some bytes further.
func (q *query) along(p value, by int64) value {
	if by == 0 {
		return p
	}
	nt := q.addressType()
	k := q.a.lit(nt, num.Trunc(uint64(by), nt.Bits))
	v := q.a.address(q.c.prog.Model.Ptr(), p, k, nt, 1)
	v.at = q.shift(p, k, nt, 1)
	return v
}

// parts reads n bytes in the pieces in which they were written.
func (q *query) parts(s *state, st *ir.MemCopy, n int64, direct bool) (out []part) {
	if direct {
		sp, ok := q.spanOf(st.Src, ir.NewBits(q.addressType(), uint64(n)))
		if sp.m == nil || !ok {
			return nil
		}
		add := func(off int64, t ir.Type) {
			ct, isCell := cellType(t)
			if all, _ := sp.covers(off, int64(t.Size())); !all || !isCell {
				return
			}
			if v, ok := q.peek(s, sp.m, off, ct); ok {
				out = append(out, part{off - sp.off, ct, v})
			}
		}
		switch sp.m.kind {
		case cells:
			for _, k := range sp.m.cells {
				add(k.off, k.t)
			}
		case elems:
			for off := int64(0); off < sp.m.obj.Size; off += sp.m.size {
				add(off, sp.m.elem)
			}
		default:
			for off := sp.off; off < sp.off+sp.n; off++ {
				add(off, ir.U8)
			}
		}
		return out
	}
	src := q.expr(s, st.Src)
	at := q.target(src)
	base, fixed := constOf(at.off)
	if !fixed {
		return nil
	}
	var forms []part
	for _, in := range at.to {
		for _, c := range in.cells {
			if v, there := s.at[c]; !there || v.t != nil {
				forms = append(forms, part{off: int64(c.n) - int64(base), t: c.t})
			}
		}
		if in.obj != nil && in.obj.Func == nil {
			for _, it := range in.obj.Init {
				if t, ok := cellType(it.Val.Type()); ok {
					forms = append(forms, part{off: it.Off - int64(base), t: t})
				}
			}
		}
	}
	slices.SortStableFunc(forms, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(b.t.Size(), a.t.Size()))
	})
	done := int64(0)
	rest := func(end int64) {
		for ; done < end; done++ {
			out = append(out, part{done, ir.U8, q.heapLoad(s, q.along(src, done), ir.U8)})
		}
	}
	for _, f := range forms {
		if size := int64(f.t.Size()); f.off >= done && f.off+size <= n {
			rest(f.off)
			out = append(out, part{f.off, f.t, q.heapLoad(s, q.along(src, f.off), f.t)})
			done = f.off + size
		}
	}
	rest(n)
	return out
}

func (q *query) heapHavoc(s *state, st *ir.MemHavoc) {
	n, known := q.lengthOf(s, st.N)
	for _, x := range q.areas(s, q.expr(s, st.Addr), n, known) {
		q.smear(s, x, int(n))
	}
}
