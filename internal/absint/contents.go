package absint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// contents records which bytes of an object are zero. It covers bytes without a cell: the analysis makes a cell only
// when the program first accesses it, but all bytes of a new global or calloc'ed object are zero from the beginning.
type contents struct {
	zero []byteRange // ascending, disjoint, not adjacent
	life life        // the condition under which the state's facts about the object's contents hold
}

// HashAt implements pmap.Hashable.
func (c *contents) HashAt(k uint32) uint64 {
	h := pmap.Mix(uint64(k), uint64(c.life)+1)
	for _, s := range c.zero {
		h = pmap.Mix(h, pmap.Mix(uint64(s.lo), uint64(s.hi)))
	}
	return h
}

// byteRange is the range of bytes lo <= i < hi.
type byteRange struct{ lo, hi int64 }

// leq reports whether c implies d; neither is nil.
func (c *contents) leq(d *contents) bool {
	if d.life == gone && c.life != gone {
		return false
	}
	for _, s := range d.zero {
		if !c.has(s.lo, s.hi) {
			return false
		}
	}
	return true
}

// has reports whether all bytes of lo <= i < hi are zero; c may be nil.
func (c *contents) has(lo, hi int64) bool {
	if c == nil {
		return false
	}
	for _, s := range c.zero {
		if s.lo <= lo && hi <= s.hi {
			return true
		}
	}
	return false
}

// join returns the contents with the bytes that are zero in c and d. The result is nil if it has no information.
func (c *contents) join(d *contents) *contents {
	if slices.Equal(c.zero, d.zero) && c.life == d.life {
		return c
	}
	r := &contents{life: c.life}
	if c.life != d.life {
		r.life = mayLive
	}
	for _, s := range c.zero {
		for _, t := range d.zero {
			if lo, hi := max(s.lo, t.lo), min(s.hi, t.hi); lo < hi {
				r.zero = append(r.zero, byteRange{lo, hi})
			}
		}
	}
	return r.orNil()
}

// without returns c without the zero bytes lo <= i < hi; c may be nil. The result is nil if it has no information.
func (c *contents) without(lo, hi int64) *contents {
	if c == nil {
		return nil
	}
	r := &contents{life: c.life}
	for _, s := range c.zero {
		if s.lo < min(s.hi, lo) {
			r.zero = append(r.zero, byteRange{s.lo, min(s.hi, lo)})
		}
		if max(s.lo, hi) < s.hi {
			r.zero = append(r.zero, byteRange{max(s.lo, hi), s.hi})
		}
	}
	if slices.Equal(r.zero, c.zero) {
		return c
	}
	return r.orNil()
}

// with returns c with the zero bytes lo <= i < hi in addition; c may be nil.
func (c *contents) with(lo, hi int64) *contents {
	c = c.without(lo, hi)
	r := &contents{life: c.alive()}
	done := false
	if c != nil {
		for _, s := range c.zero {
			switch {
			case s.hi < lo || done && s.lo > hi:
				r.zero = append(r.zero, s)
			case s.hi == lo:
				lo = s.lo
			case s.lo == hi:
				hi = s.hi
			default:
				if !done {
					r.zero = append(r.zero, byteRange{lo, hi})
					done = true
				}
				r.zero = append(r.zero, s)
			}
		}
	}
	if !done {
		r.zero = append(r.zero, byteRange{lo, hi})
	}
	slices.SortFunc(r.zero, func(a, b byteRange) int { return int(a.lo - b.lo) })
	return r
}

// orNil returns c, or nil if c has no information.
func (c *contents) orNil() *contents {
	if len(c.zero) == 0 && c.life == lives {
		return nil
	}
	return c
}

// zeros returns the contents of o in s, nil if s has no information.
func (s state[E]) zeros(o *object) *contents {
	c, _ := s.mem.Get(uint32(o.id))
	return c
}

// withZeros returns s with contents c for o; c may be nil.
func (s state[E]) withZeros(o *object, c *contents) state[E] {
	if c == nil {
		s.mem = s.mem.Delete(uint32(o.id))
	} else if s.zeros(o) != c {
		s.mem = s.mem.Set(uint32(o.id), c)
	}
	return s
}

// alignZeros prepares the join of s and t. It assigns 0 to the cells that consist of zero bytes in only one of the
// states: otherwise the join would forget the value of such a cell, although both states have one.
func (a *lattice[E]) alignZeros(s, t state[E]) (state[E], state[E]) {
	if s.mem.Alike(t.mem) {
		return s, t
	}
	s.mem.Diff(t.mem.Map, func(k uint32, c *contents, _ bool, d *contents, _ bool) bool {
		o := a.bind.objects[k]
		for _, dim := range a.bind.in(o) {
			key := a.bind.cellOf(dim).cellKey
			lo, hi := key.off, key.off+int64(key.t.Size())
			if lo == everywhere {
				lo, hi = 0, o.size
			}
			inC, inD := c.has(lo, hi), d.has(lo, hi)
			if inC && !inD {
				s = a.zeroCell(s, dim)
			}
			if inD && !inC {
				t = a.zeroCell(t, dim)
			}
		}
		return true
	})
	return s, t
}

// zeroCell returns s with the value 0 for the cell d.
func (a *lattice[E]) zeroCell(s state[E], d domain.Dim) state[E] {
	t := a.bind.typeOf(d)
	if t.Kind == ir.Ptr {
		return a.assign(s, d, t, domain.NewAny(t), nullPointer())
	}
	if numeric(t) {
		s.num = a.dom.Assign(s.num, d, domain.NewBits(t, 0))
	}
	return s
}
