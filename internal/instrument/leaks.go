package instrument

import "github.com/tandem-verifier/tandem/internal/ir"

// leaks adds a global register that counts the live heap objects, and obligations at the ends of the program: that
// there are no such objects (valid-memcleanup), or that pointers lead to all of them (valid-memtrack):
//
//	p = alloc heap n        p = alloc heap n; live = live + 1
//	free p                  live = live - (p != 0); free p
//	return of the entry     assume live == 0, or the error; return
//	                        assume live == 0, or tracked(...), or the error; return
//
// An invalid free ends the execution or violates another obligation, so its effect on the count does not matter.
// Objects of pointer inputs, which belong to the caller, and kept memory (ir.Alloc.Kept) are not counted. If the
// program keeps some memory, tracked(...) stays undecided, since it asks about kept memory, too.
//
// tracked(...) looks for pointers in global registers and memory, and in the arguments of the program and the caller's
// memory. At a call of exit, active functions hold pointers, too; whether memory to which only these lead is a leak
// stays undecided. Leaks are also undecided if the program ends by abort or _Exit, or does not end.
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
			switch s := e.Stmt.(type) { // sound: other statements neither make nor end heap objects
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

// leak holds the obligations to add at the ends of the program.
type leak struct {
	Checks
	live  *ir.Var   // the count of live heap objects
	kept  bool      // the program allocates memory that is kept
	roots []ir.Expr // operands of tracked, except for the pointers of the entry function
}

// atEnd appends the obligations at an end of the program. normal is false if the program does not end normally (abort,
// _Exit). At an exit, open is the text of the undecided obligation; at a return of the entry function it is "".
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
	if !l.Report[ir.ValidMemtrack] || l.Report[ir.ValidMemcleanup] { // if no object is alive, all are tracked
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

// rootsOf returns the global registers that may hold pointers.
func rootsOf(p *ir.Program) (roots []ir.Expr) {
	wide := p.Model.Ptr().Bits
	for _, v := range p.Globals {
		if v.Type.Kind == ir.Ptr || v.Type.Kind == ir.Int && v.Type.Bits == wide {
			roots = append(roots, ir.NewRef(v))
		}
	}
	return roots
}

// ofEntry returns the pointers that the entry function f holds: its pointer registers and the addresses of its objects.
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

// allocates reports whether the program has an allocation of heap memory whose Kept is kept.
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

// before inserts the edges that steps appends before e, the only edge that leaves its location.
func (g *guarder) before(e *ir.Edge, steps func()) {
	g.cur = e.From
	steps()
	e.SetFrom(g.cur)
}

// after inserts the edges that steps appends after e.
func (g *guarder) after(e *ir.Edge, steps func()) {
	to := e.To
	g.cur = g.f.NewLoc(e.Pos)
	e.SetTo(g.cur)
	steps()
	g.link(g.cur, to, &ir.Skip{})
}
