package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Shapes is evidence (g): symbolic heaps of separation logic with list segments (D. Distefano, P. W. O'Hearn, H. Yang:
// A local shape analysis based on separation logic. TACAS 2006) and trees. Whenever an execution is at a location that
// has heaps, one of them describes its state. Each cycle of the automaton that executions may take has such a
// location. Only the entry function is described; nothing is claimed about executions after a call.
type Shapes struct {
	At []HeapAt
}

// HeapAt is one of the heaps that describe the states at a location.
type HeapAt struct {
	Loc  *ir.Loc
	Heap *Heap
}

// Heap describes states: a register that is not listed has any value, and so has a byte of an object that no cell
// covers. Symbols are numbers, the same everywhere in the heap: addresses and integers. Blocks and lists describe
// different objects. A register of a pointer with a value has a provenance that fits its number: if the symbol of the
// value is the address of a byte of a live object, then the pointer was computed from this object.
type Heap struct {
	Regs   map[*ir.Var]HeapValue
	Names  map[*ir.Object]int // the symbol of the address that AddrOf means
	Blocks []HeapBlock
	Lists  []HeapList
	Ranges map[int]HeapRange // bounds of symbols that are integers
	Apart  [][2]HeapValue    // numbers that differ
	Below  [][2]HeapValue    // integers, as sums without a width, of which the first is at most the second
	// Live has registers that count live heap objects: the register is their number plus this constant, modulo its width.
	Live map[*ir.Var]int64
	// Junk is set if the heap may have more live objects than the blocks and lists.
	Junk bool
}

// HeapValue is a number: a symbol plus a constant, or only the constant if Sym is 0. Null is the constant 0.
type HeapValue struct {
	Sym int
	Off int64
}

// HeapBlock is a live object of Size bytes whose address is the symbol Addr.
type HeapBlock struct {
	Addr  int
	Size  int64
	Heap  bool // an Alloc made it, and a Free may end it
	Const bool // writes are invalid
	Zero  bool // the bytes that no cell covers are zero
	Cells []HeapCell
}

// HeapCell states that the bytes of an object at Off, read as a number of Type, are Val.
type HeapCell struct {
	Off  int64
	Type ir.Type
	Val  HeapValue
}

// HeapList is a list segment: live heap objects of Size bytes. The links lead to offset Link of the objects: it is not
// 0 if the objects embed their links, as with container_of. The link of an object is its address plus Link. Each object
// has the link of the next one at offset Next. The first one has the link From, and the next of the last one is To. If
// there is none, From and To are equal. If Prev is not negative, the list is doubly linked: the number at offset Prev
// of the first object is Back, that of each other object is the link of the object before it, and Last is the link of
// the last object, or Back if there is none.
//
// If there are Forks, the objects have more links, at these offsets too, and the list is a path in a tree: each object
// has the link of the next one at Next or at one of Forks, and at each of the others that of a tree of its own, which
// is a list with the same links, facts and objects owned that ends with null. Such a list that ends with null is a tree
// itself, whichever path is meant. (Trees: J. Berdine, C. Calcagno, P. W. O'Hearn: Symbolic execution with separation
// logic. APLAS 2005. Trees that are cut where a pointer leads: B. Guo, N. Vachharajani, D. August: Shape analysis with
// inductive recursion synthesis. PLDI 2007.)
type HeapList struct {
	From, To   HeapValue
	Back, Last HeapValue
	Next, Prev int64
	Forks      []int64
	Link       int64
	Size       int64
	Min        int        // there are at least so many objects
	Facts      []HeapFact // hold for each object
	Order      *HeapOrder // nil for none
	Owned      *HeapOwned // what each object owns, nil for nothing
}

// Links returns the offsets at which an object may have the link of the next one.
func (l *HeapList) Links() []int64 { return append([]int64{l.Next}, l.Forks...) }

// Tree returns the tree at a number that an object of a list with forks may have besides the path.
func (l *HeapList) Tree(at HeapValue) HeapList {
	t := copyLists([]HeapList{*l})[0]
	t.From, t.To, t.Last, t.Min = at, HeapValue{}, HeapValue{}, 0
	return t
}

// HeapOrder states that the integers d1 to dn at Off of the objects of a list, read as a number of Type, are in order:
// Before <= d1 <= ... <= dn <= After, and Before <= After also if there is no object. Desc turns all of the relations
// round, and Strict excludes equality.
type HeapOrder struct {
	Off           int64
	Type          ir.Type
	Strict, Desc  bool
	Before, After HeapValue
}

// Pair returns a and b, which comes after it, so that the lesser one is the first.
func (o *HeapOrder) Pair(a, b HeapValue) [2]HeapValue {
	if o.Desc {
		a, b = b, a
	}
	return [2]HeapValue{a, b}
}

// HeapOwned states that each object of a list has pointers to objects of its own, which are different from those of all
// others: there are numbers for the symbols below 0, for each object others, with which the object has the cells, and
// the blocks and lists exist. Symbols above 0 belong to the heap.
type HeapOwned struct {
	Cells  []HeapCell
	Blocks []HeapBlock
	Lists  []HeapList
}

// Instance returns a copy of o with fresh symbols in place of its own. Lists in it keep the symbols of what they own.
func (o *HeapOwned) Instance(fresh func() int) *HeapOwned {
	c, is := o.copied(), map[int]int{}
	put := func(v *int) {
		if *v < 0 {
			if is[*v] == 0 {
				is[*v] = fresh()
			}
			*v = is[*v]
		}
	}
	for i := range c.Cells {
		put(&c.Cells[i].Val.Sym)
	}
	for i := range c.Blocks {
		put(&c.Blocks[i].Addr)
		for k := range c.Blocks[i].Cells {
			put(&c.Blocks[i].Cells[k].Val.Sym)
		}
	}
	for i := range c.Lists {
		c.Lists[i].ends(func(v *HeapValue) { put(&v.Sym) })
	}
	return c
}

// copied returns a copy of o that shares nothing with it that may change.
func (o *HeapOwned) copied() *HeapOwned {
	return &HeapOwned{slices.Clone(o.Cells), copyBlocks(o.Blocks), copyLists(o.Lists)}
}

// HeapFact states that the bytes of an object at Off, read as a number of Type, are in the range.
type HeapFact struct {
	Off   int64
	Type  ir.Type
	Range HeapRange
}

// HeapRange are the integers from Lo to Hi.
type HeapRange struct{ Lo, Hi int64 }

// NewHeap returns the heap that describes all states without heap objects.
func NewHeap() *Heap {
	return &Heap{Regs: map[*ir.Var]HeapValue{}, Names: map[*ir.Object]int{}, Ranges: map[int]HeapRange{},
		Live: map[*ir.Var]int64{}}
}

// Copy returns a copy that shares nothing with h that may change.
func (h *Heap) Copy() *Heap {
	c := *h
	c.Regs, c.Names = maps.Clone(h.Regs), maps.Clone(h.Names)
	c.Ranges, c.Live = maps.Clone(h.Ranges), maps.Clone(h.Live)
	c.Blocks, c.Lists = copyBlocks(h.Blocks), copyLists(h.Lists)
	c.Apart, c.Below = slices.Clone(h.Apart), slices.Clone(h.Below)
	return &c
}

func copyBlocks(blocks []HeapBlock) []HeapBlock {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		blocks[i].Cells = slices.Clone(blocks[i].Cells)
	}
	return blocks
}

