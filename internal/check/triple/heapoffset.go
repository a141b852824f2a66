package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes accesses to an instance at a variable offset, where the instance has too many offsets to treat them
// one by one (places). Such an access makes an offset cell: a slot for the bytes at the offset that the pointer has at
// this access. In
//
//	p = malloc(n + 1); p[n] = 7; x = p[n]
//
// the write makes the cell at the offset n, and the read finds it, since its offset is the same term. Each write to the
// instance changes the offset cells that it may overlap: under the condition that it does, the cell gets the written
// value if it has the same offset and type, and an arbitrary value otherwise. A read at another offset compares the
// offset with the offsets of all cells.

// maxOffsetCells bounds the offset cells of an instance. Further accesses at other offsets read arbitrary values and
// forget all contents.
const maxOffsetCells = 24

// firstOffsetCell is slot.n of the first offset cell of an instance; the others have lower numbers.
const firstOffsetCell = -3

// offsetCell is the offset and type of an offset cell.
type offsetCell struct {
	off value // of the address width
	t   ir.Type
}

// offsetSlot returns the slot of the i-th offset cell.
func (in *instance) offsetSlot(i int) slot {
	return slot{in: in, n: firstOffsetCell - i, t: in.offsets[i].t}
}

// cellAt returns the offset cell of type t at off. It adds the cell to the instance if it is missing; ok is false if
// the instance has too many.
func (in *instance) cellAt(off value, t ir.Type) (k slot, ok bool) {
	i := slices.IndexFunc(in.offsets, func(c offsetCell) bool { return c.off.t == off.t && c.t == t })
	if i < 0 {
		if len(in.offsets) >= maxOffsetCells {
			return slot{}, false
		}
		i = len(in.offsets)
		in.offsets = append(in.offsets, offsetCell{off, t})
	}
	return in.offsetSlot(i), true
}

// meets returns the condition that n bytes at off and m bytes at other have a byte in common, if both lie in one
// object.
func (h *heapMemory) meets(off value, n int, other value, m int) *term.Term {
	nt := h.addressType()
	end := func(off value, n int) value { return h.sum(off, h.a.lit(nt, uint64(n))) }
	return h.tc.Not(h.tc.Or(h.a.compare(ir.Le, nt, end(off, n), other), h.a.compare(ir.Le, nt, end(other, m), off)))
}

// validIn returns the condition that a pointer belongs to the instance, and that an access of n bytes through it is
// valid.
func (h *heapMemory) validIn(s *state, at *pointer, in *instance, n int) *term.Term {
	nt := h.addressType()
	rest, ok := h.a.binary(ir.Sub, nt, in.size, at.off, nt)
	if !ok {
		return h.fresh("valid", ir.B).t
	}
	return h.tc.And(h.is(at, in.id), h.q.read(s, in.alive()).t, h.a.compare(ir.Le, nt, at.off, in.size),
		h.a.compare(ir.Le, nt, h.a.lit(nt, uint64(n)), rest))
}

// offsetsWritten changes the offset cells of an instance for a write of n bytes at off under cond. If t is a type, the
// write stores v of type t; otherwise it stores arbitrary bytes.
func (h *heapMemory) offsetsWritten(s *state, in *instance, cond *term.Term, off value, n int, t ir.Type, v value) {
	for i, c := range in.offsets {
		k := in.offsetSlot(i)
		old, there := s.at[k]
		hit := h.tc.And(cond, h.meets(off, n, c.off, c.t.Size()))
		if !there || old.t == nil || hit.IsFalse() {
			continue
		}
		s.at[k] = h.choose(c.t, hit, h.overwritten(c.t, c.off, off, t, v), old)
	}
}

// overwritten returns the value of a cell of type ct at the offset own after a write of v of type t at off, which
// overlaps the cell.
func (h *heapMemory) overwritten(ct ir.Type, own, off value, t ir.Type, v value) value {
	if t != ct {
		return h.fresh("cell", ct)
	}
	return h.choose(ct, h.a.compare(ir.Eq, h.addressType(), own, off), v, h.fresh("cell", ct))
}

// offsetsForgotten makes the offset cells of an instance arbitrary if cond holds.
func (h *heapMemory) offsetsForgotten(s *state, in *instance, cond *term.Term) {
	for i, c := range in.offsets {
		k := in.offsetSlot(i)
		switch old, there := s.at[k]; {
		case !there:
		case cond.IsTrue() || old.t == nil:
			delete(s.at, k)
		default:
			s.at[k] = h.choose(c.t, cond, h.fresh("cell", c.t), old)
		}
	}
}

// storeAtOffset encodes a write of v, of the cell type t, through a pointer to an instance at an offset that is not
// known. It returns false if it did nothing.
func (h *heapMemory) storeAtOffset(s *state, at *pointer, in *instance, t ir.Type, v value) bool {
	if in.locked {
		return true
	}
	k, ok := in.cellAt(at.off, t)
	if !ok {
		return false
	}
	nt := h.addressType()
	cond := h.validIn(s, at, in, t.Size())
	for _, c := range in.cells {
		old, there := s.at[c]
		if !there || old.t == nil {
			continue
		}
		own := h.a.lit(nt, uint64(c.n))
		if hit := h.tc.And(cond, h.meets(at.off, t.Size(), own, c.t.Size())); !hit.IsFalse() {
			s.at[c] = h.choose(c.t, hit, h.overwritten(c.t, own, at.off, t, v), old)
		}
	}
	s.at[in.blur()] = value{t: h.tc.Or(h.q.read(s, in.blur()).t, cond)}
	if old, there := s.at[k]; !there || old.t == nil {
		s.at[k] = h.fresh("cell", t)
	}
	h.offsetsWritten(s, in, cond, at.off, t.Size(), t, v)
	return true
}

// loadAtOffset returns the value of the cell type t that an instance has at the offset of a pointer, and the condition
// that the pointer belongs to the instance and the read is valid.
func (h *heapMemory) loadAtOffset(s *state, at *pointer, in *instance, t ir.Type) (value, *term.Term) {
	nt := h.addressType()
	cond := h.validIn(s, at, in, t.Size())
	k, ok := in.cellAt(at.off, t)
	if ok {
		if v, there := s.at[k]; there && v.t != nil {
			return v, cond
		}
	}
	r := h.fresh("cell", t)
	for _, c := range in.cells {
		if v, there := s.at[c]; there && v.t != nil && c.t == t {
			r = h.choose(t, h.a.compare(ir.Eq, nt, at.off, h.a.lit(nt, uint64(c.n))), v, r)
		}
	}
	for i, c := range in.offsets {
		if v, there := s.at[in.offsetSlot(i)]; there && v.t != nil && c.t == t {
			r = h.choose(t, h.a.compare(ir.Eq, nt, at.off, c.off), v, r)
		}
	}
	if ok {
		s.at[k] = r
	}
	return r, cond
}
