package absint

import (
	"math/bits"
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/num"
)

// pointer is the abstract value of a Ptr, or of an integer of the same width that was converted from a Ptr. It is a set
// of values: null, and addresses in some objects. The unknown pointer, whose value may be any number, is nil. Pointers
// are immutable.
type pointer struct {
	null bool
	to   []target // sorted by the id of the object, at most one per object
}

// target is an object with a set of offsets in bytes: lo, lo+step, ..., hi. If step is 0, there is one offset. With lo
// = minOff and hi = maxOff, the offset is unknown.
type target struct {
	obj          *object
	lo, hi, step int64
}

const (
	maxTargets = 24             // largest number of targets of a pointer
	maxOff     = int64(1) << 40 // larger offsets are unknown
	minOff     = -maxOff
)

func nullPointer() *pointer { return &pointer{null: true} }

// pointTo returns the pointer to the beginning of o.
func pointTo(o *object) *pointer {
	if o.wild {
		return nil
	}
	return &pointer{to: []target{{obj: o}}}
}

// inside reports whether all offsets of t are between 0 and the size of the object. Such an address is not null, and
// not within another object.
func (t target) inside() bool { return t.lo >= 0 && t.hi <= t.obj.end() }

// exact reports whether t has a single offset.
func (t target) exact() bool { return t.lo == t.hi }

func (t target) equal(u target) bool { return t == u }

// hull returns the least target that covers t and u, which are in the same object.
func (t target) hull(u target) target {
	step := num.GCD(num.GCD(t.step, u.step), t.lo-u.lo)
	return target{t.obj, min(t.lo, u.lo), max(t.hi, u.hi), step}.norm()
}

// norm returns the canonical form of t: equal sets of offsets have equal fields.
func (t target) norm() target {
	if t.lo <= minOff || t.hi >= maxOff {
		return target{t.obj, minOff, maxOff, 1}
	}
	if t.lo == t.hi {
		t.step = 0
	} else if t.step == 0 {
		t.step = 1
	}
	return t
}

// covers reports whether t has all offsets of u; both are in the same object.
func (t target) covers(u target) bool {
	if u.lo < t.lo || u.hi > t.hi {
		return false
	}
	if t.step <= 1 {
		return t.step == 1 || t.lo == u.lo && t.hi == u.hi
	}
	return (u.lo-t.lo)%t.step == 0 && u.step%t.step == 0
}

// HashAt implements pmap.Hashable.
func (p *pointer) HashAt(k uint32) uint64 {
	h := uint64(k) << 1
	if p.null {
		h++
	}
	for _, t := range p.to {
		h = pmap.Mix(pmap.Mix(h, uint64(t.obj.id)), pmap.Mix(uint64(t.lo), uint64(t.hi)<<8+uint64(t.step)))
	}
	return pmap.Mix(h, 1)
}

// equal reports whether p and q have the same values.
func (p *pointer) equal(q *pointer) bool {
	if p == q || p == nil || q == nil {
		return p == q
	}
	return p.null == q.null && slices.EqualFunc(p.to, q.to, target.equal)
}

// leq reports whether q has all values of p.
func (p *pointer) leq(q *pointer) bool {
	switch {
	case p == q || q == nil:
		return true
	case p == nil || p.null && !q.null:
		return false
	}
	for _, t := range p.to {
		u, ok := q.find(t.obj)
		if !ok || !u.covers(t) {
			return false
		}
	}
	return true
}

// find returns the target of p in o.
func (p *pointer) find(o *object) (target, bool) {
	for _, t := range p.to {
		if t.obj == o {
			return t, true
		}
	}
	return target{}, false
}

// merge returns the union of p and q, where f computes the union of two targets in the same object.
func (p *pointer) merge(q *pointer, f func(a, b target) target) *pointer {
	if p == q {
		return p
	}
	if p == nil || q == nil {
		return nil
	}
	r := &pointer{null: p.null || q.null}
	i, j := 0, 0
	for i < len(p.to) || j < len(q.to) {
		switch {
		case j == len(q.to) || i < len(p.to) && p.to[i].obj.id < q.to[j].obj.id:
			r.to = append(r.to, p.to[i])
			i++
		case i == len(p.to) || q.to[j].obj.id < p.to[i].obj.id:
			r.to = append(r.to, q.to[j])
			j++
		default:
			r.to = append(r.to, f(p.to[i], q.to[j]))
			i++
			j++
		}
	}
	if len(r.to) > maxTargets {
		return nil
	}
	switch {
	case r.equal(p):
		return p
	case r.equal(q):
		return q
	}
	return r
}

