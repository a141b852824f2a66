package absint

import (
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Backward analysis: necessary preconditions of reaching an error, within the
// forward invariants (P. Cousot, R. Cousot: Abstract interpretation based program testing,
// SSGRR 2000; A. Mine, Tutorial on static inference of numeric invariants, 2017, 4.8).
// What lies in a forward state but not in its backward one cannot reach the error, so
// that "forward, and not backward" is an inductive proof for the inputs that the
// backward state at the entry excludes.
//
// A cut has one backward state for each of its forward states, below it. It is the
// join over the paths to the next cuts of what those need, carried back edge by edge:
// assignments are substituted where the domain can (domain.Substituter), stores where one cell
// changes; all else forgets what it changed. A call needs what the callee's entry needs,
// whose exit in turn needs what the callers need after it.

// backward computes the states; errs are the error locations in question.
func (a *analysis[E]) backward(errs map[*ir.Loc]bool) bool {
	b := &back[E]{a: a, errs: errs}
	a.arrive = func(_, _ *node[E], _ state[E]) {}
	for _, n := range a.order {
		for _, p := range n.parts {
			p.back, p.backGrowths, p.backAll = a.bottom(), 0, false
		}
	}
	for changed := true; changed && a.stop == Done; {
		changed = false
		for i := len(a.order) - 1; i >= 0 && a.stop == Done; i-- {
			n := a.order[i]
			for _, p := range n.parts {
				if p.backAll {
					continue
				}
				s := b.need(n, p)
				if a.leq(s, p.back) {
					continue
				}
				j := a.join(p.back, s)
				if p.backGrowths++; p.backGrowths > a.cfg.Delay {
					j = a.within(p.s, a.widen(p.back, j))
					if p.backGrowths > 4*a.cfg.Delay+8 {
						j, p.backAll = p.s, true // Meet undoes widening for good: stop here
					}
				}
				p.back = a.stated(j)
				changed = true
			}
		}
	}
	for i := 0; i < a.cfg.Descend && a.stop == Done && b.descend(); i++ {
	}
	return a.stop == Done
}

// descend applies the equations once more, which makes states smaller; where operations
// are not monotone, the result may be no solution, and is dropped.
func (b *back[E]) descend() bool {
	a := b.a
	saved, next := map[*part[E]]state[E]{}, map[*part[E]]state[E]{}
	for j := len(a.order) - 1; j >= 0; j-- {
		for _, p := range a.order[j].parts {
			saved[p] = p.back
			if s := a.stated(b.need(a.order[j], p)); a.leq(s, p.back) && !a.leq(p.back, s) {
				next[p] = s
			}
		}
	}
	if len(next) == 0 || a.stop != Done {
		return false
	}
	for p, s := range next {
		p.back = s
	}
	for _, n := range a.order {
		for _, p := range n.parts {
			if !a.leq(b.need(n, p), p.back) || a.stop != Done {
				for q, s := range saved {
					q.back = s
				}
				return false
			}
		}
	}
	return true
}

// back is a backward analysis.
type back[E any] struct {
	a    *analysis[E]
	errs map[*ir.Loc]bool
}

// within is the part of t below s; pointers and memory are those of s.
func (a *analysis[E]) within(s, t state[E]) state[E] {
	if a.isBottom(t) {
		return t
	}
	s.num = a.dom.Meet(s.num, t.num)
	return s
}

// need is what a state of a cut needs for an error.
func (b *back[E]) need(n *node[E], p *part[E]) state[E] {
	if n.loc == n.f.Exit {
		return b.atExit(n, p)
	}
	return b.from(n, p.s, n.loc)
}

// from is what s, at l, needs: over the edges that leave l.
func (b *back[E]) from(n *node[E], s state[E], l *ir.Loc) state[E] {
	a := b.a
	out := a.bottom()
	for _, e := range l.Out {
		a.tick()
		if a.stop != Done {
			return s
		}
		if c, ok := e.Stmt.(*ir.Call); ok {
			out = a.join(out, b.call(n, s, e, c))
			continue
		}
		t := a.step(s, n.f, e)
		if a.isBottom(t) {
			continue
		}
		t = a.forget(t, a.deaths[n.f.ID][e.ID]...)
		if after := b.after(n, t, e.To); !a.isBottom(after) {
			out = a.join(out, b.undo(s, n.f, e, after))
		}
	}
	return out
}

// after is what t, behind an edge, needs.
func (b *back[E]) after(n *node[E], t state[E], l *ir.Loc) state[E] {
	a := b.a
	if to := a.cuts[n.f.ID][l.ID]; to != nil {
		out := a.bottom()
		for _, p := range to.parts {
			if !a.isBottom(p.back) {
				out = a.join(out, a.within(t, p.back))
			}
		}
		return out
	}
	if l.Kind == ir.Error {
		if b.errs[l] {
			return t
		}
		return a.bottom()
	}
	return b.from(n, t, l)
}

// undo is what s needs for an edge to lead into t.
func (b *back[E]) undo(s state[E], f *ir.Func, e *ir.Edge, t state[E]) state[E] {
	a := b.a
	switch st := e.Stmt.(type) {
	case *ir.Skip:
		return a.within(s, t)
	case *ir.Assume:
		return a.assume(a.within(s, t), f, st.Cond, true)
	case *ir.Assign:
		return b.unassign(s, t, a.bind.reg(f, st.Dst), st.Dst.Type, a.numExpr(s, f, st.Src))
	case *ir.Math:
		return a.within(s, a.forget(t, a.bind.reg(f, st.Dst)))
	case *ir.Input:
		d := a.bind.reg(f, st.Dst)
		if o := a.bind.byEdge[e]; o != nil {
			return a.within(s, a.forget(a.forget(t, o.order...), d))
		}
		if sym, ok := a.bind.bySite[st.Site]; ok {
			return b.unassign(s, t, d, st.Dst.Type, domain.NewDim(st.Dst.Type, sym))
		}
		return a.within(s, a.forget(t, d))
	case *ir.LoadStmt:
		d := a.bind.reg(f, st.Dst)
		if w, ok := b.one(s, f, st.Addr, st.Dst.Type); ok {
			if c, ok := w.obj.cells[cellKey{w.off, st.Dst.Type}]; ok && a.known(s, c) {
				return b.unassign(s, t, d, st.Dst.Type, domain.NewDim(st.Dst.Type, c))
			}
		}
		return a.within(s, a.forget(t, d))
	case *ir.Store:
		v := st.Val.Type()
		w, ok := b.one(s, f, st.Addr, v)
		if !ok || w.obj.fixed || !numeric(v) {
			break
		}
		c, ok := w.obj.cells[cellKey{w.off, v}]
		if !ok {
			break
		}
		t = a.forget(t, others(w.obj, c)...)
		return b.unassign(s, t, c, v, a.numExpr(s, f, st.Val))
	case *ir.Return:
		if st.Val == nil || !numeric(f.Result) {
			return a.within(s, a.forget(t, a.bind.result(f)))
		}
		return b.unassign(s, t, a.bind.result(f), f.Result, a.numExpr(s, f, st.Val))
	}
	// What memory held before is not known from what it holds now.
	t = a.forgetMemory(t)
	if v := ir.Def(e.Stmt); v != nil {
		t = a.forget(t, a.bind.reg(f, v))
	}
	switch e.Stmt.(type) {
	case *ir.Store, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemSet, *ir.MemHavoc:
		return a.within(s, t)
	}
	return a.within(s, a.keepDims(t, a.bind.isSym)) // it may change anything but the inputs
}

// others are the cells of o that may share bytes or elements with c.
func others(o *object, c domain.Dim) []domain.Dim {
	var out []domain.Dim
	for _, d := range o.order {
		if d != c {
			out = append(out, d)
		}
	}
	return out
}

// one is the only place of an access that is surely valid.
func (b *back[E]) one(s state[E], f *ir.Func, addr ir.Expr, t ir.Type) (place, bool) {
	p := b.a.pointer(s, f, addr)
	if p == nil {
		return place{}, false
	}
	where, valid, ok := p.places(int64(t.Size()), 1)
	if !ok || !valid || len(where) != 1 || where[0].obj.fn != nil {
		return place{}, false
	}
	return where[0], true
}

// unassign undoes d = x.
func (b *back[E]) unassign(s, t state[E], d domain.Dim, ty ir.Type, x *domain.Expr) state[E] {
	a := b.a
	if sub, ok := a.dom.Numeric.(domain.Substituter[E]); ok && numeric(ty) {
		s.num = sub.Substitute(s.num, t.num, d, x)
		return s
	}
	return a.within(s, a.forget(t, d))
}

// call is what s needs before a call.
func (b *back[E]) call(n *node[E], s state[E], e *ir.Edge, c *ir.Call) state[E] {
	a := b.a
	callee := a.cuts[c.Func.ID]
	entry := callee[c.Func.Entry.ID]
	if entry == nil || a.isBottom(a.enter(s, n.f, c)) {
		return a.bottom()
	}
	need := a.bottom()
	for _, p := range entry.parts {
		need = a.join(need, p.back)
	}
	if a.isBottom(need) {
		return need
	}
	// Parameters become the arguments; the callee's registers are not the caller's.
	params := map[domain.Dim]bool{}
	if c.Func != n.f {
		for _, p := range c.Func.Params {
			params[a.bind.reg(c.Func, p)] = true
		}
	}
	need = a.scoped(a.keepDims(need, func(d domain.Dim) bool { return params[d] || !a.bind.isLocal(d) }))
	if c.Func != n.f {
		all := s
		for i := len(c.Func.Params) - 1; i >= 0; i-- {
			p := c.Func.Params[i]
			d := a.bind.reg(c.Func, p)
			if i >= len(c.Args) || !numeric(p.Type) {
				need = a.forget(need, d)
				continue
			}
			all.num = a.dom.Forget(all.num, d)
			need = b.unassign(all, need, d, p.Type, a.numExpr(s, n.f, c.Args[i]))
			if a.isBottom(need) {
				return need
			}
		}
	}
	// That it must return into a state that needs something would say more, but the proof would not be inductive then: a
	// callee's entry has one need for all its callers.
	return a.within(s, need)
}

// atExit is what a state at the exit of a function needs: from each caller.
func (b *back[E]) atExit(n *node[E], p *part[E]) state[E] {
	a := b.a
	out := a.bottom()
	for _, e := range a.bind.calls.Sites(n.f) {
		f := e.From.Func
		from := a.cuts[f.ID][e.From.ID]
		if from == nil {
			continue
		}
		c := e.Stmt.(*ir.Call)
		res := a.bind.result(n.f)
		for _, q := range from.parts {
			t := a.resume(q.s, p.s, f, c)
			if a.isBottom(t) {
				continue
			}
			t = a.forget(t, a.deaths[f.ID][e.ID]...)
			after := b.after(from, t, e.To)
			if a.isBottom(after) {
				continue
			}
			if c.Dst != nil && numeric(c.Dst.Type) {
				after.num = a.dom.Assign(after.num, res, domain.NewDim(c.Dst.Type, a.bind.reg(f, c.Dst)))
			} else {
				after = a.forget(after, res)
			}
			if c.Dst != nil && c.Dst.Global {
				after = a.forget(after, a.bind.reg(f, c.Dst))
			}
			after = a.scoped(a.keepDims(after, func(d domain.Dim) bool { return !a.bind.isLocal(d) }))
			out = a.join(out, a.within(p.s, after))
		}
	}
	return out
}
