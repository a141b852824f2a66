package shapes

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// step returns the states after a statement: none if it ends all executions. It changes s. ok is false if the statement
// is not modelled in this state.
func step(s *state, stmt ir.Stmt) (after []*state, ok bool) {
	after = []*state{s}
	for _, x := range ir.StmtExprs(stmt) {
		for _, a := range addresses(stmt, x) {
			var split []*state
			for _, s := range after {
				split = append(split, s.expose(a, 0)...)
			}
			after = split
		}
	}
	for i := 0; i < len(after); {
		feasible, ok := after[i].exec(stmt)
		switch {
		case !ok:
			return nil, false
		case feasible:
			i++
		default:
			after = slices.Delete(after, i, i+1)
		}
	}
	return after, true
}

// addresses returns the pointers in x, an expression of a statement, whose objects the statement needs.
func addresses(stmt ir.Stmt, x ir.Expr) []ir.Expr {
	if v := ir.Asks(x); v != nil && v.What.HasAddr() {
		return []ir.Expr{v.Addr}
	}
	if _, is := stmt.(*ir.Free); is {
		return []ir.Expr{x}
	}
	if i := slices.Index(ir.StmtExprs(stmt), x); i < ir.Addresses(stmt) {
		return []ir.Expr{x}
	}
	return nil
}

// expose returns states that together describe what s describes. In each, the object to which the pointer x leads is a
// block, if s has a list that begins or ends with it.
func (s *state) expose(x ir.Expr, depth int) []*state {
	v, ok := s.eval(x)
	if !ok || v.Sym == 0 || s.block(v.Sym) != nil || depth > 8 {
		return []*state{s}
	}
	base := verify.HeapValue{Sym: v.Sym}
	i := slices.IndexFunc(s.heap.Lists, func(l verify.HeapList) bool {
		return l.From == base || l.Prev >= 0 && l.Last == base
	})
	if i < 0 {
		return []*state{s}
	}
	var out []*state
	if s.heap.Lists[i].Min == 0 {
		if none := s.copied(); none.empty(i) && none.normal() {
			out = none.expose(x, depth+1)
		}
	}
	l := s.heap.Lists[i]
	for _, next := range branches(l, 0) {
		if s := s.copied(); s.unfold(i, l.From == base, next) && s.normal() {
			out = append(out, s)
		}
	}
	return out
}

// branches returns the offsets at which the first object of a list, which comes after n others, may have the next one.
// In a tree that ends with null any of them can be meant, if the path need not go on to be long enough.
func branches(l verify.HeapList, n int) []int64 {
	if l.To == null && n+1 >= l.Min {
		return l.Links()[:1]
	}
	return l.Links()
}