func (p *pointer) join(q *pointer) *pointer {
	return p.merge(q, target.hull)
}

// farther holds the bounds to which widening raises offsets outside of their object, one after the other. An offset
// that is a bounded number of elements away from the last valid access stays below one of these bounds.
var farther = []int64{1 << 16, 1 << 20, 1 << 32, 1 << 33, 1 << 34, 1 << 35, 1 << 37}

// beyond returns the first of farther that is at least n, maxOff if there is none.
func beyond(n int64) int64 {
	for _, b := range farther {
		if n <= b {
			return b
		}
	}
	return maxOff
}

// below returns the largest power of two that is not above n, or 0.
func below(n int64) int64 {
	if n <= 0 {
		return 0
	}
	return 1 << (bits.Len64(uint64(n)) - 1)
}

// widen returns the widening of p by q. It moves unstable bounds of offsets first to the ends of the object, then to
// the bounds of farther, and finally to infinity. Lower bounds decrease by powers of two, so they stay above the
// members before an array in a structure.
func (p *pointer) widen(q *pointer) *pointer {
	return p.merge(q, func(a, b target) target {
		h := a.hull(b)
		// at most three offsets, for example of members of a structure
		if h.lo >= 0 && h.hi <= h.obj.end() && h.hi-h.lo <= 2*h.step {
			return h
		}
		if h.lo < a.lo {
			if h.lo >= 0 && a.lo >= 0 {
				h.lo -= (h.lo - below(h.lo)) / max(h.step, 1) * max(h.step, 1) // keeps lo on the grid
			} else {
				h.lo, h.step = -beyond(-h.lo), 1
			}
		}
		if h.hi > a.hi {
			if end := a.obj.end(); h.hi <= end && h.lo >= 0 {
				h.hi = end - (end-h.lo)%max(h.step, 1)
			} else if top := beyond(h.hi); top < maxOff {
				h.hi = top - (top-h.lo)%max(h.step, 1)
			} else {
				h.hi = maxOff
			}
		}
		return h.norm()
	})
}

// shift returns t with each of lo, lo+step, ..., hi added to its offsets, for addresses of w bits.
func (t target) shift(lo, hi, step int64, w uint8) target {
	if lo < minOff || hi > maxOff || t.lo == minOff {
		return target{t.obj, minOff, maxOff, 1}
	}
	r := target{t.obj, t.lo + lo, t.hi + hi, num.GCD(t.step, step)}.norm()
	if w == 32 { // addresses wrap, so p + 4294967292 is p - 4
		const span = int64(1) << 32
		k := (r.lo + span/2) >> 32
		if k != 0 && r.lo != minOff && (r.hi+span/2)>>32 == k {
			r.lo -= k * span
			r.hi -= k * span
		}
		if r.lo < -span/2 || r.hi >= span/2 {
			return target{t.obj, minOff, maxOff, 1}
		}
	}
	return r
}

// add returns p + n*scale bytes, where n is in the range r, for addresses of w bits.
func (p *pointer) add(r domain.Range, scale int64, w uint8) *pointer {
	if p == nil || r.Empty {
		return nil
	}
	lo, ok1 := r.Lo.Mul(domain.WideInt(scale)).Int64()
	hi, ok2 := r.Hi.Mul(domain.WideInt(scale)).Int64()
	if !ok1 || !ok2 {
		lo, hi = minOff-1, maxOff+1
	}
	if lo > hi {
		lo, hi = hi, lo
	}
	if lo == 0 && hi == 0 {
		return p
	}
	if p.null { // a number near null is an unknown pointer
		return nil
	}
	step := int64(0)
	if lo != hi {
		step = scale
		if step < 0 {
			step = -step
		}
	}
	q := &pointer{to: make([]target, len(p.to))}
	for i, t := range p.to {
		q.to[i] = t.shift(lo, hi, step, w)
	}
	return q
}

// viaNumber returns p after conversions to an integer or to bytes of memory and back. Afterwards only the number
// determines the object, so the result is unknown if p may be outside of its objects.
func (p *pointer) viaNumber() *pointer {
	if p == nil {
		return nil
	}
	for _, t := range p.to {
		if !t.inside() {
			return nil
		}
	}
	return p
}

// fromNumber returns the pointer that the number p becomes. Only the number determines its object. So the result is
// unknown if p may be outside of its objects or at their ends, or if these may have ended: their memory may be used
// again.
func (p *pointer) fromNumber() *pointer {
	if p == nil {
		return nil
	}
	for _, t := range p.to {
		if code := t.obj.fn != nil; !t.inside() || !code && (t.hi == t.obj.end() || !t.obj.lasts) {
			return nil
		}
	}
	return p
}

