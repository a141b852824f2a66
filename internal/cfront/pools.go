package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Checks that memory is freed by the allocator that it came from: kfree must not free memory of vmalloc, nor free
// memory of kmalloc. If a points-to analysis finds that memory of another pool may reach a free, the last block of that
// allocation is remembered in a register, and the free compares its argument with the register:
//
//	p = alloc n                     p = alloc n; vmalloc.last = p
//	free p                          violated if p != 0 && p == vmalloc.last; free p
//
// If an allocation may run more than once, an input of kind choice decides whether a block is remembered, so a proof
// for all choices covers all blocks. A correct free clears the register, because a later block of another pool may have
// the same address.

// Names of pools that no line of library/table.tsv has.
const (
	libraryPool   = ""          // the C library's malloc
	attributePool = "attribute" // functions with alloc_size; the attribute does not determine how the memory is freed
	// functions with the attribute malloc(f); the names of the freeing functions follow
	namedPool = "attribute of "
)

// poolEdge is an edge that allocates or frees memory of the heap.
type poolEdge struct {
	f     *fn
	name  string   // the name of the called function
	pools []string // the pool of an allocation, or the pools whose memory a free may free
}

// pool notes the pools of e, an edge that allocates or frees memory of the heap for the call c.
func (f memoryCalls) pool(c *call, e *ir.Edge) {
	if c.alloc.Pools == nil {
		return
	}
	pools := c.alloc.Pools
	if _, isAlloc := e.Stmt.(*ir.Alloc); isAlloc {
		pools = pools[:1]
	}
	f.l.library.pools[e] = poolEdge{f.fn, c.name, pools}
}

// poolOf returns the pools of an edge that allocates or frees memory of the heap; ok is false for other edges.
func (l *libraryUse) poolOf(f *fn, e *ir.Edge) (p poolEdge, ok bool) {
	if p, noted := l.pools[e]; noted {
		return p, true
	}
	name := ""
	switch s := e.Stmt.(type) { // sound: no other statement allocates or frees memory of the heap
	case *ir.Alloc:
		if s.Kind != ir.Heap {
			return p, false
		}
		if s.Site != nil {
			name = s.Site.Name
		}
	case *ir.Free:
		if s.Kind != ir.Heap {
			return p, false
		}
		name = "free"
		if f.u.Model {
			name = f.f.Source
		}
	default:
		return p, false
	}
	pools := []string{libraryPool}
	if _, isFree := e.Stmt.(*ir.Free); isFree {
		pools = append(pools, l.attributed().library...)
	}
	return poolEdge{f, name, pools}, true
}

// guardPools adds the checks of pools to the frees that may free memory of another pool.
func (l *libraryUse) guardPools() {
	leaks := l.checksLeaks()
	if len(l.pools) == 0 || !leaks && !l.Cfg.HasCheck(ir.ValidFree) {
		return
	}
	made, frees := map[*ir.Edge]poolEdge{}, map[*ir.Edge]poolEdge{}
	var order []*ir.Edge
	for _, f := range l.fns {
		for _, e := range f.f.Edges {
			p, ok := l.poolOf(f, e)
			if !ok {
				continue
			}
			order = append(order, e)
			if _, isFree := e.Stmt.(*ir.Free); isFree {
				frees[e] = p
			} else {
				made[e] = p
			}
		}
	}
	// Attributes do not determine which function frees the memory. This matters only if leaks are checked.
	foreign := func(m, p poolEdge) bool {
		return !slices.Contains(p.pools, m.pools[0]) && (leaks || m.pools[0] != attributePool)
	}
	g := &poolGuard{l: l.linker, last: map[*ir.Edge]*ir.Var{}}
	asks := map[*ir.Edge][]*ir.Edge{} // by free: the allocations of other pools that it may free
	for _, e := range order {
		p, isFree := frees[e]
		if !isFree {
			continue
		}
		for _, m := range order {
			if mp, isMade := made[m]; isMade && foreign(mp, p) && g.mayFree(e, m) {
				asks[e] = append(asks[e], m)
				g.remember(m, mp)
			}
		}
	}
	changed := map[*fn]bool{}
	for _, e := range order {
		p, isFree := frees[e]
		for _, m := range asks[e] {
			g.ask(e, p, made[m], g.last[m])
		}
		if isFree {
			for _, m := range order {
				if v := g.last[m]; v != nil && !slices.Contains(asks[e], m) && g.mayFree(e, m) {
					g.forget(e, p, v)
				}
			}
		}
		changed[p.f] = isFree || changed[p.f]
	}
	if len(g.last) == 0 {
		return
	}
	once := l.inputs.runOnce()
	for _, m := range order {
		if g.last[m] != nil {
			p := made[m]
			g.keep(m, p, once[p.f.f] && !repeats(m))
			changed[p.f] = true
		}
	}
	for _, f := range l.fns {
		if changed[f] {
			f.tidy()
		}
	}
}

