package triple

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes pointers in unwindings. Each node of a piece is passed at most once, so that an edge which makes
// objects makes only one: an instance, with contents of its own (heap.go). The value of a pointer is a number, the
// instance to which the pointer belongs, and the offset in the instance:
//
//	p = alloc 16        id 3, off 0
//	q = p + 8           id 3, off 8
//	join of q and null  id b (fresh), off c (fresh), where b is 3 or null; linked like all slots of a join
//
// A number without an instance may point into any object: a read through it gives an unknown value, and a write forgets
// all instances. Only the few operations in this file compute instances and offsets.

// instance is an object of an execution.
type instance struct {
	id      int          // from 1, in the order in which the query makes them
	obj     *ir.Object   // nil: made by an Alloc or an Input
	size    value        // in bytes, of the address width
	fixed   int64        // the size if it is constant; -1 if it is not
	most    int64        // an upper bound of the size; 0 if none is known
	align   int64        // the alignment of the base, at least 1
	base    value        // the address of the first byte; t is nil if it was not needed yet
	heap    bool         // allocated on the heap, so that free may end it
	zeroed  bool         // all bytes are zero at the start
	locked  bool         // writes are lost
	code    bool         // the code of a function, of size 0
	depth   int          // the depth of the activation with which it ends; -1 if it does not end with one
	cells   []slot       // all cells that were made
	offsets []offsetCell // all offset cells that were made (heapoffset.go)
	roomy   bool         // all instances with this flag fit into memory next to each other
	past    bool         // made before the piece begins, so that its contents are arbitrary there (past.go)
	looked  bool         // it is in heapMemory.seen, as a condition depends on its address
	// coexist maps older instances that may end to the condition that they are alive when this one is made: only then the
	// two do not overlap. Memory that was freed, left by a function, or moved by realloc may be used again.
	coexist map[*instance]*term.Term
}

// pointer is the target of a number: an instance and an offset.
type pointer struct {
	id     *term.Term  // the number of the instance; 0 if it belongs to none, -1 if the instance is unknown
	off    value       // of the address width; if id is above 0, the value is the instance's base + off, modulo 2^width
	to     []*instance // the possible instances
	none   bool        // id may be 0: then the value is a number up to low, where no object lies
	any    bool        // id may be -1
	astray bool        // if id is -1, the pointer leads to no object, but has any number: accesses through it are invalid
	low    uint64      // less than firstObject
	step   int64       // off is a multiple of this power of two
	number bool        // the value is an integer, not a pointer (fromNumber)
}

// maxStep bounds pointer.step.
const maxStep = 1 << 12

// idSort returns the sort of the numbers of instances.
func (h *heapMemory) idSort() term.Sort {
	if h.enc == Ints {
		return term.IntSort
	}
	return term.BVSort(16)
}

// idLit returns n as a number of an instance; 0 and -1 as in pointer.id.
func (h *heapMemory) idLit(n int) *term.Term {
	if h.enc == Ints {
		return h.tc.Int(int64(n))
	}
	return h.tc.BV(uint64(uint16(n)), 16)
}

// addressType returns the type of the address of a pointer, an unsigned integer.
func (f *formula) addressType() ir.Type { return numberType(f.c.prog.Model.Ptr()) }

// constOf returns the value of a constant number.
func constOf(v value) (uint64, bool) {
	if v.t == nil {
		return 0, false
	}
	b, ok := v.t.Big()
	if !ok || !b.IsUint64() {
		return 0, false
	}
	return b.Uint64(), true
}

// firstObject is an address below which no object lies (package exec).
const firstObject = 65536

// target returns the target of a pointer. A pointer without one gets an unknown target, unless it is a small constant.
func (h *heapMemory) target(v value) *pointer {
	if v.at != nil {
		return v.at
	}
	p := &pointer{id: h.idLit(-1), off: h.a.lit(h.addressType(), 0), any: true, step: maxStep}
	if n, ok := constOf(v); ok && n < firstObject {
		p.id, p.any, p.none, p.low = h.idLit(0), false, true, n
	}
	return p
}

// is returns the condition that a pointer belongs to instance n; 0 and -1 as in pointer.id.
func (h *heapMemory) is(p *pointer, n int) *term.Term { return h.tc.Eq(p.id, h.idLit(n)) }

// startOf returns the address of an instance.
func (h *heapMemory) startOf(in *instance) value {
	v := h.baseOf(in)
	v.at = &pointer{id: h.idLit(in.id), off: h.a.lit(h.addressType(), 0), to: []*instance{in}, step: maxStep}
	return v
}