// meets reports whether p and q may be equal, and whether they may differ.
func (p *pointer) meets(q *pointer) (canEq, canNe bool) {
	if p == nil || q == nil {
		return true, true
	}
	canEq = p.null && q.null
	for _, t := range p.to {
		canEq = canEq || q.null && !t.inside()
		for _, u := range q.to {
			canEq = canEq || t.mayEqual(u)
		}
	}
	for _, u := range q.to {
		canEq = canEq || p.null && !u.inside()
	}
	canNe = true
	switch {
	case p.null && len(p.to) == 0:
		canNe = len(q.to) > 0
	case q.null && len(q.to) == 0:
		canNe = len(p.to) > 0
	case !p.null && !q.null && len(p.to) == 1 && len(q.to) == 1:
		canNe = !(p.to[0].exact() && p.to[0] == q.to[0])
	}
	return canEq, canNe
}

// mayEqual reports whether an address in t may equal an address in u.
func (t target) mayEqual(u target) bool {
	if t.obj != u.obj {
		// The end of one object may be the start of another.
		return !t.inside() || !u.inside() || t.hi == t.obj.end() && u.lo == 0 || u.hi == u.obj.end() && t.lo == 0
	}
	if t.hi < u.lo || u.hi < t.lo {
		// Addresses wrap, so offsets that are far apart may be one address.
		return !t.inside() || !u.inside()
	}
	return true
}

// refineEq returns the values of p that may equal a value of q; empty is true if there are none.
func (p *pointer) refineEq(q *pointer) (r *pointer, empty bool) {
	if q == nil {
		return p, false
	}
	if p == nil {
		// Equal addresses need not have equal provenance, so only null is certain.
		if q.null && len(q.to) == 0 {
			return q, false
		}
		return nil, false
	}
	r = &pointer{}
	r.null = p.null && (q.null || slices.ContainsFunc(q.to, func(u target) bool { return !u.inside() }))
	for _, t := range p.to {
		keep := q.null && !t.inside()
		for _, u := range q.to {
			if t.mayEqual(u) {
				keep = true
				if t.obj == u.obj && t.inside() && u.inside() && u.exact() && !t.exact() && len(q.to) == 1 && !q.null {
					t = u
				}
			}
		}
		if keep {
			r.to = append(r.to, t)
		}
	}
	if !r.null && len(r.to) == 0 {
		return nil, true
	}
	if r.equal(p) {
		return p, false
	}
	return r, false
}

// except returns t without the offset of u, which has a single offset. It returns t if this offset is neither the first
// nor the last of t.
func (t target) except(u target) target {
	if t.obj != u.obj || t.exact() || t.lo == minOff {
		return t
	}
	switch u.lo {
	case t.lo:
		t.lo += t.step
	case t.hi:
		t.hi -= t.step
	}
	return t.norm()
}

// refineLess returns the values of p that may be less than a value of q, or greater if swapped is set. If strict is not
// set, equal values remain, too. It refines p only if p and q are inside the same object. empty is true if no value
// remains.
func (p *pointer) refineLess(q *pointer, strict, swapped bool) (r *pointer, empty bool) {
	t, u, ok := sameObject(p, q)
	if !ok {
		return p, false
	}
	gap := int64(0)
	if strict {
		gap = 1
	}
	lo, hi := t.lo, u.hi-gap
	if swapped {
		lo, hi = u.lo+gap, t.hi
	}
	if t.lo > hi || t.hi < lo {
		return nil, true
	}
	if t = t.within(lo, hi); t.lo > t.hi {
		return nil, true
	}
	if r = (&pointer{to: []target{t}}); r.equal(p) {
		return p, false
	}
	return r, false
}

// refineNe returns p without the values that certainly equal q; empty is true if no value remains.
func (p *pointer) refineNe(q *pointer) (r *pointer, empty bool) {
	if p == nil || q == nil {
		return p, false
	}
	switch {
	case q.null && len(q.to) == 0 && p.null:
		r = &pointer{to: p.to}
	case !q.null && len(q.to) == 1 && q.to[0].exact():
		r = &pointer{null: p.null}
		for _, t := range p.to {
			if t != q.to[0] {
				r.to = append(r.to, t.except(q.to[0]))
			}
		}
		if r.equal(p) {
			return p, false
		}
	default:
		return p, false
	}
	if !r.null && len(r.to) == 0 {
		return nil, true
	}
	return r, false
}
