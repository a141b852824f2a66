package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The memory model. An object has cells: scalars with a type, at constant offsets. A store to a single address replaces
// the cell there (strong update) and forgets the cells that overlap it. A store to one of a few addresses is the join
// of the stores to each. A store to a range of addresses is a weak update of the cells that it may hit. A store through
// an unknown pointer forgets the cells of all objects that the pointer may point to. A cell with the offset -1 (the
// constant everywhere) is a summary cell: its values include all values that aligned elements of its type in the object
// may have.

const (
	// everywhere is the offset of a summary cell.
	everywhere = int64(-1)
	// fewAddresses bounds the addresses that a store distinguishes.
	fewAddresses = 16
	// manyCells bounds the cells of an object.
	manyCells = 256
	// manyReads bounds the addresses that a load reads one by one.
	manyReads = 64
)

// address is an offset in bytes in an object.
type address struct {
	obj *object
	off int64
}

// addresses returns the addresses of p at which an access of n bytes lies within its object. valid reports whether the
// access does so for every value of p. If there are more than limit such addresses, the list is nil, ok is false, and
// valid does not take account of the targets after the one that exceeds the limit.
func (p *pointer) addresses(n int64, limit int) (out []address, valid, ok bool) {
	valid = !p.null
	for _, t := range p.to {
		if t.obj.fn != nil {
			valid = false
			continue
		}
		lo, hi := t.lo, t.hi
		step := max(t.step, 1)
		if lo < 0 {
			valid = false
			if lo == minOff {
				lo, step = 0, 1
			} else {
				lo += (-lo + step - 1) / step * step
			}
		}
		if last := t.obj.size - n; hi > last {
			valid = false
			hi = last
		}
		if hi < lo {
			continue
		}
		if (hi-lo)/step >= int64(limit-len(out)) {
			return nil, valid, false
		}
		for ; lo <= hi; lo += step {
			out = append(out, address{t.obj, lo})
		}
	}
	return out, valid, true
}

// load returns the state after dst = *p, where dst has type t. If p is nil or the load may be invalid, dst is then
// unknown.
func (a *memory[E]) load(s state[E], dst domain.Dim, t ir.Type, p *pointer) state[E] {
	if p == nil {
		return a.forget(s, dst)
	}
	n := int64(t.Size())
	where, valid, ok := p.addresses(n, manyReads)
	if !valid {
		return a.forget(s, dst)
	}
	if !ok {
		return a.loadRange(s, dst, t, p)
	}
	out := a.bottom()
	for _, w := range where {
		x, q := a.read(s, w.obj, w.off, t)
		out = a.join(out, a.assign(s, dst, t, x, q))
	}
	if len(where) == 0 {
		return a.forget(s, dst)
	}
	if g := p.to[0]; a.severalTimes() && len(p.to) == 1 && len(where) > 1 && g.lo%n == 0 && g.step%n == 0 {
		// A relation of all elements holds for the element that is read.
		if d, ok := a.bind.has(g.obj, everywhere, t); ok {
			out.num = a.dom.Meet(out.num, a.assign(s, dst, t, a.element(s, d, t), nil).num)
		}
	}
	return out
}

// loadRange returns the state after a load from one of many addresses. It uses summary cells.
func (a *memory[E]) loadRange(s state[E], dst domain.Dim, t ir.Type, p *pointer) state[E] {
	n := int64(t.Size())
	out := a.bottom()
	for _, g := range p.to {
		switch {
		case g.obj.fixed:
			x, ok := a.fixedRange(g, t)
			if !ok {
				return a.forget(s, dst)
			}
			out = a.join(out, a.assign(s, dst, t, x, nil))
		case s.zeros(g.obj).has(g.lo, g.hi+n):
			out = a.join(out, a.assign(s, dst, t, domain.NewBits(t, 0), nullPointer()))
		case g.lo%n == 0 && (g.step == 0 || g.step%n == 0) && numeric(t):
			d, ok := a.bind.has(g.obj, everywhere, t)
			if !ok {
				return a.forget(s, dst)
			}
			out = a.join(out, a.assign(s, dst, t, a.element(s, d, t), nil))
		default:
			return a.forget(s, dst)
		}
	}
	return out
}

