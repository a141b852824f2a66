package passed

import (
	"maps"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// term is an unknown value, or an operator over terms. Equal terms are one object.
type term struct{ id int }

// address is a term and an offset in bytes from it. Values that are not pointers have offset 0.
type address struct {
	base *term
	off  int64
}

// key identifies a term.
type key struct {
	what string // the operator
	t    ir.Type
	x, y address
	n    int64
	of   any // a global object, a function
}

func (c *checker) unknown() address {
	c.last++
	return address{base: &term{c.last}}
}

func (c *checker) made(k key) address {
	t := c.terms[k]
	if t == nil {
		t = c.unknown().base
		c.terms[k] = t
	}
	return address{base: t}
}

// state holds the facts that are known on a walk.
type state struct {
	regs   map[*ir.Var]address
	locals map[*ir.Object]address // addresses of the running function's objects
	cells  []held
	there  map[*term]known
	truth  map[*term]bool
	asked  map[*term]bool // answers to questions about objects, which statements may change
	apart  [][2]address   // pairs of pointers that do not belong to one object, according to a condition
	alike  [][2]address   // pairs of pointers that do
}

// held is the value of a piece of memory.
type held struct {
	at  address
	t   ir.Type
	val address
	in  *spots
}

// known are bytes around a term that were shown to lie in one living object: those from lo to before hi.
type known struct {
	lo, hi   int64 // readable
	wlo, whi int64 // writable
	in       *spots
}

// spots are the places that an address may lead to; anywhere means that nothing is known of them.
type spots struct {
	places   []flow.Address
	objects  flow.Set
	anywhere bool
	constant bool // it leads to an object that is never written
}

func newState() *state {
	return &state{regs: map[*ir.Var]address{}, locals: map[*ir.Object]address{}, there: map[*term]known{},
		truth: map[*term]bool{}, asked: map[*term]bool{}}
}

func (s *state) copied() *state {
	return &state{maps.Clone(s.regs), maps.Clone(s.locals), append([]held(nil), s.cells...), maps.Clone(s.there),
		maps.Clone(s.truth), maps.Clone(s.asked),
		append([][2]address(nil), s.apart...), append([][2]address(nil), s.alike...)}
}

// covers reports whether the bytes from lo to before hi are known to exist, and to be writable if write is set.
func (k known) covers(lo, hi int64, write bool) bool {
	if write && (k.in == nil || k.in.anywhere || k.in.constant) {
		return k.wlo < k.whi && k.wlo <= lo && hi <= k.whi
	}
	return k.lo < k.hi && k.lo <= lo && hi <= k.hi
}

// inside reports whether a term was shown to belong to an object.
func (s *state) inside(t *term) bool {
	k := s.there[t]
	return k.lo < k.hi
}

// where returns the places that an address may lead to.
func (c *checker) where(e ir.Expr) *spots {
	if r, ok := e.(*ir.Ref); ok {
		if c.bases[r.Var] == nil {
			c.bases[r.Var] = spotsOf(c.points.Reg(r.Var))
		}
		return c.bases[r.Var]
	}
	if c.spots[e] == nil {
		loads := false
		ir.Walk(e, func(x ir.Expr) bool {
			_, is := x.(*ir.Load)
			loads = loads || is
			return true
		})
		if loads { // no statement has such an address
			c.spots[e] = &spots{anywhere: true}
		} else {
			c.spots[e] = spotsOf(c.points.Expr(e))
		}
	}
	return c.spots[e]
}

func spotsOf(places []flow.Address) *spots {
	s := &spots{places: places}
	for _, p := range places {
		if p.Target == nil || p.Target.Kind == flow.FuncCode {
			continue
		}
		s.constant = s.constant || p.Target.Obj != nil && p.Target.Obj.Const
		if n := len(s.objects); n == 0 || s.objects[n-1] != p.Target {
			s.objects = append(s.objects, p.Target)
		}
	}
	return s
}

// meet reports whether m bytes at some places and n bytes at others may overlap; 0: any number of bytes.
func (s *spots) meet(m int64, o *spots, n int64) bool {
	if s.anywhere || o.anywhere {
		return true
	}
	if !s.objects.Overlaps(o.objects) {
		return false
	}
	for i, j := 0, 0; i < len(s.places); i++ {
		p := s.places[i]
		if p.Target == nil {
			continue
		}
		for j < len(o.places) && (o.places[j].Target == nil || o.places[j].Target.ID < p.Target.ID) {
			j++
		}
		for k := j; k < len(o.places) && o.places[k].Target == p.Target; k++ {
			if p.Overlap(m, o.places[k], n) {
				return true
			}
		}
	}
	return false
}

func (s *spots) hits(set flow.Set) bool { return s == nil || s.anywhere || s.objects.Overlaps(set) }
