package shapes

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// The laws of this file are checked by enumeration: of all small memories, and of heaps that describe some of them.
// The function satisfies decides what a heap says about a memory; it shares no code with the checker.

// memory is a concrete state: registers, and up to three objects of 12 bytes at the addresses of places.
type memory struct {
	regs [6]int64
	live [3]bool
	objs [3]node
}

// node is the contents of an object: an integer at offset 0, pointers at the offsets 4 and 8.
type node struct{ d, own, next int64 }

// places are the addresses of objects.
var places = [3]int64{1000, 2000, 3000}

// at returns the live object at an address, nil if there is none.
func (c *memory) at(address int64) *node {
	if i := slices.Index(places[:], address); i >= 0 && c.live[i] {
		return &c.objs[i]
	}
	return nil
}

// read returns the number at an offset.
func (n *node) read(off int64) int64 {
	switch off {
	case 0:
		return n.d
	case 4:
		return n.own
	case 8:
		return n.next
	}
	panic("an offset that no node has")
}

// The registers of the memories, in the order of their values.
var (
	lawProgram = &ir.Program{Model: ir.ILP32}
	lawPtr     = ir.ILP32.Ptr()
	regs       = []*ir.Var{{Name: "p", Type: lawPtr}, {Name: "q", Type: lawPtr}, {Name: "k", Type: ir.I32},
		{Name: "x", Type: ir.I32}, {Name: "y", Type: lawPtr}, {Name: "z", Type: ir.I32}}
)

// The indices of registers.
const p, q, k, x, y, z = 0, 1, 2, 3, 4, 5

// memories returns all memories in which the next object of an object is a later one. The integers are 0 to 2, or 0 and
// 1 if an object has a pointer to another one at offset 4; k is 1.
func memories() (out []*memory) {
	for n := range 4 {
		c := &memory{}
		c.regs[k] = 1
		var fill func(i int, plain bool)
		fill = func(i int, plain bool) {
			if i < n {
				for next := i; next < n; next++ { // i stands for null
					for own := range n {
						c.live[i], c.objs[i] = true, node{}
						if next > i {
							c.objs[i].next = places[next]
						}
						if own != i {
							c.objs[i].own = places[own]
						}
						fill(i+1, plain && own == i)
					}
				}
				return
			}
			integers := 3
			if !plain {
				integers = 2
			}
			count := 1
			for range n {
				count *= integers
			}
			for digits := range count {
				for i, rest := 0, digits; i < n; i, rest = i+1, rest/integers {
					c.objs[i].d = int64(rest % integers)
				}
				for _, first := range []bool{false, true} {
					for at := range n + 1 { // of q, n for null
						if n == 0 && first || n == 3 && !first || n == 2 && at == 0 {
							continue
						}
						m := *c
						if first {
							m.regs[p] = places[0]
						}
						if at < n {
							m.regs[q] = places[at]
						}
						out = append(out, &m)
					}
				}
			}
		}
		fill(0, true)
	}
	return out
}

// model is a part of a search for values of the symbols of a heap.
type model struct {
	heap   *verify.Heap
	mem    *memory
	is     []binding
	used   [3]bool
	blocks []verify.HeapBlock // not yet found
	lists  []verify.HeapList
	below  []fact
	next   int // a symbol that does not occur
}

// binding is the value of a symbol.
type binding struct {
	sym int
	val int64
}

// fact states that a is at most b, or less if strict.
type fact struct {
	a, b   verify.HeapValue
	strict bool
}

// satisfies reports whether a heap describes a memory, but for the provenance of pointers.
func satisfies(h *verify.Heap, c *memory) bool {
	m := model{heap: h, mem: c, blocks: h.Blocks, lists: h.Lists, next: h.Fresh()}
	for i, r := range regs {
		if v, ok := h.Regs[r]; ok {
			if m, ok = m.equal(v, c.regs[i]); !ok {
				return false
			}
		}
	}
	for _, b := range h.Below {
		m.below = append(m.below, fact{b[0], b[1], false})
	}
	return m.atoms()
}