// several is a domain in whose elements a dimension may stand for several numbers: an assignment never relates its
// target to its operands.
type several interface{ Several() bool }

// element returns the value of one element that the summary cell d covers, for an assignment. Using the dimension d
// itself would be wrong in most domains, since all elements would be equal.
func (a *memory[E]) element(s state[E], d domain.Dim, t ir.Type) *domain.Expr {
	if a.severalTimes() && t.Kind == ir.Int {
		return domain.NewDim(t, d)
	}
	return a.common(s, d, t)
}

// severalTimes reports whether a dimension may stand for several numbers.
func (a *memory[E]) severalTimes() bool {
	n, ok := a.dom.Numeric.(several)
	return ok && n.Several()
}

// common returns an arbitrary value between the bounds of the summary cell d.
func (a *memory[E]) common(s state[E], d domain.Dim, t ir.Type) *domain.Expr {
	r := a.dom.Bounds(s.num, domain.NewDim(t, d))
	if r.Empty || t.Kind == ir.Float {
		return domain.NewAny(t)
	}
	return domain.NewRange(t, r.Lo, r.Hi)
}

// assign returns the state after dst = x, where the pointer value of x is q.
func (a *lattice[E]) assign(s state[E], dst domain.Dim, t ir.Type, x *domain.Expr, q *pointer) state[E] {
	switch {
	case numeric(t):
		s.num = a.dom.Assign(s.num, dst, x)
	case t.Kind == ir.Ptr && a.relates:
		s.num = a.assignOffset(s.num, dst, x, q)
	}
	if t.Kind != ir.Ptr && !(q != nil && len(q.to) > 0 && a.bind.addressed(t) &&
		(a.bind.isCell(dst) || a.bind.holdsAddress(dst))) {
		q = nil
	}
	return s.withPointer(dst, q)
}

// read returns the scalar of type t at offset off of o, as an expression, and as a pointer if the type may hold an
// address.
func (a *memory[E]) read(s state[E], o *object, off int64, t ir.Type) (*domain.Expr, *pointer) {
	n := int64(t.Size())
	if o.fixed {
		return a.readInit(o, off, t)
	}
	if s.zeros(o).has(off, off+n) {
		return domain.NewBits(t, 0), nullPointer()
	}
	if d, ok := a.bind.has(o, off, t); ok && a.known(s, d) {
		return a.held(t, d), s.pointer(d)
	}
	for _, d := range a.bind.in(o) {
		c := a.bind.cellOf(d)
		if c.off == everywhere || c.off > off || c.off+int64(c.t.Size()) < off+n || !a.known(s, d) {
			continue
		}
		switch {
		case c.t.Kind == ir.Int && t.Kind == ir.Int && c.t.Bits%8 == 0 && t.Bits%8 == 0:
			x := domain.NewDim(c.t, d)
			if c.off == off && c.t.Bits == t.Bits {
				return domain.NewCast(t, x), s.pointer(d)
			}
			u := ir.Type{Kind: ir.Int, Bits: c.t.Bits}
			x = domain.NewBinary(ir.Shr, domain.NewCast(u, x), domain.NewConst(ir.I32, 8*(off-c.off)))
			return domain.NewCast(t, x), nil
		case c.off == off && c.t.Size() == t.Size() && (c.t.Kind == ir.Ptr || t.Kind == ir.Ptr):
			q := s.pointer(d) // an address read as a number, or the reverse
			switch {
			case t.Kind == ir.Ptr && c.t.Kind == ir.Int:
				return domain.NewAny(t), q.fromNumber()
			case t.Kind == ir.Ptr:
				return domain.NewAny(t), q.viaNumber()
			}
			if q != nil && q.null && len(q.to) == 0 {
				return domain.NewBits(t, 0), q
			}
			return domain.NewAny(t), q
		}
	}
	if numeric(t) && off%n == 0 {
		if d, ok := a.bind.has(o, everywhere, t); ok {
			return a.element(s, d, t), nil
		}
	}
	return domain.NewAny(t), nil
}

