package absint

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// state is an abstract state: an element of the domain, and the values of pointers. It is immutable. A dimension of
// type Ptr has its value in ptr, and only its offset in num (offset.go). An integer of the width of an address that was
// converted from a pointer may have values in both.
type state[E any] struct {
	num E
	ptr pmap.Hashed[*pointer] // by dimension
	// mem holds for some objects, by id, the zero bytes, and whether there is an instance (contents.go, life.go).
	mem pmap.Hashed[*contents]
	// kept is the set of heap objects, by id, that no statement has freed since the running function was entered
	// (life.go).
	kept pmap.Map[bool]
	// texts is what is known about where texts end (texts.go).
	texts *texts
}

func (a *evaluator[E]) top() state[E]            { return state[E]{num: a.dom.Top()} }
func (a *evaluator[E]) bottom() state[E]         { return state[E]{num: a.dom.Bottom()} }
func (a *evaluator[E]) isBottom(s state[E]) bool { return a.dom.IsBottom(s.num) }

// leq reports whether t covers s.
func (a *lattice[E]) leq(s, t state[E]) bool {
	if a.isBottom(s) {
		return true
	}
	if a.isBottom(t) {
		return false
	}
	s, ok := a.leqContents(s, t)
	return ok && a.dom.Leq(s.num, t.num) &&
		s.ptr.Covers(t.ptr.Map, func(_ uint32, p, q *pointer) bool { return p.leq(q) }) &&
		s.kept.Covers(t.kept, func(uint32, bool, bool) bool { return true }) && a.leqTexts(s, t)
}

func (a *lattice[E]) join(s, t state[E]) state[E] {
	r := a.combine(s, t, a.dom.Join, (*pointer).join)
	if !a.isBottom(s) && !a.isBottom(t) {
		r.texts = a.joinTexts(s, t, false)
	}
	return r
}

// widen returns the widening of s by t; times is the number of earlier widenings at this location.
func (a *lattice[E]) widen(s, t state[E], times int) state[E] {
	at := a.bind.thresholds.after(times)
	r := a.combine(s, t, func(x, y E) E { return a.dom.Widen(x, y, at) }, (*pointer).widen)
	if !a.isBottom(s) && !a.isBottom(t) {
		r.texts = a.joinTexts(s, t, times > fewWidenings)
	}
	return r
}

// combine returns a join or a widening of s and t. It combines numbers with the function num and pointers with the
// function ptr, which returns nil for the unknown pointer.
func (a *lattice[E]) combine(s, t state[E], num func(x, y E) E, ptr func(p, q *pointer) *pointer) state[E] {
	switch {
	case a.isBottom(s):
		return t
	case a.isBottom(t):
		return s
	}
	s, t = a.alignLives(s, t)
	s, t = a.alignZeros(s, t)
	s, t = a.alignExtents(s, t)
	r := state[E]{num: num(s.num, t.num)}
	r.ptr = s.ptr.Intersect(t.ptr, func(_ uint32, p, q *pointer) (*pointer, bool) {
		x := ptr(p, q)
		return x, x != nil
	})
	r.kept = s.kept.Intersect(t.kept, func(uint32, bool, bool) (bool, bool) { return true, true })
	if r.mem = s.mem; !s.mem.Alike(t.mem) {
		r.mem = s.mem.Intersect(t.mem, func(k uint32, p, q *contents) (*contents, bool) {
			x := p.join(q)
			return x, x != nil
		})
	}
	return r
}

// narrow returns s refined by t, where t is below s.
func (a *lattice[E]) narrow(s, t state[E]) state[E] {
	if a.isBottom(t) || a.isBottom(s) {
		return t
	}
	t.num = a.dom.Narrow(s.num, t.num)
	return t
}

// pointer returns the pointer value of d, nil if it is unknown.
func (s state[E]) pointer(d domain.Dim) *pointer {
	p, _ := s.ptr.Get(uint32(d))
	return p
}

// withPointer returns s with the pointer value p for d; nil is the unknown pointer.
func (s state[E]) withPointer(d domain.Dim, p *pointer) state[E] {
	if p == nil {
		s.ptr = s.ptr.Delete(uint32(d))
	} else if old := s.pointer(d); !p.equal(old) {
		s.ptr = s.ptr.Set(uint32(d), p)
	}
	return s
}

// forget returns s without its facts about the dimensions ds.
func (a *lattice[E]) forget(s state[E], ds ...domain.Dim) state[E] {
	if len(ds) == 0 {
		return s
	}
	s.num = a.dom.Forget(s.num, ds...)
	for _, d := range ds {
		s.ptr = s.ptr.Delete(uint32(d))
	}
	if s.texts != nil {
		s.texts = s.texts.without(ds...)
	}
	return s
}

