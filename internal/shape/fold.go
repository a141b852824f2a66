package shape

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// tidy returns a heap without registers that are dead at a location, without objects that no pointer leads to, and
// without what is known about symbols that occur nowhere.
func (a *analysis) tidy(l *ir.Loc, h *verify.Heap) *verify.Heap {
	w := newWorld(a.prog, h)
	maps.DeleteFunc(w.Regs, func(r *ir.Var, _ verify.HeapValue) bool { return !a.live.At(l, r) })
	maps.DeleteFunc(w.Live, func(r *ir.Var, _ int64) bool { return !a.live.At(l, r) })
	syms := map[int]bool{}
	for _, v := range w.Regs {
		syms[v.Sym] = v.Sym != 0
	}
	for _, s := range w.Names {
		syms[s] = true
	}
	for _, b := range w.Blocks {
		if !b.Heap && syms[b.Addr] {
			for _, c := range b.Cells {
				syms[c.Val.Sym] = c.Val.Sym != 0
			}
		}
	}
	w.spread(syms)
	w.Blocks = slices.DeleteFunc(w.Blocks, func(b verify.HeapBlock) bool {
		w.Junk = w.Junk || b.Heap && !syms[b.Addr]
		return !syms[b.Addr]
	})
	w.Lists = slices.DeleteFunc(w.Lists, func(l verify.HeapList) bool {
		w.Junk = w.Junk || !syms[l.From.Sym]
		return !syms[l.From.Sym]
	})
	return w.Heap
}

// prune forgets what is known about symbols that occur nowhere.
func (w world) prune() {
	apart := w.Apart
	w.Apart = nil
	used := uses(w.Heap)
	for _, p := range apart {
		occurs := func(v verify.HeapValue) bool { return v.Sym == 0 || used[v.Sym] > 0 }
		if occurs(p[0]) && occurs(p[1]) && !w.distinct(p[0], p[1]) {
			w.Apart = append(w.Apart, p)
		}
	}
	maps.DeleteFunc(w.Ranges, func(s int, _ verify.HeapRange) bool { return used[s] == 0 })
}

// uses counts how often each symbol occurs as a value: not as the address of a block, nor as the beginning of a list,
// nor in inequations.
func uses(h *verify.Heap) map[int]int {
	n := map[int]int{}
	h.Values(func(v *verify.HeapValue) { n[v.Sym]++ })
	for _, p := range append(slices.Clone(h.Apart), h.Below...) {
		n[p[0].Sym]--
		n[p[1].Sym]--
	}
	for _, s := range h.Names {
		n[s]++
	}
	for _, l := range h.Lists {
		n[l.From.Sym]--
	}
	return n
}

// fold makes lists of neighbours, unless a pointer from elsewhere leads to the second one. If all is not set, the first
// one must be a list already.
func fold(p *program, h *verify.Heap, all bool) *verify.Heap {
	w := newWorld(p, h)
	w.prune()
	if all && p.trees != nil && w.found() {
		p.again = true
	}
	for len(p.trees) > 0 && all && w.ripen() {
	}
	for w.foldOnce(all) {
	}
	w.bound()
	w.prune()
	return w.Heap
}

// foldOnce makes one list out of two neighbours. It returns false if there are none. A doubly linked list has two
// directions. Its next is at the offset at which the program loads more often, so that heaps do not differ in the
// direction only, unless nothing else leads to the first object in this direction.
func (w world) foldOnce(all bool) bool {
	used := uses(w.Heap)
	pieces := w.pieces(used)
	for _, first := range pieces {
		if first.block != nil && !all {
			continue
		}
		for _, second := range pieces {
			if second.list.Prev >= 0 && w.prog.backward(second.list) && used[second.list.Last.Sym] > 1 {
				continue
			}
			if l := w.joined(first, second, used); l != nil {
				w.take(first)
				w.take(second)
				w.Lists = append(w.Lists, *l)
				w.linked(len(w.Lists) - 1)
				return true
			}
		}
	}
	return false
}