// knower is a domain whose facts about a dimension are more than its bounds. Known reports whether e has one for d.
type knower[E any] interface{ Known(e E, d domain.Dim) bool }

// known reports whether s has any fact about a dimension.
func (a *evaluator[E]) known(s state[E], d domain.Dim) bool {
	if s.pointer(d) != nil {
		return true
	}
	t := a.bind.typeOf(d)
	if !numeric(t) {
		return false
	}
	if l, ok := a.dom.Lattice.(knower[E]); ok {
		return l.Known(s.num, d)
	}
	r := a.dom.Bounds(s.num, domain.NewDim(t, d))
	if t.Kind == ir.Float {
		return !r.NaN || r.FLo > -maxFloat || r.FHi < maxFloat
	}
	lo, hi := domain.Limits(t)
	return r.Lo != lo || r.Hi != hi
}

// stored is a value to be stored: its type, its number and its pointer value.
type stored struct {
	t ir.Type
	x *domain.Expr
	q *pointer
}

// kept returns the pointer value that a load yields after v was stored. A value of type Ptr keeps its object even if it
// points outside of the object, as in package exec (strays.go). An address stored as an integer does not.
func (v stored) kept() *pointer {
	if v.t.Kind == ir.Ptr {
		return v.q
	}
	return v.q.viaNumber()
}

// store returns the state after the store *at = v in f.
func (a *memory[E]) store(s state[E], f *ir.Func, at ir.Expr, v stored) state[E] {
	p := a.pointer(s, f, at)
	if p == nil {
		return a.forgetObjects(s, a.reach(at))
	}
	n := int64(v.t.Size())
	where, valid, ok := p.addresses(n, fewAddresses)
	if !ok {
		for _, t := range p.to {
			s = a.storeRange(s, t, v)
		}
		return s
	}
	out := a.bottom()
	if !valid {
		out = s // the store may be invalid, and change nothing
	}
	for _, w := range where {
		out = a.join(out, a.storeAt(s, w.obj, w.off, v))
	}
	if a.isBottom(out) && len(where) == 0 {
		return s
	}
	return out
}

// reach lists the objects that an unknown pointer addr may point to (Program.reach).
func (a *memory[E]) reach(addr ir.Expr) []*object { return a.bind.Program.reach(a.watch.ctx, addr) }

// storeAt returns the state after a store to one address: a strong update.
func (a *memory[E]) storeAt(s state[E], o *object, off int64, v stored) state[E] {
	if o.fixed || o.fn != nil {
		return s // the transfer of an invalid store changes nothing
	}
	n := int64(v.t.Size())
	if _, has := a.bind.has(o, off, v.t); !has && len(a.bind.in(o)) >= manyCells {
		return a.storeRange(s, target{obj: o, lo: off, hi: off}, v)
	}
	_, wanted := a.bind.has(o, everywhere, v.t)
	if (o.size > fewAddresses*n || wanted) && off%n == 0 && numeric(v.t) && s.zeros(o).has(0, o.size) {
		// Afterwards the zero bytes do not cover the object any more. So make the summary cell, which is 0 now.
		s.num = a.dom.Assign(s.num, a.bind.cell(o, everywhere, v.t), domain.NewBits(v.t, 0))
	}
	d := a.bind.cell(o, off, v.t)
	r := a.clobber(s, o, off, off+n, d, v)
	return a.assign(r, d, v.t, v.x, v.kept())
}

