package triple

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file encodes bulk operations on instances (heap.go) with a constant number of bytes.

// maxBulk bounds the number of bytes that are treated one by one.
const maxBulk = 2048

// direct reports whether accesses at an address are encoded without instances (memory.go).
func (h *heapMemory) direct(addr ir.Expr) bool {
	if !h.c.mem.heap {
		return true
	}
	o := ir.Root(addr)
	return o != nil && h.c.mem.memory[o] != nil
}

// lengthOf returns the value of n; the result is false if it is not constant or exceeds maxBulk.
func (h *heapMemory) lengthOf(s *state, n ir.Expr) (int64, bool) {
	k, ok := constOf(h.a.resize(h.addressType(), n.Type(), h.q.expr(s, n)))
	return int64(k), ok && k <= maxBulk
}

// settled reports whether all targets of a write of n bytes are at constant offsets and within their instances.
func (h *heapMemory) settled(dst value, n int64) bool {
	at := h.target(dst)
	k, fixed := constOf(at.off)
	return n == 0 || fixed && !slices.ContainsFunc(at.to, func(in *instance) bool {
		return in.fixed < 0 || k > uint64(in.fixed) || uint64(in.fixed)-k < uint64(n)
	})
}

// areas returns the targets of a write of n bytes through dst, and forgets other bytes that the write may change. If n
// is not known, it forgets all targets.
func (h *heapMemory) areas(s *state, dst value, n int64, known bool) []reach {
	at := h.target(dst)
	if !known {
		h.forgetVague(s, at, at.to)
		return nil
	}
	if n == 0 {
		return nil
	}
	k, fixed := constOf(at.off)
	var out []reach
	var vague []*instance
	for _, in := range at.to {
		if is := h.is(at, in.id); !is.IsFalse() {
			if fixed && in.fixed >= 0 && k <= uint64(in.fixed) && uint64(in.fixed)-k >= uint64(n) {
				out = append(out, reach{in, int(k), is})
			} else {
				vague = append(vague, in)
			}
		}
	}
	h.forgetVague(s, at, vague)
	return out
}

// heapSet encodes a memset.
func (h *heapMemory) heapSet(s *state, st *ir.MemSet) {
	dst := h.q.expr(s, st.Dst)
	n, known := h.lengthOf(s, st.N)
	if !(known && h.settled(dst, n)) && h.setRange(s, dst, st) {
		return
	}
	b := h.a.resize(ir.U8, st.Val.Type(), h.q.expr(s, st.Val))
	fill, isConst := constOf(b)
	word := ir.Type{Kind: ir.Int, Bits: h.c.prog.Model.Ptr().Bits}
	w := int64(word.Size())
	for _, x := range h.areas(s, dst, n, known) {
		h.smear(s, x, int(n))
		for i := int64(0); i < n; {
			at := reach{x.in, x.off + int(i), x.cond}
			if isConst && int64(at.off)%w == 0 && i+w <= n {
				h.put(s, at, word, h.q.literal(word, repeat(word, fill)))
				i += w
				continue
			}
			h.put(s, at, ir.U8, b)
			i++
		}
	}
}

// chunk is a scalar among the copied bytes, at an offset from the first of them.
type chunk struct {
	off int64
	t   ir.Type
	v   value
}

// heapCopy encodes a memcpy or memmove whose source and target may be instances or objects without instances. A copy
// with a variable length is encoded in granules (copyRange) or, if that fails, forgets the bytes that it may write.
func (h *heapMemory) heapCopy(s *state, st *ir.MemCopy) {
	n, known := h.lengthOf(s, st.N)
	to, from := h.direct(st.Dst), h.direct(st.Src)
	var dst value
	if !to {
		dst = h.q.expr(s, st.Dst)
	}
	if !to && !from && !(known && h.settled(dst, n)) && h.copyRange(s, dst, h.q.expr(s, st.Src), st.N) {
		return
	}
	if !known || n == 0 {
		switch {
		case known:
		case to:
			h.q.memory.memCopy(s, st)
		default:
			h.areas(s, dst, n, false)
		}
		return
	}
	switch {
	case to && from:
		h.q.memory.memCopy(s, st)
	case to:
		sp, ok := h.q.memory.byteRangeOf(st.Dst, ir.NewBits(h.addressType(), uint64(n)))
		if sp.m == nil || sp.m.readOnly() {
			return
		}
		if !ok {
			h.q.memory.forgetRoughly(s, sp.m)
			return
		}
		src := h.q.expr(s, st.Src)
		h.q.memory.fill(s, sp, func(off int64, t ir.Type) (value, bool) {
			return h.heapLoad(s, h.along(src, off-sp.off), t), true
		})
	default:
		chunks := h.chunks(s, st, n, from)
		for _, x := range h.areas(s, dst, n, true) {
			h.smear(s, x, int(n))
			for _, p := range chunks {
				h.put(s, reach{x.in, x.off + int(p.off), x.cond}, p.t, h.stored(p.v))
			}
		}
	}
}

