package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// An object whose size is not constant has an extent: a dimension for its size in bytes. Its type is I64; no object is
// so large that the number would be negative. Pointers to the object point to one of its instances: the extent is the
// size of this instance. If no pointer points to the object in a state, the extent may have any value there. A join
// with a state that knows the extent then keeps the value of that state.

// extent returns the dimension of an object's size; the result is false if the size is constant.
func (b *binding) extent(o *object) (domain.Dim, bool) {
	return domain.Dim(b.ext0 + o.extent), o.extent >= 0
}

// isExtent reports whether d is the dimension of an object's size.
func (b *binding) isExtent(d domain.Dim) bool { return int32(d) >= b.ext0 && int32(d) < b.cell0 }

// sizeOf returns the size of an object in bytes, as an expression of type I64.
func (a *evaluator[E]) sizeOf(o *object) *domain.Expr {
	if d, ok := a.bind.extent(o); ok {
		return domain.NewDim(ir.I64, d)
	}
	return domain.NewConst(ir.I64, o.size)
}

// sizes returns bounds of the size of an object in bytes. If the size is not constant, hi is maxOff: invariants do
// not contain upper bounds of sizes.
func (a *evaluator[E]) sizes(s state[E], o *object) (lo, hi int64) {
	d, ok := a.bind.extent(o)
	if !ok {
		return o.size, o.size
	}
	r := a.dom.Bounds(s.num, domain.NewDim(ir.I64, d))
	lo, ok = r.Lo.Int64()
	if r.Empty || !ok || lo < 0 {
		return 0, maxOff
	}
	return min(lo, maxOff), maxOff
}

// measured returns the objects that have an extent and to which a pointer in ptr points.
func (a *evaluator[E]) measured(ptr pmap.Hashed[*pointer]) map[*object]bool {
	out := map[*object]bool{}
	ptr.Each(func(_ uint32, p *pointer) bool {
		for _, t := range p.to {
			if t.obj.extent >= 0 {
				out[t.obj] = true
			}
		}
		return true
	})
	return out
}

// alignExtents prepares two states for a join. If pointers point to an object in only one of the states, it copies the
// value of the object's extent from this state to the other.
func (a *lattice[E]) alignExtents(s, t state[E]) (state[E], state[E]) {
	if len(a.bind.extents) == 0 || s.ptr.Same(t.ptr.Map) {
		return s, t
	}
	inS, inT := a.measured(s.ptr), a.measured(t.ptr)
	for _, o := range a.bind.extents {
		switch {
		case inS[o] && !inT[o]:
			t = a.choose(t, s, o)
		case inT[o] && !inS[o]:
			s = a.choose(s, t, o)
		}
	}
	return s, t
}

// choose returns s with the extent of o set to the value that it has in t. No pointer points to o in s.
func (a *lattice[E]) choose(s, t state[E], o *object) state[E] {
	d, _ := a.bind.extent(o)
	x := domain.NewDim(ir.I64, d)
	made := domain.NewCast(ir.I64, a.numExpr(t, o.owner, o.edge.Stmt.(*ir.Alloc).Size))
	if a.relates && a.dom.IsBottom(a.dom.Assume(t.num, domain.NewBinary(ir.Ne, x, made))) {
		s.num = a.dom.Assign(s.num, d, made)
		return s
	}
	if r := a.dom.Bounds(t.num, x); !r.Empty {
		s.num = a.dom.Assign(s.num, d, domain.NewRange(ir.I64, r.Lo, r.Hi))
	}
	return s
}

// dropExtents forgets the extents of the objects to which no pointer points.
func (a *lattice[E]) dropExtents(s state[E]) state[E] {
	if len(a.bind.extents) == 0 {
		return s
	}
	in := a.measured(s.ptr)
	for _, o := range a.bind.extents {
		if d, _ := a.bind.extent(o); !in[o] {
			s.num = a.dom.Forget(s.num, d)
		}
	}
	return s
}

// forgetExtent returns e without its facts about the size of o.
func (a *lattice[E]) forgetExtent(e E, o *object) E {
	if d, ok := a.bind.extent(o); ok {
		return a.dom.Forget(e, d)
	}
	return e
}