// value returns the number that a value is, if it is known.
func (m model) value(v verify.HeapValue) (n int64, ok bool) {
	if v.Sym == 0 {
		return v.Off, true
	}
	for _, b := range m.is {
		if b.sym == v.Sym {
			return b.val + v.Off, true
		}
	}
	return 0, false
}

// equal makes a value a number.
func (m model) equal(v verify.HeapValue, n int64) (model, bool) {
	if is, ok := m.value(v); ok {
		return m, is == n
	}
	m.is = append(slices.Clip(m.is), binding{v.Sym, n - v.Off})
	return m, true
}

// address returns the models in which a pointer is known: null or a place, unless it is already.
func (m model) address(v verify.HeapValue) (out []model) {
	if _, ok := m.value(v); ok {
		return []model{m}
	}
	for _, a := range append([]int64{0}, places[:]...) {
		n, _ := m.equal(v, a)
		out = append(out, n)
	}
	return out
}

// take takes the object at an address.
func (m model) take(at int64) (model, *node) {
	n := m.mem.at(at)
	if n == nil || m.used[slices.Index(places[:], at)] {
		return m, nil
	}
	m.used[slices.Index(places[:], at)] = true
	return m, n
}

// cells makes the cells those of an object.
func (m model) cells(cells []verify.HeapCell, n *node) (model, bool) {
	ok := true
	for _, c := range cells {
		if m, ok = m.equal(c.Val, n.read(c.Off)); !ok {
			return m, false
		}
	}
	return m, true
}

// atoms finds the objects of blocks and lists. Those whose address is known come first.
func (m model) atoms() bool {
	b := slices.IndexFunc(m.blocks, func(b verify.HeapBlock) bool {
		_, ok := m.value(verify.HeapValue{Sym: b.Addr})
		return ok
	})
	l := slices.IndexFunc(m.lists, func(l verify.HeapList) bool { _, ok := m.value(l.From); return ok })
	switch {
	case b < 0 && l < 0 && len(m.blocks) > 0:
		b = 0
	case b < 0 && l < 0 && len(m.lists) > 0:
		l = 0
	case b < 0 && l < 0:
		return (m.heap.Junk || m.used == m.mem.live) && m.integers()
	}
	if b >= 0 {
		block := m.blocks[b]
		m.blocks = slices.Delete(slices.Clone(m.blocks), b, b+1)
		for _, m := range m.address(verify.HeapValue{Sym: block.Addr}) {
			at, _ := m.value(verify.HeapValue{Sym: block.Addr})
			m, n := m.take(at)
			if n == nil || block.Size != 12 || !block.Heap {
				continue
			}
			if m, ok := m.cells(block.Cells, n); ok && m.atoms() {
				return true
			}
		}
		return false
	}
	list := m.lists[l]
	m.lists = slices.Delete(slices.Clone(m.lists), l, l+1)
	for _, m := range m.address(list.From) {
		from, _ := m.value(list.From)
		starts := []model{m}
		if list.Prev >= 0 {
			starts = m.address(list.Back)
		}
		for _, m := range starts {
			back, _ := m.value(list.Back)
			last := verify.HeapValue{}
			if list.Order != nil {
				last = list.Order.Before
			}
			if m.list(list, from, back, last, 0) {
				return true
			}
		}
	}
	return false
}