// unfold makes the first or the last object of a list, whose link is a symbol, a block: the last one. The object has
// the link of the next one at an offset. It returns false if there is no such state.
func (s *state) unfold(i int, first bool, by int64) bool {
	at := s.heap.Lists[i].From
	if !first {
		at = s.heap.Lists[i].Last
	}
	if link := s.heap.Lists[i].Link; link > 0 {
		sym := at.Sym
		at = verify.HeapValue{Sym: s.fresh(), Off: link}
		if !s.replace(sym, at, nil) {
			return false
		}
	}
	l := s.heap.Lists[i]
	rest := verify.HeapValue{Sym: s.fresh()}
	next, prev := rest, l.Back
	if !first {
		next, prev = l.To, rest
	}
	b := verify.HeapBlock{Addr: at.Sym, Size: l.Size, Heap: true,
		Cells: []verify.HeapCell{{Off: by, Type: s.ptr, Val: next}}}
	for _, off := range l.Links() {
		if off != by {
			t := l.Tree(verify.HeapValue{Sym: s.fresh()})
			s.heap.Lists = append(s.heap.Lists, t)
			b.Cells = append(b.Cells, verify.HeapCell{Off: off, Type: s.ptr, Val: t.From})
		}
	}
	if l.Prev >= 0 {
		b.Cells = append(b.Cells, verify.HeapCell{Off: l.Prev, Type: s.ptr, Val: prev})
	}
	for _, f := range l.Facts {
		v := verify.HeapValue{Sym: s.fresh()}
		s.heap.Ranges[v.Sym] = f.Range
		if f.Range.Lo == f.Range.Hi {
			v = verify.HeapValue{Off: f.Range.Lo}
		}
		b.Cells = append(b.Cells, verify.HeapCell{Off: f.Off, Type: f.Type, Val: v})
	}
	if l.Owned != nil {
		o := l.Owned.Instance(s.fresh)
		b.Cells = append(b.Cells, o.Cells...)
		s.heap.Blocks, s.heap.Lists = append(s.heap.Blocks, o.Blocks...), append(s.heap.Lists, o.Lists...)
	}
	if o := l.Order; o != nil {
		v, ok := s.bytes(&b, o.Off, o.Type)
		if !ok {
			v = s.number(o.Type)
			b.Cells = append(b.Cells, verify.HeapCell{Off: o.Off, Type: o.Type, Val: v})
		}
		if first && !s.comes(o, o.Before, v) || !first && !s.comes(o, v, o.After) {
			return false
		}
		if first {
			o.Before = v
		} else {
			o.After = v
		}
	}
	if l.Min = max(l.Min-1, 0); first {
		l.From, l.Back = rest, at
	} else {
		l.To, l.Last = at, rest
	}
	s.heap.Lists[i] = l
	s.heap.Blocks = append(s.heap.Blocks, b)
	return true
}

// exec changes s by a statement. feasible is false if the statement ends all executions; ok is false if it is not
// modelled.
func (s *state) exec(stmt ir.Stmt) (feasible, ok bool) {
	switch stmt := stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		s.assign(stmt.Dst, stmt.Src)
	case *ir.Assume:
		return s.assume(stmt.Cond, true), true
	case *ir.Input:
		if stmt.Dst.Type.Kind == ir.Ptr { // it may make an object
			s.renew()
			s.heap.Junk = true
		}
		s.forget(stmt.Dst)
	case *ir.Math:
		s.forget(stmt.Dst)
	case *ir.LoadStmt:
		s.load(stmt)
	case *ir.Store:
		return true, s.store(stmt)
	case *ir.Decl:
		s.renew()
		s.ends(stmt.Obj)
		if stmt.Obj.Size > 0 && stmt.Obj.Size <= far {
			a := s.fresh()
			s.heap.Names[stmt.Obj] = a
			s.heap.Blocks = append(s.heap.Blocks, verify.HeapBlock{Addr: a, Size: stmt.Obj.Size, Const: stmt.Obj.Const})
		}
	case *ir.End:
		s.ends(stmt.Obj)
	case *ir.Alloc:
		return true, s.alloc(stmt)
	case *ir.Free:
		return true, s.free(stmt)
	case *ir.MemSet:
		return true, s.fill(stmt.Dst, stmt.N, stmt.Val)
	case *ir.MemHavoc:
		return true, s.fill(stmt.Addr, stmt.N, nil)
	case *ir.Return, *ir.Undefined:
		return false, true
	case *ir.MemCopy:
		return true, s.move(stmt)
	case *ir.Call, *ir.HavocAll:
		return true, false
	}
	return true, true
}

// forget gives a register any value.
func (s *state) forget(r *ir.Var) {
	delete(s.heap.Regs, r)
	delete(s.heap.Live, r)
	if r.Type.Kind == ir.Int {
		s.heap.Regs[r] = s.number(r.Type)
	}
}

// assign gives a register the value of an expression.
func (s *state) assign(r *ir.Var, e ir.Expr) {
	live, counts := s.counted(r, e)
	v, ok := s.eval(e)
	s.forget(r)
	if ok {
		s.heap.Regs[r] = v
	}
	if counts {
		s.heap.Live[r] = live
	}
}

