package shape

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// widest bounds sizes and offsets.
const widest = 1 << 20

// world is a heap under execution.
type world struct {
	*verify.Heap
	prog *program
	last *int // the last symbol that was used
}

// newWorld returns a world with a copy of h.
func newWorld(p *program, h *verify.Heap) world {
	last := h.Fresh() - 1
	return world{h.Copy(), p, &last}
}

// copied returns a copy of w.
func (w world) copied() world { return world{w.Copy(), w.prog, w.last} }

// fresh returns a new symbol.
func (w world) fresh() int {
	*w.last++
	return *w.last
}

// execute returns the heaps after a statement, and whether the analysis knows what it does.
func execute(p *program, h *verify.Heap, s ir.Stmt) ([]*verify.Heap, bool) {
	worlds := []world{newWorld(p, h)}
	for _, x := range needed(s) {
		var all []world
		for _, w := range worlds {
			all = append(all, w.open(x)...)
		}
		worlds = all
	}
	var out []*verify.Heap
	for _, w := range worlds {
		switch w.statement(s) {
		case unknown:
			return nil, false
		case goesOn:
			out = append(out, w.Heap)
		case ends:
		}
	}
	return out, true
}

// effect is what a statement does to an execution.
type effect int

// The effects.
const (
	goesOn  effect = iota
	ends           // no execution comes through
	unknown        // the statement is not modelled
)

// needed returns the pointers whose objects a statement needs as blocks.
func needed(s ir.Stmt) []ir.Expr {
	switch s := s.(type) { // sound: only needed for precision
	case *ir.LoadStmt:
		return []ir.Expr{s.Addr}
	case *ir.Store:
		return []ir.Expr{s.Addr}
	case *ir.Free:
		return []ir.Expr{s.Addr}
	case *ir.MemSet:
		return []ir.Expr{s.Dst}
	case *ir.MemCopy:
		return []ir.Expr{s.Dst, s.Src}
	case *ir.MemHavoc:
		return []ir.Expr{s.Addr}
	case *ir.Assume:
		if v := ir.Asks(s.Cond); v != nil && v.Addr != nil {
			return []ir.Expr{v.Addr}
		}
	}
	return nil
}

// open unfolds the list to whose first or last object x leads. There are two results if the list may be empty.
func (w world) open(x ir.Expr) []world {
	v := w.value(x)
	if v == nil || v.Sym == 0 || w.at(v.Sym) != nil {
		return []world{w}
	}
	for i, l := range w.Lists {
		front := l.From.Sym == v.Sym
		if !front && (l.Prev < 0 || l.Last != verify.HeapValue{Sym: v.Sym}) {
			continue
		}
		var out []world
		if l.Min == 0 {
			none := w.copied()
			if none.vanish(i) && none.settle() {
				out = none.open(x)
			}
		}
		links := l.Links()
		if l.To == (verify.HeapValue{}) && l.Min < 2 {
			links = links[:1] // any of them
		}
		for _, next := range links {
			if c := w.copied(); c.split(i, front, next) && c.settle() {
				out = append(out, c)
			}
		}
		return out
	}
	return []world{w}
}