// baseOf returns the address of the first byte of an instance. It is not null. If memory has room for all instances,
// the address is also aligned, and the instance does not wrap around the end of memory.
func (h *heapMemory) baseOf(in *instance) value {
	if in.base.t != nil {
		return in.base
	}
	h.inexact("the address of a new object")
	nt := h.addressType()
	in.base = h.fresh("base", nt)
	hi, ok := h.room(in)
	if !ok {
		h.facts = append(h.facts, h.tc.Not(h.a.compare(ir.Eq, nt, in.base, h.a.lit(nt, 0))))
		return in.base
	}
	if h.enc == Ints {
		k := h.tc.Fresh("ints.base", term.IntSort)
		in.base = value{t: h.tc.IMul(h.tc.Int(in.align), k), lo: big.NewInt(1), hi: hi}
		h.facts = append(h.facts, h.tc.ILe(h.tc.Int(1), k), h.tc.ILe(in.base.t, h.tc.IntBig(hi)))
		return in.base
	}
	low := h.a.lit(nt, uint64(in.align-1))
	h.facts = append(h.facts, h.tc.Eq(h.tc.BVAnd(in.base.t, low.t), h.a.lit(nt, 0).t),
		h.a.compare(ir.Le, nt, h.a.lit(nt, 1), in.base), h.a.compare(ir.Le, nt, in.base, h.a.lit(nt, hi.Uint64())))
	return in.base
}

// room returns the last address at which an instance of constant size fits. ok is false if the size is not constant, or
// if memory may be too small for all instances.
func (h *heapMemory) room(in *instance) (hi *big.Int, ok bool) {
	if in.fixed < 0 {
		return nil, false
	}
	_, top := limits(h.addressType())
	sum := new(big.Int).Add(&h.q.addresses.based, big.NewInt(in.fixed+1))
	sum.Add(sum, big.NewInt(in.align))
	if sum.Cmp(new(big.Int).Rsh(top, 1)) > 0 {
		return nil, false
	}
	h.q.addresses.based = *sum
	in.roomy = true
	return new(big.Int).Sub(top, big.NewInt(in.fixed)), true
}

// look records that a condition depends on the address of a pointer, and adds the facts that its possible targets do
// not overlap.
func (h *heapMemory) look(v value) {
	const most = 24
	if v.at == nil {
		return
	}
	nt := h.addressType()
	end := func(in *instance) value {
		return h.a.address(h.c.prog.Model.Ptr(), in.base, h.a.lit(nt, uint64(max(in.fixed, 1))), nt, 1)
	}
	for _, in := range v.at.to {
		if in.looked || !in.roomy || len(h.seen) >= most {
			continue
		}
		in.looked = true
		for _, o := range h.seen {
			old, young := o, in
			if old.id > young.id {
				old, young = young, old
			}
			apart := h.tc.Or(h.a.compare(ir.Le, nt, end(in), o.base), h.a.compare(ir.Le, nt, end(o), in.base))
			if both := young.coexist[old]; both != nil {
				apart = h.tc.Implies(both, apart)
			}
			h.facts = append(h.facts, apart)
		}
		h.seen = append(h.seen, in)
	}
}

// shift returns the target of a pointer plus an index.
func (h *heapMemory) shift(p value, index value, it ir.Type, scale int64) *pointer {
	at := h.target(p)
	if len(at.to) == 0 && !at.none {
		return nil
	}
	r := *at
	r.off = h.a.address(h.c.prog.Model.Ptr(), at.off, index, it, scale)
	by := h.a.address(h.c.prog.Model.Ptr(), h.a.lit(h.addressType(), 0), index, it, scale)
	k, known := constOf(by)
	switch {
	case known:
		r.step = min(at.step, powerIn(k))
	default:
		r.step = min(at.step, powerIn(uint64(scale)))
	}
	if n, ok := constOf(r.off); ok {
		r.step = powerIn(n)
	}
	if at.none {
		if r.low += k; !known || k >= firstObject || r.low >= firstObject {
			// The number may be any address.
			r.none, r.any, r.astray, r.low = false, true, false, 0
			r.id = h.tc.Ite(h.is(at, 0), h.idLit(-1), at.id)
		}
	}
	return &r
}