// linked gives the ends of a list symbols that are their links.
func (w world) linked(i int) {
	for _, v := range []verify.HeapValue{w.Lists[i].From, w.Lists[i].Last} {
		if v.Sym != 0 && v.Off == w.Lists[i].Link && v.Off > 0 {
			w.rename(v.Sym, verify.HeapValue{Sym: w.fresh(), Off: -v.Off})
		}
	}
}

// piece is a block or a list that may be a part of a list.
type piece struct {
	block *verify.HeapBlock // nil: the list is
	list  verify.HeapList
	owns  []own
	sides []int // the symbols of what an object of a path in a tree has besides the path
}

// pieces returns the parts of lists: lists, and each block once for each pair of offsets at which it has pointers that
// may be the links, and each offset to which links may lead.
func (w world) pieces(used map[int]int) (out []piece) {
	links := map[int][]int64{}
	w.Values(func(v *verify.HeapValue) {
		if v.Off > 0 && !slices.Contains(links[v.Sym], v.Off) {
			links[v.Sym] = append(links[v.Sym], v.Off)
		}
	})
	for _, l := range w.Lists {
		out = append(out, piece{list: l, owns: parsed(l.Owned)})
	}
	for i := range w.Blocks {
		b := &w.Blocks[i]
		if !b.Heap {
			continue
		}
		if len(w.prog.trees[b.Size]) > 0 {
			out = append(out, w.branches(b, used)...)
			continue
		}
		l := verify.HeapList{Size: b.Size, Prev: -1, Min: 1}
		ptrs := w.fields(b, &l)
		for _, l.Link = range append([]int64{0}, links[b.Addr]...) {
			l.From = verify.HeapValue{Sym: b.Addr, Off: l.Link}
			l.Last = l.From
			for _, next := range ptrs {
				l.Next, l.To, l.Prev, l.Back = next.Off, next.Val, -1, verify.HeapValue{}
				if owns, ok := w.owned(b, []int64{next.Off}, used); ok {
					out = append(out, piece{b, l, owns, nil})
				}
				for _, prev := range ptrs {
					l.Prev, l.Back = prev.Off, prev.Val
					if owns, ok := w.owned(b, []int64{next.Off, prev.Off}, used); ok && prev.Off != next.Off {
						out = append(out, piece{b, l, owns, nil})
					}
				}
			}
		}
	}
	return out
}

// fields adds the integers of a block to the facts of a list, and returns the pointers.
func (w world) fields(b *verify.HeapBlock, l *verify.HeapList) (ptrs []verify.HeapCell) {
	ptr := w.prog.Model.Ptr()
	for _, c := range b.Cells {
		r := w.span(c.Val)
		switch {
		case c.Type == ptr:
			ptrs = append(ptrs, c)
		case r != nil:
			l.Facts = append(l.Facts, verify.HeapFact{Off: c.Off, Type: c.Type, Range: *r})
		}
	}
	for _, c := range w.prog.loads { // bytes that calloc made zero
		if v := w.cell(b, c.Off, c.Type); b.Zero && v != nil && *v == (verify.HeapValue{}) && c.Type != ptr &&
			!slices.ContainsFunc(l.Facts, func(f verify.HeapFact) bool { return f.Off == c.Off }) {
			l.Facts = append(l.Facts, verify.HeapFact{Off: c.Off, Type: c.Type})
		}
	}
	return ptrs
}

// backward reports whether the program loads at the prev of a doubly linked list more often than at the next.
func (p *program) backward(l verify.HeapList) bool {
	next, prev := p.follows[l.Next-l.Link], p.follows[l.Prev-l.Link]
	return prev > next || prev == next && l.Prev < l.Next
}

