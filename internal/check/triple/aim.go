package triple

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file encodes accesses through pointers that can lead to few cells only. Suppose that each place that flow.Points
// has for the address is a constant offset in an object that lives to the end of the run. Then the number of the
// pointer determines the cell, as such objects do not overlap and none of them is at null:
//
//	p = &s; or p = &t; here:  store p, 5    s := p == &s ? 5 : s    t := p == &t ? 5 : t
//	                          x = load p    x := p == &s ? s : p == &t ? t : anything
//
// The number of an object that is not declared yet is unknown (a ghost): it may be any number that lies in no other
// object.

// aim is a cell that an access through a pointer may refer to. It does so if the pointer has the address of the cell.
type aim struct {
	m   *tracked
	n   int   // index of the cell
	off int64 // offset of the cell
}

// mostAims bounds the number of places of a pointer.
const mostAims = 16

// aimedUses returns, by object, the accesses through pointers that can lead to few cells only. They count as uses of
// the object, so that it gets cells for them: then a value that is only accessed through pointers is known, too.
func (c *checker) aimedUses(held map[*ir.Object]bool) map[*ir.Object][]use {
	const most = 5000 // edges: a points-to analysis takes time
	uses := map[*ir.Object][]use{}
	if c.mem.heap || len(held) == 0 {
		return uses
	}
	edges := 0
	for _, f := range c.prog.Funcs {
		edges += len(f.Edges)
	}
	if edges > most {
		return uses
	}
	add := func(addr ir.Expr, t ir.Type) {
		if o, _ := rooted(c.directTo(addr, t)); o != nil || t.Kind != ir.Int {
			return
		}
		if c.mem.points == nil {
			c.findPoints()
		}
		places := c.mem.points.Expr(addr)
		if len(places) > mostAims || slices.ContainsFunc(places, func(pl flow.Address) bool { return !c.aimable(pl, t) }) {
			return
		}
		for _, pl := range places {
			uses[pl.Target.Obj] = append(uses[pl.Target.Obj], use{t: t, off: pl.Off, fixed: true})
		}
	}
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: looks only for accesses of scalars
			case *ir.LoadStmt:
				add(s.Addr, s.Dst.Type)
			case *ir.Store:
				add(s.Addr, s.Val.Type())
			}
		}
	}
	return uses
}

// aimable reports whether an access of type t at a place is at a constant offset in an object that lives to the end of
// the run.
func (c *checker) aimable(pl flow.Address, t ir.Type) bool {
	return pl.Target != nil && pl.Stride == 0 && pl.Off >= 0 && c.stays(pl.Target) &&
		!outside(pl.Target.Obj, uint64(pl.Off), t)
}

// aims returns the cells that an access of type t through a pointer may refer to. ok is false if it may refer to other
// memory. Places in objects that are not tracked have no cell in the result.
func (mem *namedMemory) aims(addr ir.Expr, t ir.Type) (out []aim, ok bool) {
	if mem.c.mem.points == nil || mem.c.mem.heap {
		return nil, false
	}
	places := mem.c.mem.points.Expr(addr)
	if len(places) == 0 || len(places) > mostAims {
		return nil, false
	}
	var all []*ir.Object
	for _, pl := range places {
		if !mem.c.aimable(pl, t) {
			return nil, false
		}
		if !slices.Contains(all, pl.Target.Obj) {
			all = append(all, pl.Target.Obj)
		}
	}
	if !mem.q.addresses.fits(6, all...) { // there must be room for a ghost next to them
		return nil, false
	}
	for _, pl := range places {
		m := mem.knows(pl.Target.Obj)
		if m == nil {
			continue
		}
		n := -1
		if m.kind == cells {
			n = slices.IndexFunc(m.cells, func(k cell) bool { return k.off == pl.Off && k.t.Kind == ir.Int && alike(k.t, t) })
		}
		if n < 0 {
			if m.kind == cells && !slices.ContainsFunc(m.cells, func(k cell) bool {
				return k.off < pl.Off+int64(t.Size()) &&
					pl.Off < k.off+int64(k.t.Size())
			}) {
				continue // a member with unknown contents
			}
			return nil, false // a part of a cell, or parts of several cells
		}
		out = append(out, aim{m, n, pl.Off})
	}
	return out, true
}

// stays reports whether an object has a single instance, which lives to the end of the run as soon as its address is
// known.
func (c *checker) stays(t *flow.Target) bool {
	switch t.Kind { // sound: objects of other kinds may end
	case flow.GlobalObj:
		return true
	case flow.LocalObj:
		return t.Obj.Func == c.prog.Entry && c.lasting(t.Obj) && // the entry calls no function, also not itself
			!slices.ContainsFunc(c.prog.Entry.Edges, func(e *ir.Edge) bool { _, is := e.Stmt.(*ir.Call); return is })
	}
	return false
}

// hits returns the condition that a pointer has the address of a cell.
func (mem *namedMemory) hits(s *state, p value, a aim) *term.Term {
	pt := mem.c.prog.Model.Ptr()
	nt := numberType(pt)
	at := mem.a.address(pt, mem.q.read(s, s.object(a.m.obj, addressOf)), mem.a.lit(nt, uint64(a.off)), nt, 1)
	return mem.a.compare(ir.Eq, nt, p, at)
}

// aimed encodes a read through a pointer. ok is false if the value is unknown.
func (mem *namedMemory) aimed(s *state, addr ir.Expr, t ir.Type) (v value, ok bool) {
	as, _ := mem.aims(addr, t)
	if len(as) == 0 || t.Kind != ir.Int {
		return value{}, false
	}
	mem.inexact("a read through a pointer")
	p := mem.q.expr(s, addr)
	v = mem.fresh("elsewhere", t)
	for _, a := range slices.Backward(as) {
		v = mem.ite(t, mem.hits(s, p, a), mem.convert(t, a.m.cells[a.n].t, mem.contents(s, a.m, a.n)), v)
	}
	return v, true
}

// aimAt encodes a write through a pointer. It returns false, and does nothing, if the write may change other memory.
func (mem *namedMemory) aimAt(s *state, st *ir.Store) bool {
	t := st.Val.Type()
	as, ok := mem.aims(st.Addr, t)
	if !ok || t.Kind != ir.Int {
		return false
	}
	p, val := mem.q.expr(s, st.Addr), mem.q.expr(s, st.Val)
	for _, a := range as {
		if a.m.readOnly() || a.m.frozen {
			continue
		}
		k, kt := s.object(a.m.obj, a.n), a.m.cells[a.n].t
		s.at[k] = mem.ite(kt, mem.hits(s, p, a), mem.convert(kt, t, val), mem.q.read(s, k))
	}
	return true
}

// findPoints computes the points-to sets of the program.
func (c *checker) findPoints() {
	c.mem.points, _ = c.cfg.Points.Points(context.WithoutCancel(c.ctx), c.prog) // it fails only if the context ends
}