// computed returns the target of the number v that e computes from x and y, if one of these is the address of an
// instance and v is computed from it by a sum, a difference or a bit operation. It returns nil otherwise. A number with
// a target is the address base + offset, like a pointer; a conversion to a pointer keeps the target only if it lies in
// the instance (fromNumber).
func (h *heapMemory) computed(e *ir.Binary, x, y, v value) *pointer {
	nt := h.addressType()
	other := e.Y
	if x.at == nil && e.Op != ir.Sub {
		x, y, other = y, x, e.X
	}
	at := x.at
	if at == nil || y.at != nil || at.any || at.none || e.X.Type().Bits != nt.Bits {
		return nil
	}
	align := int64(maxStep)
	for _, in := range at.to {
		align = min(align, powerIn(uint64(in.align)))
	}
	r := *at
	r.step = 1
	own := numberType(e.X.Type())
	by, op := h.a.resize(nt, own, y), e.Op
	k, isConst := constOf(by)
	switch e.Op { // sound: the result is no address that is known
	case ir.Add, ir.Sub:
		r.step = min(at.step, stepOf(other))
	case ir.And, ir.Or, ir.Xor:
		changed := k // the bits that may change
		if e.Op == ir.And {
			changed = num.Trunc(^k, nt.Bits)
		}
		if isConst && changed < uint64(align) { // the base keeps its bits
			if e.Op == ir.And {
				r.step = max(at.step, powerIn(k))
			}
			break
		}
		d, ok := h.a.binary(ir.Sub, own, v, x, own)
		if !ok {
			return nil
		}
		by, op = h.a.resize(nt, own, d), ir.Add
	default:
		return nil
	}
	off, ok := h.a.binary(op, nt, at.off, by, nt)
	if !ok {
		return nil
	}
	r.off = off
	if n, ok := constOf(r.off); ok {
		r.step = powerIn(n)
	}
	return &r
}

// stepOf returns a power of two, at most maxStep, that divides all values of an integer expression.
func stepOf(e ir.Expr) int64 {
	switch e := e.(type) { // sound: 1 divides all values
	case *ir.Const:
		return powerIn(e.Bits)
	case *ir.Cast: // a power of two below 2^width divides a number if it divides the number modulo 2^width
		if from := e.X.Type(); from.Kind == ir.Int && from.Bits >= 16 && e.T.Kind == ir.Int && e.T.Bits >= 16 {
			return stepOf(e.X)
		}
	case *ir.Binary:
		if e.X.Type().Kind != ir.Int || e.X.Type().Bits < 16 {
			return 1
		}
		switch e.Op { // sound: 1, below
		case ir.Mul:
			return min(maxStep, stepOf(e.X)*stepOf(e.Y))
		case ir.Add, ir.Sub:
			return min(stepOf(e.X), stepOf(e.Y))
		case ir.Shl:
			if k, ok := e.Y.(*ir.Const); ok && k.Bits < 12 {
				return min(maxStep, stepOf(e.X)<<k.Bits)
			}
		}
	}
	return 1
}

// powerIn returns the largest power of two that divides n, up to a bound.
func powerIn(n uint64) int64 {
	if n%maxStep == 0 {
		return maxStep
	}
	return int64(n & -n)
}

// within reports whether a pointer certainly lies in its target or at the target's end: then its value determines the
// instance to which it belongs after it is loaded.
func within(p *pointer) bool {
	k, known := constOf(p.off)
	return len(p.to) == 0 || known &&
		!slices.ContainsFunc(p.to, func(in *instance) bool { return k != 0 && k > uint64(max(in.fixed, 0)) })
}

// stored returns a pointer as it will be when it is loaded from memory: then it belongs to the object in which it lies.
// If that may be another object than now, the pointer loses its target.
func (h *heapMemory) stored(v value) value {
	if v.at != nil && !within(v.at) &&
		!h.q.now.suppose(h.q.now.lies(v.at, true), "a pointer that is kept lies in its object") {
		v.at = nil
	}
	if v.at != nil && v.at.astray {
		at := *v.at
		at.astray = false
		v.at = &at
	}
	return v
}

// fromNumber returns the pointer that a number becomes. It belongs to the object in which it lies: to the target of the
// number only if that is alive and has a byte there, since the memory of an object that has ended may be used again,
// and the end of an object may be the beginning of another one. Otherwise the pointer loses its target.
func (h *heapMemory) fromNumber(s *state, v value) value {
	if v.at == nil {
		return v
	}
	var ok []*term.Term
	nt := h.addressType()
	for _, in := range v.at.to {
		op := ir.Lt
		if in.code { // no object begins at the address of a function
			op = ir.Le
		}
		ok = append(ok, h.tc.Implies(h.is(v.at, in.id), h.tc.And(h.q.read(s, in.alive()).t,
			h.a.compare(op, nt, v.at.off, in.size))))
	}
	if !h.q.now.suppose(h.tc.And(ok...), "a number that becomes a pointer lies in an object that is alive") {
		v.at = nil
		return v
	}
	at := *v.at
	at.number = false
	v.at = &at
	return v
}

