package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file evaluates questions about the validity of accesses. The objects to which a known pointer points are alive,
// so the offsets of the pointer and the sizes of the objects decide the answer.

// access represents the question whether n bytes at an address may be accessed.
type access struct {
	write    bool         // the access is a store
	addr     ir.Expr      // the address
	base     ir.Expr      // the address without the PtrAdds around it
	added    []*ir.PtrAdd // the PtrAdds around base, the outermost first
	p        *pointer     // the value of base; nil if unknown
	to       []target     // the targets of the address, one for each target of p
	n        *domain.Expr // an I64 with the bits of the number of bytes
	nLo, nHi int64        // bounds of n; nHi may be maxOff
}

// accessOf returns the access of a Readable or Writable question.
func (a *evaluator[E]) accessOf(s state[E], f *ir.Func, v *ir.Valid) access {
	x := access{write: v.What == ir.Writable, addr: v.Addr, base: v.Addr}
	for {
		add, ok := x.base.(*ir.PtrAdd)
		if !ok {
			break
		}
		x.added, x.base = append(x.added, add), add.P
	}
	a.countBytes(s, f, &x, v.N)
	x.p = a.pointer(s, f, x.base)
	if x.p == nil {
		return x
	}
	q := &pointer{to: x.p.to}
	for i := len(x.added) - 1; i >= 0; i-- {
		q = q.add(a.bounds(s, f, x.added[i].Index), x.added[i].Scale, uint8(a.bind.prog.Model))
		if q == nil {
			x.p = nil
			return x
		}
	}
	x.to = q.to
	return x
}

// countBytes sets the fields n, nLo and nHi of x for n bytes.
func (a *evaluator[E]) countBytes(s state[E], f *ir.Func, x *access, n ir.Expr) {
	if c, ok := n.(*ir.Const); ok && c.Bits < 1<<31 {
		x.n, x.nLo, x.nHi = domain.NewConst(ir.I64, int64(c.Bits)), int64(c.Bits), int64(c.Bits)
		return
	}
	x.n = domain.NewCast(ir.I64, a.numExpr(s, f, n))
	r := a.dom.Bounds(s.num, x.n)
	lo, ok1 := r.Lo.Int64()
	hi, ok2 := r.Hi.Int64()
	if x.nHi = maxOff; ok1 && ok2 && lo >= 0 { // a negative number of bytes counts as huge
		x.nLo, x.nHi = min(lo, maxOff), min(hi, maxOff)
	}
}

// usable reports whether an access of this kind to o may be valid: o is not a function and, if x writes, not const.
func (x *access) usable(o *object) bool {
	return o.fn == nil && !(x.write && o.obj != nil && o.obj.Const)
}

// ask reports whether the answer to v in s may be no, and whether it may be yes.
func (a *evaluator[E]) ask(s state[E], f *ir.Func, v *ir.Valid) (no, yes bool) {
	if a.isBottom(s) {
		return false, false
	}
	switch v.What {
	case ir.Readable, ir.Writable:
		x := a.accessOf(s, f, v)
		if x.nHi == 0 {
			return false, true
		}
		if x.p == nil {
			return true, true
		}
		no, yes = x.p.null, x.nLo == 0
		for i, t := range x.to {
			n, y := a.fits(s, f, &x, x.p.to[i], t)
			no, yes = no || n, yes || y
		}
		return no, yes
	case ir.Freeable:
		p := a.pointer(s, f, v.Addr)
		if p == nil {
			return true, true
		}
		yes = p.null
		for _, t := range p.to {
			n, y := t.freeable()
			no, yes = no || n, yes || y
		}
		return no, yes
	case ir.Same:
		return sharing(a.pointer(s, f, v.Addr), a.pointer(s, f, v.N))
	default: // sound: any answer
		return true, true
	}
}

// fits reports whether the access x may be outside of the object of t, and whether it may be inside. base is a target
// of the pointer x.p, and t the target of the address that results from base.
func (a *evaluator[E]) fits(s state[E], f *ir.Func, x *access, base, t target) (out, in bool) {
	if !x.usable(t.obj) {
		return true, false
	}
	lo, hi := a.sizes(s, t.obj)
	in = t.hi >= 0 && (hi == maxOff || t.lo <= hi-x.nLo)
	if in && hi < maxOff && t.step > 1 && t.lo < 0 { // the first offset on the grid that is not negative
		in = (-t.lo+t.step-1)/t.step*t.step+t.lo <= hi-x.nLo
	}
	if t.lo >= 0 && x.nHi < maxOff && t.hi <= lo-x.nHi {
		return false, in
	}
	return !a.surelyFits(s, f, x, base) && !a.beforeEnd(s, f, x.addr, t.obj, x.nHi), in
}

