package triple

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// initialState returns the state in which the program starts. Everything except global registers and global objects is
// arbitrary.
func (q *query) initialState() *state {
	s := newState(0)
	empty := newState(0)
	q.heap.globalInstances()
	for _, v := range q.c.prog.Globals {
		if v.Init != nil {
			s.at[slot{v: v}] = q.expr(empty, v.Init)
		} else {
			s.at[slot{v: v}] = q.literal(v.Type, 0)
		}
	}
	for _, m := range q.c.mem.objects {
		if m.obj.Func != nil || m.obj.Uninit || m.frozen || q.memory.knows(m.obj) == nil {
			continue
		}
		for n := range m.slots() {
			s.at[slot{o: m.obj, n: n}] = q.memory.initial(m, n)
		}
	}
	q.entered(s, q.c.prog.Entry)
	return s
}

// step encodes a statement that is not a call. It changes s and returns the condition under which the execution
// continues; false for statements that end the execution.
func (q *query) step(s *state, e *ir.Edge) *term.Term {
	q.memo = map[ir.Expr]value{}
	pass := q.tc.True()
	lives := q.owners.ownerLives(s, e.Stmt)
	q.throughPointer(s, e)
	switch st := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Free:
		if q.c.mem.heap { // otherwise tracked objects are not made by Alloc
			q.heap.freed(s, q.expr(s, st.Addr), st.Kind)
		} else {
			q.owners.freedOwner(s, q.expr(s, st.Addr), st.Kind)
		}
	case *ir.Assign:
		s.at[s.register(st.Dst)] = q.expr(s, st.Src)
	case *ir.Assume:
		pass = q.cond(s, st.Cond)
		if !q.now.last {
			q.heap.learn(s, st.Cond)
		}
	case *ir.Input:
		q.input(s, e, st)
	case *ir.LoadStmt:
		v, ok := q.memory.load(s, q.c.directTo(st.Addr, st.Dst.Type), st.Dst.Type, false)
		if !ok {
			v = q.unknown(st.Dst.Type, "memory that is not tracked")
		}
		s.at[s.register(st.Dst)] = v
	case *ir.Store:
		q.memory.store(s, q.c.directTo(st.Addr, st.Val.Type()), st.Val.Type(), func() value { return q.expr(s, st.Val) })
	case *ir.Decl:
		s.forget(s.object(st.Obj, addressOf))
		if m := q.c.mem.memory[st.Obj]; m != nil {
			q.memory.forgetObject(s, m, s.depth)
		}
		q.heap.declared(s, st.Obj)
		q.owners.bornObject(s, st.Obj)
	case *ir.End: // later reads give any value; the address does not change
		if m := q.c.mem.memory[st.Obj]; m != nil {
			q.memory.forgetObject(s, m, s.depth)
		}
		q.heap.ended(s, st.Obj)
		q.owners.endedObject(s, st.Obj)
	case *ir.Alloc:
		if q.c.mem.heap {
			s.at[s.register(st.Dst)] = q.heap.allocated(s, st)
			break
		}
		v := q.made(s, e)
		t := numberType(st.Dst.Type)
		q.fact(q.tc.Not(q.a.compare(ir.Eq, t, v, q.a.lit(t, 0))))
		v.own = q.owners.madeOwner(s, e, q.a.resize(q.addressType(), st.Size.Type(), q.expr(s, st.Size)), st.Kind == ir.Heap)
		q.memory.madeBlock(s, e, st.Zeroed)
		s.at[s.register(st.Dst)] = v
	case *ir.MemCopy:
		if q.c.mem.heap {
			q.heap.heapCopy(s, st)
			break
		}
		q.memory.memCopy(s, st)
	case *ir.MemSet:
		if !q.heap.direct(st.Dst) {
			q.heap.heapSet(s, st)
			break
		}
		q.memory.memSet(s, st)
	case *ir.MemHavoc:
		if !q.heap.direct(st.Addr) {
			q.heap.heapHavoc(s, st)
			break
		}
		if o := ir.Root(st.Addr); o != nil {
			if m := q.c.mem.memory[o]; m != nil && !m.readOnly() {
				if sp, ok := q.memory.byteRangeOf(st.Addr, st.N); !ok || sp.m == nil || !sp.whole() {
					q.inexact("a part of an object is made arbitrary")
				}
				q.memory.forgetObject(s, m, s.depth)
			}
		}
	case *ir.HavocAll:
		q.havocAll(s)
	case *ir.Math:
		if ir.AsksObject(st.Fn) && q.c.mem.heap {
			s.at[s.register(st.Dst)] = q.heap.askObject(s, st, q.expr(s, st.Args[0]))
			break
		}
		pass = q.math(s, st)
	case *ir.Return:
		// the caller of step reads the value
	case *ir.Undefined:
		return q.tc.False()
	default: // sound: refused; calls are encoded elsewhere
		q.broken = fmt.Errorf("a statement of an unknown kind at %s", e.Pos)
	}
	return q.tc.And(pass, lives)
}