// list follows a list from an address on, after n objects with the last link back and the last integer.
func (m model) list(l verify.HeapList, at, back int64, last verify.HeapValue, n int) bool {
	follows := func(m model, b verify.HeapValue) model {
		f := fact{last, b, l.Order.Strict}
		if l.Order.Desc {
			f.a, f.b = f.b, f.a
		}
		m.below = append(slices.Clip(m.below), f)
		return m
	}
	if end, ok := m.equal(l.To, at); ok && n >= l.Min {
		if l.Prev >= 0 {
			end, ok = end.equal(l.Last, back)
		}
		if l.Order != nil {
			end = follows(end, l.Order.After)
		}
		if ok && end.atoms() {
			return true
		}
	}
	m, o := m.take(at)
	if o == nil || l.Size != 12 || l.Prev >= 0 && o.read(l.Prev) != back {
		return false
	}
	for _, f := range l.Facts {
		if d := o.read(f.Off); d < f.Range.Lo || d > f.Range.Hi {
			return false
		}
	}
	if l.Order != nil {
		d := verify.HeapValue{Off: o.read(l.Order.Off)}
		m, last = follows(m, d), d
	}
	if l.Owned != nil {
		own := l.Owned.Instance(func() int { m.next++; return m.next - 1 })
		var ok bool
		if m, ok = m.cells(own.Cells, o); !ok {
			return false
		}
		m.blocks = append(slices.Clip(m.blocks), own.Blocks...)
		m.lists = append(slices.Clip(m.lists), own.Lists...)
	}
	if len(l.Forks) == 0 {
		return m.list(l, o.read(l.Next), at, last, n+1)
	}
	links := append([]int64{l.Next}, l.Forks...)
	return slices.ContainsFunc(links, func(next int64) bool {
		m := m // the objects at the other links are lists of their own
		m.lists = slices.Clip(m.lists)
		for _, off := range links {
			if off != next {
				side := l
				side.From, side.To, side.Min = lit(o.read(off)), lit(0), 0
				m.lists = append(m.lists, side)
			}
		}
		return m.list(l, o.read(next), at, last, n+1)
	})
}

// integers finds values of the symbols that are still unknown, which are integers near 0.
func (m model) integers() bool {
	for _, f := range m.below {
		for _, v := range []verify.HeapValue{f.a, f.b} {
			if _, ok := m.value(v); !ok {
				for n := int64(-4); n < 7; n++ {
					if m, _ := m.equal(verify.HeapValue{Sym: v.Sym}, n); m.integers() {
						return true
					}
				}
				return false
			}
		}
		a, _ := m.value(f.a)
		b, _ := m.value(f.b)
		if a > b || f.strict && a == b {
			return false
		}
	}
	for sym, r := range m.heap.Ranges {
		if n, ok := m.value(verify.HeapValue{Sym: sym}); r.Lo > r.Hi || ok && (n < r.Lo || n > r.Hi) {
			return false
		}
	}
	for _, f := range m.heap.Apart {
		a, okA := m.value(f[0])
		b, okB := m.value(f[1])
		if okA && okB && a == b {
			return false
		}
	}
	return true
}

// sym is a symbol as a value.
func sym(s int) verify.HeapValue { return verify.HeapValue{Sym: s} }

// lit is a constant as a value.
func lit(n int64) verify.HeapValue { return verify.HeapValue{Off: n} }

// sample is a heap that states something about memories: p is s1, q is s2 if it is known, and k is s3.
func sample(blocks []verify.HeapBlock, lists ...verify.HeapList) *verify.Heap {
	h := verify.NewHeap()
	h.Regs[regs[p]], h.Regs[regs[k]] = sym(1), sym(3)
	h.Ranges[3] = verify.HeapRange{Lo: 0, Hi: 2}
	h.Blocks, h.Lists = blocks, lists
	return h.Copy()
}

// block is an object with an integer, and pointers if they are not -1.
func block(addr int, d, own, next verify.HeapValue) verify.HeapBlock {
	b := verify.HeapBlock{Addr: addr, Size: 12, Heap: true}
	for i, v := range []verify.HeapValue{d, own, next} {
		if t := []ir.Type{ir.I32, lawPtr, lawPtr}[i]; v != lit(-1) {
			b.Cells = append(b.Cells, verify.HeapCell{Off: int64(i) * 4, Type: t, Val: v})
		}
	}
	return b
}

// segment is a list with an order.
func segment(from, to verify.HeapValue, least int, o *verify.HeapOrder) verify.HeapList {
	return verify.HeapList{From: from, To: to, Next: 8, Prev: -1, Size: 12, Min: least, Order: o}
}

