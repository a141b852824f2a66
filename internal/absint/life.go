package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lives (Config.Lives). A function that is called for one object here and for another one there has one entry state. Of
// the second object the first call knows nothing, as it is not there yet, and a join of what is known would forget what
// the second call knows. So states know of objects that there is no instance of them: what they say of the contents is
// void then, and a join takes that from the other state. From there on it is said under the condition that there is an
// instance:
//
//	!live(&o)                         there is none
//	!live(&o) || load(&o + 8) == 3    if there is one, this holds
//
// This is so for what an Alloc or an Input of a pointer makes. (Other readers of invariants know nothing of the lives
// of variables.)

// life says of an object's contents under which condition they are as a state says.
type life uint8

const (
	lives   life = iota // without one: there is an instance, or nothing is said of it
	mayLive             // if there is an instance
	gone                // there is none
)

// What a call frees is known by its states, too: at the exit of the called function, the objects of the heap that
// nothing has freed since its entry. What the caller has to say of those goes on to hold.

var (
	goneContents    = &contents{life: gone}
	mayLiveContents = &contents{life: mayLive}
)

// lifeOf returns what s knows of the life of o.
func (s state[E]) lifeOf(o *object) life {
	return s.zeros(o).alive()
}

// end is retire of an object that has no instance from here on.
func (a *lattice[E]) end(s state[E], o *object) state[E] {
	s = a.retire(s, o)
	if a.lives && o.lives() {
		s = s.withZeros(o, goneContents)
	}
	return s
}

// lives reports whether states may know that there is no instance of the object.
func (o *object) lives() bool { return o.edge != nil && !o.wild }

// keptAll has all objects of the heap.
func (a *lattice[E]) keptAll() (all pmap.Map[bool]) {
	if !a.lives {
		return all
	}
	if a.heap.IsEmpty() {
		for _, o := range a.bind.freeable[ir.Heap] {
			a.heap = a.heap.Set(uint32(o.id), true)
		}
	}
	return a.heap
}

// noteFreed notes what a Free in f may free.
func (a *transfer[E]) noteFreed(f *ir.Func, objs ...*object) {
	if !a.lives {
		return
	}
	if a.freed[f] == nil {
		a.freed[f] = map[*object]bool{}
	}
	for _, o := range objs {
		if o.freedAs(ir.Heap) {
			a.freed[f][o] = true
		}
	}
}

// Freed implements Reader.
func (a *reader[E]) Freed(f *ir.Func) (out []*ir.Object) {
	for o := range a.freed[f] {
		out = append(out, a.writer.object(o).(*ir.AddrOf).Obj)
	}
	return out
}

// Kept implements Reader.
func (a *reader[E]) Kept(s State, among []*ir.Object) (out []*ir.Object) {
	if len(a.named) < len(a.writer.names.Made) {
		a.named = map[*ir.Object]*object{}
		for e, o := range a.writer.names.Made {
			a.named[o] = a.bind.byEdge[e]
		}
	}
	st := *s.(*state[E])
	for _, o := range among {
		if x := a.named[o]; x != nil {
			if kept, _ := st.kept.Get(uint32(x.id)); kept {
				out = append(out, o)
			}
		}
	}
	return out
}

// mayBeFreed lists the objects that a function may have freed since its entry, where exit is what it knows at its exit.
func (a *lattice[E]) mayBeFreed(exit state[E], kind ir.AllocKind) []*object {
	if kind != ir.Heap || !a.lives {
		return a.bind.freeable[kind]
	}
	var freed []*object
	a.keptAll().Diff(exit.kept, func(k uint32, _, _, _, kept bool) bool {
		if !kept {
			freed = append(freed, a.bind.objects[k])
		}
		return true
	})
	return freed
}

// unborn is the initial state s with all objects that edges make gone.
func (a *lattice[E]) unborn(s state[E]) state[E] {
	if a.lives {
		for _, o := range a.bind.objects {
			if o.lives() {
				s = s.withZeros(o, goneContents)
			}
		}
	}
	return s
}