// split takes the first or the last object out of a list that has one; it has the link of the next one at an offset. It
// returns false if there is no such state.
func (w world) split(i int, front bool, next int64) bool {
	l := &w.Lists[i]
	if l.Link > 0 { // a symbol for the address
		link := l.From.Sym
		if !front {
			link = l.Last.Sym
		}
		w.rename(link, verify.HeapValue{Sym: w.fresh(), Off: l.Link})
	}
	cut := verify.HeapValue{Sym: w.fresh()}
	ptr := w.prog.Model.Ptr()
	var b verify.HeapBlock
	if front {
		b = verify.HeapBlock{Addr: l.From.Sym, Cells: []verify.HeapCell{{Off: next, Type: ptr, Val: cut}}}
		if l.Prev >= 0 {
			b.Cells = append(b.Cells, verify.HeapCell{Off: l.Prev, Type: ptr, Val: l.Back})
		}
		l.Back, l.From = l.From, cut
	} else {
		b = verify.HeapBlock{Addr: l.Last.Sym, Cells: []verify.HeapCell{{Off: l.Next, Type: ptr, Val: l.To},
			{Off: l.Prev, Type: ptr, Val: cut}}}
		l.To, l.Last = l.Last, cut
	}
	b.Size, b.Heap = l.Size, true
	l.Min = max(l.Min-1, 0)
	for _, off := range l.Links() {
		if off != next {
			side := l.Tree(verify.HeapValue{Sym: w.fresh()})
			b.Cells = append(b.Cells, verify.HeapCell{Off: off, Type: ptr, Val: side.From})
			w.Lists = append(w.Lists, side)
			l = &w.Lists[i]
		}
	}
	at := len(w.Blocks)
	w.Blocks = append(w.Blocks, b)
	for _, f := range l.Facts {
		v := verify.HeapValue{Off: f.Range.Lo}
		if f.Range.Lo < f.Range.Hi {
			v = verify.HeapValue{Sym: w.fresh()}
			w.Ranges[v.Sym] = f.Range
		}
		w.Blocks[at].Cells = append(w.Blocks[at].Cells, verify.HeapCell{Off: f.Off, Type: f.Type, Val: v})
	}
	if l.Owned != nil {
		o := l.Owned.Instance(w.fresh)
		w.Blocks[at].Cells = append(w.Blocks[at].Cells, o.Cells...)
		w.Blocks, w.Lists = append(w.Blocks, o.Blocks...), append(w.Lists, o.Lists...)
		l = &w.Lists[i]
	}
	if o := l.Order; o != nil {
		v := w.cell(&w.Blocks[at], o.Off, o.Type)
		if v == nil {
			n := w.anyOf(o.Type)
			v = &n
			w.Blocks[at].Cells = append(w.Blocks[at].Cells, verify.HeapCell{Off: o.Off, Type: o.Type, Val: n})
		}
		d := *v
		if front {
			ok := w.noteAfter(o, o.Before, d)
			o.Before = d
			return ok
		}
		ok := w.noteAfter(o, d, o.After)
		o.After = d
		return ok
	}
	return true
}

// at returns the block at a symbol.
func (w world) at(sym int) *verify.HeapBlock {
	if i := slices.IndexFunc(w.Blocks, func(b verify.HeapBlock) bool { return b.Addr == sym }); i >= 0 {
		return &w.Blocks[i]
	}
	return nil
}

// statement executes a statement.
func (w world) statement(s ir.Stmt) effect {
	switch s := s.(type) {
	case *ir.Skip:
	case *ir.Assign:
		w.assign(s.Dst, s.Src)
	case *ir.Assume:
		if !w.learn(s.Cond, true) {
			return ends
		}
	case *ir.Input:
		if s.Dst.Type.Kind == ir.Ptr {
			w.newborn()
			w.Junk = true
		}
		w.any(s.Dst)
	case *ir.Math:
		w.any(s.Dst)
	case *ir.LoadStmt:
		b, off := w.access(s.Addr, int64(s.Dst.Type.Size()))
		if b == nil {
			w.any(s.Dst)
			return goesOn
		}
		v := w.cell(b, off, s.Dst.Type)
		if w.any(s.Dst); v != nil && (v.Sym == 0 || v.Off == 0 || w.at(v.Sym) != nil) {
			w.Regs[s.Dst] = *v
		}
	case *ir.Store:
		b, off := w.access(s.Addr, int64(s.Val.Type().Size()))
		if b == nil || b.Const {
			return unknown
		}
		w.write(b, off, s.Val)
	case *ir.Decl:
		w.newborn()
		w.end(s.Obj)
		if s.Obj.Size > 0 && s.Obj.Size <= widest {
			a := w.fresh()
			w.Names[s.Obj] = a
			w.Blocks = append(w.Blocks, verify.HeapBlock{Addr: a, Size: s.Obj.Size, Const: s.Obj.Const})
		}
	case *ir.End:
		w.end(s.Obj)
	case *ir.Alloc:
		return w.alloc(s)
	case *ir.Free:
		return w.free(s)
	case *ir.MemSet:
		return w.memset(s.Dst, s.N, s.Val)
	case *ir.MemHavoc:
		return w.memset(s.Addr, s.N, nil)
	case *ir.Return, *ir.Undefined:
		return ends
	case *ir.MemCopy:
		return w.memcopy(s)
	case *ir.Call, *ir.HavocAll:
		return unknown
	}
	return goesOn
}