// ordersOf returns orders of both directions, strict and not, with bounds that some integers of nodes have, and those
// among bounds.
func ordersOf(bounds ...[2]verify.HeapValue) (out []*verify.HeapOrder) {
	for _, desc := range []bool{false, true} {
		for _, strict := range []bool{false, true} {
			for _, b := range append([][2]verify.HeapValue{{lit(-2), lit(4)}, {lit(-1), lit(3)}, {lit(0), lit(2)}},
				bounds...) {
				o := &verify.HeapOrder{Type: ir.I32, Strict: strict, Desc: desc, Before: b[0], After: b[1]}
				if desc {
					o.Before, o.After = o.After, o.Before
				}
				out = append(out, o)
			}
		}
	}
	return out
}

// samples returns the heaps of the laws.
func samples() (out []*verify.Heap) {
	add := func(h *verify.Heap) *verify.Heap {
		out = append(out, h)
		return h
	}
	none := lit(-1)
	list := func(least int, o *verify.HeapOrder) verify.HeapList { return segment(sym(1), lit(0), least, o) }
	// lists, and what they say about integers
	for _, o := range append(ordersOf([2]verify.HeapValue{sym(3), lit(3)}, [2]verify.HeapValue{lit(-1), sym(3)},
		[2]verify.HeapValue{sym(10), sym(11)}), nil) {
		for least := range 3 {
			add(sample(nil, list(least, o)))
		}
		add(sample(nil, segment(sym(1), sym(2), 0, o))).Regs[regs[q]] = sym(2)
		l := list(1, o)
		l.Facts = []verify.HeapFact{{Type: ir.I32, Range: verify.HeapRange{Lo: 0, Hi: 1}}}
		add(sample(nil, l))
		add(sample(nil, list(0, o))).Junk = true
	}
	// bounds that only the list and a fact have
	for _, o := range ordersOf([2]verify.HeapValue{sym(10), lit(4)}, [2]verify.HeapValue{lit(-2), sym(10)}) {
		if o.Before.Sym+o.After.Sym > 0 {
			for _, f := range []pair{{sym(3), sym(10)}, {sym(10), sym(3)}} {
				h := add(sample(nil, list(1, o)))
				h.Below = []pair{f}
			}
		}
	}
	// an object before or after a list, and two lists
	for _, o := range append(ordersOf([2]verify.HeapValue{sym(5), lit(4)}, [2]verify.HeapValue{lit(-2), sym(5)}), nil) {
		for _, below := range [][][2]verify.HeapValue{nil, {{sym(5), sym(3)}}, {{sym(3), {Sym: 5, Off: -1}}}} {
			h := add(sample([]verify.HeapBlock{block(1, sym(5), none, sym(4))}, segment(sym(4), lit(0), 0, o)))
			h.Below = below
			h = add(sample([]verify.HeapBlock{block(4, sym(5), none, lit(0))}, segment(sym(1), sym(4), 0, o)))
			h.Regs[regs[q]] = sym(4)
			h.Below = below
		}
		if o != nil {
			second := *o
			second.Before, second.After = o.After, lit(4)
			if o.Desc {
				second.After = lit(-2)
			}
			h := add(sample(nil, segment(sym(1), sym(4), 1, o), segment(sym(4), lit(0), 1, &second)))
			h.Regs[regs[q]] = sym(4)
		}
	}
	// two objects
	for _, below := range [][][2]verify.HeapValue{nil, {{sym(5), sym(7)}}, {{{Sym: 5, Off: 1}, sym(7)}},
		{{sym(7), sym(5)}}, {{{Sym: 7, Off: 1}, sym(5)}}, {{sym(5), sym(3)}, {sym(3), sym(7)}}} {
		h := add(sample([]verify.HeapBlock{block(1, sym(5), none, sym(6)), block(6, sym(7), none, lit(0))}))
		h.Below = below
	}
	add(sample([]verify.HeapBlock{block(1, sym(5), none, sym(6)), block(6, sym(5), none, lit(0))}))
	add(sample([]verify.HeapBlock{block(1, lit(1), none, sym(6)), block(6, lit(1), none, lit(0))}))
	// objects owned, and pointers that all have
	for _, own := range []*verify.HeapOwned{nil, owns(sym(-1), block(-1, none, none, none)),
		owns(sym(-1), block(-1, lit(1), none, none)), owns(sym(-1), block(-1, sym(-2), none, sym(-2))), owns(sym(-1)),
		owns(sym(98)), owns(lit(0)), owns(sym(2)), {Cells: owns(sym(-1)).Cells,
			Lists: []verify.HeapList{segment(sym(-1), lit(0), 0, nil)}}, {Cells: owns(sym(-1)).Cells,
			Lists: []verify.HeapList{segment(sym(-1), lit(0), 1, nil)}}, {Cells: owns(sym(-1)).Cells,
			Lists: []verify.HeapList{segment(sym(-1), lit(0), 1, ordersOf()[0])}}} {
		for least := range 3 {
			l := list(least, nil)
			l.Owned = own
			add(sample(nil, l)).Regs[regs[q]] = sym(2)
			h := add(sample(nil, l))
			h.Junk = true
			h.Regs[regs[q]] = sym(2)
		}
		l := segment(sym(4), lit(0), 0, nil)
		l.Owned = own
		add(sample([]verify.HeapBlock{block(1, none, sym(6), sym(4)), block(6, none, none, none)}, l))
		add(sample([]verify.HeapBlock{block(1, none, sym(98), sym(4))}, l))
		l.From = sym(1)
		add(sample([]verify.HeapBlock{block(2, none, none, none)}, l)).Regs[regs[q]] = sym(2)
	}
	// trees, with a place in them
	for _, facts := range [][]verify.HeapFact{nil, {{Type: ir.I32, Range: verify.HeapRange{Lo: 0, Hi: 1}}},
		{{Type: ir.I32, Range: verify.HeapRange{Lo: 1, Hi: 1}}}} {
		for _, next := range []int64{4, 8} {
			tree := func(from, to verify.HeapValue, least int) verify.HeapList {
				l := segment(from, to, least, nil)
				l.Next, l.Forks, l.Facts = next, []int64{12 - next}, facts
				return l
			}
			for least := range 4 {
				add(sample(nil, tree(sym(1), lit(0), least))).Regs[regs[q]] = sym(2)
				add(sample(nil, tree(sym(1), sym(2), least))).Regs[regs[q]] = sym(2)
				add(sample(nil, tree(sym(1), sym(2), least), tree(sym(2), lit(0), 0))).Regs[regs[q]] = sym(2)
				add(sample(nil, tree(sym(1), sym(2), least), tree(sym(2), lit(0), 1))).Regs[regs[q]] = sym(2)
			}
			h := add(sample(nil, tree(sym(1), lit(0), 1)))
			h.Junk = true
			h.Regs[regs[q]] = sym(2)
			// objects with trees: before, in and after the path
			add(sample([]verify.HeapBlock{block(1, sym(5), sym(4), sym(6))}, tree(sym(4), lit(0), 0),
				tree(sym(6), lit(0), 0))).Regs[regs[q]] = sym(2)
			add(sample([]verify.HeapBlock{block(1, sym(5), sym(4), sym(6))}, tree(sym(4), sym(2), 0),
				tree(sym(6), lit(0), 0))).Regs[regs[q]] = sym(2)
			add(sample([]verify.HeapBlock{block(1, sym(5), sym(4), sym(2))}, tree(sym(4), lit(0), 0),
				tree(sym(2), lit(0), 1))).Regs[regs[q]] = sym(2)
			add(sample([]verify.HeapBlock{block(1, lit(1), sym(4), sym(4))}, tree(sym(4), lit(0), 0)))
			add(sample([]verify.HeapBlock{block(2, sym(5), lit(0), lit(0))},
				tree(sym(1), sym(2), 0))).Regs[regs[q]] = sym(2)
			add(sample([]verify.HeapBlock{block(2, sym(5), lit(0), sym(4))}, tree(sym(1), sym(2), 0),
				tree(sym(4), lit(0), 1))).Regs[regs[q]] = sym(2)
			add(sample([]verify.HeapBlock{block(2, sym(5), sym(1), sym(4))}, tree(sym(1), sym(2), 1),
				tree(sym(4), lit(0), 0))).Regs[regs[q]] = sym(2)
		}
	}
	// objects with two others
	for _, ends := range [][4]verify.HeapValue{{sym(2), sym(6), lit(0), lit(0)}, {sym(2), lit(0), sym(6), lit(0)},
		{sym(2), lit(0), lit(0), sym(6)}, {lit(0), sym(2), lit(0), sym(6)}, {sym(6), sym(2), lit(0), lit(0)},
		{sym(6), sym(2), lit(0), sym(6)}, {sym(2), sym(6), lit(0), sym(1)}, {sym(2), sym(2), sym(6), lit(0)}} {
		for _, d := range []verify.HeapValue{lit(1), sym(5)} {
			add(sample([]verify.HeapBlock{block(1, d, ends[0], ends[1]), block(2, lit(1), ends[2], ends[3]),
				block(6, lit(1), lit(0), lit(0))})).Regs[regs[q]] = sym(2)
		}
	}
	// doubly linked ones
	for least := range 3 {
		l := list(least, nil)
		l.Prev, l.Last = 4, sym(2)
		add(sample(nil, l)).Regs[regs[q]] = sym(2)
		l.From, l.Back = sym(4), sym(1)
		add(sample([]verify.HeapBlock{block(1, none, lit(0), sym(4))}, l)).Regs[regs[q]] = sym(2)
	}
	return out
}

