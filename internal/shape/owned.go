package shape

import (
	"reflect"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// own is what an object of a list has at a pointer that is not one of its links: one of val, block and list.
type own struct {
	off   int64
	val   *verify.HeapValue // null, or a pointer that all objects have
	block *verify.HeapBlock // an object of its own, without pointers
	list  *verify.HeapList  // a list of its own, which ends with null
	at    int               // the symbol of block or list in the heap, if the object is a block
}

// owned returns what a block owns. ok is false if it has a pointer to something that a list does not describe.
func (w world) owned(b *verify.HeapBlock, links []int64, used map[int]int) (out []own, ok bool) {
	ptr := w.prog.Model.Ptr()
	for _, c := range b.Cells {
		if c.Type != ptr || slices.Contains(links, c.Off) {
			continue
		}
		o := own{off: c.Off, at: c.Val.Sym}
		object := w.at(c.Val.Sym)
		k := slices.IndexFunc(w.Lists, func(l verify.HeapList) bool { return l.From == c.Val && c.Val.Sym != 0 })
		switch {
		case used != nil && used[c.Val.Sym] != 1 || c.Val.Sym == 0 || object == nil && k < 0 || object == b ||
			object != nil && !object.Heap:
			o.val, o.at = &c.Val, 0
		case k >= 0:
			l := w.Lists[k]
			if l.Owned != nil && len(l.Owned.Lists) > 0 { // one level: trees would be lists in lists without end
				return nil, false
			}
			if l.To != (verify.HeapValue{}) || l.Prev >= 0 && (l.Back != verify.HeapValue{} || used != nil &&
				used[l.Last.Sym] != 1) {
				return nil, false
			}
			o.list = &l
		case c.Val.Off != 0:
			return nil, false
		default:
			o.list, o.block = w.single(object)
			if o.list == nil && o.block == nil {
				return nil, false
			}
		}
		out = append(out, o)
	}
	return out, true
}

// single returns an object as a list, if it has one pointer, its link, which is null, or as a block, if it has no
// pointers.
func (w world) single(b *verify.HeapBlock) (*verify.HeapList, *verify.HeapBlock) {
	l := verify.HeapList{Size: b.Size, Prev: -1, Min: 1, Next: -1}
	alone := verify.HeapBlock{Size: b.Size, Heap: true, Zero: b.Zero}
	for _, c := range b.Cells {
		switch r := w.span(c.Val); {
		case c.Type.Kind != ir.Ptr:
			if c.Val.Sym == 0 {
				alone.Cells = append(alone.Cells, c)
			} else {
				alone.Zero = false
			}
			if r != nil {
				l.Facts = append(l.Facts, verify.HeapFact{Off: c.Off, Type: c.Type, Range: *r})
			}
		case c.Val == verify.HeapValue{} && l.Next < 0:
			l.Next = c.Off
		default:
			return nil, nil
		}
	}
	if l.Next < 0 {
		return nil, &alone
	}
	return &l, nil
}

// parsed returns what each object of a list owns.
func parsed(o *verify.HeapOwned) (out []own) {
	if o == nil {
		return nil
	}
	for i := range o.Cells {
		c := &o.Cells[i]
		n := own{off: c.Off}
		if k := slices.IndexFunc(o.Lists, func(l verify.HeapList) bool { return l.From == c.Val }); k >= 0 {
			n.list = &o.Lists[k]
		} else if k := slices.IndexFunc(o.Blocks, func(b verify.HeapBlock) bool { return b.Addr == c.Val.Sym }); k >= 0 {
			n.block = &o.Blocks[k]
		} else {
			n.val = &c.Val
		}
		out = append(out, n)
	}
	return out
}

// built is the inverse of parsed.
func (w world) built(owns []own) *verify.HeapOwned {
	if len(owns) == 0 {
		return nil
	}
	slices.SortFunc(owns, func(a, b own) int { return int(a.off - b.off) })
	out := &verify.HeapOwned{}
	for i, o := range owns {
		v := verify.HeapValue{Sym: -2*i - 1}
		switch {
		case o.list != nil:
			l := *o.list
			l.From = v
			if l.Prev >= 0 {
				l.Last = verify.HeapValue{Sym: v.Sym - 1}
			}
			out.Lists = append(out.Lists, l)
		case o.block != nil:
			b := *o.block
			b.Addr = v.Sym
			out.Blocks = append(out.Blocks, b)
		default:
			v = *o.val
		}
		out.Cells = append(out.Cells, verify.HeapCell{Off: o.off, Type: w.prog.Model.Ptr(), Val: v})
	}
	return out
}

// hull joins two ranges of integers.
type hull func(r, s verify.HeapRange, t ir.Type) verify.HeapRange

// merged returns what holds for objects that own x and for those that own y. same says which pointers are the same.
func (w world) merged(x, y []own, same func(x *verify.HeapValue, y verify.HeapValue) bool, grow hull) ([]own, bool) {
	if len(x) != len(y) {
		return nil, false
	}
	var out []own
	for _, a := range x {
		k := slices.IndexFunc(y, func(b own) bool { return b.off == a.off })
		if k < 0 {
			return nil, false
		}
		n, b := own{off: a.off}, y[k]
		empty := func(v *verify.HeapValue) bool { return v != nil && *v == verify.HeapValue{} }
		switch {
		case a.val != nil && b.val != nil && (empty(a.val) == empty(b.val)) && same(a.val, *b.val):
			n.val = a.val
		case a.list != nil && empty(b.val):
			n.list = less(a.list)
		case b.list != nil && empty(a.val):
			n.list = less(b.list)
		case a.list != nil && b.list != nil:
			if n.list = w.either(a.list, b.list, same, grow); n.list == nil {
				return nil, false
			}
		case a.block != nil && b.block != nil && a.block.Size == b.block.Size:
			c := *a.block
			c.Zero = a.block.Zero && b.block.Zero
			c.Cells = slices.DeleteFunc(slices.Clone(c.Cells), func(d verify.HeapCell) bool {
				return !slices.Contains(b.block.Cells, d)
			})
			c.Zero = c.Zero && len(c.Cells) == len(a.block.Cells) && len(c.Cells) == len(b.block.Cells)
			n.block = &c
		default:
			return nil, false
		}
		out = append(out, n)
	}
	return out, true
}

// less returns a list that may also be empty.
func less(l *verify.HeapList) *verify.HeapList {
	c := *l
	c.Min = 0
	return &c
}

// either returns the list that describes two lists, nil if there is none.
func (w world) either(x, y *verify.HeapList, same func(*verify.HeapValue, verify.HeapValue) bool,
	grow hull) *verify.HeapList {
	if !alike(*x, *y) {
		return nil
	}
	owns, ok := w.merged(parsed(x.Owned), parsed(y.Owned), same, grow)
	if !ok {
		return nil
	}
	c := *x
	c.Min, c.Facts, c.Order, c.Owned = min(x.Min, y.Min), joined(x.Facts, y.Facts, grow), nil, w.built(owns)
	return &c
}

// joined returns the facts of two lists.
func joined(x, y []verify.HeapFact, grow hull) (out []verify.HeapFact) {
	for _, f := range x {
		for _, g := range y {
			if f.Off == g.Off && f.Type == g.Type {
				f.Range = grow(f.Range, g.Range, f.Type)
				out = append(out, f)
			}
		}
	}
	return out
}

// smallest is the hull without widening.
func smallest(r, s verify.HeapRange, _ ir.Type) verify.HeapRange {
	return verify.HeapRange{Lo: min(r.Lo, s.Lo), Hi: max(r.Hi, s.Hi)}
}

// owns matches what each object of a list of t owns with what a part owns, and takes it.
func (m *matching) owns(t *verify.HeapList, p *part) bool {
	has := p.owned
	if p.block {
		var ok bool
		links := t.Links()
		if t.Prev >= 0 {
			links = append(links, t.Prev)
		}
		b := m.h.at(p.from.Sym)
		if has, ok = m.h.owned(b, links, nil); !ok {
			return false
		}
		if t.Owned == nil { // other pointers than those of the list
			return !slices.ContainsFunc(has, func(o own) bool { return o.val == nil })
		}
		has = slices.DeleteFunc(has, func(o own) bool { // t does not say it
			return o.val != nil && !slices.ContainsFunc(t.Owned.Cells, func(c verify.HeapCell) bool { return c.Off == o.off })
		})
	}
	grow := smallest
	if m.wide != nil {
		grow = func(r, s verify.HeapRange, t ir.Type) verify.HeapRange {
			all, _ := bounds(t)
			return m.wide.grow(r, s, all)
		}
	}
	all, ok := m.t.merged(parsed(t.Owned), has, func(x *verify.HeapValue, y verify.HeapValue) bool {
		return m.pair(x, y, m.t.prog.Model.Ptr())
	}, grow)
	if !ok {
		return false
	}
	n := m.t.built(all)
	if m.wide == nil && !reflect.DeepEqual(n, m.t.built(parsed(t.Owned))) {
		return false
	}
	t.Owned = n
	for _, o := range has {
		if o.at != 0 {
			m.h.remove(o)
		}
	}
	return true
}

// remove removes what a block owns.
func (w world) remove(o own) {
	if o.block != nil || w.at(o.at) != nil {
		w.drop(o.at)
		return
	}
	w.Lists = slices.DeleteFunc(w.Lists, func(l verify.HeapList) bool { return l.From.Sym == o.at })
}