// any gives a register any value.
func (w world) any(r *ir.Var) {
	delete(w.Live, r)
	delete(w.Regs, r)
	if r.Type.Kind == ir.Int {
		w.Regs[r] = w.anyOf(r.Type)
	}
}

// assign executes an assignment. A register may count objects: r = r + 1.
func (w world) assign(r *ir.Var, src ir.Expr) {
	count, counts := int64(0), false
	if b, ok := src.(*ir.Binary); ok && (b.Op == ir.Add || b.Op == ir.Sub) {
		if x, ok := b.X.(*ir.Ref); ok && x.Var.Type == r.Type {
			d := w.value(b.Y)
			if count, counts = w.Live[x.Var]; counts && d != nil && d.Sym == 0 && d.Off >= -widest && d.Off <= widest {
				if b.Op == ir.Sub {
					count -= d.Off
				} else {
					count += d.Off
				}
			} else {
				counts = false
			}
		}
	}
	v := w.value(src)
	w.any(r)
	if v != nil {
		w.Regs[r] = *v
	}
	if counts {
		w.Live[r] = count
	}
}

// newborn forgets registers whose number may be the address of a new object although they do not point to it.
func (w world) newborn() {
	for r, v := range w.Regs {
		if r.Type.Kind == ir.Ptr && !w.rooted(v, len(w.Lists)) {
			delete(w.Regs, r)
		}
	}
}

// rooted reports whether a pointer is null or points to something alive.
func (w world) rooted(v verify.HeapValue, depth int) bool {
	if v.Sym == 0 || w.at(v.Sym) != nil {
		return true
	}
	for _, l := range w.Lists {
		if l.From.Sym == v.Sym {
			_, in := w.owner(l.To)
			return l.Min > 0 || in || l.To.Off == 0 && depth > 0 && w.rooted(l.To, depth-1)
		}
		if l.Prev >= 0 && l.Min > 0 && l.Last == (verify.HeapValue{Sym: v.Sym}) {
			return true
		}
	}
	return false
}

// end forgets a named object.
func (w world) end(o *ir.Object) {
	a, ok := w.Names[o]
	if !ok {
		return
	}
	delete(w.Names, o)
	w.drop(a)
}

// drop removes a block.
func (w world) drop(a int) {
	w.Blocks = slices.DeleteFunc(w.Blocks, func(b verify.HeapBlock) bool { return b.Addr == a })
}

// alloc executes an allocation of a constant size.
func (w world) alloc(s *ir.Alloc) effect {
	n := w.value(s.Size)
	if n == nil || n.Sym != 0 || n.Off < 1 || n.Off > widest || s.Kind != ir.Heap || s.Kept || s.Moved {
		return unknown
	}
	w.newborn()
	a := w.fresh()
	w.Blocks = append(w.Blocks, verify.HeapBlock{Addr: a, Size: n.Off, Heap: true, Zero: s.Zeroed})
	for r := range w.Live {
		w.Live[r]--
	}
	w.any(s.Dst)
	w.Regs[s.Dst] = verify.HeapValue{Sym: a}
	return goesOn
}

