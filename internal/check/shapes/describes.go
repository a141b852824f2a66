package shapes

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// describes reports whether t describes each state that the heap have describes. It searches for a value of each symbol
// of t, beginning with the registers, and for each block and list of t takes its own blocks and lists of have.
func describes(p *ir.Program, t, have *verify.Heap) bool {
	m := &match{t: t, s: newState(p, have), is: map[int]verify.HeapValue{}, used: map[int]bool{},
		usedLists: map[int]bool{}}
	for r, v := range t.Regs {
		w, ok := have.Regs[r]
		if n, counted := m.s.count(r); counted {
			w, ok = n, true
		}
		if !ok || !m.equal(v, w, r.Type.Kind == ir.Ptr) {
			return false
		}
	}
	for r, n := range t.Live {
		if k, ok := have.Live[r]; !ok || k != n {
			return false
		}
	}
	for o, sym := range t.Names {
		a, ok := have.Names[o]
		if !ok || !m.equal(verify.HeapValue{Sym: sym}, verify.HeapValue{Sym: a}, true) {
			return false
		}
	}
	return m.atoms() && m.rest() && m.pure()
}

// match compares the heap t with the heap of s.
type match struct {
	t         *verify.Heap
	s         *state
	is        map[int]verify.HeapValue // the values of symbols of t
	used      map[int]bool             // blocks of s that are taken, by address
	usedLists map[int]bool             // lists of s that are taken, by index
}

// equal reports whether a value of t can be the value of s. A symbol stands for null, an integer, or a value to which
// the promise about the provenance of registers carries over.
func (m *match) equal(t, s verify.HeapValue, pointer bool) bool {
	if t.Sym == 0 {
		return t == s
	}
	to := verify.HeapValue{Sym: s.Sym, Off: s.Off - t.Off}
	if s.Sym == 0 && (t.Off != 0 || pointer && s != null) || s.Sym != 0 && !m.s.carries(to) {
		return false
	}
	if is, ok := m.is[t.Sym]; ok {
		return is == to
	}
	m.is[t.Sym] = to
	return true
}

// value returns the value of s for a value of t, if it is known already.
func (m *match) value(t verify.HeapValue) (v verify.HeapValue, ok bool) {
	if t.Sym == 0 {
		return t, true
	}
	v, ok = m.is[t.Sym]
	if v.Sym == 0 && t.Off != 0 {
		return v, false
	}
	return verify.HeapValue{Sym: v.Sym, Off: v.Off + t.Off}, ok
}

// atoms takes the objects of t from s, each once its address is known.
func (m *match) atoms() bool {
	blocks, lists := slices.Clone(m.t.Blocks), slices.Clone(m.t.Lists)
	for {
		before := len(blocks) + len(lists)
		good := true
		blocks = slices.DeleteFunc(blocks, func(b verify.HeapBlock) bool {
			a, ok := m.value(verify.HeapValue{Sym: b.Addr})
			good = good && (!ok || m.block(b, a))
			return ok
		})
		lists = slices.DeleteFunc(lists, func(l verify.HeapList) bool {
			a, ok := m.value(l.From)
			good = good && (!ok || m.list(l, a))
			return ok
		})
		switch {
		case !good:
			return false
		case len(blocks)+len(lists) == 0:
			return true
		case len(blocks)+len(lists) == before:
			return false
		}
	}
}

// take returns the block of s at an address, if it is not taken, and takes it.
func (m *match) take(at verify.HeapValue) *verify.HeapBlock {
	b := m.s.block(at.Sym)
	if b == nil || at.Off != 0 || m.used[b.Addr] {
		return nil
	}
	m.used[b.Addr] = true
	return b
}

// block takes a block of t.
func (m *match) block(t verify.HeapBlock, at verify.HeapValue) bool {
	b := m.take(at)
	if b == nil || b.Size != t.Size || b.Heap != t.Heap || b.Const != t.Const || t.Zero && !b.Zero {
		return false
	}
	for _, c := range t.Cells {
		v, ok := m.s.bytes(b, c.Off, c.Type)
		if !ok || !m.equal(c.Val, v, c.Type.Kind == ir.Ptr) {
			return false
		}
	}
	return !t.Zero || !slices.ContainsFunc(b.Cells, func(c verify.HeapCell) bool {
		return c.Val != null && !slices.ContainsFunc(t.Cells, func(d verify.HeapCell) bool {
			return d.Off == c.Off && d.Type == c.Type
		})
	})
}

