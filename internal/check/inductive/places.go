package inductive

import (
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// places is a set of targets of a pointer: null, offsets in the current instances of objects, and functions. A nil
// *places is the set of all numbers with any provenance.
type places struct {
	null bool
	to   []spot
}

// spot is the set of offsets lo, lo+step ... hi of an object, or the offset 0 of a function. If lo or hi exceeds
// farOff, the set has all offsets.
type spot struct {
	obj          *ir.Object
	fn           *ir.Func
	lo, hi, step int64 // step 0 if lo == hi
}

// farOff is the largest offset that is distinguished from others.
const farOff = int64(1) << 41

// same reports whether two spots are in the same object or function.
func (s spot) same(o spot) bool { return s.obj == o.obj && s.fn == o.fn }

// holds reports whether the offsets of o are a subset of the offsets of s.
func (s spot) holds(o spot) bool {
	switch {
	case !s.same(o) || o.lo < s.lo || o.hi > s.hi:
		return false
	case s.step == 1:
		return true
	case s.step == 0:
		return o.lo == s.lo && o.hi == s.hi
	}
	return (o.lo-s.lo)%s.step == 0 && o.step%s.step == 0
}

// normal returns s with all offsets if it exceeds farOff, and with step 0 exactly if there is one offset.
func (s spot) normal() spot {
	if s.lo < -farOff || s.hi > farOff {
		s.lo, s.hi, s.step = -farOff, farOff, 1
	}
	if s.lo == s.hi {
		s.step = 0
	} else if s.step <= 0 {
		s.step = 1
	}
	return s
}

// within reports whether p is a subset of q.
func (p *places) within(q *places) bool {
	if q == nil {
		return true
	}
	if p == nil || p.null && !q.null {
		return false
	}
	for _, s := range p.to {
		found := false
		for _, o := range q.to {
			found = found || o.holds(s)
		}
		if !found {
			return false
		}
	}
	return true
}

// unite returns the union, or nil if it has too many spots. It does not join spots of one object.
func unite(p, q *places) *places {
	if p == nil || q == nil {
		return nil
	}
	r := &places{null: p.null || q.null, to: append([]spot{}, p.to...)}
	for _, s := range q.to {
		covered := false
		for _, o := range r.to {
			covered = covered || o.holds(s)
		}
		if !covered {
			r.to = append(r.to, s)
		}
	}
	if len(r.to) > 200 {
		return nil
	}
	return r
}

// move returns the places with index*scale added to all offsets, for each index in the set index. width is the width of
// an address in bits.
func (p *places) move(index value, scale int64, width uint8) *places {
	if p == nil || index.none() {
		return nil
	}
	out := &places{}
	for _, r := range index.ints {
		lo, ok1 := scaled(r.lo, scale)
		hi, ok2 := scaled(r.hi, scale)
		if !ok1 || !ok2 {
			lo, hi = -2*farOff, 2*farOff
		}
		if lo > hi {
			lo, hi = hi, lo
		}
		if lo == 0 && hi == 0 {
			out.null = out.null || p.null
		} else if p.null {
			return nil // null plus an offset: a number without an object
		}
		step := int64(0)
		if lo != hi {
			step = num.GCD(scale, 0)
		}
		for _, s := range p.to {
			n := spot{s.obj, s.fn, s.lo + lo, s.hi + hi, num.GCD(s.step, step)}
			if s.lo <= -farOff || s.hi >= farOff {
				n.lo = -2 * farOff
			}
			out.to = append(out.to, n.normal().fold(width))
		}
	}
	return out
}

// fold returns s with offsets reduced modulo 2^32 if addresses have 32 bits: an offset of 2^32 - 4 equals the offset
// -4.
func (s spot) fold(width uint8) spot {
	if width != 32 || s.lo <= -farOff {
		return s
	}
	const full = int64(1) << 32
	for s.lo >= full/2 {
		s.lo, s.hi = s.lo-full, s.hi-full
	}
	for s.hi < -full/2 {
		s.lo, s.hi = s.lo+full, s.hi+full
	}
	if s.lo < -full/2 || s.hi >= full/2 {
		s.lo, s.hi = -2*farOff, 2*farOff
	}
	return s.normal()
}

// scaled returns w*scale; the result is false if it exceeds farOff.
func scaled(w wide, scale int64) (int64, bool) {
	p, ok := times(w, fromInt(scale))
	if !ok || p.hi != int64(p.lo)>>63 {
		return 0, false
	}
	v := int64(p.lo)
	return v, v >= -farOff && v <= farOff
}
