package inductive

import (
	"maps"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// fewSpots bounds the number of offsets of one object that are treated one by one.
const fewSpots = 64

// size returns the least number of bytes that an object can have.
func (m *model) size(o *ir.Object) int64 {
	e, ok := m.made[o]
	if !ok {
		return o.Size
	}
	n, _ := ir.Makes(e.Stmt)
	return max(n, 0)
}

// constantObject reports whether the contents of an object never change.
func (m *model) constantObject(o *ir.Object) bool {
	return o.Const && !o.Uninit && o.Func == nil && m.made[o] == nil
}

// pointTo returns the value of a pointer to a spot.
func (m *model) pointTo(t ir.Type, s spot) value {
	v := anything(t)
	if s.obj == nil || !m.untracked(s.obj) {
		v.ptr = &places{to: []spot{s}}
	}
	return v
}

// untracked reports whether an object belongs to a function that may be active twice: then one name would mean several
// instances.
func (m *model) untracked(o *ir.Object) bool { return o.Func != nil && m.recursive[o.Func] }

// inside reports whether all addresses of a spot lie in the object or at its end, so that none is null.
func (m *model) inside(s spot) bool {
	return s.lo >= 0 && (s.fn != nil && s.hi == 0 || s.obj != nil && s.hi <= m.size(s.obj))
}

// byNumber returns the places of a pointer that is made from the number v: its provenance is the object in which the
// address lies. So the result is nil if v may lie outside of its object or at the end, which may be the beginning of
// another object, or if the object may have ended, since its memory may be used again.
func (m *model) byNumber(v value) *places {
	if bits, ok := v.only(); ok && isInt(v.t) && bits == 0 {
		return &places{null: true}
	}
	if v.ptr == nil {
		return nil
	}
	for _, s := range v.ptr.to {
		if !m.inside(s) || s.obj != nil && (s.hi == m.size(s.obj) || !m.lasts(s.obj)) {
			return nil
		}
	}
	return v.ptr
}

// lasts reports whether an object lives to the end of every execution.
func (m *model) lasts(o *ir.Object) bool {
	if m.lasting == nil {
		m.lasting = m.prog.Lasting()
	}
	return m.lasting[o]
}

// stored returns the places of v after it is stored and loaded. A pointer that is stored as a pointer keeps its object,
// even if it lies elsewhere, as in exec (strays.go).
func (m *model) stored(v value) *places {
	if v.t.Kind == ir.Ptr {
		return v.ptr
	}
	return m.byNumber(v)
}

// accesses returns the offsets in spot s at which n bytes lie inside of the object. safe reports whether the spot has
// no other offsets; ok is false if there are too many to list.
func (m *model) accesses(s spot, n int64) (offs []int64, safe, ok bool) {
	if s.obj == nil {
		return nil, false, true
	}
	lo, hi, step := s.lo, s.hi, max(s.step, 1)
	last := m.size(s.obj) - n
	safe = lo >= 0 && hi <= last
	if lo <= -farOff {
		lo, step = 0, 1
	}
	for lo < 0 {
		lo += (-lo + step - 1) / step * step
	}
	hi = min(hi, last)
	if lo <= hi && (hi-lo)/step >= fewSpots {
		return nil, safe, false
	}
	for ; lo <= hi; lo += step {
		offs = append(offs, lo)
	}
	return offs, safe, true
}

// read returns the values of a load of type t at a valid offset.
func (c *checker) read(s *state, o *ir.Object, off int64, t ir.Type) value {
	n := int64(t.Size())
	if c.constantObject(o) {
		return c.readInit(o, off, t)
	}
	if z := s.find(c.number(slot{kind: zeros, obj: o})); z != nil && spans(z.ints, off, off+n) {
		return constant(t, 0)
	}
	v := anything(t)
	for _, id := range c.of[o] {
		k := c.slots[id]
		x := s.find(id)
		switch {
		case x == nil:
		case k.kind == elements && k.t == t && off%n == 0:
			v = common(v, *x)
		case k.kind == cell && k.off <= off && off+n <= k.off+int64(k.t.Size()):
			v = common(v, c.extract(*x, off-k.off, t))
		}
	}
	return v
}

// spans reports whether one of the ranges contains the bytes lo <= i < hi.
func spans(rs []rng, lo, hi int64) bool {
	for _, r := range rs {
		if lessEq(r.lo, fromInt(lo)) && lessEq(fromInt(hi-1), r.hi) {
			return true
		}
	}
	return false
}

// extract returns the values of the scalar of type t at byte k of a stored scalar x.
func (m *model) extract(x value, k int64, t ir.Type) value {
	switch {
	case x.t == t:
		return x
	case x.t.Kind == ir.Int && t.Kind == ir.Int && x.t.Bits%8 == 0 && t.Bits%8 == 0:
		if k == 0 && x.t.Bits == t.Bits {
			return m.castTo(t, x)
		}
		u := ir.Type{Kind: ir.Int, Bits: x.t.Bits}
		shifted := binaryOp(ir.Shr, u, m.castTo(u, x), constant(ir.I32, uint64(8*k)))
		return m.castTo(t, shifted)
	case k == 0 && x.t.Size() == t.Size() && t.Kind == ir.Ptr && x.t.Kind == ir.Int:
		v := anything(t)
		v.ptr = m.byNumber(x)
		return v
	case k == 0 && x.t.Size() == t.Size() && t.Kind == ir.Int && x.t.Kind == ir.Ptr:
		return m.castTo(t, x)
	}
	return anything(t)
}

// everyElement returns the set of the values of all aligned elements of type t.
func (c *checker) everyElement(s *state, o *ir.Object, t ir.Type) value {
	if x := s.find(c.number(slot{kind: elements, obj: o, t: t})); x != nil {
		return *x
	}
	if c.allZero(s, o, 0, c.size(o)/int64(t.Size())*int64(t.Size())) {
		return constant(t, 0)
	}
	return anything(t)
}

// allZero reports whether the bytes lo <= i < hi are known to be zero.
func (c *checker) allZero(s *state, o *ir.Object, lo, hi int64) bool {
	z := s.find(c.number(slot{kind: zeros, obj: o}))
	if z != nil && spans(z.ints, lo, hi) {
		return true
	}
	for lo < hi {
		next := lo
		if z != nil {
			for _, r := range z.ints {
				if lessEq(r.lo, fromInt(lo)) && lessEq(fromInt(lo), r.hi) {
					next = int64(r.hi.lo) + 1
				}
			}
		}
		for _, id := range c.of[o] {
			k := c.slots[id]
			if x := s.find(id); x != nil && k.kind == cell && k.off <= lo && lo < k.off+int64(k.t.Size()) && c.isZero(*x) {
				next = max(next, k.off+int64(k.t.Size()))
			}
		}
		if next == lo {
			return false
		}
		lo = next
	}
	return true
}

// isZero reports whether zero, or null, is the only value in v.
func (m *model) isZero(v value) bool {
	if v.t.Kind == ir.Ptr {
		return v.ptr != nil && v.ptr.null && len(v.ptr.to) == 0
	}
	bits, ok := v.only()
	return ok && isInt(v.t) && bits == 0
}

// load sets slot dst to the values of a load of type t through a pointer to p.
func (c *checker) load(s *state, dst int, t ir.Type, p *places) {
	if p == nil || p.null {
		s.forget(dst)
		return
	}
	var v value
	for i, sp := range p.to {
		x := anything(t)
		offs, safe, ok := c.accesses(sp, int64(t.Size()))
		switch {
		case !safe:
		case ok:
			for k, off := range offs {
				y := c.read(s, sp.obj, off, t)
				if k == 0 {
					x = y
				} else {
					x = union(x, y)
				}
			}
		default:
			x = c.readMany(s, sp, t)
		}
		if i == 0 {
			v = x
		} else {
			v = union(v, x)
		}
	}
	s.set(dst, v)
}

// readMany returns the values of a load at one of the offsets of sp, which are too many to list.
func (c *checker) readMany(s *state, sp spot, t ir.Type) value {
	n := int64(t.Size())
	if c.constantObject(sp.obj) {
		if (sp.hi-sp.lo)/max(sp.step, 1)*int64(len(sp.obj.Init)) > 1<<22 {
			return anything(t)
		}
		v := c.read(s, sp.obj, sp.lo, t)
		for off := sp.lo; off <= sp.hi; off += max(sp.step, 1) {
			v = union(v, c.read(s, sp.obj, off, t))
		}
		return v
	}
	if c.allZero(s, sp.obj, sp.lo, sp.hi+n) {
		return constant(t, 0)
	}
	if sp.lo%n == 0 && sp.step%n == 0 {
		return c.everyElement(s, sp.obj, t)
	}
	return anything(t)
}

// readInit returns the values of a load of the initial contents of an object.
func (c *checker) readInit(o *ir.Object, off int64, t ir.Type) value {
	n := int64(t.Size())
	var bits uint64
	for _, it := range o.Init {
		from, to := it.Off, it.Off+int64(it.Val.Type().Size())
		if to <= off || off+n <= from {
			continue
		}
		k, ok := it.Val.(*ir.Const)
		if !ok {
			if from == off && it.Val.Type() == t {
				return c.eval(&state{}, it.Val)
			}
			return anything(t)
		}
		for b := max(from, off); b < min(to, off+n); b++ {
			byteVal := k.Bits >> (8 * (b - from)) & 0xff
			bits = bits&^(0xff<<(8*(b-off))) | byteVal<<(8*(b-off))
		}
	}
	if t.Bits > 64 {
		return anything(t)
	}
	return constant(t, bits&num.Mask(t.Bits))
}

// drop forgets the facts about the bytes from lo to before hi of an object, except for slots for which except returns
// true.
func (c *checker) drop(s *state, o *ir.Object, lo, hi int64, except func(slot) bool) {
	for _, id := range c.of[o] {
		k := c.slots[id]
		switch {
		case k.kind == zeros:
			if z := s.find(id); z != nil {
				rs := intersect(z.ints, []rng{{fromInt(-farOff), fromInt(lo - 1)}, {fromInt(hi), fromInt(2 * farOff)}})
				if len(rs) == 0 {
					s.forget(id)
				} else {
					s.set(id, value{t: ir.I64, ints: rs})
				}
			}
		case k.kind == extent || k.kind == mark || except != nil && except(k):
		case k.kind == elements || k.off < hi && lo < k.off+int64(k.t.Size()):
			s.forget(id)
		}
	}
	c.dropTexts(s, o, lo, hi)
}

// retire changes s for the end of the current instance of an object: it drops all facts about the object, and pointers
// to it become unknown.
func (c *checker) retire(s *state, o *ir.Object) {
	s.keep(func(n int) bool { return c.slots[n].obj != o })
	var lost []int
	for _, x := range s.facts {
		if x.val.ptr == nil {
			continue
		}
		for _, sp := range x.val.ptr.to {
			if sp.obj == o {
				lost = append(lost, x.slot)
				break
			}
		}
	}
	for _, n := range lost {
		v := *s.find(n)
		v.ptr = nil
		s.set(n, v)
	}
}

// within returns the objects to which addr, an address of the program whose value is unknown, can point according to
// flow.Points; all objects, if the context ends before these sets are known.
func (c *checker) within(addr ir.Expr) []*ir.Object {
	out, ok := c.pointees[addr]
	if ok {
		return out
	}
	points, err := c.memo.Points(c.ctx, c.prog)
	if err != nil {
		return slices.Collect(maps.Keys(c.objects))
	}
	for _, t := range points.Pointees(addr) {
		switch {
		case t.Obj != nil:
			out = append(out, t.Obj)
		case c.makes[t.Edge] != nil:
			out = append(out, c.makes[t.Edge])
		}
	}
	c.pointees[addr] = out
	return out
}

// dropUnknown forgets all facts that a write to the unknown address addr may change.
func (c *checker) dropUnknown(s *state, addr ir.Expr) {
	objs := map[*ir.Object]bool{}
	for _, o := range c.within(addr) {
		objs[o] = c.lifeIn(s, o) != never
	}
	s.keep(func(n int) bool { return c.slots[n].kind == extent || !objs[c.slots[n].obj] })
}

// store writes v through the pointer addr.
func (c *checker) store(s *state, addr ir.Expr, v value) {
	p := c.eval(s, addr).ptr
	if p == nil {
		c.dropUnknown(s, addr)
		return
	}
	v.ptr = c.stored(v)
	if !p.null && len(p.to) == 1 {
		if offs, safe, ok := c.accesses(p.to[0], int64(v.t.Size())); ok && safe && len(offs) == 1 {
			c.storeAt(s, p.to[0].obj, offs[0], v)
			return
		}
	}
	for _, sp := range p.to { // the write changes one of these, or is lost
		c.mayStore(s, sp, v)
	}
}

// storeAt writes v at the offset off of an object.
func (c *checker) storeAt(s *state, o *ir.Object, off int64, v value) {
	if c.constantObject(o) {
		return // an invalid write, which is lost
	}
	n := int64(v.t.Size())
	aligned := off%n == 0
	every := slot{kind: elements, obj: o, t: v.t}
	var all *value
	if aligned {
		all = s.find(c.number(every))
		z := s.find(c.number(slot{kind: zeros, obj: o}))
		if all == nil && z != nil && spans(z.ints, 0, c.size(o)) {
			zero := constant(v.t, 0)
			all = &zero
		}
	}
	c.drop(s, o, off, off+n, nil)
	if all != nil {
		s.set(c.number(every), union(*all, v))
	}
	s.set(c.number(slot{kind: cell, obj: o, off: off, t: v.t}), v)
}

// mayStore changes s for a write of v at some offset of sp, or nowhere. A cell or element that the write can only
// replace as a whole gets the values of v in addition to its own; other facts about the bytes that may be written are
// dropped.
func (c *checker) mayStore(s *state, sp spot, v value) {
	if sp.obj == nil || c.constantObject(sp.obj) {
		return
	}
	n := int64(v.t.Size())
	offs, _, few := c.accesses(sp, n)
	if few && len(offs) == 0 {
		return
	}
	lo, hi := max(sp.lo, 0), min(sp.hi, c.size(sp.obj)-n)
	// If the write replaces one whole element, all elements are in the union of the old elements and v.
	onGrid := sp.lo >= 0 && sp.lo%n == 0 && sp.step%n == 0
	every := c.number(slot{kind: elements, obj: sp.obj, t: v.t})
	elem := anything(v.t)
	if onGrid {
		elem = union(c.everyElement(s, sp.obj, v.t), v)
	}
	type written struct {
		id  int
		val value
	}
	var cells []written
	add := func(off int64) {
		k := slot{kind: cell, obj: sp.obj, off: off, t: v.t}
		cells = append(cells, written{c.number(k), union(c.read(s, sp.obj, off, v.t), v)})
	}
	if few {
		if len(offs) == 1 || sp.step >= n { // otherwise one write may overwrite a part of another
			for _, off := range offs {
				add(off)
			}
		}
	} else {
		step := max(sp.step, 1)
		for _, id := range c.of[sp.obj] {
			k := c.slots[id]
			if k.kind == cell && k.t == v.t && onGrid && k.off >= lo && k.off <= hi && (k.off-sp.lo)%step == 0 {
				add(k.off)
			}
		}
	}
	if few {
		for _, off := range offs {
			c.drop(s, sp.obj, off, off+n, nil)
		}
	} else {
		c.drop(s, sp.obj, lo, hi+n, nil)
	}
	for _, w := range cells {
		s.set(w.id, w.val)
	}
	s.set(every, elem)
}

// scramble changes s for a write of n bytes with unknown values at addr; n < 0 means an unknown number of bytes.
func (c *checker) scramble(s *state, addr ir.Expr, n int64) {
	p := c.eval(s, addr).ptr
	if p == nil {
		c.dropUnknown(s, addr)
		return
	}
	if n == 0 {
		return
	}
	for _, sp := range p.to {
		if sp.obj == nil || c.constantObject(sp.obj) {
			continue
		}
		hi := farOff
		if n > 0 && sp.hi < farOff {
			hi = sp.hi + n
		}
		if hi > 0 {
			c.drop(s, sp.obj, max(sp.lo, 0), hi, nil)
		}
	}
}

// exact returns the object and the offset of n bytes at p; ok is false unless p has one place, which is certainly
// valid.
func (m *model) exact(p *places, n int64) (o *ir.Object, off int64, ok bool) {
	if p == nil || p.null || len(p.to) != 1 || n <= 0 {
		return nil, 0, false
	}
	offs, safe, few := m.accesses(p.to[0], n)
	if !few || !safe || len(offs) != 1 {
		return nil, 0, false
	}
	return p.to[0].obj, offs[0], true
}

// memSet changes s for a memset of n bytes to val.
func (c *checker) memSet(s *state, addr ir.Expr, val value, n int64) {
	o, off, ok := c.exact(c.eval(s, addr).ptr, n)
	bits, single := val.only()
	if !ok || !single || bits&0xff != 0 || c.constantObject(o) {
		c.scramble(s, addr, n)
		return
	}
	kept := map[int]value{}
	for _, id := range c.of[o] {
		k := c.slots[id]
		if x := s.find(id); x != nil && k.kind == elements && off%int64(k.t.Size()) == 0 && n%int64(k.t.Size()) == 0 {
			kept[id] = union(*x, constant(k.t, 0))
		}
	}
	c.drop(s, o, off, off+n, nil)
	for _, id := range c.of[o] {
		if v, ok := kept[id]; ok {
			s.set(id, v)
		}
	}
	c.addZeros(s, o, off, off+n)
}

// addZeros records that the bytes from lo to before hi are zero. It joins ranges only if there is no gap between them,
// however many there are: the bytes in a gap need not be zero.
func (c *checker) addZeros(s *state, o *ir.Object, lo, hi int64) {
	id := c.number(slot{kind: zeros, obj: o})
	rs := []rng{{fromInt(lo), fromInt(hi - 1)}}
	if z := s.find(id); z != nil {
		rs = append(rs, z.ints...)
	}
	s.set(id, value{t: ir.I64, ints: joined(rs)})
}

// memCopy changes s for a copy of n bytes.
func (c *checker) memCopy(s *state, dst, src ir.Expr, n int64) {
	to, at, ok := c.exact(c.eval(s, dst).ptr, n)
	from, base, ok2 := c.exact(c.eval(s, src).ptr, n)
	if !ok || !ok2 || to == from || c.constantObject(to) {
		if !c.copySeveral(s, c.eval(s, dst).ptr, c.eval(s, src).ptr, n) {
			c.scramble(s, dst, n)
		}
		return
	}
	c.drop(s, to, at, at+n, nil)
	if c.constantObject(from) {
		c.writeInit(s, from, base, n, to, at)
		return
	}
	for _, id := range append([]int{}, c.of[from]...) {
		k := c.slots[id]
		x := s.find(id)
		switch {
		case x == nil:
		case k.kind == cell && base <= k.off && k.off+int64(k.t.Size()) <= base+n:
			s.set(c.number(slot{kind: cell, obj: to, off: k.off - base + at, t: k.t}), *x)
		case k.kind == zeros:
			for _, r := range intersect(x.ints, []rng{{fromInt(base), fromInt(base + n - 1)}}) {
				c.addZeros(s, to, int64(r.lo.lo)-base+at, int64(r.hi.lo)+1-base+at)
			}
		}
	}
}

// copySeveral changes s for a copy of n bytes from one of the places of q to one of those of p, if these are few and do
// not overlap. A scalar that may be overwritten keeps its values, unless p is one place, and gets those of all places
// from which the copy may take it. copySeveral returns false if it has changed nothing.
func (c *checker) copySeveral(s *state, p, q *places, n int64) bool {
	if n <= 0 || p == nil || q == nil || p.null || q.null || len(p.to) != 1 || len(q.to) != 1 {
		return false
	}
	to, from := p.to[0], q.to[0]
	dst, safe, few := c.accesses(to, n)
	src, safe2, few2 := c.accesses(from, n)
	if !safe || !few || !safe2 || !few2 || to.lo < to.hi && to.step < n || len(dst) == 0 || len(src) == 0 ||
		c.constantObject(to.obj) || c.constantObject(from.obj) {
		return false
	}
	type written struct {
		id  int
		val value
	}
	var cells []written
	noted := map[int]bool{}
	note := func(o *ir.Object, offs []int64) {
		for _, id := range slices.Clone(c.of[o]) {
			k := c.slots[id]
			for _, off := range offs {
				r := k.off - off
				if k.kind != cell || r < 0 || r+int64(k.t.Size()) > n {
					continue
				}
				for _, at := range dst {
					id := c.number(slot{kind: cell, obj: to.obj, off: at + r, t: k.t})
					if noted[id] {
						continue
					}
					noted[id] = true
					v := c.read(s, from.obj, src[0]+r, k.t)
					for _, b := range src[1:] {
						v = union(v, c.read(s, from.obj, b+r, k.t))
					}
					if len(dst) > 1 {
						v = union(v, c.read(s, to.obj, at+r, k.t))
					}
					cells = append(cells, written{id, v})
				}
			}
		}
	}
	note(from.obj, src)
	note(to.obj, dst)
	for _, id := range c.of[to.obj] { // the elements are some of those before
		k := c.slots[id]
		if x := s.find(id); x != nil && k.kind == elements && to.obj == from.obj && whole(to, k.t, n) && whole(from, k.t, n) {
			cells = append(cells, written{id, *x})
		}
	}
	zero := spansOf(s.find(c.number(slot{kind: zeros, obj: to.obj})), dst, n) &&
		spansOf(s.find(c.number(slot{kind: zeros, obj: from.obj})), src, n)
	for _, at := range dst {
		c.drop(s, to.obj, at, at+n, nil)
	}
	for _, w := range cells {
		s.set(w.id, w.val)
	}
	if zero {
		for _, at := range dst {
			c.addZeros(s, to.obj, at, at+n)
		}
	}
	return true
}

// spansOf reports whether zero bytes, nil for none, cover n bytes at each of the offsets.
func spansOf(zeros *value, offs []int64, n int64) bool {
	return zeros != nil && !slices.ContainsFunc(offs, func(off int64) bool { return !spans(zeros.ints, off, off+n) })
}

// whole reports whether n bytes at a place of sp are whole elements of an array of type t.
func whole(sp spot, t ir.Type, n int64) bool {
	size := int64(t.Size())
	return sp.lo%size == 0 && sp.step%size == 0 && n%size == 0
}

// writeInit changes s for a copy of n bytes of the initial contents of an object (from, beginning at the offset base)
// to an offset (at) of another object (to). s must have no facts about the bytes that are overwritten.
func (c *checker) writeInit(s *state, from *ir.Object, base, n int64, to *ir.Object, at int64) {
	if n <= 0 {
		return
	}
	c.addZeros(s, to, at, at+n)
	for i, it := range from.Init {
		t := it.Val.Type()
		lo, hi := it.Off-base, it.Off-base+int64(t.Size())
		if hi <= 0 || lo >= n {
			continue
		}
		v := c.eval(&state{}, it.Val)
		if i > 0 || !c.isZero(v) {
			if c.isZero(v) && c.allZero(s, to, max(lo, 0)+at, min(hi, n)+at) {
				continue
			}
			c.drop(s, to, max(lo, 0)+at, min(hi, n)+at, func(k slot) bool { return k.kind == elements })
			if lo >= 0 && hi <= n && i < 4096 {
				v.ptr = c.stored(v)
				s.set(c.number(slot{kind: cell, obj: to, off: lo + at, t: t}), v)
			}
		}
	}
}
