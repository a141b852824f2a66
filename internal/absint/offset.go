package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Offsets. If the program has questions about objects and the domain relates numbers, the dimension of a pointer is an
// I64 in num. It is the offset of the pointer in its object in bytes (a signed number as wide as an address), or 0 for
// null. If the pointer is unknown, this number has no meaning.

// assignOffset returns e in which d has the offset of the pointer q. The offset is x if x is an I64, otherwise a number
// within the bounds of q's offsets.
func (a *lattice[E]) assignOffset(e E, d domain.Dim, x *domain.Expr, q *pointer) E {
	switch {
	case q == nil:
		return a.dom.Forget(e, d)
	case x.T == ir.I64:
		return a.dom.Assign(e, d, x)
	}
	lo, hi := int64(0), int64(0)
	for i, t := range q.to {
		if t.lo == minOff {
			return a.dom.Forget(e, d)
		}
		if i == 0 && !q.null {
			lo, hi = t.lo, t.hi
		}
		lo, hi = min(lo, t.lo), max(hi, t.hi)
	}
	return a.dom.Assign(e, d, domain.NewRange(ir.I64, domain.WideInt(lo), domain.WideInt(hi)))
}

// held returns the value of d, a register or a cell of type t. For a pointer, it is the offset if the domain relates
// offsets, otherwise an arbitrary value.
func (a *evaluator[E]) held(t ir.Type, d domain.Dim) *domain.Expr {
	switch {
	case t.Kind != ir.Ptr:
		return domain.NewDim(t, d)
	case a.relates:
		return domain.NewDim(ir.I64, d)
	}
	return domain.NewAny(t)
}

// source returns the value of e. For a pointer, it is the offset if the domain relates offsets and the offset is known,
// otherwise an arbitrary value.
func (a *evaluator[E]) source(s state[E], f *ir.Func, e ir.Expr) *domain.Expr {
	if e.Type().Kind == ir.Ptr && a.relates {
		if x := a.offsetOf(s, f, e); x != nil {
			return x
		}
		return domain.NewAny(e.Type())
	}
	return a.numExpr(s, f, e)
}

// offsetOf returns the offset of the address e in its object, nil if the offset is not known.
func (a *evaluator[E]) offsetOf(s state[E], f *ir.Func, e ir.Expr) *domain.Expr {
	switch e := e.(type) { // sound: other offsets are not known
	case *ir.Const:
		if e.Bits == 0 {
			return domain.NewConst(ir.I64, 0)
		}
	case *ir.AddrOf, *ir.FuncAddr:
		return domain.NewConst(ir.I64, 0)
	case *ir.Ref:
		if d := a.bind.reg(f, e.Var); e.Var.Type.Kind == ir.Ptr && s.pointer(d) != nil {
			return domain.NewDim(ir.I64, d)
		}
	case *ir.Cast:
		if e.X.Type().Kind == ir.Ptr {
			return a.offsetOf(s, f, e.X)
		}
	case *ir.PtrAdd:
		if x := a.offsetOf(s, f, e.P); x != nil {
			return a.moved(x, a.numExpr(s, f, e.Index), e.Scale)
		}
	}
	return nil
}

// moved returns the offset of the result of a PtrAdd to an address with offset x.
func (a *evaluator[E]) moved(x, index *domain.Expr, scale int64) *domain.Expr {
	x = domain.NewBinary(ir.Add, x, scaled(index, scale))
	if a.bind.prog.Model == ir.ILP32 { // addresses wrap
		x = domain.NewCast(ir.I64, domain.NewCast(ir.I32, x))
	}
	return x
}

// scaled returns index times scale, as an I64.
func scaled(index *domain.Expr, scale int64) *domain.Expr {
	x := domain.NewCast(ir.I64, index)
	if scale != 1 {
		x = domain.NewBinary(ir.Mul, x, domain.NewConst(ir.I64, scale))
	}
	return x
}

// from returns the offset of the pointer e in its target t, as an I64.
func (a *evaluator[E]) from(s state[E], f *ir.Func, e ir.Expr, t target) *domain.Expr {
	if t.exact() {
		return domain.NewConst(ir.I64, t.lo)
	}
	if a.relates {
		if x := a.offsetOf(s, f, e); x != nil {
			return x
		}
	}
	if t.lo == minOff {
		return domain.NewAny(ir.I64)
	}
	return domain.NewRange(ir.I64, domain.WideInt(t.lo), domain.WideInt(t.hi))
}

// offsets returns the offsets of two addresses x and y with the values p and q. ok is true only if both have the same
// single object as target and their offsets are known.
func (a *evaluator[E]) offsets(s state[E], f *ir.Func, x, y ir.Expr, p, q *pointer) (i, j *domain.Expr, ok bool) {
	if !a.relates || p == nil || q == nil || p.null || q.null || len(p.to) != 1 || len(q.to) != 1 ||
		p.to[0].obj != q.to[0].obj {
		return nil, nil, false
	}
	i, j = a.offsetOf(s, f, x), a.offsetOf(s, f, y)
	return i, j, i != nil && j != nil
}

// surelyIn reports whether off is between 0 and the size of o in all concrete states of s.
func (a *evaluator[E]) surelyIn(s state[E], off *domain.Expr, o *object) bool {
	never := func(c *domain.Expr) bool { return a.dom.IsBottom(a.dom.Assume(s.num, c)) }
	return o.fn == nil && never(domain.NewBinary(ir.Lt, off, domain.NewConst(ir.I64, 0))) &&
		never(domain.NewBinary(ir.Lt, a.sizeOf(o), off))
}

// mentionsOffset reports whether c contains the offset of a pointer.
func (w *writer[E]) mentionsOffset(c *domain.Expr) (yes bool) {
	c.Dims(func(d domain.Dim, _ ir.Type) { yes = yes || w.a.bind.typeOf(d).Kind == ir.Ptr })
	return yes
}

// canWriteOffsets reports whether all offsets in c can be written as expressions. An offset can be written if its
// pointer has a single object as target. canWriteOffsets also returns false if c relates only constant offsets, since
// the formulas of pointers imply such a c.
func (w *writer[E]) canWriteOffsets(s state[E], c *domain.Expr) bool {
	ok, dims, sure := true, 0, 0
	c.Dims(func(d domain.Dim, _ ir.Type) {
		dims++
		if w.a.bind.typeOf(d).Kind == ir.Ptr {
			p := s.pointer(d)
			ok = ok && p != nil && !p.null && len(p.to) == 1 && p.to[0].obj.fn == nil
			if ok && p.to[0].exact() {
				sure++
			}
		}
	})
	return ok && dims > sure
}

// offset returns the offset of the pointer d as an expression of the program. The pointer must have a target.
func (w *writer[E]) offset(d domain.Dim) ir.Expr {
	p, _ := w.ptr.Get(uint32(d))
	return ir.NewCast(ir.I64, &ir.PtrDiff{P: w.dim(d, nil), Q: w.object(p.to[0].obj)})
}
