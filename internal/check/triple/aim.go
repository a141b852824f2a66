package triple

import (
	"context"
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/term"
)

// This file is about accesses through pointers that lead to few cells only. Where each place that flow.Points names for
// an address is a constant one inside of an object that lives as long as the run goes on, the number of the pointer
// decides which cell it is: such objects do not overlap, and null is none of them.
//
//	p = &s; or p = &t; here:  store p, 5    s := p == &s ? 5 : s    t := p == &t ? 5 : t
//	                          x = load p    x := p == &s ? s : p == &t ? t : anything
//
// An object that is not declared yet has a number of which nothing is known (a ghost): it may be any where no other
// object ever lies.

// aim is a cell that an access is of if the pointer has its address.
type aim struct {
	m   *tracked
	n   int   // which cell of it
	off int64 // where the cell is
}

// mostAims bounds the places of a pointer.
const mostAims = 16

// aimedUses are the accesses, by object, through pointers that lead to few cells only. They are cells, too, so that
// what is written through a pointer and read through it again is known where nothing else speaks of it.
func (c *checker) aimedUses(held map[*ir.Object]bool) map[*ir.Object][]use {
	const most = 5000 // edges: finding where pointers lead takes time
	uses := map[*ir.Object][]use{}
	if c.heap || len(held) == 0 {
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
		if o, _ := rooted(addr); o != nil || t.Kind != ir.Int {
			return
		}
		if c.points == nil {
			c.findPoints()
		}
		places := c.points.Expr(addr)
		if len(places) > mostAims || slices.ContainsFunc(places, func(pl flow.Place) bool { return !c.aimable(pl, t) }) {
			return
		}
		for _, pl := range places {
			uses[pl.Target.Obj] = append(uses[pl.Target.Obj], use{t: t, off: pl.Off, fixed: true})
		}
	}
	for _, f := range c.prog.Funcs {
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: looks for accesses of scalars
			case *ir.LoadStmt:
				add(s.Addr, s.Dst.Type)
			case *ir.Store:
				add(s.Addr, s.Val.Type())
			}
		}
	}
	return uses
}

// aimable reports whether a place is a constant one inside of an object that lives as long as the run goes on.
func (c *checker) aimable(pl flow.Place, t ir.Type) bool {
	return pl.Target != nil && pl.Stride == 0 && pl.Off >= 0 && c.stays(pl.Target) &&
		!outside(pl.Target.Obj, uint64(pl.Off), t)
}

// aims are the cells that an access of type t through a pointer may be of; ok is false if it may be of something else
// in memory. Cells of objects that are not tracked are not listed.
func (q *query) aims(addr ir.Expr, t ir.Type) (out []aim, ok bool) {
	if q.c.points == nil || q.c.heap {
		return nil, false
	}
	places := q.c.points.Expr(addr)
	if len(places) == 0 || len(places) > mostAims {
		return nil, false
	}
	var all []*ir.Object
	for _, pl := range places {
		if !q.c.aimable(pl, t) {
			return nil, false
		}
		if !slices.Contains(all, pl.Target.Obj) {
			all = append(all, pl.Target.Obj)
		}
	}
	if !q.fits(6, all...) { // room for a ghost beside them
		return nil, false
	}
	for _, pl := range places {
		m := q.knows(pl.Target.Obj)
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
				continue // a member that nothing is known of
			}
			return nil, false // a part of a cell, or of several
		}
		out = append(out, aim{m, n, pl.Off})
	}
	return out, true
}

// stays reports whether an object has one instance, which lives from when its address is known to the end of the run.
func (c *checker) stays(t *flow.Target) bool {
	switch t.Kind { // sound: the others may die
	case flow.GlobalObj:
		return true
	case flow.LocalObj:
		return t.Obj.Func == c.prog.Entry && len(c.calledFrom(c.prog.Entry)) == 1 && c.lasting(t.Obj)
	}
	return false
}

// hits says that a pointer has the address of a cell.
func (q *query) hits(s *state, p value, a aim) *term.Term {
	pt := q.c.prog.Model.Ptr()
	nt := numberType(pt)
	at := q.a.address(pt, q.read(s, s.object(a.m.obj, addressOf)), q.a.lit(nt, uint64(a.off)), nt, 1)
	return q.a.compare(ir.Eq, nt, p, at)
}

// aimed reads through a pointer; ok is false if nothing is known.
func (q *query) aimed(s *state, addr ir.Expr, t ir.Type) (v value, ok bool) {
	as, _ := q.aims(addr, t)
	if len(as) == 0 || t.Kind != ir.Int {
		return value{}, false
	}
	q.inexact("a read through a pointer")
	p := q.expr(s, addr)
	v = q.fresh("elsewhere", t)
	for _, a := range slices.Backward(as) {
		v = q.ite(t, q.hits(s, p, a), q.convert(t, a.m.cells[a.n].t, q.contents(s, a.m, a.n)), v)
	}
	return v, true
}

// aimAt writes through a pointer; false if it may do more than that.
func (q *query) aimAt(s *state, st *ir.Store) bool {
	t := st.Val.Type()
	as, ok := q.aims(st.Addr, t)
	if !ok || t.Kind != ir.Int {
		return false
	}
	p, val := q.expr(s, st.Addr), q.expr(s, st.Val)
	for _, a := range as {
		if a.m.readOnly() || a.m.frozen {
			continue
		}
		k, kt := s.object(a.m.obj, a.n), a.m.cells[a.n].t
		s.at[k] = q.ite(kt, q.hits(s, p, a), q.convert(kt, t, val), q.read(s, k))
	}
	return true
}

// findPoints finds out where the pointers of the program lead.
func (c *checker) findPoints() {
	c.points, _ = c.cfg.Points.Points(context.WithoutCancel(c.ctx), c.prog) // it fails only where the context ends
}