// free executes a free of null or of a block.
func (w world) free(s *ir.Free) effect {
	v := w.value(s.Addr)
	if v == nil || s.Kept || s.Kind != ir.Heap {
		return unknown
	}
	if v.Sym == 0 && v.Off == 0 {
		return goesOn
	}
	b := w.at(v.Sym)
	if v.Sym == 0 || b == nil || !b.Heap || v.Off != 0 {
		return unknown
	}
	w.drop(v.Sym)
	for r := range w.Live {
		w.Live[r]++
	}
	return goesOn
}

// access returns the block that has n bytes at x.
func (w world) access(x ir.Expr, n int64) (*verify.HeapBlock, int64) {
	v := w.value(x)
	if v == nil || v.Sym == 0 {
		return nil, 0
	}
	if b := w.at(v.Sym); b != nil && v.Off >= 0 && v.Off+n <= b.Size {
		return b, v.Off
	}
	return nil, 0
}

// cell returns the number in memory, nil if it is unknown.
func (w world) cell(b *verify.HeapBlock, off int64, t ir.Type) *verify.HeapValue {
	if t.Kind != ir.Int && t.Kind != ir.Ptr {
		return nil
	}
	zero := b.Zero
	for _, c := range b.Cells {
		if c.Off == off && (c.Type == t || c.Type.Kind == t.Kind && c.Type.Bits == t.Bits && w.within(c.Val, t)) {
			return &c.Val
		}
		if c.Off < off+int64(t.Size()) && off < c.Off+int64(c.Type.Size()) {
			zero = false
		}
	}
	if zero {
		return &verify.HeapValue{}
	}
	return nil
}

// write stores a value.
func (w world) write(b *verify.HeapBlock, off int64, x ir.Expr) {
	t := x.Type()
	v := w.value(x)
	w.erase(b, off, int64(t.Size()))
	if v == nil || t.Kind != ir.Ptr && !w.within(*v, t) {
		b.Zero = false
		return
	}
	b.Cells = append(b.Cells, verify.HeapCell{Off: off, Type: t, Val: *v})
}

// erase removes what is known about bytes of a block, which are written next.
func (w world) erase(b *verify.HeapBlock, off, n int64) {
	var kept []verify.HeapCell
	for _, c := range b.Cells {
		end := c.Off + int64(c.Type.Size())
		switch {
		case end <= off || off+n <= c.Off:
			kept = append(kept, c)
		case c.Off < off || end > off+n:
			b.Zero = false
		}
	}
	b.Cells = kept
}

// memcopy copies a constant number of bytes of one block to another, or within one.
func (w world) memcopy(s *ir.MemCopy) effect {
	n := w.value(s.N)
	if n == nil || n.Sym != 0 || n.Off < 0 {
		return unknown
	}
	if n.Off == 0 {
		return goesOn
	}
	src, from := w.access(s.Src, n.Off)
	dst, to := w.access(s.Dst, n.Off)
	if src == nil || dst == nil || dst.Const {
		return unknown
	}
	var copied []verify.HeapCell
	whole := src.Zero
	for _, c := range src.Cells {
		end := c.Off + int64(c.Type.Size())
		if c.Off >= from && end <= from+n.Off {
			c.Off += to - from
			copied = append(copied, c)
		} else if end > from && c.Off < from+n.Off {
			whole = false
		}
	}
	if n.Off == dst.Size {
		dst.Zero = true
	}
	w.erase(dst, to, n.Off)
	dst.Zero = dst.Zero && whole
	dst.Cells = append(dst.Cells, copied...)
	return goesOn
}

// memset sets bytes; val is nil for any value.
func (w world) memset(at, count, val ir.Expr) effect {
	n := w.value(count)
	if n == nil || n.Sym != 0 || n.Off < 0 {
		return unknown
	}
	if n.Off == 0 {
		return goesOn
	}
	b, off := w.access(at, n.Off)
	if b == nil || b.Const {
		return unknown
	}
	w.erase(b, off, n.Off)
	b.Zero = false
	if val != nil && n.Off == b.Size {
		v := w.value(val)
		b.Zero = v != nil && *v == verify.HeapValue{}
	}
	return goesOn
}