// throughPointer encodes the effect that an indirect write has on tracked objects which are held. It forgets their
// contents, but if the write is as large as the object, the write either replaces the contents or does not change them.
// A direct write changes only its own object.
func (q *query) throughPointer(s *state, e *ir.Edge) {
	if q.c.mem.points == nil {
		return
	}
	to := ir.Written(e.Stmt)
	if to == nil || ir.Root(to) != nil {
		return
	}
	store, _ := e.Stmt.(*ir.Store)
	if store != nil && ir.Root(q.c.directTo(to, store.Val.Type())) != nil {
		return
	}
	q.inexact("a write through a pointer")
	if store != nil && q.memory.aimAt(s, store) {
		return
	}
	q.throughSet(s, q.c.mem.points.Writes(e), store)
}

// forgetSet forgets the contents of the held objects of a points-to set, in all activations.
func (q *query) forgetSet(s *state, set flow.Set) { q.throughSet(s, set, nil) }

// throughSet is like forgetSet, but if store is not nil, it uses the value that store writes.
func (q *query) throughSet(s *state, set flow.Set, store *ir.Store) {
	for _, t := range set {
		if t.Obj == nil {
			continue
		}
		if m := q.c.mem.memory[t.Obj]; m != nil && m.held {
			for d := 0; d <= s.depth; d++ {
				if store != nil && m.scalar(store.Val.Type()) {
					q.perhaps(s, m, d, store)
				} else {
					q.memory.forgetObject(s, m, d)
				}
			}
		}
	}
}

// scalar reports whether an object consists of one integer of the size of type t. A write of that type then replaces
// the whole object, changes another object, or is invalid.
func (m *tracked) scalar(t ir.Type) bool {
	return m.kind == cells && len(m.cells) == 1 && m.cells[0].off == 0 && m.cells[0].t.Kind == ir.Int &&
		t.Kind == ir.Int && t.Bits == m.cells[0].t.Bits &&
		m.obj.Size == int64(t.Size())
}

// perhaps encodes a write that may change a scalar object or not.
func (q *query) perhaps(s *state, m *tracked, depth int, st *ir.Store) {
	k := slot{o: m.obj, depth: depth}
	if m.obj.Func == nil {
		k.depth = 0
	}
	t := m.cells[0].t
	s.at[k] = q.ite(t, q.tc.Fresh(q.enc.String()+".writes", term.BoolSort), q.convert(t, st.Val.Type(), q.expr(s, st.Val)),
		q.read(s, k))
}

// input encodes an Input: the register gets an arbitrary value, the pseudo register of its site, or a pointer to a new
// object or null.
func (q *query) input(s *state, e *ir.Edge, st *ir.Input) {
	dst := s.register(st.Dst)
	switch {
	case q.c.named.sitePseudo[st.Site.ID] != nil:
		s.at[dst] = q.atStart(slot{v: q.c.named.sitePseudo[st.Site.ID]})
	case st.Dst.Type.Kind == ir.Ptr && q.c.mem.heap:
		if st.Site.Kind == ir.Approx {
			s.forget(dst)
			break
		}
		s.at[dst] = q.heap.choose(st.Dst.Type, q.fresh("null", ir.B).t, q.a.lit(q.addressType(), 0), q.heap.pointed(s, st))
	case st.Dst.Type.Kind == ir.Ptr:
		v := q.made(s, e)
		null := q.fresh("null", ir.B).t
		r := q.ite(st.Dst.Type, null, q.a.lit(numberType(st.Dst.Type), 0), v)
		if own := q.owners.madeOwner(s, e, q.sizeLit(st.FreshSize), false); own != nil {
			r.own = &owner{q.tc.Ite(null, q.owners.noOwner(), own.id), own.off}
		}
		s.at[dst] = r
	default:
		s.forget(dst)
	}
}

// made returns the address of the object that edge e makes. If the evidence has a name for this object, the name now
// has this address.
func (q *query) made(s *state, e *ir.Edge) value {
	q.inexact("the address of a new object")
	size, align := int64(0), int64(1)
	if a, ok := e.Stmt.(*ir.Alloc); ok && a.Kind == ir.Heap {
		align = 16
		if n, ok := a.Size.(*ir.Const); ok {
			size = int64(n.Bits)
		}
	}
	v := q.addresses.aligned("made", size, align)
	if o := q.c.named.madeBy[e]; o != nil {
		s.at[s.object(o, addressOf)] = v
	}
	return v
}

