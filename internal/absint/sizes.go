package absint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file writes formulas for the sizes of objects. Such a formula states that a pointer to the beginning of an
// object points to at least n bytes.

// holder is a dimension d whose pointer value p has the target t, which is a single offset in an object with an extent.
// The pointer p may have other targets, too.
type holder struct {
	d domain.Dim
	p *pointer
	t target
}

// holders returns a holder for each object that has an extent and to which some dimension points. It prefers a holder
// whose pointer has no other target.
func (w *writer[E]) holders(s state[E]) map[*object]holder {
	out := map[*object]holder{}
	s.ptr.Each(func(k uint32, p *pointer) bool {
		for _, t := range p.to {
			if t.obj.extent < 0 || !t.exact() {
				continue
			}
			old, ok := out[t.obj]
			if single := !p.null && len(p.to) == 1; !ok || single && (old.p.null || len(old.p.to) > 1) {
				out[t.obj] = holder{domain.Dim(k), p, t}
			}
		}
		return true
	})
	return out
}

// extents calls add with each formula about the size of an object in s.
func (w *writer[E]) extents(s state[E], add func(ir.Expr)) {
	b := w.a.bind
	if len(b.extents) == 0 {
		return
	}
	by := w.holders(s)
	if len(by) == 0 {
		return
	}
	for _, o := range b.extents {
		h, ok := by[o]
		if lo, _ := w.a.sizes(s, o); ok && lo > 0 {
			add(w.atLeast(h, ir.NewConst(ir.U64, lo)))
		}
	}
	if !w.a.relates {
		return
	}
	for _, o := range b.extents {
		if h, ok := by[o]; ok && w.sizeIsAllocated(s, o) {
			add(w.atLeast(h, ir.NewCast(ir.U64, o.edge.Stmt.(*ir.Alloc).Size)))
		}
	}
	for _, c := range w.a.dom.Constraints(s.num) {
		d, n := w.extentsIn(c)
		if n != 1 {
			continue
		}
		h, ok := by[b.extents[int32(d)-b.ext0]]
		if !ok {
			continue
		}
		if !w.canWriteOffsets(s, c) {
			continue
		}
		if least := w.lowerBoundExpr(s, c, d); least != nil {
			size := w.atLeast(h, ir.NewCast(ir.U64, least))
			if r := w.a.dom.Bounds(s.num, w.lowerBound(c, d)); r.Empty || r.Lo.Sign() < 0 {
				size = &ir.Binary{Op: ir.LOr, X: &ir.Binary{Op: ir.Le, X: least, Y: ir.NewConst(ir.I64, 0)}, Y: size}
			}
			add(size)
		}
	}
}

// sizeIsAllocated reports whether the size of an object is at least the size expression of its Alloc, which is not
// constant in s.
func (w *writer[E]) sizeIsAllocated(s state[E], o *object) bool {
	d, _ := w.a.bind.extent(o)
	made := w.a.numExpr(s, o.owner, o.edge.Stmt.(*ir.Alloc).Size)
	r := w.a.dom.Bounds(s.num, made)
	if _, constant := r.IsConst(); r.Empty || constant || r.Lo.Sign() < 0 || w.a.unknownIn(s, made) {
		return false
	}
	// no object has a negative size
	if r := w.a.dom.Bounds(s.num, domain.NewCast(ir.I64, made)); r.Empty || r.Lo.Sign() < 0 {
		return false
	}
	size := domain.NewDim(ir.I64, d)
	return w.a.dom.IsBottom(w.a.dom.Assume(s.num, domain.NewBinary(ir.Lt, size, domain.NewCast(ir.I64, made))))
}

// unknownIn reports whether x has a dimension about which s has no facts, for example a register that is out of scope.
func (a *evaluator[E]) unknownIn(s state[E], x *domain.Expr) (yes bool) {
	x.Dims(func(d domain.Dim, _ ir.Type) { yes = yes || !a.known(s, d) })
	return yes
}

// atLeast returns the formula which states that the object of h has at least n bytes, under the condition that the
// pointer points to this object.
func (w *writer[E]) atLeast(h holder, n ir.Expr) ir.Expr {
	x := w.address(h.d)
	x = ir.NewPtrAdd(x, ir.NewConst(w.a.bind.prog.Model.Diff(), -h.t.lo), 1)
	e := ir.Expr(&ir.Valid{What: ir.Writable, Addr: x, N: n})
	rest := &pointer{null: h.p.null, to: slices.DeleteFunc(slices.Clone(h.p.to),
		func(t target) bool { return t.obj == h.t.obj })}
	if rest.null || len(rest.to) > 0 {
		e = &ir.Binary{Op: ir.LOr, X: w.pointer(h.d, rest), Y: e}
	}
	return e
}

// extentsIn returns the last extent (dimension of a size) in c, and the number of extents in c.
func (w *writer[E]) extentsIn(c *domain.Expr) (found domain.Dim, n int) {
	last := domain.Dim(-1)
	c.Dims(func(d domain.Dim, _ ir.Type) {
		if w.a.bind.isExtent(d) && d != last {
			found, last, n = d, d, n+1
		}
	})
	return found, n
}