// owns is what an object owns that has a pointer at offset 4.
func owns(v verify.HeapValue, blocks ...verify.HeapBlock) *verify.HeapOwned {
	return &verify.HeapOwned{Cells: []verify.HeapCell{{Off: 4, Type: lawPtr, Val: v}}, Blocks: blocks}
}

// table has the heaps, the memories, and which heap describes which memory.
type table struct {
	heaps []*verify.Heap
	mems  []*memory
	is    [][]bool
}

// laws returns the table, which both laws need.
var laws = sync.OnceValue(func() *table {
	t := &table{heaps: samples(), mems: memories()}
	for _, h := range t.heaps {
		is := make([]bool, len(t.mems))
		for j, c := range t.mems {
			is[j] = satisfies(h, c)
		}
		t.is = append(t.is, is)
	}
	return t
})

// TestDescribesLaw checks on all small memories that a heap describes what a heap describes that it is said to follow
// from.
func TestDescribesLaw(t *testing.T) {
	all := laws()
	heaps, mems, is := all.heaps, all.mems, all.is
	void := 0
	for i, h := range heaps {
		if err := wellFormed(lawProgram, h); err != nil {
			t.Fatal(err, h)
		}
		if !slices.Contains(is[i], true) {
			void++
		}
	}
	follow, wrong := 0, 0
	for i, have := range heaps {
		for j, h := range heaps {
			if i == j || !describes(lawProgram, h, have) {
				continue
			}
			follow++
			for n, c := range mems {
				if is[i][n] && !is[j][n] && wrong < 5 {
					wrong++
					t.Errorf("%s\ndoes not follow from\n%s\nsee %v", h, have, *c)
					break
				}
			}
		}
	}
	t.Logf("%d heaps, %d without memories, %d memories, %d pairs follow", len(heaps), void, len(mems), follow)
	if follow < 10*len(heaps) || void > len(heaps)/10 {
		t.Error("the heaps are not worth much")
	}
}

