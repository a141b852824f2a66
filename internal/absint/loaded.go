package absint

import (
	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// A condition on a register that was just loaded from a cell holds for the cell, too:
//
//	t = load s + 92; assume t != 0        implies that s->hit, the cell at s + 92, is not 0
//
// Domains that relate dimensions infer this. For other domains, assumeLoaded restricts the cell by the condition.
// flow.LoadedAt finds loads whose cell is not written between the load and the condition.

// findLoads records for each Assume the loads of its registers whose values are still in memory.
func (b *Program) findLoads() {
	b.loads = map[*ir.Edge][]flow.Loaded{}
	for _, f := range b.prog.Funcs {
		for _, e := range f.Edges {
			if found := flow.LoadedAt(e); len(found) > 0 {
				b.loads[e] = found
			}
		}
	}
}

// assumeCells returns s restricted by a condition on several cells: of the cells that ls load, which satisfy cond, a
// condition on the loaded registers that holds in s. Bounds of sums relate the cells, but not the registers.
func (a *transfer[E]) assumeCells(s state[E], f *ir.Func, cond ir.Expr, ls []flow.Loaded) state[E] {
	if len(ls) < 2 || a.isBottom(s) || !a.severalTimes() {
		return s
	}
	x := a.numExpr(s, f, cond)
	for _, l := range ls {
		if at, ok := a.pointer(s, f, l.Addr).one(int64(l.Var.Type.Size())); ok && l.Var.Type.Kind == ir.Int {
			if d, has := a.bind.has(at.obj, at.off, l.Var.Type); has && !at.obj.fixed && !at.obj.wild && a.known(s, d) {
				x = x.Replace(a.bind.reg(f, l.Var), d)
			}
		}
	}
	s.num = a.dom.Assume(s.num, x)
	return s
}

// assumeLoaded returns s restricted by a condition on a cell: the cell from which l loads satisfies cond, a condition
// on the loaded register that holds in s.
func (a *transfer[E]) assumeLoaded(s state[E], f *ir.Func, cond ir.Expr, l flow.Loaded) state[E] {
	if a.isBottom(s) {
		return s
	}
	t, p := l.Var.Type, a.pointer(s, f, l.Addr)
	if p == nil {
		return s
	}
	where, valid, ok := p.addresses(int64(t.Size()), fewAddresses)
	if !ok || !valid || len(where) != 1 {
		return s
	}
	o, off := where[0].obj, where[0].off
	if o.fixed || o.fn != nil || o.wild || s.zeros(o).has(off, off+int64(t.Size())) {
		return s
	}
	d, has := a.bind.has(o, off, t)
	if !has {
		if len(a.bind.in(o)) >= manyCells {
			return s
		}
		d = a.bind.cell(o, off, t)
	}
	r := a.bind.reg(f, l.Var)
	if p := s.pointer(r); p != nil && t.Kind == ir.Ptr {
		return s.withPointer(d, p)
	}
	if numeric(t) && !a.relates {
		s.num = a.dom.Assume(s.num, a.numExpr(s, f, cond).Replace(r, d))
	}
	return s
}
