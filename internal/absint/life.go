package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/pmap"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Lives (Config.Lives). A function that is called with different objects has one entry state. In the state of the first
// call, the object of the second call does not exist yet, so a plain join would forget all facts about this object.
// Therefore states record which objects have no instance. If an object has no instance, any fact about its contents
// holds vacuously. So a join keeps the facts of the other state, under the condition that there is an instance:
//
//	!live(&o)                         there is none
//	!live(&o) || load(&o + 8) == 3    if there is one, this holds
//
// States record this for objects that an Alloc or an Input of a pointer makes. (Other readers of invariants do not
// interpret the lives of variables.)
//
// States also record which objects a call frees: state.kept at the exit of the callee has the heap objects that no
// statement has freed since the entry. The caller's facts about these objects survive the call.

// life is the condition under which a state's facts about the contents of an object hold.
type life uint8

const (
	lives   life = iota // unconditionally: there is an instance, or there are no facts
	mayLive             // there is an instance
	gone                // there is no instance
)

var (
	goneContents    = &contents{life: gone}
	mayLiveContents = &contents{life: mayLive}
)

// lifeOf returns the life of o in s.
func (s state[E]) lifeOf(o *object) life {
	return s.zeros(o).alive()
}

// end returns s after the end of the only instance of o.
func (a *lattice[E]) end(s state[E], o *object) state[E] {
	s = a.retire(s, o)
	if a.lives && o.lives() {
		s = s.withZeros(o, goneContents)
	}
	return s
}

// lives reports whether states record the life of the object.
func (o *object) lives() bool { return o.edge != nil && !o.wild }

// keptAll returns the set of all objects of the heap, by id.
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

// noteFreed records that Frees in f may free objs.
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

// mayBeFreed lists the objects that a function may have freed since its entry, where exit is the state at its exit.
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

// withoutInstances returns the initial state s, in which no object that an edge makes has an instance.
func (a *lattice[E]) withoutInstances(s state[E]) state[E] {
	if a.lives {
		for _, o := range a.bind.objects {
			if o.lives() {
				s = s.withZeros(o, goneContents)
			}
		}
	}
	return s
}

// alignLives prepares the join of s and t: if an object has no instance in one of the states, it gets the contents that
// it has in the other state, under the condition that there is an instance.
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

// asIn handles an object o without an instance in s: it returns s with the contents d that o has in t, under the
// condition that there is an instance.
func (a *lattice[E]) asIn(s, t state[E], o *object, d *contents) state[E] {
	return a.cellsAsIn(s, t, o).withZeros(o, d.may())
}

// cellsAsIn returns s with the values that the cells of o have in t; o has no instance in s.
func (a *lattice[E]) cellsAsIn(s, t state[E], o *object) state[E] {
	a.voidContents[o] = true
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

// leqContents reports whether s implies the facts of t about the lives and the zero bytes of objects. The caller has to
// compare the cells, with the state that leqContents returns: s in which objects without an instance have the cells of
// t.
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
		case y == lives: // facts of s hold only if the object lives, so t must not have any
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

// alive returns the life of an object with contents c, which may be nil.
func (c *contents) alive() life {
	if c == nil {
		return lives
	}
	return c.life
}

// may returns c under the condition that there is an instance; c may be nil.
func (c *contents) may() *contents {
	switch {
	case c == nil || c.life == gone:
		return mayLiveContents
	case c.life == mayLive:
		return c
	}
	return &contents{zero: c.zero, life: mayLive}
}

// guard returns e, a formula about the contents of o, under the condition that o has an instance. The condition is
// omitted if all facts of s about o hold without it, or if o is nil, since e is then not about an object.
func (w *writer[E]) guard(s state[E], o *object, e ir.Expr) ir.Expr {
	if o == nil || s.lifeOf(o) == lives {
		return e
	}
	return &ir.Binary{Op: ir.LOr, X: w.notLive(o), Y: e}
}

// within returns the object to which the cell d belongs, nil if d is not a cell.
func (b *binding) within(d domain.Dim) *object {
	if b.isCell(d) {
		return b.cellOf(d).obj
	}
	return nil
}

// notLive returns the formula which states that there is no instance of o.
func (w *writer[E]) notLive(o *object) ir.Expr {
	return &ir.Unary{Op: ir.LNot, X: &ir.Valid{What: ir.Live, Addr: w.object(o)}}
}