// asNumber returns the target of the integer that is the address of a pointer with the target p.
func (p *pointer) asNumber() *pointer {
	if p == nil {
		return nil
	}
	r := *p
	r.number, r.astray = true, false // the number may lie in any object
	return &r
}

// samePointer returns the condition that two pointers are equal, if it follows from their targets; otherwise it returns
// nil.
func (h *heapMemory) samePointer(x, y value) *term.Term {
	if x.at == nil && y.at == nil {
		return nil
	}
	a, b := h.target(x), h.target(y)
	if a.low > 0 || b.low > 0 {
		return nil
	}
	equal := h.tc.Eq(a.id, b.id)
	if !equal.IsTrue() {
		// The end of one object may be the beginning of another, but neither is null.
		apart := h.tc.And(h.tc.Ite(h.is(b, 0), h.q.now.lies(a, true), h.q.now.lies(a, false)),
			h.tc.Ite(h.is(a, 0), h.q.now.lies(b, true), h.q.now.lies(b, false)))
		if !h.q.now.suppose(h.tc.Or(equal, apart), "pointers that are compared lie in their objects") {
			return nil
		}
	}
	if len(a.to) > 0 && len(b.to) > 0 && a.off.t != b.off.t {
		equal = h.tc.And(equal, h.tc.Or(h.a.compare(ir.Eq, h.addressType(), a.off, b.off), h.is(a, 0)))
	}
	unsure := h.mayShare(a, b)
	if a.any || b.any {
		unsure = append(unsure, h.is(a, -1), h.is(b, -1))
	}
	if len(unsure) > 0 {
		h.look(x)
		h.look(y)
		equal = h.tc.Ite(h.tc.Or(unsure...), h.a.compare(ir.Eq, h.addressType(), x, y), equal)
	}
	return equal
}

// mayShare returns the conditions under which two pointers belong to different instances that may overlap: the older
// one has ended before the younger one was made.
func (h *heapMemory) mayShare(a, b *pointer) (out []*term.Term) {
	for _, i := range a.to {
		for _, j := range b.to {
			old, young := i, j
			if old.id > young.id {
				old, young = young, old
			}
			if both := young.coexist[old]; i != j && both != nil {
				out = append(out, h.tc.And(h.is(a, i.id), h.is(b, j.id), h.tc.Not(both)))
			}
		}
	}
	return out
}

// sameObject reports whether two pointers certainly belong to one instance.
func sameObject(x, y value) bool {
	a, b := x.at, y.at
	return a != nil && b != nil && a.id == b.id && !a.any && !a.none && !b.any && !b.none
}

// distance returns x - y, of type t: the difference of their offsets if they belong to one instance.
func (h *heapMemory) distance(t ir.Type, x, y value) value {
	v := h.a.distance(t, x, y)
	if x.at == nil || y.at == nil || !slices.ContainsFunc(x.at.to,
		func(in *instance) bool { return slices.Contains(y.at.to, in) }) {
		return v
	}
	one := h.tc.And(h.tc.Eq(x.at.id, y.at.id), h.tc.Not(h.is(x.at, 0)), h.tc.Not(h.is(x.at, -1)))
	return h.ite(t, one, h.a.distance(t, x.at.off, y.at.off), v)
}

// ordered returns the offsets of two pointers if the offsets have the same order as the pointers; otherwise ok is
// false.
func (h *heapMemory) ordered(x, y value) (a, b value, ok bool) {
	at, bt := x.at, y.at
	if at == nil || bt == nil ||
		!slices.ContainsFunc(at.to, func(in *instance) bool { return slices.Contains(bt.to, in) }) {
		return x, y, false
	}
	cond := []*term.Term{h.tc.Eq(at.id, bt.id), h.q.now.lies(at, true), h.q.now.lies(bt, true)}
	if (at.none || at.any) && (bt.none || bt.any) {
		cond = append(cond, h.tc.Not(h.is(at, 0)), h.tc.Not(h.is(at, -1)))
	}
	if !h.q.now.suppose(h.tc.And(cond...), "pointers that are ordered lie in one object") {
		return x, y, false
	}
	return at.off, bt.off, true
}

