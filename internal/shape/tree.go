package shape

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/verify"
)

// found records at which offsets the objects of a size have links to objects of this size, if an object leads to two
// of them that nothing else leads to, and they have pointers there too: these are links of a tree. It reports whether
// that was not known.
func (w world) found() bool {
	used, ptr := uses(w.Heap), w.prog.Model.Ptr()
	// has reports whether the object to which only v leads is as large as b, and has pointers at offsets.
	has := func(v verify.HeapValue, b *verify.HeapBlock, offs ...int64) bool {
		if v.Sym == 0 || v.Sym == b.Addr || v.Off != 0 || used[v.Sym] != 1 {
			return false
		}
		if c := w.at(v.Sym); c != nil {
			return c.Heap && c.Size == b.Size && !slices.ContainsFunc(offs, func(off int64) bool {
				return w.cell(c, off, ptr) == nil
			})
		}
		return slices.ContainsFunc(w.Lists, func(l verify.HeapList) bool {
			return l.From == v && l.Prev < 0 && l.Size == b.Size && !slices.ContainsFunc(offs, func(off int64) bool {
				return !slices.Contains(l.Links(), off) && !slices.ContainsFunc(parsed(l.Owned), func(o own) bool {
					return o.off == off
				})
			})
		})
	}
	news := false
	for i := range w.Blocks {
		b := &w.Blocks[i]
		for _, x := range b.Cells {
			for _, y := range b.Cells {
				if !b.Heap || x.Type != ptr || y.Type != ptr || x.Off == y.Off || !has(x.Val, b, x.Off, y.Off) ||
					!has(y.Val, b, x.Off, y.Off) || slices.Contains(w.prog.trees[b.Size], x.Off) {
					continue
				}
				w.prog.trees[b.Size] = append(w.prog.trees[b.Size], x.Off)
				slices.Sort(w.prog.trees[b.Size])
				news = true
			}
		}
	}
	return news
}

// ripen makes a tree of an object to which only one pointer leads, which is in an object of the heap, if the object has
// null at each link or a tree to which only this link leads. It returns false if there is no such object.
func (w world) ripen() bool {
	used := uses(w.Heap)
	for _, b := range w.Blocks {
		if used[b.Addr] != 1 || len(w.prog.trees[b.Size]) == 0 || !slices.ContainsFunc(w.Blocks,
			func(c verify.HeapBlock) bool {
				return c.Heap && slices.ContainsFunc(c.Cells, func(d verify.HeapCell) bool { return d.Val.Sym == b.Addr })
			}) {
			continue
		}
		for _, p := range w.branches(w.at(b.Addr), used) {
			if p.list.To == (verify.HeapValue{}) {
				w.take(p)
				p.list.Owned = w.built(p.owns)
				w.Lists = append(w.Lists, p.list)
				return true
			}
		}
	}
	return false
}

// branches returns a block as a part of a path in a tree, once for each link that may lead on: the others have null or
// trees to which only they lead. A block is none if a pointer leads to one of its links: what is there is of interest.
func (w world) branches(b *verify.HeapBlock, used map[int]int) (out []piece) {
	ptr, links := w.prog.Model.Ptr(), w.prog.trees[b.Size]
	inside := false
	for _, v := range w.Regs {
		inside = inside || v.Sym == b.Addr && slices.Contains(links, v.Off)
	}
	if !b.Heap || len(links) < 2 || inside {
		return nil
	}
	l := verify.HeapList{From: verify.HeapValue{Sym: b.Addr}, Next: links[0], Forks: links[1:], Prev: -1, Size: b.Size,
		Min: 1}
	l.Last = l.From
	w.fields(b, &l)
	owns, ok := w.owned(b, links, used)
	if !ok {
		return nil
	}
	for _, next := range links {
		p := piece{block: b, list: l, owns: owns}
		for _, o := range owns {
			if o.at != 0 {
				p.sides = append(p.sides, o.at)
			}
		}
		fits := true
		for _, off := range links {
			v := w.cell(b, off, ptr)
			switch {
			case v == nil:
				return nil
			case off == next:
				p.list.To = *v
			case *v != verify.HeapValue{}:
				fits = fits && w.side(&p, *v, used)
			}
		}
		if fits {
			out = append(out, p)
		}
	}
	return out
}

// side adds the tree at an address to what a part of a path has. It returns false if there is none.
func (w world) side(p *piece, v verify.HeapValue, used map[int]int) bool {
	i := slices.IndexFunc(w.Lists, func(l verify.HeapList) bool {
		return l.From == v && l.To == verify.HeapValue{} && alike(l, p.list)
	})
	if i < 0 || used[v.Sym] != 1 {
		return false
	}
	owns, ok := w.merged(p.owns, parsed(w.Lists[i].Owned),
		func(v *verify.HeapValue, u verify.HeapValue) bool { return *v == u }, smallest)
	if !ok {
		return false
	}
	p.owns, p.list.Facts = owns, joined(p.list.Facts, w.Lists[i].Facts, smallest)
	p.sides = append(p.sides, v.Sym)
	return true
}

// alike reports whether two lists have objects of the same size and links.
func alike(x, y verify.HeapList) bool {
	return x.Next == y.Next && x.Prev == y.Prev && x.Link == y.Link && x.Size == y.Size && slices.Equal(x.Forks, y.Forks)
}

// tree matches a path in a tree t with objects of h from an address on, until an end, or as far as they go if that is
// not known. At an object, the link leads on from which h leads to the end.
func (m *matching) tree(t *verify.HeapList, at verify.HeapValue, to *verify.HeapValue, least int) (verify.HeapValue,
	bool) {
	ptr := m.t.prog.Model.Ptr()
	for n := 0; to == nil || n < least || at != *to; {
		b := m.h.at(at.Sym)
		links := t.Links()
		var values []verify.HeapValue
		on := 0
		if at.Sym != 0 && b != nil {
			for i, off := range links {
				v := m.h.cell(b, off, ptr)
				if v == nil {
					return at, false
				}
				values = append(values, *v)
				if to != nil && m.h.leads(*v, *to) {
					on = i
				}
			}
		}
		p := m.part(t, at, nil)
		if p == nil || !m.hold(t, p.facts) || !m.owns(t, p) {
			return at, to == nil && n >= least
		}
		m.take(p)
		if n += p.n; !p.block {
			at = p.to
			continue
		}
		for i, v := range values {
			if i == on {
				continue
			}
			if _, ok := m.tree(t, v, &verify.HeapValue{}, 0); !ok {
				return at, false
			}
		}
		at = values[on]
	}
	return at, true
}

// leads reports whether pointers of heap objects lead from one number to another one.
func (w world) leads(from, to verify.HeapValue) bool {
	syms := map[int]bool{from.Sym: from.Sym != 0}
	w.spread(syms)
	return syms[to.Sym]
}