// clobber forgets the cells that overlap the bytes lo <= i < hi of an object, except for cell d. The values of summary
// cells of the stored type are joined with v.
func (a *memory[E]) clobber(s state[E], o *object, lo, hi int64, d domain.Dim, v stored) state[E] {
	n := int64(v.t.Size())
	for _, c := range a.bind.in(o) {
		if c == d {
			continue
		}
		k := a.bind.cellOf(c)
		switch {
		case k.off == everywhere && k.t == v.t && lo%n == 0 && hi-lo == n:
			s = a.join(s, a.assign(s, c, k.t, v.x, nil))
		case k.off == everywhere || k.off < hi && lo < k.off+int64(k.t.Size()):
			s = a.forget(s, c)
		}
	}
	return s.withZeros(o, s.zeros(o).without(lo, hi))
}

// storeRange returns the state after a store of v to one of the offsets of t: a weak update.
func (a *memory[E]) storeRange(s state[E], t target, v stored) state[E] {
	o := t.obj
	if o.fixed || o.fn != nil {
		return s
	}
	n := int64(v.t.Size())
	lo, hi := max(t.lo, 0), min(t.hi, o.size-n)
	if hi < lo {
		return s
	}
	step := max(t.step, 1)
	onGrid := t.lo >= 0 && t.lo%n == 0 && t.step%n == 0 // the store writes whole elements only
	if onGrid && numeric(v.t) && s.zeros(o).has(0, o.size) {
		s.num = a.dom.Assign(s.num, a.bind.cell(o, everywhere, v.t), domain.NewBits(v.t, 0))
	}
	s = a.materialise(s, o, lo, hi+n)
	for _, c := range a.bind.in(o) {
		k := a.bind.cellOf(c)
		switch {
		case a.watch.ctx.Err() != nil:
			s = a.forget(s, c) // forget, since joins for all cells may take long
		case k.off == everywhere:
			if k.t == v.t && onGrid {
				s = a.join(s, a.assign(s, c, k.t, v.x, nil))
			} else {
				s = a.forget(s, c)
			}
		case k.off >= hi+n || k.off+int64(k.t.Size()) <= lo:
		case k.t == v.t && t.lo >= 0 && (k.off-t.lo)%step == 0 && onGrid && k.off%n == 0:
			s = a.join(s, a.assign(s, c, k.t, v.x, v.kept()))
		default:
			s = a.forget(s, c)
		}
	}
	return s.withZeros(o, s.zeros(o).without(lo, hi+n))
}

// materialise assigns 0 to the cells that overlap the bytes lo <= i < hi of o and consist of zero bytes. Until then
// only the zero bytes say that these cells are 0. A weak update forgets the zero bytes, but joins the values of cells.
func (a *memory[E]) materialise(s state[E], o *object, lo, hi int64) state[E] {
	z := s.zeros(o)
	if z == nil {
		return s
	}
	for _, c := range a.bind.in(o) {
		k := a.bind.cellOf(c)
		if k.off != everywhere && k.off < hi && lo < k.off+int64(k.t.Size()) && z.has(k.off, k.off+int64(k.t.Size())) {
			s = a.zeroCell(s, c)
		}
	}
	return s
}

// scramble forgets n bytes at an address, or an unknown number of bytes if n is negative.
func (a *memory[E]) scramble(s state[E], f *ir.Func, addr ir.Expr, n int64) state[E] {
	p := a.pointer(s, f, addr)
	if p == nil {
		return a.forgetObjects(s, a.reach(addr))
	}
	if n == 0 {
		return s
	}
	for _, t := range p.to {
		if t.obj.fixed || t.obj.fn != nil {
			continue
		}
		lo, hi := max(t.lo, 0), t.obj.size
		if n > 0 && t.hi < hi-n {
			hi = t.hi + n
		}
		if lo < hi {
			s = a.forgetBytes(s, t.obj, lo, hi)
		}
	}
	return s
}

// forgetBytes forgets the cells that overlap the bytes lo <= i < hi of o, the zero bytes among these, and all summary
// cells of o.
func (a *memory[E]) forgetBytes(s state[E], o *object, lo, hi int64) state[E] {
	for _, c := range a.bind.in(o) {
		if a.bind.cellOf(c).off == everywhere {
			s = a.forget(s, c)
		}
	}
	return a.forgetCells(s, o, lo, hi)
}