// form is a linear form: the sum of its terms and the constant k.
type form struct {
	terms []formTerm
	k     domain.Wide
}

// formTerm is a dimension with its coefficient.
type formTerm struct {
	x *domain.Expr // a dimension
	c domain.Wide
}

// sum adds c times x to f, where the operations of x do not wrap. It reports whether x is linear; if not, f is
// unusable.
func (f *form) sum(x *domain.Expr, c domain.Wide) bool {
	switch x.Kind { // sound: no sum
	case domain.KConst:
		f.k = f.k.Add(domain.Read(x.T, x.Bits).Mul(c))
		return true
	case domain.KDim:
		f.terms = append(f.terms, formTerm{x, c})
		return x.T.Kind == ir.Int
	case domain.KCast:
		return x.X.T.Kind == ir.Int && f.sum(x.X, c)
	case domain.KUnary:
		return x.Un == ir.Neg && f.sum(x.X, c.Neg())
	case domain.KBinary:
		switch x.Bin { // sound: no sum
		case ir.Add:
			return f.sum(x.X, c) && f.sum(x.Y, c)
		case ir.Sub:
			return f.sum(x.X, c) && f.sum(x.Y, c.Neg())
		case ir.Mul:
			for _, y := range [][2]*domain.Expr{{x.X, x.Y}, {x.Y, x.X}} {
				if y[0].Kind == domain.KConst {
					return f.sum(y[1], c.Mul(domain.Read(y[0].T, y[0].Bits)))
				}
			}
		}
	}
	return false
}

// solved solves the constraint c for d: it returns a linear form that is a lower bound of d. It returns false if c is
// not linear or gives no lower bound of d with coefficient 1. The operations in constraints of domains do not wrap.
func solved(c *domain.Expr, d domain.Dim) (form, bool) {
	var f form
	if c.Kind != domain.KBinary || c.Bin != ir.Le && c.Bin != ir.Lt && c.Bin != ir.Eq {
		return f, false
	}
	one := domain.WideInt(1)
	if !f.sum(c.X, one) || !f.sum(c.Y, one.Neg()) { // X - Y <= 0
		return f, false
	}
	if c.Bin == ir.Lt {
		f.k = f.k.Add(one)
	}
	for i, t := range f.terms {
		if t.x.D != d {
			continue
		}
		if c.Bin == ir.Eq && t.c == one {
			for j := range f.terms {
				f.terms[j].c = f.terms[j].c.Neg()
			}
			f.k = f.k.Neg()
			t.c = t.c.Neg()
		}
		f.terms = slices.Delete(f.terms, i, i+1)
		return f, t.c == one.Neg()
	}
	return f, false
}

// lowerBound returns the lower bound of the extent d that the constraint c implies, as an expression over dimensions.
func (w *writer[E]) lowerBound(c *domain.Expr, d domain.Dim) *domain.Expr {
	f, _ := solved(c, d)
	k, _ := f.k.Int64()
	x := domain.NewConst(ir.I64, k)
	for _, t := range f.terms {
		n, _ := t.c.Int64()
		x = domain.NewBinary(ir.Add, x, domain.NewBinary(ir.Mul, domain.NewCast(ir.I64, t.x), domain.NewConst(ir.I64, n)))
	}
	return x
}

// lowerBoundExpr returns the lower bound of the extent d that the constraint c implies, as an I64 expression that does
// not wrap. It returns nil if there is no such bound or if it is constant.
func (w *writer[E]) lowerBoundExpr(s state[E], c *domain.Expr, d domain.Dim) ir.Expr {
	f, ok := solved(c, d)
	if !ok {
		return nil
	}
	far := domain.WideInt(1 << 62)
	fits := func(x domain.Wide) bool { return far.Neg().Less(x) && x.Less(far) }
	if !fits(f.k) {
		return nil
	}
	k, _ := f.k.Int64()
	var out ir.Expr
	lo, hi := f.k, f.k
	for _, t := range f.terms {
		if !fits(t.c) || w.a.bind.isExtent(t.x.D) || w.a.bind.isCell(t.x.D) && w.a.bind.cellOf(t.x.D).off == everywhere {
			return nil
		}
		r := w.a.dom.Bounds(s.num, t.x)
		if r.Empty {
			return nil
		}
		x, y := r.Lo.Mul(t.c), r.Hi.Mul(t.c)
		lo, hi = lo.Add(domain.MinW(x, y)), hi.Add(domain.MaxW(x, y))
		if !fits(lo) || !fits(hi) {
			return nil
		}
		n, _ := t.c.Int64()
		e := ir.NewBinary(ir.Mul, ir.NewCast(ir.I64, w.plain(t.x, nil)), ir.NewConst(ir.I64, n))
		if out == nil {
			out = e
		} else {
			out = ir.NewBinary(ir.Add, out, e)
		}
	}
	if out == nil {
		return nil // a constant bound, which extents has added
	}
	return ir.NewBinary(ir.Add, out, ir.NewConst(ir.I64, k))
}