// alignLives gives objects that are gone in one of two states the contents that they have in the other.
func (a *lattice[E]) alignLives(s, t state[E]) (state[E], state[E]) {
	if !a.lives || s.mem.Alike(t.mem) {
		return s, t
	}
	s.mem.Diff(t.mem.Map, func(k uint32, c *contents, _ bool, d *contents, _ bool) bool {
		o := a.bind.objects[k]
		x, y := c.alive(), d.alive()
		switch {
		case x == y:
		case x == gone:
			s = a.asIn(s, t, o, d)
			t = t.withZeros(o, d.may())
		case y == gone:
			t = a.asIn(t, s, o, c)
			s = s.withZeros(o, c.may())
		case x == lives:
			s = s.withZeros(o, c.may())
		default:
			t = t.withZeros(o, d.may())
		}
		return true
	})
	return s, t
}

// asIn gives o, which is gone in s, the contents d that it has in t.
func (a *lattice[E]) asIn(s, t state[E], o *object, d *contents) state[E] {
	return a.cellsAsIn(s, t, o).withZeros(o, d.may())
}

// cellsAsIn gives the cells of o, which is gone in s, what is known of them in t.
func (a *lattice[E]) cellsAsIn(s, t state[E], o *object) state[E] {
	a.voids[o] = true
	dims := a.bind.in(o)
	if c, ok := a.dom.Numeric.(domain.Copier[E]); ok {
		s.num = c.Copy(s.num, t.num, dims...)
	}
	for _, dim := range dims {
		s = s.withPointer(dim, t.pointer(dim))
		typ := a.bind.typeOf(dim)
		if _, ok := a.dom.Numeric.(domain.Copier[E]); ok || !numeric(typ) || typ.Kind == ir.Float {
			continue
		}
		if r := a.dom.Bounds(t.num, domain.NewDim(typ, dim)); !r.Empty {
			s.num = a.dom.Assign(s.num, dim, domain.NewRange(typ, r.Lo, r.Hi))
		}
	}
	return s
}

// leqContents reports whether t says no more than s of the lives and contents of objects, cells excepted. It returns s
// with the cells of t in objects that are gone in s.
func (a *lattice[E]) leqContents(s, t state[E]) (state[E], bool) {
	ok := true
	if s.mem.Alike(t.mem) {
		return s, ok
	}
	s.mem.Diff(t.mem.Map, func(k uint32, c *contents, _ bool, d *contents, _ bool) bool {
		o := a.bind.objects[k]
		switch x, y := c.alive(), d.alive(); {
		case x == y:
			ok = d == nil || c != nil && c.leq(d)
		case y == gone:
			ok = false
		case y == lives: // t must not say without a condition what holds in s only if the object lives
			ok = d == nil
			for _, dim := range a.bind.in(o) {
				ok = ok && !a.known(t, dim)
			}
		case x == gone:
			s = a.cellsAsIn(s, t, o)
		default:
			ok = c.may().leq(d)
		}
		return ok
	})
	return s, ok
}

// alive returns the life that goes with contents; c may be nil.
func (c *contents) alive() life {
	if c == nil {
		return lives
	}
	return c.life
}

// may returns c under the condition that the object lives; c may be nil.
func (c *contents) may() *contents {
	switch {
	case c == nil || c.life == gone:
		return mayLiveContents
	case c.life == mayLive:
		return c
	}
	return &contents{zero: c.zero, life: mayLive}
}

// guard writes a statement about the contents of an object, nil if it is about none, as the state has it: if the object
// may have no instance, under the condition that it has one.
func (w *writer[E]) guard(s state[E], o *object, e ir.Expr) ir.Expr {
	if o == nil || s.lifeOf(o) == lives {
		return e
	}
	return &ir.Binary{Op: ir.LOr, X: w.notLive(o), Y: e}
}

// within is the object of which a dimension is a cell, nil if it is none.
func (b *binding) within(d domain.Dim) *object {
	if b.isCell(d) {
		return b.cellOf(d).obj
	}
	return nil
}

// notLive says that there is no instance of o.
func (w *writer[E]) notLive(o *object) ir.Expr {
	return &ir.Unary{Op: ir.LNot, X: &ir.Valid{What: ir.Live, Addr: w.object(o)}}
}
