package shapes

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// describes reports whether t describes each state that the heap have describes. It searches for a value of each symbol
// of t, beginning with the registers, and for each block and list of t takes its own blocks and lists of have.
func describes(p *ir.Program, t, have *verify.Heap) bool {
	m := &match{t: t, s: newState(p, have), is: map[int]verify.HeapValue{}, used: map[int]bool{},
		usedLists: map[int]bool{}, next: t.Fresh()}
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
	return m.atoms(t.Blocks, t.Lists) && m.rest() && m.pure()
}

// match compares the heap t with the heap of s.
type match struct {
	t         *verify.Heap
	s         *state
	is        map[int]verify.HeapValue // the values of symbols of t
	used      map[int]bool             // blocks of s that are taken, by address
	usedLists map[int]bool             // lists of s that are taken, by index
	next      int                      // a symbol that does not occur in t
}

// fresh returns a symbol that does not occur in t.
func (m *match) fresh() int {
	m.next++
	return m.next - 1
}

// attempt returns what f returns, and forgets what it found and took if that is false.
func (m *match) attempt(f func() bool) bool {
	is, used, lists := maps.Clone(m.is), maps.Clone(m.used), maps.Clone(m.usedLists)
	ok := f()
	if !ok {
		m.is, m.used, m.usedLists = is, used, lists
	}
	return ok
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

// sum is value for an integer, which may be a symbol plus a constant also if the symbol stands for a constant.
func (m *match) sum(t verify.HeapValue) (v verify.HeapValue, ok bool) {
	v, ok = m.value(verify.HeapValue{Sym: t.Sym})
	ok = ok && max(num.Abs(v.Off), num.Abs(t.Off)) < 1<<61
	v.Off += t.Off
	return v, ok
}

// atoms takes objects of t from s, each once its address is known.
func (m *match) atoms(blocks []verify.HeapBlock, lists []verify.HeapList) bool {
	blocks, lists = slices.Clone(blocks), slices.Clone(lists)
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
	return m.cells(t.Cells, b) && (!t.Zero || !slices.ContainsFunc(b.Cells, func(c verify.HeapCell) bool {
		return c.Val != null && !slices.ContainsFunc(t.Cells, func(d verify.HeapCell) bool {
			return d.Off == c.Off && d.Type == c.Type
		})
	}))
}

// cells reports whether a block has cells of t.
func (m *match) cells(t []verify.HeapCell, b *verify.HeapBlock) bool {
	return !slices.ContainsFunc(t, func(c verify.HeapCell) bool {
		v, ok := m.s.bytes(b, c.Off, c.Type)
		return !ok || !m.equal(c.Val, v, c.Type.Kind == ir.Ptr)
	})
}

// list takes a list of t: the objects of s from an address on, up to the end of the list, or as far as they go if the
// end is not known yet.
func (m *match) list(t verify.HeapList, at verify.HeapValue) bool {
	if len(t.Forks) > 0 {
		return m.path(t, at, 0)
	}
	n := 0
	back, backKnown := m.value(t.Back)
	chain := newChain(m, t.Order)
	for first := true; ; first = false {
		if to, ok := m.value(t.To); ok && to == at && n >= t.Min || m.end(t, at) {
			break
		}
		var p verify.HeapList
		if !m.attempt(func() (ok bool) {
			p, ok = m.part(t, at, t.Next)
			return ok && (t.Prev < 0 || first && !backKnown || p.Back == back) && chain.add(p.Order)
		}) {
			break
		}
		if t.Prev >= 0 && first && !m.equal(t.Back, p.Back, true) {
			return false
		}
		n, at, back, backKnown = n+p.Min, p.To, p.Last, true
	}
	if !backKnown && t.Prev >= 0 { // no object was taken, so the list is empty: Back is Last
		if back, backKnown = m.value(t.Last); !backKnown || !m.equal(t.Back, back, true) {
			return false
		}
	}
	return n >= t.Min && chain.end() && m.equal(t.To, at, true) && (t.Prev < 0 || m.equal(t.Last, back, true))
}

// path takes a list of t with forks: the objects of s from an address on, which comes after n others. It tries the
// links that may lead on, since the others lead to trees.
func (m *match) path(t verify.HeapList, at verify.HeapValue, n int) bool {
	to, known := m.value(t.To)
	if known && to == at && n >= t.Min {
		return true
	}
	for _, next := range branches(t, n) {
		if m.attempt(func() bool {
			p, ok := m.part(t, at, next)
			return ok && m.path(t, p.To, n+p.Min)
		}) {
			return true
		}
		if m.s.block(at.Sym) == nil { // a list, which has no other link
			break
		}
	}
	return n >= t.Min && m.equal(t.To, at, true)
}

// chain follows the integers in the order of a list of t.
type chain struct {
	m     *match
	order *verify.HeapOrder // nil: the list has none
	last  verify.HeapValue  // none comes after it
	known bool
}

// newChain begins with the bound of a list.
func newChain(m *match, o *verify.HeapOrder) *chain {
	c := &chain{m: m, order: o}
	if o != nil {
		c.last, c.known = m.value(o.Before)
	}
	return c
}

// add reports whether the integers of a part may come next. If the bound of the list is not known, it is the part's.
func (c *chain) add(p *verify.HeapOrder) bool {
	if c.order == nil {
		return true
	}
	if c.known && !c.m.s.follows(c.order, c.last, p.Before, p.Strict) ||
		!c.known && (p.Strict || !c.m.equal(c.order.Before, p.Before, false)) {
		return false
	}
	c.last, c.known = p.After, true
	return true
}

// end reports whether the integers may end here.
func (c *chain) end() bool {
	if c.order == nil {
		return true
	}
	if after, ok := c.m.value(c.order.After); ok && c.known {
		return c.m.s.follows(c.order, c.last, after, c.order.Strict)
	}
	return c.known && !c.order.Strict && c.m.equal(c.order.After, c.last, false)
}

// end reports whether the list t ends at an address, although it is not known where: there, and after t, is an object
// whose next one is null. It only guides the search.
func (m *match) end(t verify.HeapList, at verify.HeapValue) bool {
	_, known := m.is[t.To.Sym]
	b := m.s.block(at.Sym)
	last := func(b *verify.HeapBlock) bool {
		v, ok := m.s.bytes(b, t.Next, m.s.ptr)
		return ok && v == null
	}
	return !known && b != nil && last(b) && slices.ContainsFunc(m.t.Blocks, func(c verify.HeapBlock) bool {
		return c.Addr == t.To.Sym && last(&c)
	})
}

// part takes a list, or an object as a list, that s has at an address and that can be a part of t: the object has the
// link of the next one at an offset, and trees at the other links. The Order of the part are bounds of its integers:
// none comes before Before, or, if it is strict, at Before, and none after After.
func (m *match) part(t verify.HeapList, at verify.HeapValue, next int64) (l verify.HeapList, ok bool) {
	for i, l := range m.s.heap.Lists {
		if l.From != at || m.usedLists[i] || l.Next != t.Next || l.Prev != t.Prev || l.Link != t.Link ||
			l.Size != t.Size || !slices.Equal(l.Forks, t.Forks) {
			continue
		}
		m.usedLists[i] = true
		if o := t.Order; o != nil {
			if p := l.Order; p == nil || p.Off != o.Off || p.Type != o.Type || p.Desc != o.Desc || o.Strict && !p.Strict {
				return l, false
			}
			n := verify.HeapOrder{Before: l.Order.Before, After: l.Order.After}
			switch {
			case l.Order.Strict && o.Desc:
				n.After.Off++
			case l.Order.Strict:
				n.After.Off--
			}
			l.Order = &n
		}
		return l, m.each(t, l)
	}
	b := m.take(verify.HeapValue{Sym: at.Sym})
	if b == nil || at.Off != t.Link || !b.Heap || b.Size != t.Size || !m.object(t, b) {
		return l, false
	}
	l = verify.HeapList{From: at, Last: at, Min: 1}
	if t.Prev >= 0 {
		if l.Back, ok = m.s.bytes(b, t.Prev, m.s.ptr); !ok {
			return l, false
		}
	}
	if o := t.Order; o != nil {
		v, ok := m.s.bytes(b, o.Off, o.Type)
		if !ok {
			return l, false
		}
		l.Order = &verify.HeapOrder{Strict: o.Strict, Before: v, After: v}
	}
	for _, off := range t.Links() {
		v, known := m.s.bytes(b, off, m.s.ptr)
		if !known || off != next && !m.path(t.Tree(null), v, 0) {
			return l, false
		}
		if off == next {
			l.To = v
		}
	}
	return l, true
}

// object reports whether a block of s is what t states about each object, and takes what it owns.
func (m *match) object(t verify.HeapList, b *verify.HeapBlock) bool {
	for _, f := range t.Facts {
		v, ok := m.s.bytes(b, f.Off, f.Type)
		if r, ranged := m.s.rangeOf(v); !ok || !ranged || r.Lo < f.Range.Lo || r.Hi > f.Range.Hi {
			return false
		}
	}
	if t.Owned == nil {
		return true
	}
	o := t.Owned.Instance(m.fresh)
	return m.cells(o.Cells, b) && m.atoms(o.Blocks, o.Lists)
}

// each reports whether all objects of a list of s are what t states about each. It looks at one of them in a heap
// with nothing else but what it owns; the links of a tree are the same for t and l. Symbols of t do not stand for what
// only one of the objects has.
func (m *match) each(t, l verify.HeapList) bool {
	l.Prev, l.Order, l.Forks = -1, nil, nil
	one := &state{verify.NewHeap(), m.s.next, m.s.ptr}
	one.heap.Ranges, one.heap.Lists = m.s.heap.Ranges, []verify.HeapList{l}
	one = one.copied()
	if !one.unfold(0, true, l.Next) {
		return true
	}
	b := one.heap.Blocks[len(one.heap.Blocks)-1]
	n := &match{t: m.t, s: one, is: maps.Clone(m.is), used: map[int]bool{b.Addr: true}, usedLists: map[int]bool{0: true},
		next: m.next}
	if !n.object(t, &b) || len(n.used) < len(one.heap.Blocks) || len(n.usedLists) < len(one.heap.Lists) {
		return false
	}
	for sym, v := range n.is {
		if _, known := m.is[sym]; known || sym >= m.next {
			continue
		}
		if v.Sym >= m.s.next || !m.s.carries(v) {
			return false
		}
		m.is[sym] = v
	}
	return true
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
	for _, a := range m.t.Below {
		x, okX := m.sum(a[0])
		y, okY := m.sum(a[1])
		if !okX || !okY || !m.s.le(x, y, false) {
			return false
		}
	}
	return true
}
