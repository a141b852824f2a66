package triple

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes bulk operations on instances (heap.go) with a variable offset or length. They treat memory in
// granules, pieces of equal size. In
//
//	memcpy(b, a, 4 * n)       b 12 bytes in granules of 4
//
// the granule of b at offset 8 gets the value of the granule of a at offset 8 if 8 < 4*n, and otherwise keeps its
// value. Two properties are supposed (lemma.go): a range lies in its object, and it consists of whole granules. If one
// is not, the bytes that may be written are forgotten.

const (
	maxGranules = 128     // in one instance
	maxMoved    = 1 << 13 // pairs of a target and a source granule, if the range has a variable start
)

// area is the range of a bulk operation: n bytes from a pointer.
type area struct {
	at *pointer
	n  value // a number of the address width
}

// areaOf returns the range of n bytes from p.
func (h *heapMemory) areaOf(s *state, p value, n ir.Expr) area {
	return area{h.target(p), h.a.resize(h.addressType(), n.Type(), h.q.expr(s, n))}
}

// lieIn returns the condition that a range is empty, or lies in its object and the object is alive.
func (h *heapMemory) lieIn(s *state, r area) *term.Term {
	nt := h.addressType()
	var ok []*term.Term
	if r.at.any {
		ok = append(ok, h.tc.Not(h.is(r.at, -1)))
	}
	if r.at.none {
		ok = append(ok, h.tc.Not(h.is(r.at, 0)))
	}
	for _, in := range r.at.to {
		rest, _ := h.a.binary(ir.Sub, nt, in.size, r.at.off, nt)
		ok = append(ok, h.tc.Implies(h.is(r.at, in.id), h.tc.And(h.q.read(s, in.alive()).t,
			h.a.compare(ir.Le, nt, r.at.off, in.size), h.a.compare(ir.Le, nt, r.n, rest))))
	}
	return h.tc.Or(h.a.compare(ir.Eq, nt, r.n, h.a.lit(nt, 0)), h.tc.And(ok...))
}

// mostBytes returns a bound on the size of an instance that is treated in granules of g bytes; -1 if there are too
// many.
func (h *heapMemory) mostBytes(in *instance, g int64) int64 {
	most := maxGranules * g
	switch {
	case in.fixed > most:
		return -1
	case in.fixed >= 0:
		return in.fixed
	case in.past: // of any size
		return -1
	}
	if in.most > 0 && in.most <= most {
		return in.most
	}
	nt := h.addressType()
	if !h.q.now.suppose(h.a.compare(ir.Le, nt, in.size, h.a.lit(nt, uint64(most))), "an object is small") {
		return -1
	}
	return most
}

// granule returns the size of the granules for some ranges in bytes: the size of the smallest cells there, reduced
// until it divides the offsets of the cells, the sizes of the instances, and the offsets of the ranges.
func (h *heapMemory) granule(s *state, rs ...area) int64 {
	g := int64(0)
	for _, r := range rs {
		for _, in := range r.at.to {
			for _, c := range in.cells {
				if v, there := s.at[c]; there && v.t != nil && c.n >= 0 {
					if n := int64(c.t.Size()); g == 0 || n < g {
						g = n
					}
				}
			}
		}
	}
	g = min(max(g, 1), 8)
	for _, r := range rs {
		g = min(g, r.at.step)
		for _, in := range r.at.to {
			for in.fixed >= 0 && in.fixed%g != 0 {
				g /= 2
			}
			for _, c := range in.cells {
				for v, there := s.at[c]; there && v.t != nil && c.n >= 0 && int64(c.n)%g != 0; {
					g /= 2
				}
			}
		}
	}
	return g
}

// wholes reports whether the length n can be supposed to be a multiple of the granule g.
func (h *heapMemory) wholes(n value, g int64) bool {
	if g == 1 {
		return true
	}
	nt := h.addressType()
	rest, ok := h.a.binary(ir.And, nt, n, h.a.lit(nt, uint64(g-1)), nt)
	return ok && h.q.now.suppose(h.a.compare(ir.Eq, nt, rest, h.a.lit(nt, 0)), "a length in whole elements")
}