func copyLists(lists []HeapList) []HeapList {
	lists = slices.Clone(lists)
	for i := range lists {
		l := &lists[i]
		l.Facts, l.Forks = slices.Clone(l.Facts), slices.Clone(l.Forks)
		if l.Order != nil {
			o := *l.Order
			l.Order = &o
		}
		if l.Owned != nil {
			l.Owned = l.Owned.copied()
		}
	}
	return lists
}

// Values calls f with each value that occurs in h; f may change it. The addresses of blocks and named objects are not
// among them. Symbols below 0 belong to what lists own.
func (h *Heap) Values(f func(*HeapValue)) {
	for r, v := range h.Regs {
		f(&v)
		h.Regs[r] = v
	}
	values(nil, h.Blocks, h.Lists, f)
	for _, facts := range [][][2]HeapValue{h.Apart, h.Below} {
		for i := range facts {
			f(&facts[i][0])
			f(&facts[i][1])
		}
	}
}

// values calls f with each value of cells, blocks, and lists.
func values(cells []HeapCell, blocks []HeapBlock, lists []HeapList, f func(*HeapValue)) {
	for k := range cells {
		f(&cells[k].Val)
	}
	for i := range blocks {
		values(blocks[i].Cells, nil, nil, f)
	}
	for i := range lists {
		lists[i].ends(f)
		if o := lists[i].Owned; o != nil {
			values(o.Cells, o.Blocks, o.Lists, f)
		}
	}
}