// joinTargets returns the target of a slot where paths meet; vs has the values of the slot on these paths. The result
// is nil if the target is unknown. The result keeps an id or off that all values have; otherwise it has a new constant
// there.
func (h *heapMemory) joinTargets(vs []value) *pointer {
	if !slices.ContainsFunc(vs, func(v value) bool { return v.at != nil }) {
		return nil
	}
	r := &pointer{step: maxStep, astray: true}
	sameID, sameOff := true, true
	for _, v := range vs {
		p := h.target(v)
		r.astray = r.astray && (p.astray || !p.any)
		if r.id == nil {
			r.id = p.id
		}
		sameID = sameID && p.id == r.id
		if len(p.to) > 0 {
			if r.off.t == nil {
				r.off = p.off
			}
			sameOff = sameOff && p.off.t == r.off.t
			r.step = min(r.step, p.step)
		}
		r.none, r.any, r.low = r.none || p.none, r.any || p.any, max(r.low, p.low)
		r.number = r.number || p.number
		for _, in := range p.to {
			if !slices.Contains(r.to, in) {
				r.to = append(r.to, in)
			}
		}
	}
	slices.SortFunc(r.to, func(a, b *instance) int { return cmp.Compare(a.id, b.id) })
	if !sameID {
		r.id = h.tc.Fresh(h.enc.String()+".id", h.idSort())
	}
	if r.off.t == nil {
		r.off = h.a.lit(h.addressType(), 0)
	}
	if !sameOff {
		r.off = h.fresh("off", h.addressType())
	}
	return r
}

// linkTargets returns the equations between the target of a joined slot and its target on one of the paths.
func (h *heapMemory) linkTargets(to, from value) (out []*term.Term) {
	if to.at == nil {
		return nil
	}
	p := h.target(from)
	if to.at.id != p.id {
		out = append(out, h.tc.Eq(to.at.id, p.id))
	}
	if len(p.to) > 0 && to.at.off.t != p.off.t {
		out = append(out, h.tc.Eq(to.at.off.t, p.off.t))
	}
	return out
}

// sameValue reports whether two values are the same terms, so that a joined slot needs no new constant.
func sameValue(x, y value) bool {
	if x.t != y.t || !sameOwners(x.own, y.own) || (x.at == nil) != (y.at == nil) {
		return false
	}
	return x.at == nil || x.at.id == y.at.id && x.at.off.t == y.at.off.t && slices.Equal(x.at.to, y.at.to) &&
		x.at.none == y.at.none && x.at.any == y.at.any && x.at.astray == y.at.astray && x.at.step == y.at.step &&
		x.at.number == y.at.number
}

// choose returns the value "if c then x else y" of type t, with its target.
func (h *heapMemory) choose(t ir.Type, c *term.Term, x, y value) value {
	switch {
	case c.IsTrue():
		return x
	case c.IsFalse():
		return y
	}
	v := h.ite(t, c, x, y)
	if x.at == nil && y.at == nil {
		return v
	}
	a, b := h.target(x), h.target(y)
	v.at = h.joinTargets([]value{x, y})
	v.at.id = h.tc.Ite(c, a.id, b.id)
	switch {
	case len(a.to) == 0:
		v.at.off = b.off
	case len(b.to) == 0:
		v.at.off = a.off
	default:
		v.at.off = h.ite(h.addressType(), c, a.off, b.off)
	}
	return v
}

// learn excludes null from the targets of a pointer if cond implies this; cond holds in the state.
func (h *heapMemory) learn(s *state, cond ir.Expr) {
	b, ok := cond.(*ir.Binary)
	if !ok || !h.c.mem.heap {
		return
	}
	if b.Op == ir.LAnd {
		h.learn(s, b.X)
		h.learn(s, b.Y)
		return
	}
	x, y := b.X, b.Y
	if _, ok := x.(*ir.Ref); !ok {
		x, y = y, x
	}
	r, ok := x.(*ir.Ref)
	n, isConst := y.(*ir.Const)
	if !ok || !isConst || n.Bits != 0 || b.Op != ir.Ne {
		return
	}
	k := s.register(r.Var)
	v := h.q.read(s, k)
	if v.at == nil || !v.at.none || v.at.low > 0 {
		return
	}
	at := *v.at
	at.none = false
	v.at = &at
	s.at[k] = v
}
