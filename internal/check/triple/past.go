package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes the memory of a piece that begins at any state of a location, in queries with instances (heap.go).
// The objects that exist there are
//
//	an instance for each global object        contents arbitrary, unless the object is constant
//	an instance for each local object that    alive if its only declaration was passed on every path to the location,
//	a running function declares               else arbitrary; contents arbitrary
//	an instance for each Alloc that is        of any size, alive or not; contents arbitrary
//	executed at most once in a run
//	others                                    no instance: pointers to them have the target -1
//
// An access through a pointer with the target -1 reads any value, or forgets the contents of all instances. A register
// that holds a pointer at the start can be valid only in the objects that flow.Points has for it. If each of them has
// one instance in the whole run, the register points into one of these instances or is astray: accesses through it are
// invalid.

// anyState returns an arbitrary state of the location l in ctx.
func (q *query) anyState(l *ir.Loc, ctx *frame) *state {
	s := newState(ctx.level())
	if !q.c.mem.heap {
		return s
	}
	q.heap.globalInstances()
	for _, in := range q.heap.instances {
		in.past, in.zeroed = !in.locked, in.zeroed && in.locked
	}
	at := l
	for f := ctx; ; f = f.parent {
		q.heap.pastLocals(s, at, f.level())
		if f == nil {
			break
		}
		at = f.call.From
	}
	q.heap.pastAllocs(s)
	return s
}

// mostPast bounds the number of instances of Allocs before a piece.
const mostPast = 32

// pastAllocs adds the instances of objects that were allocated before the piece, by Allocs that are executed at most
// once. They are dead if they do not exist yet.
func (h *heapMemory) pastAllocs(s *state) {
	h.made = map[*ir.Edge]*instance{}
	for _, e := range h.c.prog.Entry.Edges {
		st, ok := e.Stmt.(*ir.Alloc)
		if !ok || len(h.made) >= mostPast || !h.c.prog.Once(e) {
			continue
		}
		in := &instance{size: h.fresh("size", h.addressType()), heap: st.Kind == ir.Heap, depth: -1, align: 16, past: true}
		if st.Kind != ir.Heap {
			in.depth, in.align = 0, 1
		}
		h.past(s, h.newInstance(in), false)
		h.made[e] = in
	}
}

// past gives an instance that was made before the piece its life: it is alive for certain if living is set.
func (h *heapMemory) past(s *state, in *instance, living bool) {
	if !living {
		s.at[in.alive()] = h.fresh("alive", ir.B)
	}
	for _, o := range h.instances {
		if o == in || !o.past {
			continue
		}
		if both := h.tc.And(h.q.read(s, in.alive()).t, h.q.read(s, o.alive()).t); !both.IsTrue() {
			in.setCoexist(o, both)
		}
	}
}

// pastTarget returns the target of the register v at the start of a piece that begins at any state; nil if it is not
// known.
func (h *heapMemory) pastTarget(v *ir.Var) *pointer {
	if h.made == nil || v.Type.Kind != ir.Ptr {
		return nil
	}
	if h.c.mem.points == nil {
		h.c.findPoints()
	}
	at := &pointer{id: h.tc.Fresh(h.enc.String()+".id", h.idSort()), any: true, astray: true, step: 1}
	may := []*term.Term{h.is(at, -1)}
	places := h.c.mem.points.Reg(v)
	for _, pl := range places {
		in := h.onlyInstance(pl.Target)
		if in == nil || len(at.to) >= mostPast {
			return nil
		}
		if !slices.Contains(at.to, in) {
			at.to = append(at.to, in)
			may = append(may, h.is(at, in.id))
		}
	}
	if len(at.to) == 0 {
		return nil
	}
	at.off = h.fresh("off", h.addressType())
	if len(places) == 1 && places[0].Stride == 0 && places[0].Off >= 0 && places[0].Off < 1<<31 {
		at.off = h.a.lit(h.addressType(), uint64(places[0].Off))
		at.step = powerIn(uint64(places[0].Off))
	}
	h.facts = append(h.facts, h.tc.Or(may...))
	return at
}

// onlyInstance returns the instance of a target that has at most one instance in a run; nil if it may have several.
func (h *heapMemory) onlyInstance(t *flow.Target) *instance {
	switch {
	case t == nil:
		return nil
	case t.Kind == flow.AllocObj:
		return h.made[t.Edge]
	case t.Kind == flow.GlobalObj:
		return h.global[t.Obj]
	case t.Kind == flow.LocalObj && h.c.stays(t):
		i := slices.IndexFunc(h.instances, func(in *instance) bool { return in.obj == t.Obj && in.past })
		if i >= 0 {
			return h.instances[i]
		}
	}
	return nil
}

// pastLocals adds the instances of the local objects of the function of l, whose activation has the given depth and is
// at l.
func (h *heapMemory) pastLocals(s *state, l *ir.Loc, depth int) {
	for _, o := range l.Func.Objects {
		if !h.c.ofObject(o) {
			continue
		}
		in := h.newInstance(&instance{obj: o, size: h.sizeLit(o.Size), align: o.Align, depth: depth, past: true})
		h.past(s, in, h.c.declaredBefore(o, l))
		s.at[slot{o: o, n: addressOf, depth: depth}] = h.startOf(in)
	}
}

// declaredBefore reports whether the local object o lives until the return of its function from its only declaration,
// and every path from the entry to l passes that declaration.
func (c *checker) declaredBefore(o *ir.Object, l *ir.Loc) bool {
	if !c.lasting(o) {
		return false
	}
	f := l.Func
	t := c.cache.doms[f]
	if t == nil {
		t = graph.Dominators(f.Graph(), f.Entry.ID)
		c.cache.doms[f] = t
	}
	i := slices.IndexFunc(f.Edges, func(e *ir.Edge) bool { d, ok := e.Stmt.(*ir.Decl); return ok && d.Obj == o })
	to := f.Edges[i].To
	entries := 0
	for _, e := range f.Edges {
		if e.To == to {
			entries++
		}
	}
	return entries == 1 && to != f.Entry && t.Dominates(to.ID, l.ID)
}