// action is a statement and what it does to a memory; run returns false if it ends the execution, or is not allowed.
type action struct {
	stmt ir.Stmt
	run  func(c *memory) bool
}

// ref is the value of a register.
func ref(r int) ir.Expr { return &ir.Ref{Var: regs[r]} }

// load reads the field at an offset of the object to which a register points.
func load(dst, from int, off int64) action {
	at := &ir.PtrAdd{P: ref(from), Index: &ir.Const{T: ir.I32, Bits: uint64(off)}, Scale: 1}
	return action{&ir.LoadStmt{Dst: regs[dst], Addr: at}, func(c *memory) bool {
		n := c.at(c.regs[from])
		if n != nil {
			c.regs[dst] = n.read(off)
		}
		return n != nil
	}}
}

// assume compares two registers.
func assume(op ir.BinOp, a, b int, want bool) action {
	var cond ir.Expr = &ir.Binary{Op: op, X: ref(a), Y: ref(b)}
	if !want {
		cond = &ir.Unary{Op: ir.LNot, X: cond}
	}
	return action{&ir.Assume{Cond: cond}, func(c *memory) bool {
		v, w := c.regs[a], c.regs[b]
		return want == map[ir.BinOp]bool{ir.Eq: v == w, ir.Lt: v < w, ir.Le: v <= w}[op]
	}}
}