// accesses returns the offsets and types of the integers that the program loads, and how often it loads pointers at an
// offset.
func accesses(p *ir.Program) (out []verify.HeapCell, pointers map[int64]int) {
	pointers = map[int64]int{}
	for _, e := range p.Entry.Edges {
		l, is := e.Stmt.(*ir.LoadStmt)
		if !is {
			continue
		}
		c := verify.HeapCell{Type: l.Dst.Type}
		if a, is := l.Addr.(*ir.PtrAdd); is {
			k, is := a.Index.(*ir.Const)
			if !is {
				continue
			}
			n, _ := literal(k)
			c.Off = n * a.Scale
		}
		switch {
		case c.Type.Kind == ir.Ptr:
			pointers[c.Off]++
		case c.Type.Kind == ir.Int && !slices.Contains(out, c):
			out = append(out, c)
		}
	}
	return out, pointers
}

// joined returns the list of two neighbours, nil if they are none or the second one must be kept apart.
func (w world) joined(a, b piece, used map[int]int) *verify.HeapList {
	x, y := a.list, b.list
	if x.From == y.From || x.From == y.To || y.From == y.To || x.To != y.From || !alike(x, y) {
		return nil
	}
	known := 1 // pointers to the beginning of y: that of the last object of x, and those that the result has
	if x.Prev >= 0 {
		if x.Last != y.Back {
			return nil
		}
		mid := y.From.Sym
		if b.block == nil {
			if y.Last.Sym == mid {
				known++
			}
		}
		for _, c := range w.Blocks {
			for _, d := range c.Cells {
				if y.To.Sym == c.Addr && d.Off == y.To.Off+y.Prev-y.Link && d.Val.Sym == mid {
					known++
				}
			}
		}
		for _, l := range w.Lists {
			if l.From == y.To && l.Back.Sym == mid && l.Prev == y.Prev {
				known++
			}
		}
		if a.block == nil && used[x.Last.Sym] != 2 { // a pointer from elsewhere leads to the end of x
			return nil
		}
	}
	if used[y.From.Sym] != known || len(x.Forks) == 0 && special(x, y) &&
		(b.block != nil && y.To == (verify.HeapValue{}) || a.block != nil && used[x.From.Sym] > 1) {
		return nil
	}
	owns, ok := w.merged(a.owns, b.owns, func(v *verify.HeapValue, u verify.HeapValue) bool { return *v == u }, smallest)
	if !ok || slices.ContainsFunc(slices.Concat(a.owns, b.owns), func(o own) bool {
		return o.at != 0 && (o.at == x.From.Sym || o.at == y.From.Sym)
	}) {
		return nil
	}
	out := x
	out.Owned = w.built(owns)
	out.To, out.Last, out.Min = y.To, y.Last, min(x.Min+y.Min, 2)
	if out.Facts = joined(x.Facts, y.Facts, smallest); len(x.Forks) > 0 {
		out.Min = min(out.Min, 1)
		return &out
	}
	if out.Order = w.chain(a, b); out.Order != nil && (w.loses(a, *out.Order) || w.loses(b, *out.Order)) {
		return nil
	}
	return &out
}

// take removes a piece.
func (w world) take(p piece) {
	if p.block != nil {
		w.drop(p.list.From.Sym)
		for _, o := range p.owns {
			if o.at != 0 {
				w.remove(o)
			}
		}
		for _, s := range p.sides {
			w.remove(own{at: s})
		}
		return
	}
	w.Lists = slices.DeleteFunc(w.Lists, func(l verify.HeapList) bool {
		return l.From == p.list.From && l.To == p.list.To
	})
}

// special reports whether an object has other data than its neighbours: at the end of a list, or if several pointers
// lead to it, it is kept apart.
func special(x, end verify.HeapList) bool {
	for _, f := range x.Facts {
		for _, g := range end.Facts {
			if f.Off == g.Off && f.Type == g.Type && g.Range.Lo == g.Range.Hi &&
				(g.Range.Hi < f.Range.Lo || f.Range.Hi < g.Range.Lo) {
				return true
			}
		}
	}
	return false
}
