package absint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// contents says which bytes of an object are zero although no cell stands for
// them. Cells come into being as the program uses them, at any offset and type;
// a fresh global or calloc'ed object is zero everywhere at once.
type contents struct {
	zero []span // ascending, disjoint, not touching
	life life   // the condition under which all that a state says of the object's contents holds
}

// HashAt implements pmap.Hashable.
func (c *contents) HashAt(k uint32) uint64 {
	h := pmap.Mix(uint64(k), uint64(c.life)+1)
	for _, s := range c.zero {
		h = pmap.Mix(h, pmap.Mix(uint64(s.lo), uint64(s.hi)))
	}
	return h
}

// span is the bytes lo <= i < hi.
type span struct{ lo, hi int64 }

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

// join keeps the bytes that are zero in both; nil if there are none.
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
				r.zero = append(r.zero, span{lo, hi})
			}
		}
	}
	return r.orNil()
}

// without takes bytes out; nil if none is left.
func (c *contents) without(lo, hi int64) *contents {
	if c == nil {
		return nil
	}
	r := &contents{life: c.life}
	for _, s := range c.zero {
		if s.lo < min(s.hi, lo) {
			r.zero = append(r.zero, span{s.lo, min(s.hi, lo)})
		}
		if max(s.lo, hi) < s.hi {
			r.zero = append(r.zero, span{max(s.lo, hi), s.hi})
		}
	}
	if slices.Equal(r.zero, c.zero) {
		return c
	}
	return r.orNil()
}

// with adds bytes.
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
					r.zero = append(r.zero, span{lo, hi})
					done = true
				}
				r.zero = append(r.zero, s)
			}
		}
	}
	if !done {
		r.zero = append(r.zero, span{lo, hi})
	}
	slices.SortFunc(r.zero, func(a, b span) int { return int(a.lo - b.lo) })
	return r
}

func (c *contents) orNil() *contents {
	if len(c.zero) == 0 && c.life == lives {
		return nil
	}
	return c
}

func (s state[E]) zeros(o *object) *contents {
	c, _ := s.mem.Get(uint32(o.id))
	return c
}

func (s state[E]) withZeros(o *object, c *contents) state[E] {
	if c == nil {
		s.mem = s.mem.Delete(uint32(o.id))
	} else if s.zeros(o) != c {
		s.mem = s.mem.Set(uint32(o.id), c)
	}
	return s
}

// alignZeros gives cells that are zero by contents in one state and known in
// another way in the other their value, so that a join keeps it.
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
