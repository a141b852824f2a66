package absint

import (
	"cmp"
	"math"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

const maxFloat = math.MaxFloat64

// manyItems bounds the number of an object's initialisers that become cells.
const manyItems = 256

// initial returns the state in which the program starts.
func (a *transfer[E]) initial() state[E] {
	s := a.top()
	p := a.bind.prog
	for _, v := range p.Globals {
		d := domain.Dim(v.ID)
		init := v.Init
		if init == nil {
			if v.Type.Kind == ir.Ptr || numeric(v.Type) {
				init = &ir.Const{T: v.Type}
			} else {
				continue
			}
		}
		s = a.assign(s, d, v.Type, a.numExpr(s, nil, init), a.pointer(s, nil, init))
	}
	for _, o := range a.bind.objects {
		if o.obj == nil || o.owner != nil || o.obj.Uninit || o.fixed {
			continue
		}
		s = a.initObject(s, o, address{o, 0}, o, o.size)
	}
	s = a.withoutInstances(s)
	s.kept = a.keptAll()
	if a.start != nil {
		s = a.assume(s, nil, a.start, true)
	}
	return s
}

// initObject returns s after a copy to the address at, in the object to, of the first n bytes that the object from has
// initially. Both may be the same object.
func (a *memory[E]) initObject(s state[E], to *object, at address, from *object, n int64) state[E] {
	shift := at.off
	if n > 0 {
		s = s.withZeros(to, s.zeros(to).with(shift, shift+n))
	}
	items := from.obj.Init
	if len(items) > manyItems && from.obj.Elem.Kind == ir.Int && to == from {
		s = a.initSummary(s, to)
	}
	for i, it := range items {
		t := it.Val.Type()
		lo, hi := it.Off, it.Off+int64(t.Size())
		if lo < 0 || lo >= n {
			continue
		}
		if hi > n || i >= manyItems {
			s = a.forgetCells(s, to, lo+shift, min(hi, n)+shift)
			continue
		}
		if c, ok := it.Val.(*ir.Const); ok && c.Bits == 0 && !overlapped(items[:i], it) {
			continue
		}
		s = a.storeAt(s, to, lo+shift, stored{t, a.numExpr(s, nil, it.Val), a.pointer(s, nil, it.Val)})
	}
	return s
}

// overlapped reports whether one of items shares a byte with it.
func overlapped(items []ir.InitItem, it ir.InitItem) bool {
	lo, hi := it.Off, it.Off+int64(it.Val.Type().Size())
	return slices.ContainsFunc(items, func(o ir.InitItem) bool {
		return o.Off < hi && lo < o.Off+int64(o.Val.Type().Size())
	})
}

// initSummary bounds the summary cell of a large array by the least and the greatest initialiser.
func (a *memory[E]) initSummary(s state[E], o *object) state[E] {
	t := o.obj.Elem
	lo, hi := domain.Wide{}, domain.Wide{}
	for i, it := range o.obj.Init {
		c, ok := it.Val.(*ir.Const)
		if !ok || c.T != t || it.Off%int64(t.Size()) != 0 {
			return s
		}
		w := domain.Read(t, c.Bits)
		if i == 0 {
			lo, hi = w, w
		}
		lo, hi = domain.MinW(lo, w), domain.MaxW(hi, w)
	}
	if int64(len(o.obj.Init))*int64(t.Size()) < o.size {
		lo, hi = domain.MinW(lo, domain.Wide{}), domain.MaxW(hi, domain.Wide{})
	}
	s.num = a.dom.Assign(s.num, a.bind.cell(o, everywhere, t), domain.NewRange(t, lo, hi))
	return s
}

// end returns the offset after an initial value.
func end(it ir.InitItem) int64 { return it.Off + int64(it.Val.Type().Size()) }

// sorted reports whether initial values are in order of their offsets and do not overlap.
func sorted(items []ir.InitItem) bool {
	for i := range len(items) - 1 {
		if end(items[i]) > items[i+1].Off {
			return false
		}
	}
	return true
}

// readInit returns the value of the scalar of type t at offset off of a const object, whose contents never change.
func (a *memory[E]) readInit(o *object, off int64, t ir.Type) (*domain.Expr, *pointer) {
	n := int64(t.Size())
	var bits uint64
	items := o.obj.Init
	if o.sorted {
		i, _ := slices.BinarySearchFunc(items, off,
			func(it ir.InitItem, off int64) int { return cmp.Compare(end(it), off+1) })
		items = items[i:]
	}
	for _, it := range items {
		if o.sorted && it.Off >= off+n {
			break
		}
		vt := it.Val.Type()
		m := int64(vt.Size())
		if it.Off >= off+n || it.Off+m <= off {
			continue
		}
		c, ok := it.Val.(*ir.Const)
		if !ok {
			if it.Off == off && m == n && vt.Kind == ir.Ptr && t.Kind == ir.Ptr {
				return domain.NewAny(t), a.pointer(a.top(), nil, it.Val)
			}
			return domain.NewAny(t), nil
		}
		for k := int64(0); k < m; k++ {
			if at := it.Off + k - off; at >= 0 && at < n {
				bits &^= 0xff << (8 * at)
				bits |= c.Bits >> (8 * k) & 0xff << (8 * at)
			}
		}
	}
	switch {
	case t.Kind == ir.Ptr && bits == 0:
		return domain.NewAny(t), nullPointer()
	case !numeric(t):
		return domain.NewAny(t), nil
	}
	return domain.NewBits(t, bits&num.Mask(t.Bits)), nil
}

// fixedRange returns an interval that contains each scalar of type t at the offsets of g, a target in a const object.
// It returns false if one of them is not an integer constant, or if there are too many.
func (a *memory[E]) fixedRange(g target, t ir.Type) (*domain.Expr, bool) {
	const most = 1 << 20
	step := max(g.step, 1)
	each := int64(1)
	if !g.obj.sorted {
		each = int64(len(g.obj.obj.Init))
	}
	if t.Kind != ir.Int || g.hi-g.lo > most || (g.hi-g.lo)/step*each > most {
		return nil, false
	}
	var lo, hi domain.Wide
	for off, first := g.lo, true; off <= g.hi; off += step {
		x, _ := a.readInit(g.obj, off, t)
		if x.Kind != domain.KConst {
			return nil, false
		}
		w := domain.Read(t, x.Bits)
		if first {
			lo, hi, first = w, w, false
		}
		lo, hi = domain.MinW(lo, w), domain.MaxW(hi, w)
	}
	return domain.NewRange(t, lo, hi), true
}

// copyInit returns s after a copy of n bytes from a const object. The bytes at to must be unknown in s; they stay
// unknown if from is not the beginning of the object.
func (a *memory[E]) copyInit(s state[E], to, from address, n int64) state[E] {
	if from.off != 0 {
		return s // the caller has forgotten the bytes at to
	}
	return a.initObject(s, to.obj, to, from.obj, n)
}