// havocAll makes all memory, of all activations, and all globals arbitrary.
func (q *query) havocAll(s *state) {
	for _, v := range q.c.prog.Globals {
		s.forget(slot{v: v})
	}
	q.heap.forgetInstances(s, q.tc.True())
	q.owners.havocOwners(s)
	for _, m := range q.c.mem.objects {
		for d := 0; d <= s.depth; d++ {
			q.memory.forgetObject(s, m, d)
		}
	}
}

// enter changes s to the state at the entry of f: parameters have the values of the arguments, and the other registers
// and objects of the activation are arbitrary. depth is the depth of the new activation.
func (q *query) enter(s *state, f *ir.Func, args []ir.Expr, depth int) {
	vals := make([]value, len(args))
	for i, a := range args {
		vals[i] = q.expr(s, a)
	}
	s.depth = depth
	q.forgetActivation(s, f)
	for i, p := range f.Params {
		s.at[s.register(p)] = vals[i]
	}
	q.entered(s, f)
}

// forgetActivation makes the registers and objects of the running activation of f arbitrary.
func (q *query) forgetActivation(s *state, f *ir.Func) {
	for _, v := range f.Vars {
		s.forget(s.register(v))
	}
	for _, o := range f.Objects {
		s.forget(s.object(o, addressOf))
		if m := q.c.mem.memory[o]; m != nil {
			q.memory.forgetObject(s, m, s.depth)
		}
	}
	if q.owners.wanted() {
		for _, o := range f.Objects {
			s.forget(s.object(o, ownerOf))
		}
	}
	for _, o := range q.c.named.madeIn[f] {
		s.forget(s.object(o, addressOf))
	}
	for _, x := range q.c.named.entries[f] {
		s.forget(s.register(x.was))
	}
}

// effect is a superset of the global registers and objects that a call may change.
type effect struct {
	globals map[*ir.Var]bool
	objects map[*ir.Object]bool
	all     bool // everything may change
}

// effectOf returns the joined effects of all functions that f may call, f included.
func (c *checker) effectOf(f *ir.Func) *effect {
	if e := c.cache.effects[f]; e != nil {
		return e
	}
	eff := &effect{globals: map[*ir.Var]bool{}, objects: map[*ir.Object]bool{}}
	c.cache.effects[f] = eff
	for g := range c.calledFrom(f) {
		for _, e := range g.Edges {
			if v := ir.Def(e.Stmt); v != nil && v.Global {
				eff.globals[v] = true
			}
			if o := ir.Root(ir.Written(e.Stmt)); o != nil {
				eff.objects[o] = true
			}
			if _, all := e.Stmt.(*ir.HavocAll); all {
				eff.all = true
			}
		}
	}
	return eff
}

// calledFrom returns f and all functions that it may call, directly or not.
func (c *checker) calledFrom(f *ir.Func) map[*ir.Func]bool {
	seen := map[*ir.Func]bool{f: true}
	for work := []*ir.Func{f}; len(work) > 0; {
		g := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range g.Edges {
			if call, ok := e.Stmt.(*ir.Call); ok && !seen[call.Func] {
				seen[call.Func] = true
				work = append(work, call.Func)
			}
		}
	}
	return seen
}

// math encodes a function of libm. Its result is arbitrary; if the arguments are constant, math returns the known
// bounds of the result as a condition.
func (q *query) math(s *state, st *ir.Math) *term.Term {
	to := s.register(st.Dst)
	args := make([]ir.FloatRange, len(st.Args))
	for i, a := range st.Args {
		if ir.AsksObject(st.Fn) {
			s.forget(to)
			return q.tc.True()
		}
		bits, ok := q.expr(s, a).t.Bits()
		if !ok {
			q.inexact("the bounds of " + st.Fn)
			s.forget(to)
			return q.tc.True()
		}
		x := ir.FloatOf(a.Type(), bits)
		args[i] = ir.FloatRange{Lo: x, Hi: x}
	}
	s.forget(to)
	r, ok := ir.MathRange(st.Fn, st.Dst.Type, args)
	switch {
	case !ok:
		return q.tc.True()
	case r.Lo == r.Hi && !r.NaN:
		s.at[to] = q.literal(st.Dst.Type, ir.FloatBits(st.Dst.Type, r.Lo))
		return q.tc.True()
	}
	q.memo = map[ir.Expr]value{}
	return q.cond(s, r.Holds(st.Dst))
}