// isNull asks whether a register is null.
func isNull(r int, want bool) action {
	var cond ir.Expr = &ir.Binary{Op: ir.Eq, X: ref(r), Y: &ir.Const{T: lawPtr}}
	if !want {
		cond = &ir.Unary{Op: ir.LNot, X: cond}
	}
	return action{&ir.Assume{Cond: cond}, func(c *memory) bool { return want == (c.regs[r] == 0) }}
}

// set copies a register.
func set(dst, src int) action {
	return action{&ir.Assign{Dst: regs[dst], Src: ref(src)}, func(c *memory) bool {
		c.regs[dst] = c.regs[src]
		return true
	}}
}

// sum adds two registers, or subtracts the second one.
func sum(dst, a, b int, minus bool) action {
	op, sign := ir.Add, int64(1)
	if minus {
		op, sign = ir.Sub, -1
	}
	return action{&ir.Assign{Dst: regs[dst], Src: &ir.Binary{Op: op, X: ref(a), Y: ref(b)}}, func(c *memory) bool {
		c.regs[dst] = c.regs[a] + sign*c.regs[b]
		return true
	}}
}

// store writes a register to a field.
func store(to int, off int64, src int) action {
	at := &ir.PtrAdd{P: ref(to), Index: &ir.Const{T: ir.I32, Bits: uint64(off)}, Scale: 1}
	return action{&ir.Store{Addr: at, Val: ref(src)}, func(c *memory) bool {
		n := c.at(c.regs[to])
		if n == nil {
			return false
		}
		switch off {
		case 0:
			n.d = c.regs[src]
		case 4:
			n.own = c.regs[src]
		case 8:
			n.next = c.regs[src]
		}
		return true
	}}
}

// free releases an object.
func free(r int) action {
	return action{&ir.Free{Addr: ref(r), Kind: ir.Heap}, func(c *memory) bool {
		if c.regs[r] != 0 && c.at(c.regs[r]) == nil {
			return false
		}
		if c.regs[r] != 0 {
			c.live[slices.Index(places[:], c.regs[r])] = false
		}
		return true
	}}
}

