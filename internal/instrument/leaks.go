package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// leaks counts the live objects of the heap in a global register, and makes it an obligation
// that there are none when the program ends (valid-memcleanup), or none that nothing leads to (valid-memtrack):
//
//	p = alloc heap n        p = alloc heap n; live = live + 1
//	free p                  live = live - (p != 0); free p
//	return of the entry     assume live == 0, or the error; return
//	                        assume live == 0, or tracked(...), or the error; return
//
// A free of anything but a live object of the heap ends the execution or violates an obligation of its own, so its
// effect on the count does not matter. Objects of pointer inputs belong to the caller and are not counted, nor is kept
// memory. Where some memory is kept, tracked(...) is left undecided, as it asks about kept memory, too.
//
// tracked(...) looks for pointers in global registers and memory, and in the arguments of the program and the caller's
// memory. At a call of exit the active functions hold pointers, too: whether memory that only these lead to is a leak
// is left undecided. So are leaks where the program ends by abort or _Exit, or does not end.
func leaks(p *ir.Program, c Checks, names *names) {
	if !allocates(p, false) {
		return
	}
	globals := taken{}
	for _, v := range p.Globals {
		globals[v.Name] = 2
	}
	t := ir.Type{Kind: ir.Int, Bits: p.Model.Ptr().Bits}
	l := &leak{
		Checks: Checks{Report: map[string]bool{ir.ValidMemcleanup: c.Report[ir.ValidMemcleanup],
			ir.ValidMemtrack: c.Report[ir.ValidMemtrack], ir.NoModel: true}},
		roots: rootsOf(p),
		kept:  allocates(p, true),
	}
	l.live = p.NewGlobal(unique(globals, "heap.live", "."), t)
	l.live.Init = ir.NewConst(t, 0)
	read := ir.NewRef(l.live)
	for _, f := range p.Funcs {
		g := &guarder{p: p, f: f, checks: l.Checks, names: names}
		for _, e := range f.Edges[:len(f.Edges):len(f.Edges)] {
			g.edge = e
			switch s := e.Stmt.(type) { // sound: the rest makes and ends no object of the heap
			case *ir.Alloc:
				if s.Kind == ir.Heap && !s.Kept {
					g.before(e, func() { g.step(&ir.Assign{Dst: l.live, Src: ir.NewBinary(ir.Add, read, ir.NewConst(t, 1))}) })
				}
			case *ir.Free:
				if s.Kind == ir.Heap && !s.Kept {
					some := ir.NewCast(t, ir.NewBinary(ir.Ne, s.Addr, ir.NewConst(s.Addr.Type(), 0)))
					g.before(e, func() { g.step(&ir.Assign{Dst: l.live, Src: ir.NewBinary(ir.Sub, read, some)}) })
				}
			}
			switch _, undefined := e.Stmt.(*ir.Undefined); {
			case f == p.Entry && e.To == f.Exit:
				g.before(e, func() { l.atEnd(g, true, "") })
			case e.To.Kind == ir.Halt && !undefined:
				normal := e.To.Normal
				g.after(e, func() {
					l.atEnd(g, normal, "exit: whether memory that is still allocated there is a leak is left open")
				})
			}
		}
	}
}

// leak is what is asked where a program ends.
type leak struct {
	Checks
	live  *ir.Var
	kept  bool // the program allocates memory that is kept
	roots []ir.Expr
}

// atEnd emits the obligations of an end. Memory that is open at an exit has a text.
func (l *leak) atEnd(g *guarder, normal bool, open string) {
	zero := ir.NewConst(l.live.Type, 0)
	none, some := ir.NewBinary(ir.Eq, ir.NewRef(l.live), zero), ir.NewBinary(ir.Ne, ir.NewRef(l.live), zero)
	if !normal {
		g.demand(ir.NoModel, open, none, some, ir.OtherGuard)
		return
	}
	if l.Report[ir.ValidMemcleanup] {
		g.demand(ir.ValidMemcleanup, "memory of the heap at the end", none, some, ir.OtherGuard)
	}
	if !l.Report[ir.ValidMemtrack] || l.Report[ir.ValidMemcleanup] { // where nothing is alive all is tracked
		return
	}
	kind, text := ir.ValidMemtrack, "what leads to memory of the heap at the end"
	switch {
	case l.kept:
		kind, text = ir.NoModel, "whether something leads to memory that is still allocated is left open where memory is "+
			"kept by its allocator"
	case open != "":
		kind, text = ir.NoModel, "exit: whether something in the functions that run leads to memory that is still "+
			"allocated is left open"
	}
	ask := &ir.Valid{What: ir.Tracked, Roots: l.roots}
	if g.f == g.p.Entry {
		ask.Roots = append(ask.Roots[:len(ask.Roots):len(ask.Roots)], ofEntry(g.f, g.p.Model.Ptr())...)
	}
	alive, next := g.f.NewLoc(g.edge.Pos), g.f.NewLoc(g.edge.Pos)
	g.link(g.cur, alive, &ir.Assume{Cond: some, Guard: ir.OtherGuard})
	g.link(g.cur, next, &ir.Assume{Cond: none, Guard: ir.OtherGuard})
	g.link(alive, next, &ir.Assume{Cond: ask, Guard: ir.OtherGuard})
	g.link(alive, g.err(kind, text), &ir.Assume{Cond: &ir.Unary{Op: ir.LNot, X: ask}, Guard: ir.OtherGuard})
	g.cur = next
}

// rootsOf returns where pointers to the heap are looked for besides memory.
func rootsOf(p *ir.Program) (roots []ir.Expr) {
	wide := p.Model.Ptr().Bits
	for _, v := range p.Globals {
		if v.Type.Kind == ir.Ptr || v.Type.Kind == ir.Int && v.Type.Bits == wide {
			roots = append(roots, ir.NewRef(v))
		}
	}
	return roots
}

// ofEntry returns what the entry function has.
func ofEntry(f *ir.Func, ptr ir.Type) (roots []ir.Expr) {
	for _, v := range f.Vars {
		if v.Type.Kind == ir.Ptr {
			roots = append(roots, ir.NewRef(v))
		}
	}
	for _, o := range f.Objects {
		roots = append(roots, &ir.AddrOf{Obj: o, T: ptr})
	}
	return roots
}

// allocates reports whether the program allocates memory of the heap that is kept, or that is not.
func allocates(p *ir.Program, kept bool) bool {
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if a, ok := e.Stmt.(*ir.Alloc); ok && a.Kind == ir.Heap && a.Kept == kept {
				return true
			}
		}
	}
	return false
}

// before emits steps before an edge that is alone.
func (g *guarder) before(e *ir.Edge, steps func()) {
	g.cur = e.From
	steps()
	e.SetFrom(g.cur)
}

// after emits steps after an edge.
func (g *guarder) after(e *ir.Edge, steps func()) {
	to := e.To
	g.cur = g.f.NewLoc(e.Pos)
	e.SetTo(g.cur)
	steps()
	g.link(g.cur, to, &ir.Skip{})
}