// forgetCells is like forgetBytes but keeps the summary cells of o.
func (a *memory[E]) forgetCells(s state[E], o *object, lo, hi int64) state[E] {
	s.texts = a.dropTexts(s, o, lo, hi)
	for _, c := range a.bind.in(o) {
		k := a.bind.cellOf(c)
		if k.off != everywhere && k.off < hi && lo < k.off+int64(k.t.Size()) {
			s = a.forget(s, c)
		}
	}
	return s.withZeros(o, s.zeros(o).without(lo, hi))
}

// one returns the only address of an access of n bytes through p. It returns false if p has several values or if the
// access may be invalid.
func (p *pointer) one(n int64) (address, bool) {
	if p == nil || p.null || len(p.to) != 1 {
		return address{}, false
	}
	t := p.to[0]
	if !t.exact() || t.obj.fn != nil || t.lo < 0 || n < 0 || t.lo+n > t.obj.size {
		return address{}, false
	}
	return address{t.obj, t.lo}, true
}

// memSet returns the state after a MemSet of n bytes at dst to val; a negative n is an unknown number. It is precise
// for zeros only.
func (a *memory[E]) memSet(s state[E], f *ir.Func, dst ir.Expr, val domain.Range, n int64) state[E] {
	at, ok := a.pointer(s, f, dst).one(n)
	bits, isConst := val.IsConst()
	if !ok || n <= 0 || at.obj.fixed || !isConst || bits&0xff != 0 {
		return a.scramble(s, f, dst, n)
	}
	// The bytes are whole elements for some summary cells. These stay known, and get the value 0 in addition.
	summaries := map[domain.Dim]*domain.Expr{}
	for _, c := range a.bind.in(at.obj) {
		if k := a.bind.cellOf(c); k.off == everywhere && at.off%int64(k.t.Size()) == 0 && n%int64(k.t.Size()) == 0 {
			summaries[c] = nil
		}
	}
	r := a.forgetBytes(s, at.obj, at.off, at.off+n)
	for _, c := range a.bind.in(at.obj) {
		if _, ok := summaries[c]; ok {
			t := a.bind.typeOf(c)
			both := a.join(s, a.assign(s, c, t, domain.NewBits(t, 0), nil))
			if x := a.common(both, c, t); x.Kind == domain.KAny && numeric(t) {
				r.num = a.dom.Assign(r.num, c, x)
			}
		}
	}
	return r.withZeros(at.obj, r.zeros(at.obj).with(at.off, at.off+n))
}

// memCopy returns the state after a MemCopy of n bytes from src to dst; a negative n is an unknown number.
func (a *memory[E]) memCopy(s state[E], f *ir.Func, dst, src ir.Expr, n int64) state[E] {
	p, q := a.pointer(s, f, dst), a.pointer(s, f, src)
	to, ok := p.one(n)
	from, ok2 := q.one(n)
	if !ok || !ok2 || from.obj == to.obj || n <= 0 || to.obj.fixed {
		if r, ok := a.copySeveral(s, p, q, n); ok {
			return r
		}
		return a.scramble(s, f, dst, n)
	}
	r := a.forgetBytes(s, to.obj, to.off, to.off+n)
	shift := to.off - from.off
	if from.obj.fixed {
		return a.copyInit(r, to, from, n)
	}
	for _, c := range a.bind.in(from.obj) {
		k := a.bind.cellOf(c)
		if k.off == everywhere || k.off < from.off || k.off+int64(k.t.Size()) > from.off+n || !a.known(s, c) {
			continue
		}
		d := a.bind.cell(to.obj, k.off+shift, k.t)
		r = a.assign(r, d, k.t, a.held(k.t, c), s.pointer(c))
	}
	if z := s.zeros(from.obj); z != nil {
		for _, g := range z.zero {
			if lo, hi := max(g.lo, from.off), min(g.hi, from.off+n); lo < hi {
				r = r.withZeros(to.obj, r.zeros(to.obj).with(lo+shift, hi+shift))
			}
		}
	}
	return r
}
