package triple

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file encodes the memory of a piece that begins at any state of a location, in queries with instances (heap.go).
// The objects that exist there are
//
//	an instance for each global object        contents arbitrary, unless the object is constant
//	an instance for each local object that    alive if its only declaration was passed on every path to the location,
//	a running function declares               else arbitrary; contents arbitrary
//	others                                    no instance: pointers to them have the target -1
//
// Instances of other objects do not matter: an access through a pointer with the target -1 reads any value, or forgets
// the contents of all instances.

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
			return s
		}
		at = f.call.From
	}
}

// pastLocals adds the instances of the local objects of the function of l, whose activation has the given depth and is
// at l.
func (h *heapMemory) pastLocals(s *state, l *ir.Loc, depth int) {
	for _, o := range l.Func.Objects {
		if !h.c.ofObject(o) {
			continue
		}
		in := h.newInstance(&instance{obj: o, size: h.sizeLit(o.Size), align: o.Align, depth: depth, past: true})
		if !h.c.declaredBefore(o, l) {
			s.at[in.alive()] = h.fresh("alive", ir.B)
		}
		for _, other := range h.instances {
			if other == in || !other.past || other.depth < 0 {
				continue
			}
			both := h.tc.And(h.q.read(s, in.alive()).t, h.q.read(s, other.alive()).t)
			if !both.IsTrue() {
				in.setCoexist(other, both)
			}
		}
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