// stated returns s without the facts that Constraints cannot express. Evidence cannot contain such facts.
func (a *lattice[E]) stated(s state[E]) state[E] {
	if st, ok := a.dom.Numeric.(domain.Stater[E]); ok && !a.isBottom(s) {
		s.num = st.Stated(s.num)
	}
	if s.texts != nil {
		r := &texts{ends: s.texts.ends}
		for _, m := range s.texts.mirrors {
			if a.writable(s, m) {
				r.mirrors = append(r.mirrors, m)
			}
		}
		s.texts = r.orNil()
	}
	return s
}

// keepDims returns s without its facts about dimensions for which keep returns false. It returns bottom for bottom.
func (a *lattice[E]) keepDims(s state[E], keep func(domain.Dim) bool) state[E] {
	if p, ok := a.dom.Numeric.(domain.Projector[E]); ok {
		s.num = p.Project(s.num, keep)
	} else {
		var ds []domain.Dim
		for d := domain.Dim(0); int32(d) < a.bind.cell0+int32(len(a.bind.cells)); d++ {
			if !keep(d) {
				ds = append(ds, d)
			}
		}
		s.num = a.dom.Forget(s.num, ds...)
	}
	s.ptr = s.ptr.Filter(func(k uint32, _ *pointer) bool { return keep(domain.Dim(k)) })
	s.texts = s.texts.keepDims(keep)
	return s
}

// forgetMemory returns s without its facts about memory.
func (a *lattice[E]) forgetMemory(s state[E]) state[E] {
	s = a.keepDims(s, func(d domain.Dim) bool { return !a.bind.isCell(d) })
	s.mem = pmap.Hashed[*contents]{}
	s.texts = s.texts.keepObjects(func(o *object) bool { return o.fixed })
	return s
}

// forgetObjects returns s without its facts about the contents of objs.
func (a *lattice[E]) forgetObjects(s state[E], objs []*object) state[E] {
	for _, o := range objs {
		if s.lifeOf(o) == gone {
			continue
		}
		s = a.forget(s, a.bind.in(o)...)
		s.mem = s.mem.Delete(uint32(o.id))
		s.texts = s.texts.keepObjects(func(x *object) bool { return x != o })
	}
	return s
}

// retire forgets the present instance of o, because its life ends or because a new instance is made. Pointers to o, its
// contents and its size become unknown.
func (a *lattice[E]) retire(s state[E], o *object) state[E] {
	s = a.forget(s, a.bind.in(o)...)
	s.ptr = s.ptr.Filter(func(_ uint32, p *pointer) bool {
		_, has := p.find(o)
		return !has
	})
	s.mem = s.mem.Delete(uint32(o.id))
	s.num = a.forgetExtent(s.num, o)
	s.texts = s.texts.keepObjects(func(x *object) bool { return x != o })
	return s
}

// retireAll retires each of objs, in one pass over the pointers.
func (a *lattice[E]) retireAll(s state[E], objs []*object) state[E] {
	if len(objs) < 2 {
		for _, o := range objs {
			s = a.retire(s, o)
		}
		return s
	}
	dead := make(map[*object]bool, len(objs))
	var cells []domain.Dim
	for _, o := range objs {
		if dead[o] {
			continue
		}
		dead[o] = true
		cells = append(cells, a.bind.in(o)...)
		s.mem = s.mem.Delete(uint32(o.id))
		s.num = a.forgetExtent(s.num, o)
	}
	s = a.forget(s, cells...)
	s.texts = s.texts.keepObjects(func(x *object) bool { return !dead[x] })
	s.ptr = s.ptr.Filter(func(_ uint32, p *pointer) bool {
		return !slices.ContainsFunc(p.to, func(t target) bool { return dead[t.obj] })
	})
	return s
}

// scoped returns s without its facts about objects that belong to functions, if Config.Scoped is set. It is applied to
// states that pass from one function to another.
func (a *lattice[E]) scoped(s state[E]) state[E] {
	if !a.scopes || a.isBottom(s) {
		return s
	}
	s = a.keepDims(s, func(d domain.Dim) bool {
		return !a.bind.isCell(d) && !a.bind.isExtent(d) || a.bind.isCell(d) && a.bind.cellOf(d).obj.owner == nil
	})
	s.ptr = s.ptr.Filter(func(_ uint32, p *pointer) bool {
		return !slices.ContainsFunc(p.to, func(t target) bool { return t.obj.owner != nil })
	})
	s.mem = s.mem.Filter(func(k uint32, _ *contents) bool { return a.bind.objects[k].owner == nil })
	return s
}

// numeric reports whether the domain has facts about dimensions of type t.
func numeric(t ir.Type) bool {
	return t.Kind == ir.Int || t.Kind == ir.Bool || t.Kind == ir.Float && t.Bits <= 64
}