// list takes a list of t: the objects of s from an address on, up to the end of the list, or as far as they go if the
// end is not known yet.
func (m *match) list(t verify.HeapList, at verify.HeapValue) bool {
	n := 0
	back, backKnown := m.value(t.Back)
	for first := true; ; first = false {
		if to, ok := m.value(t.To); ok && to == at && n >= t.Min || m.end(t, at) {
			break
		}
		p, list, ok := m.part(t, at)
		if !ok || t.Prev >= 0 && (!first || backKnown) && p.Back != back {
			break
		}
		if t.Prev >= 0 && first && !m.equal(t.Back, p.Back, true) {
			return false
		}
		if list >= 0 {
			m.usedLists[list] = true
		} else {
			m.used[p.From.Sym] = true
		}
		n, at, back, backKnown = n+p.Min, p.To, p.Last, true
	}
	if !backKnown && t.Prev >= 0 { // no object was taken, so the list is empty: Back is Last
		if back, backKnown = m.value(t.Last); !backKnown || !m.equal(t.Back, back, true) {
			return false
		}
	}
	return n >= t.Min && m.equal(t.To, at, true) && (t.Prev < 0 || m.equal(t.Last, back, true))
}

// end reports whether the list t ends at an address, although it is not known where: there, and after t, is an object
// whose next one is null. It only guides the search.
func (m *match) end(t verify.HeapList, at verify.HeapValue) bool {
	_, known := m.is[t.To.Sym]
	b := m.s.block(at.Sym)
	if known || b == nil || !slices.ContainsFunc(m.t.Blocks, func(c verify.HeapBlock) bool {
		return c.Addr == t.To.Sym && slices.Contains(c.Cells, verify.HeapCell{Off: t.Next, Type: m.s.ptr})
	}) {
		return false
	}
	v, ok := m.s.bytes(b, t.Next, m.s.ptr)
	return ok && v == null
}

// part returns a list, with its index, or an object as a list, with -1, that s has at an address, if it was not taken
// and can be a part of t.
func (m *match) part(t verify.HeapList, at verify.HeapValue) (l verify.HeapList, list int, ok bool) {
	for i, l := range m.s.heap.Lists {
		if l.From == at && !m.usedLists[i] && l.Next == t.Next && l.Prev == t.Prev && l.Link == t.Link &&
			l.Size == t.Size &&
			m.facts(t, func(f verify.HeapFact) (verify.HeapRange, bool) {
				for _, g := range l.Facts {
					if g.Off == f.Off && g.Type == f.Type {
						return g.Range, true
					}
				}
				return verify.HeapRange{}, false
			}) {
			return l, i, true
		}
	}
	b := m.s.block(at.Sym)
	if b == nil || at.Off != t.Link || m.used[b.Addr] || !b.Heap || b.Size != t.Size {
		return l, -1, false
	}
	l = verify.HeapList{From: at, Last: at, Min: 1}
	if l.To, ok = m.s.bytes(b, t.Next, m.s.ptr); ok && t.Prev >= 0 {
		l.Back, ok = m.s.bytes(b, t.Prev, m.s.ptr)
	}
	return l, -1, ok && m.facts(t, func(f verify.HeapFact) (verify.HeapRange, bool) {
		v, ok := m.s.bytes(b, f.Off, f.Type)
		r, ranged := m.s.rangeOf(v)
		return r, ok && ranged
	})
}

// facts reports whether the facts of a list follow from ranges.
func (m *match) facts(t verify.HeapList, has func(verify.HeapFact) (verify.HeapRange, bool)) bool {
	return !slices.ContainsFunc(t.Facts, func(f verify.HeapFact) bool {
		r, ok := has(f)
		return !ok || r.Lo < f.Range.Lo || r.Hi > f.Range.Hi
	})
}

// rest reports whether t may omit the heap objects of s that were not taken.
func (m *match) rest() bool {
	if m.t.Junk {
		return true
	}
	for _, b := range m.s.heap.Blocks {
		if b.Heap && !m.used[b.Addr] {
			return false
		}
	}
	return !m.s.heap.Junk && len(m.usedLists) == len(m.s.heap.Lists)
}

// pure reports whether the ranges and inequations of t follow.
func (m *match) pure() bool {
	for sym, r := range m.t.Ranges {
		v, ok := m.value(verify.HeapValue{Sym: sym})
		is, ranged := m.s.rangeOf(v)
		if !ok || !ranged || is.Lo < r.Lo || is.Hi > r.Hi {
			return false
		}
	}
	for _, a := range m.t.Apart {
		x, okX := m.value(a[0])
		y, okY := m.value(a[1])
		if !okX || !okY || !m.s.differ(x, y) {
			return false
		}
	}
	return true
}