// counted reports whether r counts objects after r = e, and with which constant. e is r plus or minus a constant.
func (s *state) counted(r *ir.Var, e ir.Expr) (n int64, ok bool) {
	b, is := e.(*ir.Binary)
	if !is || b.Op != ir.Add && b.Op != ir.Sub || b.Type() != r.Type {
		return 0, false
	}
	x, is := b.X.(*ir.Ref)
	if !is {
		return 0, false
	}
	n, ok = s.heap.Live[x.Var]
	d, known := s.eval(b.Y)
	if !ok || !known || d.Sym != 0 || d.Off < -far || d.Off > far || n < -far || n > far {
		return 0, false
	}
	if b.Op == ir.Sub {
		return n - d.Off, true
	}
	return n + d.Off, true
}

// objects records that n more heap objects are alive.
func (s *state) objects(n int64) {
	for r := range s.heap.Live {
		s.heap.Live[r] -= n
	}
}

// renew forgets the pointers whose provenance no longer fits their numbers if a new object is made.
func (s *state) renew() {
	for r, v := range s.heap.Regs {
		if r.Type.Kind == ir.Ptr && !s.anchored(v) {
			delete(s.heap.Regs, r)
		}
	}
}

// remove removes the block whose address is a symbol.
func (s *state) remove(sym int) {
	s.heap.Blocks = slices.DeleteFunc(s.heap.Blocks, func(b verify.HeapBlock) bool { return b.Addr == sym })
}

// ends forgets the instance of an object.
func (s *state) ends(o *ir.Object) {
	if a, ok := s.heap.Names[o]; ok {
		s.remove(a)
		delete(s.heap.Names, o)
	}
}

// alloc makes an object. It returns false if the statement is not modelled.
func (s *state) alloc(a *ir.Alloc) bool {
	n, ok := s.eval(a.Size)
	if !ok || n.Sym != 0 || n.Off <= 0 || n.Off > far || a.Kind != ir.Heap || a.Kept || a.Moved {
		return false
	}
	s.renew()
	b := verify.HeapBlock{Addr: s.fresh(), Size: n.Off, Heap: true, Zero: a.Zeroed}
	s.heap.Blocks = append(s.heap.Blocks, b)
	s.objects(1)
	s.forget(a.Dst)
	s.heap.Regs[a.Dst] = verify.HeapValue{Sym: b.Addr}
	return true
}

// free ends an object. It returns false if the heap does not have it.
func (s *state) free(f *ir.Free) bool {
	v, ok := s.eval(f.Addr)
	if ok && v == null {
		return true
	}
	b := s.block(v.Sym)
	if !ok || b == nil || !b.Heap || v.Off != 0 || f.Kind != ir.Heap || f.Kept {
		return false
	}
	s.remove(v.Sym)
	s.objects(-1)
	return true
}

// target returns the block in which n bytes at x lie; nil if the state does not say it.
func (s *state) target(x ir.Expr, n int64) (b *verify.HeapBlock, off int64) {
	v, ok := s.eval(x)
	if !ok {
		return nil, 0
	}
	if b = s.block(v.Sym); b == nil || v.Off < 0 || n <= 0 || n > b.Size || v.Off > b.Size-n {
		return nil, 0
	}
	return b, v.Off
}

// load reads memory.
func (s *state) load(l *ir.LoadStmt) {
	var v verify.HeapValue
	b, off := s.target(l.Addr, int64(l.Dst.Type.Size()))
	ok := b != nil
	if ok {
		v, ok = s.read(b, off, l.Dst.Type)
	}
	s.forget(l.Dst)
	if ok {
		s.heap.Regs[l.Dst] = v
	}
}

// read returns the pointer or integer that a load at an offset of a block gives; ok is false if it is not known.
func (s *state) read(b *verify.HeapBlock, off int64, t ir.Type) (v verify.HeapValue, ok bool) {
	v, ok = s.bytes(b, off, t)
	if _, in := s.locate(v); t.Kind == ir.Ptr && v.Off != 0 && v.Sym != 0 && !in {
		return null, false // the address may be in another object than the symbol
	}
	return v, ok
}