// ends calls f with the values at the ends of l.
func (l *HeapList) ends(f func(*HeapValue)) {
	f(&l.From)
	f(&l.To)
	if l.Prev >= 0 {
		f(&l.Back)
		f(&l.Last)
	}
	if l.Order != nil {
		f(&l.Order.Before)
		f(&l.Order.After)
	}
}

// Fresh returns a symbol that does not occur in h.
func (h *Heap) Fresh() int {
	most := 0
	h.Values(func(v *HeapValue) { most = max(most, v.Sym) })
	for _, s := range h.Names {
		most = max(most, s)
	}
	for s := range h.Ranges {
		most = max(most, s)
	}
	for _, b := range h.Blocks {
		most = max(most, b.Addr)
	}
	return most + 1
}

// String returns h in one line, as "p=s1; s1:16{0:i32=7 8:ptr64=s2} * list(s2, 0; next 8, size 16)".
func (h *Heap) String() string {
	var regs, atoms, pure []string
	for r, v := range h.Regs {
		regs = append(regs, r.Name+"="+v.String())
	}
	for o, s := range h.Names {
		regs = append(regs, fmt.Sprintf("&%s=s%d", o.Name, s))
	}
	for r, n := range h.Live {
		regs = append(regs, fmt.Sprintf("%s=objects%+d", r.Name, n))
	}
	slices.Sort(regs)
	for _, b := range h.Blocks {
		atoms = append(atoms, b.String())
	}
	for _, l := range h.Lists {
		atoms = append(atoms, l.String())
	}
	if h.Junk {
		atoms = append(atoms, "junk")
	}
	for _, s := range slices.Sorted(maps.Keys(h.Ranges)) {
		pure = append(pure, fmt.Sprintf("s%d in %d..%d", s, h.Ranges[s].Lo, h.Ranges[s].Hi))
	}
	for _, a := range h.Apart {
		pure = append(pure, a[0].String()+" != "+a[1].String())
	}
	for _, a := range h.Below {
		pure = append(pure, a[0].String()+" <= "+a[1].String())
	}
	return strings.Join(regs, " ") + "; " + strings.Join(atoms, " * ") + "; " + strings.Join(pure, ", ")
}

func (v HeapValue) String() string {
	switch {
	case v.Sym == 0:
		return fmt.Sprint(v.Off)
	case v.Off == 0:
		return fmt.Sprintf("s%d", v.Sym)
	}
	return fmt.Sprintf("s%d%+d", v.Sym, v.Off)
}

func (b HeapBlock) String() string {
	var cells []string
	for _, c := range slices.SortedFunc(slices.Values(b.Cells), func(x, y HeapCell) int {
		return cmp.Compare(x.Off, y.Off)
	}) {
		cells = append(cells, fmt.Sprintf("%d:%s=%s", c.Off, c.Type, c.Val))
	}
	kind := ""
	if !b.Heap {
		kind = " static"
	}
	if b.Zero {
		cells = append(cells, "0")
	}
	return fmt.Sprintf("s%d:%d%s{%s}", b.Addr, b.Size, kind, strings.Join(cells, " "))
}

func (l HeapList) String() string {
	out := fmt.Sprintf("list(%s, %s; next %d, size %d", l.From, l.To, l.Next, l.Size)
	for _, off := range l.Forks {
		out += fmt.Sprintf(", or next %d", off)
	}
	if l.Link > 0 {
		out += fmt.Sprintf(", link %d", l.Link)
	}
	if l.Prev >= 0 {
		out += fmt.Sprintf(", prev %d, back %s, last %s", l.Prev, l.Back, l.Last)
	}
	if l.Min > 0 {
		out += fmt.Sprintf(", at least %d", l.Min)
	}
	for _, f := range l.Facts {
		out += fmt.Sprintf(", %d:%s in %d..%d", f.Off, f.Type, f.Range.Lo, f.Range.Hi)
	}
	if o := l.Order; o != nil {
		rel := " <= "
		switch {
		case o.Desc && o.Strict:
			rel = " > "
		case o.Desc:
			rel = " >= "
		case o.Strict:
			rel = " < "
		}
		out += fmt.Sprintf(", %s%s%d:%s%s%s", o.Before, rel, o.Off, o.Type, rel, o.After)
	}
	if l.Owned != nil {
		out += ", each owns"
		for _, c := range l.Owned.Cells {
			out += fmt.Sprintf(" %d:%s=%s", c.Off, c.Type, c.Val)
		}
		for _, b := range l.Owned.Blocks {
			out += " * " + b.String()
		}
		for _, i := range l.Owned.Lists {
			out += " * " + i.String()
		}
	}
	return out + ")"
}
