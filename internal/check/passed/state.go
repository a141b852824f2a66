package passed

import (
	"maps"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// term is an unknown value, or an operator applied to terms. Equal terms are represented by the same *term.
type term struct {
	id   int
	code *ir.Func // the function whose address the term is; nil for other terms
	null bool     // the term is the null pointer
}

// address is a value: a term and an offset in bytes from it. Values other than pointers have offset 0.
type address struct {
	base *term
	off  int64
}

// key describes how a term is made: an operator with its operands. Equal keys give the same term.
type key struct {
	what string // the operator, or the kind of constant
	t    ir.Type
	x, y address
	n    int64 // the number of an ir operator, the bits of a constant, or the scale of an index
	of   any   // the global object or function whose address the term is
}

// unknown returns a new term, different from all others.
func (c *checker) unknown() address {
	c.last++
	return address{base: &term{id: c.last}}
}

// made returns the term for a key.
func (c *checker) made(k key) address {
	t := c.terms[k]
	if t == nil {
		t = c.unknown().base
		t.code, _ = k.of.(*ir.Func)
		t.null = k.what == "const" && k.t.Kind == ir.Ptr && k.n == 0
		c.terms[k] = t
	}
	return address{base: t}
}

// state holds the facts that are known at one point of a walk.
type state struct {
	regs   map[*ir.Var]address    // terms of registers
	locals map[*ir.Object]address // addresses of the running function's objects
	cells  []held                 // contents of memory
	there  map[*term]known        // bytes that exist around a term
	truth  map[*term]bool         // truth values of conditions, by the term of their normal form
	asked  map[*term]bool         // truth values of tests for readable or writable bytes
	apart  [][2]address           // pairs of pointers into different objects, by conditions that were passed
	alike  [][2]address           // pairs of pointers into the same object, by conditions that were passed
}

// held states that the memory at address at, read with type t, has the value val.
type held struct {
	at  address
	t   ir.Type
	val address
	in  *targets // the places to which the address may lead
}

// known describes the bytes around a term that exist in one living object: those at offsets from lo to before hi.
type known struct {
	lo, hi   int64    // readable
	wlo, whi int64    // writable
	in       *targets // the places to which the term may lead; nil: unknown
}

// targets are the places to which an address may lead.
type targets struct {
	places   []flow.Address // sorted by target
	objects  flow.Set       // the objects of the places
	anywhere bool           // the places are unknown
	constant bool           // one of the objects is never written
}

// newState returns a state without facts.
func newState() *state {
	return &state{regs: map[*ir.Var]address{}, locals: map[*ir.Object]address{}, there: map[*term]known{},
		truth: map[*term]bool{}, asked: map[*term]bool{}}
}

// copied returns a copy that can be changed without changing s.
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

// inside reports whether a term is known to point into an object.
func (s *state) inside(t *term) bool {
	k := s.there[t]
	return k.lo < k.hi
}

// where returns the places to which the address e may lead, according to the points-to analysis. It caches them.
func (c *checker) where(e ir.Expr) *targets {
	if r, ok := e.(*ir.Ref); ok {
		if c.bases[r.Var] == nil {
			c.bases[r.Var] = c.spotsOf(c.points.Reg(r.Var))
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
		if loads { // only invariants load within an address: the analysis has no points-to set for it
			c.spots[e] = &targets{anywhere: true}
		} else {
			c.spots[e] = c.spotsOf(c.points.Expr(e))
		}
	}
	return c.spots[e]
}

// spotsOf returns the spots of a points-to set. It caches them by list, as the analysis returns one list for all
// pointers with the same source.
func (c *checker) spotsOf(places []flow.Address) *targets {
	if len(places) == 0 {
		return &targets{}
	}
	s := c.lists[&places[0]]
	if s != nil && len(s.places) == len(places) {
		return s
	}
	s = &targets{places: places}
	c.lists[&places[0]] = s
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

// meet reports whether m bytes at the places of s and n bytes at the places of o may overlap. A size of 0 means any
// number of bytes.
func (s *targets) meet(m int64, o *targets, n int64) bool {
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

// hits reports whether the places may belong to an object of the set.
func (s *targets) hits(set flow.Set) bool { return s == nil || s.anywhere || s.objects.Overlaps(set) }