// poolGuard adds the checks of pools.
type poolGuard struct {
	l       *linker
	a       *flow.Points         // nil: the program is too large for the analysis, or the analysis has not been started
	started bool                 // the analysis has been started
	last    map[*ir.Edge]*ir.Var // by allocation: the register with its last block
}

// mayFree reports whether the free e may free memory that m allocates.
func (g *poolGuard) mayFree(e, m *ir.Edge) bool {
	if !g.started {
		g.started = true
		g.l.globals.number()
		g.a = flow.NewPointsGuessed(g.l.IR, nil, maxUnreadWork)
	}
	if g.a == nil {
		return true
	}
	in := g.a.Made(m)
	return slices.ContainsFunc(g.a.Expr(e.Stmt.(*ir.Free).Addr), func(p flow.Address) bool {
		return p.Target == nil ||
			p.Target == in
	})
}

// remember makes the register for the last block that m allocates, if there is none yet.
func (g *poolGuard) remember(m *ir.Edge, p poolEdge) {
	if g.last[m] != nil {
		return
	}
	t := g.l.Cfg.Model.Ptr()
	v := g.l.IR.NewGlobal(g.l.names.uniq(p.name+".last"), t)
	v.Init = ir.NewConst(t, 0)
	g.last[m] = v
}

// ask adds the obligation that the free e does not free the block whose address is in the register last. That block
// belongs to another pool.
func (g *poolGuard) ask(e *ir.Edge, p, made poolEdge, last *ir.Var) {
	memoryCalls{p.f}.ahead(e, func() {
		addr := e.Stmt.(*ir.Free).Addr
		null := ir.NewConst(addr.Type(), 0)
		kind, text := ir.ValidFree, p.name+" of memory of "+made.name
		switch {
		case made.pools[0] == attributePool:
			kind, text = ir.NoModel, p.name+" of memory of "+made.name+": it is not known whether it is freed so"
		case g.l.Syms["is_vmalloc_addr"] != nil || !g.l.Cfg.HasCheck(ir.ValidFree):
			kind = ir.NoModel
		}
		f := p.f
		wrong := ir.NewAnd(ir.NewBinary(ir.Ne, addr, null), ir.NewBinary(ir.Eq, addr, ir.NewRef(last)))
		f.when(wrong, func() { f.violate(kind, text, f.pos) })
	})
}

// forget clears the register last if the free e frees its block.
func (g *poolGuard) forget(e *ir.Edge, p poolEdge, last *ir.Var) {
	memoryCalls{p.f}.ahead(e, func() {
		same := ir.NewBinary(ir.Eq, e.Stmt.(*ir.Free).Addr, ir.NewRef(last))
		p.f.when(same, func() { p.f.emit(&ir.Assign{Dst: last, Src: last.Init}) })
	})
}

// keep emits the assignment of the block that m allocates to its register. Unless once is set, an input decides whether
// the assignment is made.
func (g *poolGuard) keep(m *ir.Edge, p poolEdge, once bool) {
	f, to := p.f, m.To
	f.cur, f.pos = f.newLoc(), m.Pos
	m.SetTo(f.cur)
	set := func() { f.emit(&ir.Assign{Dst: g.last[m], Src: ir.NewRef(m.Stmt.(*ir.Alloc).Dst)}) }
	if once {
		set()
	} else {
		c := f.input(ir.Choice, p.name+" kept", ir.U8, 0)
		f.either(ir.NewBinary(ir.Eq, c, ir.NewConst(ir.U8, 0)), set, func() {})
	}
	f.goTo(to)
}

// ahead inserts the statements that emit emits right before e, which must be the only edge from its location.
func (f memoryCalls) ahead(e *ir.Edge, emit func()) {
	from := e.From
	from.Out = without(from.Out, e)
	f.cur, f.pos = from, e.Pos
	emit()
	if !f.cur.Pos.IsValid() {
		f.cur.Pos = e.Pos
	}
	e.From = f.cur
	f.cur.Out = append(f.cur.Out, e)
}