// along returns the pointer that lies a given number of bytes after p.
func (h *heapMemory) along(p value, by int64) value {
	if by == 0 {
		return p
	}
	nt := h.addressType()
	k := h.a.lit(nt, num.Trunc(uint64(by), nt.Bits))
	v := h.a.address(h.c.prog.Model.Ptr(), p, k, nt, 1)
	v.at = h.shift(p, k, nt, 1)
	return v
}

// chunks reads the n bytes of the source, as scalars of the types with which they were written. direct reports whether
// the source is an object without instances.
func (h *heapMemory) chunks(s *state, st *ir.MemCopy, n int64, direct bool) (out []chunk) {
	if direct {
		sp, ok := h.q.memory.byteRangeOf(st.Src, ir.NewBits(h.addressType(), uint64(n)))
		if sp.m == nil || !ok {
			return nil
		}
		add := func(off int64, t ir.Type) {
			ct, isCell := cellType(t)
			if all, _ := sp.covers(off, int64(t.Size())); !all || !isCell {
				return
			}
			if v, ok := h.q.memory.peek(s, sp.m, off, ct); ok {
				out = append(out, chunk{off - sp.off, ct, v})
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
	src := h.q.expr(s, st.Src)
	at := h.target(src)
	base, fixed := constOf(at.off)
	if !fixed {
		return h.chunksAnywhere(s, src, n)
	}
	var forms []chunk
	for _, in := range at.to {
		for _, c := range in.cells {
			if v, there := s.at[c]; !there || v.t != nil {
				forms = append(forms, chunk{off: int64(c.n) - int64(base), t: c.t})
			}
		}
		if in.obj != nil && in.obj.Func == nil {
			for _, it := range in.obj.Init {
				if t, ok := cellType(it.Val.Type()); ok {
					forms = append(forms, chunk{off: it.Off - int64(base), t: t})
				}
			}
		}
	}
	slices.SortStableFunc(forms, func(a, b chunk) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(b.t.Size(), a.t.Size()))
	})
	done := int64(0)
	rest := func(end int64) {
		for ; done < end; done++ {
			out = append(out, chunk{done, ir.U8, h.heapLoad(s, h.along(src, done), ir.U8)})
		}
	}
	for _, f := range forms {
		if size := int64(f.t.Size()); f.off >= done && f.off+size <= n {
			rest(f.off)
			out = append(out, chunk{f.off, f.t, h.heapLoad(s, h.along(src, f.off), f.t)})
			done = f.off + size
		}
	}
	rest(n)
	return out
}

// chunksAnywhere is like chunks for a source at a variable offset. A chunk has the size of the cells of the source that
// it may be read from, if these are at the same offset modulo the step of the pointer:
//
//	struct { int tag; int *p; } v[2], w = v[k];      step 16, cells 0, 8, 16, 24: chunks of 4, 4 and 8 bytes
func (h *heapMemory) chunksAnywhere(s *state, src value, n int64) (out []chunk) {
	at := h.target(src)
	if n > maxIndexed {
		h.inexact("a large copy from a place that is not known")
		return nil
	}
	fits := func(off, size int64) bool {
		if off%size != 0 || off+size > n || at.step%size != 0 {
			return false
		}
		return !slices.ContainsFunc(at.to, func(in *instance) bool {
			return slices.ContainsFunc(in.cells, func(c slot) bool {
				if v, there := s.at[c]; !there || v.t == nil || c.n < 0 {
					return false
				}
				far, own := ((int64(c.n)-off)%at.step+at.step)%at.step, int64(c.t.Size())
				apart := far >= size && far+own <= at.step
				return !apart && (far != 0 || own != size)
			})
		})
	}
	for off := int64(0); off < n; {
		size := int64(8)
		for size > 1 && !fits(off, size) {
			size /= 2
		}
		t := ir.Type{Kind: ir.Int, Bits: uint8(8 * size)}
		out = append(out, chunk{off, t, h.heapLoad(s, h.along(src, off), t)})
		off += size
	}
	return out
}

// heapHavoc encodes a MemHavoc.
func (h *heapMemory) heapHavoc(s *state, st *ir.MemHavoc) {
	n, known := h.lengthOf(s, st.N)
	for _, x := range h.areas(s, h.q.expr(s, st.Addr), n, known) {
		h.smear(s, x, int(n))
	}
}