// scripts are sequences of actions.
var scripts = [][]action{
	{isNull(p, true)}, {isNull(p, false)}, {assume(ir.Eq, p, q, true)}, {assume(ir.Eq, p, q, false)},
	{load(x, p, 0)}, {load(y, p, 4)}, {load(y, p, 8)}, {load(x, q, 0)}, {load(y, q, 8)},
	{load(x, p, 0), assume(ir.Lt, x, k, true)}, {load(x, p, 0), assume(ir.Lt, x, k, false)},
	{load(x, p, 0), assume(ir.Le, x, k, true)}, {load(x, p, 0), assume(ir.Le, x, k, false)},
	{load(x, p, 0), assume(ir.Eq, x, k, true)},
	{load(x, p, 0), assume(ir.Le, x, k, true), assume(ir.Eq, x, k, false)},
	{load(x, p, 0), assume(ir.Eq, x, k, false)},
	{load(x, p, 0), load(y, p, 8), isNull(y, false), load(z, y, 0)},
	{load(x, p, 0), load(y, p, 8), load(z, y, 0), assume(ir.Lt, x, z, true)},
	{load(x, p, 0), load(y, p, 8), load(z, y, 0), assume(ir.Lt, z, x, true)},
	{load(x, p, 0), load(y, p, 8), load(z, y, 0), assume(ir.Eq, x, z, true)},
	{load(x, p, 0), load(y, p, 8), load(z, y, 0), assume(ir.Eq, x, z, false)},
	{load(x, p, 0), load(y, p, 8), load(z, y, 0), assume(ir.Lt, k, z, true), assume(ir.Lt, x, k, true)},
	{load(x, p, 0), load(y, p, 8), load(z, y, 0), assume(ir.Le, x, z, true), assume(ir.Lt, k, x, true)},
	{load(x, p, 0), load(z, q, 0), assume(ir.Le, x, z, true)}, {load(x, p, 0), load(z, q, 0), assume(ir.Lt, z, x, true)},
	{load(x, p, 0), sum(z, x, k, false)}, {load(x, p, 0), sum(z, x, k, true)},
	{load(x, p, 0), sum(z, x, k, false), assume(ir.Lt, z, k, true)},
	{store(p, 0, k)}, {store(p, 8, q)}, {store(p, 4, q)}, {load(y, p, 8), store(y, 0, k), load(x, p, 0)},
	{load(y, p, 8), load(x, p, 0), store(y, 0, x), load(z, y, 0)},
	{free(p)}, {free(q)}, {load(y, p, 8), free(p), set(p, y)}, {load(y, p, 4), free(y)},
	{load(y, p, 4), isNull(y, true)}, {load(y, p, 4), isNull(y, false), load(x, y, 0)},
	{load(y, p, 4), load(p, p, 8), load(q, p, 4), assume(ir.Eq, y, q, true)},
	{load(y, p, 4), load(p, p, 8), load(q, p, 4), assume(ir.Eq, y, q, false), load(x, q, 0)},
	{load(y, p, 4), isNull(y, true), load(y, p, 8), free(p), set(p, y)}, {load(y, q, 4), load(p, q, 8), load(x, y, 0)},
	{load(y, p, 4), load(q, y, 8), store(p, 4, q), store(y, 8, p), set(p, y), load(x, p, 0)},
	{load(y, p, 8), load(y, y, 4), load(x, y, 0), load(y, p, 4), load(z, y, 0)},
	{load(y, p, 8), load(p, y, 8), load(x, p, 0)}, {load(y, q, 4), load(x, y, 0), free(q)},
}

// TestStepsLaw runs statements on all small memories. The states after it describe each one that results.
func TestStepsLaw(t *testing.T) {
	all := laws()
	heaps, mems := all.heaps, all.mems
	checked, wrong := 0, 0
	for i, h := range heaps {
		var of []*memory
		for j, c := range mems {
			if all.is[i][j] && len(of) < 300 {
				of = append(of, c)
			}
		}
	next:
		for n, script := range scripts {
			states := []*state{newState(lawProgram, h)}
			for _, a := range script {
				var after []*state
				for _, s := range states {
					out, ok := step(s, a.stmt)
					if !ok {
						continue next
					}
					after = append(after, out...)
				}
				states = after
			}
			checked++
			for _, c := range of {
				m := *c
				if slices.ContainsFunc(script, func(a action) bool { return !a.run(&m) }) ||
					slices.ContainsFunc(states, func(s *state) bool { return satisfies(s.heap, &m) }) {
					continue
				}
				if wrong++; wrong < 6 {
					text := ""
					for _, a := range script {
						text += ir.StmtString(a.stmt) + "; "
					}
					after := ""
					for _, s := range states {
						after += fmt.Sprintln(s.heap)
					}
					t.Errorf("script %d: %s\non %s\nfrom %v to %v, which none describes of\n%s", n, text, h, *c, m, after)
				}
				break
			}
		}
	}
	t.Logf("%d heaps with scripts, %d wrong", checked, wrong)
	if checked < 10*len(heaps) {
		t.Error("the heaps are not worth much")
	}
}