// fillRange writes new contents to a range, granule by granule. Its callback returns the new value at a distance from
// the beginning of the range; cost is the number of source granules that one call reads. fillRange returns false, and
// does nothing, if it cannot encode the write; the caller then has to forget the bytes that may be written.
func (h *heapMemory) fillRange(s *state, r area, g int64, cost int64,
	at func(off value, t ir.Type) (value, bool)) bool {
	nt := h.addressType()
	d, fixed := constOf(r.at.off)
	total := int64(0)
	for _, in := range r.at.to {
		most := h.mostBytes(in, g)
		if most < 0 {
			return false
		}
		total += most / g
	}
	if r.at.any || !fixed && total*cost > maxMoved {
		return false
	}
	t := ir.Type{Kind: ir.Int, Bits: uint8(8 * g)}
	end := h.sum(r.at.off, r.n)
	type write struct {
		reach
		v value
	}
	var ws []write
	for _, in := range r.at.to {
		is := h.is(r.at, in.id)
		if is.IsFalse() {
			continue
		}
		for o, most := int64(0), h.mostBytes(in, g); o+g <= most; o += g {
			if fixed && uint64(o) < d {
				continue
			}
			here := h.a.lit(nt, uint64(o))
			cond := h.tc.And(is, h.a.compare(ir.Le, nt, r.at.off, here), h.a.compare(ir.Lt, nt, here, end))
			if cond.IsFalse() {
				continue
			}
			off, _ := h.a.binary(ir.Sub, nt, here, r.at.off, nt)
			v, ok := at(off, t)
			if !ok {
				return false
			}
			ws = append(ws, write{reach{in, int(o), cond}, v})
		}
	}
	for _, w := range ws {
		h.put(s, w.reach, t, w.v)
	}
	return true
}

// setRange encodes a memset. It returns false if it did nothing.
func (h *heapMemory) setRange(s *state, dst value, st *ir.MemSet) bool {
	r := h.areaOf(s, dst, st.N)
	b := h.a.resize(ir.U8, st.Val.Type(), h.q.expr(s, st.Val))
	g := int64(1)
	fill, isConst := constOf(b)
	if isConst {
		g = h.granule(s, r)
	}
	if !h.q.now.suppose(h.lieIn(s, r), "a range that is set lies in an object") || !h.wholes(r.n, g) {
		return false
	}
	return h.fillRange(s, r, g, 1, func(_ value, t ir.Type) (value, bool) {
		if g == 1 {
			return b, true
		}
		return h.q.literal(t, repeat(t, fill)), true
	})
}

// copyRange encodes memcpy and memmove between instances: it reads everything before it writes. It returns false if it
// did nothing.
func (h *heapMemory) copyRange(s *state, dst, src value, n ir.Expr) bool {
	to, from := h.areaOf(s, dst, n), h.areaOf(s, src, n)
	if len(from.at.to) == 0 {
		return false
	}
	g := h.granule(s, to, from)
	if !h.q.now.suppose(h.lieIn(s, to), "a range that is written lies in an object") ||
		!h.q.now.suppose(h.lieIn(s, from), "a range that is copied lies in an object") || !h.wholes(to.n, g) {
		return false
	}
	cost := int64(1)
	for _, in := range from.at.to {
		cost += in.fixed / g
	}
	return h.fillRange(s, to, g, cost, func(off value, t ir.Type) (value, bool) { return h.granuleAt(s, from.at, off, t) })
}

// granuleAt returns the scalar of type t at distance off from a pointer. If it does not lie in the object, its value is
// arbitrary. The result is false if the place is unknown.
func (h *heapMemory) granuleAt(s *state, p *pointer, off value, t ir.Type) (value, bool) {
	at := *p
	at.off = h.sum(p.off, off)
	at.step = int64(t.Size())
	places, vague, _ := h.places(s, &at, int64(t.Size()))
	if len(vague) > 0 {
		return value{}, false
	}
	r := h.fresh("beyond", t)
	for i, x := range places {
		v := h.readCell(s, slot{in: x.in, n: x.off, t: t})
		if i == 0 {
			r = v
			continue
		}
		r = h.choose(t, x.cond, v, r)
	}
	return r, true
}