// surelyFits reports whether the domain proves that x is inside the object of base. It always returns false if the
// domain does not relate offsets and sizes.
func (a *evaluator[E]) surelyFits(s state[E], f *ir.Func, x *access, base target) bool {
	if !a.relates {
		return false
	}
	never := func(c *domain.Expr) bool { return a.dom.IsBottom(a.dom.Assume(s.num, c)) }
	zero := domain.NewConst(ir.I64, 0)
	off := a.offset(s, f, x, base)
	size := a.sizeOf(base.obj)
	if x.nHi == maxOff && !never(domain.NewBinary(ir.Lt, x.n, zero)) {
		return false
	}
	return never(domain.NewBinary(ir.Lt, off, zero)) && never(domain.NewBinary(ir.Lt, size, x.n)) &&
		never(domain.NewBinary(ir.Lt, domain.NewBinary(ir.Sub, size, x.n), off))
}

// offset returns the offset of x in the object of base, as an I64 expression.
func (a *evaluator[E]) offset(s state[E], f *ir.Func, x *access, base target) *domain.Expr {
	off := a.from(s, f, x.base, base)
	for i := len(x.added) - 1; i >= 0; i-- {
		off = domain.NewBinary(ir.Add, off, scaled(a.numExpr(s, f, x.added[i].Index), x.added[i].Scale))
	}
	return off
}

// freeable reports whether freeing a pointer to t may be invalid, and whether it may be valid because the pointer is
// the beginning of a heap object.
func (t target) freeable() (no, yes bool) {
	begins := t.lo <= 0 && t.hi >= 0 && (t.step == 0 || -t.lo%t.step == 0)
	heap := t.obj.isAlloc(ir.Heap)
	return !heap || !t.exact() || t.lo != 0, heap && begins || !t.inside()
}

// isAlloc reports whether an Alloc of a kind made the object.
func (o *object) isAlloc(kind ir.AllocKind) bool {
	if o.edge == nil {
		return false
	}
	st, ok := o.edge.Stmt.(*ir.Alloc)
	return ok && st.Kind == kind
}

// sharing answers the question whether p and q point into the same object: no is set if they may point into different
// objects, and yes if they may point into the same object. Two null pointers are in the same object.
func sharing(p, q *pointer) (no, yes bool) {
	if p == nil || q == nil {
		return true, true
	}
	yes = p.null && q.null
	for _, t := range p.to {
		if t.obj.fn != nil {
			return true, true
		}
		_, both := q.find(t.obj)
		yes = yes || both
	}
	one := len(p.to)+len(q.to) == 0 || !p.null && !q.null && len(p.to) == 1 && len(q.to) == 1
	return !one || !yes, yes
}

// assumeValid returns s restricted to the concrete states in which the answer to v is truth.
func (a *transfer[E]) assumeValid(s state[E], f *ir.Func, v *ir.Valid, truth bool) state[E] {
	no, yes := a.ask(s, f, v)
	switch {
	case truth && !yes || !truth && !no:
		return a.bottom()
	case !no || !yes:
		return s
	}
	switch v.What { // sound: s is not refined
	case ir.Readable, ir.Writable:
		return a.assumeFits(s, f, v, truth)
	case ir.Freeable:
		p := a.pointer(s, f, v.Addr)
		d, ok := a.register(f, v.Addr)
		if p == nil || !ok {
			return s
		}
		r := &pointer{null: p.null && truth}
		for _, t := range p.to {
			switch no, yes := t.freeable(); {
			case truth && yes && t.inside():
				r.to = append(r.to, target{obj: t.obj})
			case truth && yes, !truth && no:
				r.to = append(r.to, t)
			}
		}
		return s.withPointer(d, r)
	}
	return s
}

// assumeFits returns s restricted to the concrete states in which the answer to v, a question Readable or Writable, is
// truth. It refines the pointer at the base of the access and, if this pointer has a single target, the indexes added
// to it.
func (a *transfer[E]) assumeFits(s state[E], f *ir.Func, v *ir.Valid, truth bool) state[E] {
	x := a.accessOf(s, f, v)
	if x.p == nil || x.nLo == 0 {
		return s
	}
	r := &pointer{null: x.p.null && !truth}
	for i, t := range x.to {
		switch out, in := a.fits(s, f, &x, x.p.to[i], t); {
		case truth && in && len(x.added) == 0:
			if _, hi := a.sizes(s, t.obj); hi < maxOff {
				t = t.within(0, hi-x.nLo)
			} else if t.lo != minOff {
				t = t.within(0, maxOff-1)
			}
			r.to = append(r.to, t)
		case truth && in:
			b := x.p.to[i]
			// Keep only the offsets of the base for which base plus indexes may be inside of the object.
			if _, hi := a.sizes(s, t.obj); hi < maxOff && b.lo != minOff && t.lo != minOff {
				if b = b.within(b.hi-t.hi, hi-x.nLo+b.lo-t.lo); b.lo > b.hi {
					continue
				}
			}
			r.to = append(r.to, b)
		case !truth && out:
			r.to = append(r.to, x.p.to[i])
		}
	}
	if !r.null && len(r.to) == 0 {
		return a.bottom()
	}
	if d, ok := a.register(f, x.base); ok && !r.equal(x.p) {
		s = s.withPointer(d, r)
	}
	if r.null || len(r.to) != 1 || r.to[0].exact() && len(x.added) == 0 || !r.to[0].exact() && !a.relates {
		return s
	}
	return a.assumeOffset(s, f, &x, r.to[0], truth)
}

