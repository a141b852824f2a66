package bmc

import (
	"cmp"
	"slices"

	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/vc"
)

// This file has the order in which loops are unwound: an inner loop to its end before an outer one continues, so that
// the states that leave a loop are joined once.

// orders caches weak topological orders of functions.
type orders map[*ir.Func]*graph.WTO

// of returns a weak topological order of f.
func (w orders) of(f *ir.Func) *graph.WTO {
	o := w[f]
	if o == nil {
		o = graph.WeakOrder(f.Graph(), f.Entry.ID)
		w[f] = o
	}
	return o
}

// innermost returns the point of the frontier f to continue from: of the points in the innermost call, those in the
// innermost loop, and of these the first in weak topological order.
func (w orders) innermost(f vc.Frontier) vc.Point {
	return slices.MinFunc(f.Points(), func(a, b vc.Point) int {
		oa, ob := w.of(a.Loc.Func), w.of(b.Loc.Func)
		return cmp.Or(cmp.Compare(b.Ctx.Depth, a.Ctx.Depth), cmp.Compare(len(ob.Heads(b.Loc.ID)), len(oa.Heads(a.Loc.ID))),
			cmp.Compare(oa.Pos(a.Loc.ID), ob.Pos(b.Loc.ID)))
	})
}

// depth returns the number of loops around p, in its function and in the functions that call it. A loop head is in its
// own loop.
func (w orders) depth(p vc.Point) int {
	n := len(w.of(p.Loc.Func).Heads(p.Loc.ID))
	for c := p.Ctx; c.Parent != nil; c = c.Parent {
		n += len(w.of(c.Parent.Func).Heads(c.Call.From.ID))
	}
	return n
}

// inside reports whether p lies in the loop with the head at.
func (w orders) inside(p, at vc.Point) bool {
	c, l := p.Ctx, p.Loc
	for c != at.Ctx {
		if c.Parent == nil {
			return false
		}
		c, l = c.Parent, c.Call.From
	}
	return slices.Contains(w.of(l.Func).Heads(l.ID), at.Loc.ID)
}

// leaves reports whether an edge leads from the loop with the head l to a location outside.
func (w orders) leaves(l *ir.Loc) bool {
	o := w.of(l.Func)
	in := func(x *ir.Loc) bool { return slices.Contains(o.Heads(x.ID), l.ID) }
	return slices.ContainsFunc(l.Func.Edges, func(e *ir.Edge) bool {
		return e.To.Kind == ir.Plain && in(e.From) && !in(e.To)
	})
}

// folds reports whether the test of the loop at l folds to a constant. Before the test, the loop may read cells for it,
// after checks that the cells may be read:
//
//	while (i < v->len)     L2 -> L3: assume readable(v + 8, 8); L3 -> L4: t = load v + 8; L4: i < t?
func folds(e *vc.Encoder, s *vc.State, l *ir.Loc) bool {
	events, accesses := len(e.Events), len(e.Accesses)
	defer func() { e.Events, e.Accesses = e.Events[:events], e.Accesses[:accesses] }()
	const most = 16
	for range most {
		ed := before(l)
		if ed == nil {
			break
		}
		if s = e.Step(s, ed); s == nil {
			return true
		}
		l = ed.To
	}
	if len(l.Out) < 2 {
		return false
	}
	for _, ed := range l.Out {
		a, ok := ed.Stmt.(*ir.Assume)
		if !ok {
			return false
		}
		if c := e.Cond(s, a.Cond); !c.IsTrue() && !c.IsFalse() {
			return false
		}
	}
	return true
}

// before returns the edge from l towards the next branch that is not a check of an access. It returns nil if l is this
// branch, or if a statement before the branch does more than read.
func before(l *ir.Loc) *ir.Edge {
	switch len(l.Out) {
	case 1:
		switch l.Out[0].Stmt.(type) { // sound: the walk ends at other statements
		case *ir.Assign, *ir.LoadStmt, *ir.Skip:
			return l.Out[0]
		}
	case 2:
		for i, bad := range l.Out {
			if on := l.Out[1-i]; bad.To.Kind == ir.Error && on.To.Kind != ir.Error && on.To.Kind != ir.Exit {
				return on
			}
		}
	}
	return nil
}
