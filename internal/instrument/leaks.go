package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// countHeap counts the live objects of the heap in a global register, and makes it an obligation
// that there are none when the program ends:
//
//	p = alloc heap n        p = alloc heap n; live = live + 1
//	free p                  live = live - (p != 0); free p
//	return of the entry     assume live == 0, or the error; return
//
// The free of anything else than a live object of the heap ends the execution, or violates
// an obligation of its own, so that it does not matter what it does to the count. Objects behind
// pointer inputs are their caller's and not counted. Where the program ends in any other way (exit,
// abort, an endless loop) with objects alive, nothing is said: that is left open.
//
// Where only what nothing leads to counts (valid-memtrack), objects that are alive leave the question open.
func countHeap(p *ir.Program, cleanup bool, names *names) {
	kind, text := ir.ValidMemcleanup, "memory is freed"
	if !cleanup {
		kind, text = ir.NoModel, "memtrack: whether something leads to the memory that is still allocated is left open"
	}
	allocates := false
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			a, ok := e.Stmt.(*ir.Alloc)
			allocates = allocates || ok && a.Kind == ir.Heap
		}
	}
	if !allocates {
		return
	}
	taken := map[string]bool{}
	for _, v := range p.Globals {
		taken[v.Name] = true
	}
	t := ir.Type{Kind: ir.Int, Bits: p.Model.Ptr().Bits}
	live := p.NewGlobal(unique(taken, "heap.live", "."), t)
	live.Init = ir.NewConst(t, 0)
	read := ir.NewRef(live)
	for _, f := range p.Funcs {
		g := &guarder{p: p, f: f, checks: Checks{Report: map[string]bool{kind: true, ir.NoModel: true}}, names: names}
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			g.edge = e
			switch s := e.Stmt.(type) { // sound: the rest makes and ends no object of the heap
			case *ir.Alloc:
				if s.Kind == ir.Heap {
					g.before(e, func() { g.step(&ir.Assign{Dst: live, Src: ir.NewBinary(ir.Add, read, ir.NewConst(t, 1))}) })
				}
			case *ir.Free:
				if s.Kind == ir.Heap {
					some := ir.NewCast(t, ir.NewBinary(ir.Ne, s.Addr, ir.NewConst(s.Addr.Type(), 0)))
					g.before(e, func() { g.step(&ir.Assign{Dst: live, Src: ir.NewBinary(ir.Sub, read, some)}) })
				}
			}
			none, some := ir.NewBinary(ir.Eq, read, ir.NewConst(t, 0)), ir.NewBinary(ir.Ne, read, ir.NewConst(t, 0))
			switch _, undefined := e.Stmt.(*ir.Undefined); {
			case f == p.Entry && e.To == f.Exit:
				g.before(e, func() { g.demand(kind, text, none, some, ir.OtherGuard) })
			case e.To.Kind == ir.Halt && !undefined:
				g.behind(e, func() {
					g.demand(ir.NoModel, "exit: whether memory that is still allocated there is a leak is left open", none, some, ir.OtherGuard)
				})
			}
		}
	}
}

// before emits steps before an edge that is alone.
func (g *guarder) before(e *ir.Edge, steps func()) {
	g.cur = e.From
	steps()
	e.SetFrom(g.cur)
}

// behind emits steps behind an edge.
func (g *guarder) behind(e *ir.Edge, steps func()) {
	to := e.To
	g.cur = g.f.NewLoc(e.Pos)
	e.SetTo(g.cur)
	steps()
	g.link(g.cur, to, &ir.Skip{})
}