// within returns t restricted to the offsets between lo and hi.
func (t target) within(lo, hi int64) target {
	if t.lo == minOff {
		return target{t.obj, lo, hi, 1}.norm()
	}
	step := max(t.step, 1)
	if t.lo < lo {
		t.lo += (lo - t.lo + step - 1) / step * step
	}
	if t.hi > hi {
		t.hi -= (t.hi - hi + step - 1) / step * step
	}
	return t.norm()
}

// assumeOffset refines the indexes added to base, the only target at the base of x, given that x is inside the object
// (truth) or outside. It refines nothing if the sum of base and indexes may wrap, since the sum would then not be the
// offset of x.
func (a *transfer[E]) assumeOffset(s state[E], f *ir.Func, x *access, base target, truth bool) state[E] {
	half := domain.WideInt(1 << (a.bind.prog.Model - 2)).Mul(domain.WideInt(2))
	start := a.dom.Bounds(s.num, a.from(s, f, x.base, base))
	if start.Empty {
		return s
	}
	sum := [2]domain.Wide{start.Lo, start.Hi}
	for _, e := range x.added {
		r, k := a.bounds(s, f, e.Index), domain.WideInt(e.Scale)
		lo, hi := r.Lo.Mul(k), r.Hi.Mul(k)
		if r.Empty {
			return s
		}
		sum[0], sum[1] = sum[0].Add(domain.MinW(lo, hi)), sum[1].Add(domain.MaxW(lo, hi))
		if sum[0].Less(half.Neg()) || half.Less(sum[1].Add(domain.WideInt(1))) {
			return s
		}
	}
	lo, hi := a.sizes(s, base.obj)
	if size := a.dom.Bounds(s.num, a.sizeOf(base.obj)); size.Empty || size.Lo.Sign() < 0 || half.Less(size.Hi) {
		return s
	}
	if !truth && !x.usable(base.obj) {
		return s
	}
	off := a.offset(s, f, x, base)
	size := a.sizeOf(base.obj)
	// With a single index, refine its bounds.
	if lo == hi && x.nLo == x.nHi && base.exact() && len(x.added) == 1 && x.added[0].Scale > 0 {
		e := x.added[0]
		t := e.Index.Type()
		least, most := ceil(-base.lo, e.Scale), floor(lo-x.nLo-base.lo, e.Scale)
		min, max := domain.Limits(t)
		if domain.WideInt(most).Less(min) || max.Less(domain.WideInt(least)) {
			return s
		}
		i := a.numExpr(s, f, e.Index)
		s.num = a.between(s.num, domain.NewConst(t, clip(least, min, max)), i, domain.NewConst(t, clip(most, min, max)),
			truth)
		return s
	}
	if !a.relates || x.nLo != x.nHi {
		return s
	}
	s.num = a.between(s.num, domain.NewConst(ir.I64, 0), off,
		domain.NewBinary(ir.Sub, size, domain.NewConst(ir.I64, x.nLo)), truth)
	return s
}

// between returns e restricted to lo <= x <= hi if truth is set, or else to the negation.
func (a *transfer[E]) between(e E, lo, x, hi *domain.Expr, truth bool) E {
	if truth {
		return a.dom.Assume(a.dom.Assume(e, domain.NewBinary(ir.Le, lo, x)), domain.NewBinary(ir.Le, x, hi))
	}
	return a.dom.Join(a.dom.Assume(e, domain.NewBinary(ir.Lt, x, lo)), a.dom.Assume(e, domain.NewBinary(ir.Lt, hi, x)))
}

// floor returns the quotient a/b for a positive b, rounded down.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// ceil returns the quotient a/b for a positive b, rounded up.
func ceil(a, b int64) int64 { return -floor(-a, b) }

// clip returns v, or the nearest of min and max if it is not between them.
func clip(v int64, min, max domain.Wide) int64 {
	w := domain.MaxW(min, domain.MinW(domain.WideInt(v), max))
	return int64(w.Bits())
}

// valid reports whether the statement of e makes no invalid access in any concrete state of s.
func (a *evaluator[E]) valid(s state[E], f *ir.Func, e *ir.Edge) bool {
	if ir.Guarded(e) {
		return true
	}
	if st, ok := e.Stmt.(*ir.Free); ok { // valid for null, and for the start of an object that an Alloc made
		p := a.pointer(s, f, st.Addr)
		if p == nil {
			return false
		}
		for _, t := range p.to {
			if !t.obj.isAlloc(st.Kind) || t.lo != 0 || t.hi != 0 {
				return false
			}
		}
		return true
	}
	for _, q := range ir.Asked(e.Stmt) {
		if no, _ := a.ask(s, f, q); no {
			return false
		}
	}
	return true
}