// bytes returns the number in memory at an offset of a block; ok is false if it is not known.
func (s *state) bytes(b *verify.HeapBlock, off int64, t ir.Type) (v verify.HeapValue, ok bool) {
	zero := b.Zero
	for _, c := range b.Cells {
		if c.Off == off && (c.Type == t || c.Type.Kind == ir.Int && t.Kind == ir.Int && c.Type.Bits == t.Bits &&
			s.fits(c.Val, t)) {
			return c.Val, true
		}
		zero = zero && (c.Off >= off+int64(t.Size()) || c.Off+int64(c.Type.Size()) <= off)
	}
	return null, zero && (t.Kind == ir.Int || t.Kind == ir.Ptr)
}

// store writes memory. It returns false if the state does not say to which object.
func (s *state) store(st *ir.Store) bool {
	t := st.Val.Type()
	b, off := s.target(st.Addr, int64(t.Size()))
	if b == nil || b.Const {
		return false
	}
	s.put(b, off, t, st.Val)
	return true
}

// put writes the value of an expression into a block.
func (s *state) put(b *verify.HeapBlock, off int64, t ir.Type, x ir.Expr) {
	v, ok := s.eval(x)
	s.clear(b, off, off+int64(t.Size()))
	switch {
	case ok && (t.Kind == ir.Int && s.fits(v, t) || t.Kind == ir.Ptr):
		b.Cells = append(b.Cells, verify.HeapCell{Off: off, Type: t, Val: v})
	default:
		b.Zero = false
	}
}

// clear removes the cells of a block that have a byte between two offsets. If such a cell also has another byte, the
// bytes without a cell are no longer zero.
func (s *state) clear(b *verify.HeapBlock, from, to int64) {
	b.Cells = slices.DeleteFunc(b.Cells, func(c verify.HeapCell) bool {
		end := c.Off + int64(c.Type.Size())
		if end <= from || c.Off >= to {
			return false
		}
		b.Zero = b.Zero && c.Off >= from && end <= to
		return true
	})
}

// move copies bytes. It returns false if the state does not say which.
func (s *state) move(c *ir.MemCopy) bool {
	n, ok := s.eval(c.N)
	if !ok || n.Sym != 0 {
		return false
	}
	if n == null {
		return true
	}
	from, at := s.target(c.Src, n.Off)
	to, off := s.target(c.Dst, n.Off)
	if from == nil || to == nil || to.Const {
		return false
	}
	zero := from.Zero && (to.Zero || n.Off == to.Size) // of the bytes of to that no cell covers
	var cells []verify.HeapCell
	for _, c := range from.Cells {
		switch end := c.Off + int64(c.Type.Size()); {
		case at <= c.Off && end <= at+n.Off:
			cells = append(cells, verify.HeapCell{Off: c.Off - at + off, Type: c.Type, Val: c.Val})
		case at < end && c.Off < at+n.Off: // a part of the number is copied
			zero = false
		}
	}
	to.Zero = zero
	s.clear(to, off, off+n.Off)
	to.Cells = append(to.Cells, cells...)
	return true
}

// fill sets bytes to a value; nil stands for any. It returns false if the state does not say which bytes.
func (s *state) fill(at, count, val ir.Expr) bool {
	n, ok := s.eval(count)
	if !ok || n.Sym != 0 {
		return false
	}
	if n == null {
		return true
	}
	b, off := s.target(at, n.Off)
	if b == nil || b.Const {
		return false
	}
	if val != nil {
		if v, ok := s.eval(val); ok && v == null && n.Off == b.Size {
			b.Cells, b.Zero = nil, true
			return true
		}
	}
	s.clear(b, off, off+n.Off)
	b.Zero = false
	return true
}
