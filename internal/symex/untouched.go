package symex

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/flow"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file finds the quiet edges: all data that a quiet edge reads and writes is independent of inputs, so it has the
// same value in all runs along the same path. The interpreter executes quiet edges alone, without symbolic execution,
// and the values that they have written enter the symbolic state before another edge reads them:
//
//	while (i < 1000000) { s += t[i % 8]; i++; }     quiet
//	if (x == s) reach_error();                      not quiet, since x is an input; s enters as a number
//
// Only data dependence counts. The path determines the outcome of branches, so a value that was assigned under a
// condition over inputs is still independent of inputs. Registers are analysed flow-sensitively, with one result per
// function for all its calls. Objects are analysed as wholes, with one result for all locations. If the analysis cannot
// decide, an edge is followed symbolically. Never quiet are edges with pointers in memory, data on the heap, objects of
// more than maxQuiet bytes, numbers made from addresses, conditions about memory, and statements that make or end
// objects.

// maxQuiet bounds the size in bytes of objects that quiet edges may write, since such objects enter cell by cell.
const maxQuiet = 1 << 14

// quietEdges is the result of the analysis.
type quietEdges struct {
	p      *ir.Program
	points *flow.Points
	lives  map[*ir.Func]*flow.Live

	bare  map[*ir.Object]bool // objects whose uninitialised contents may be read
	open  map[*ir.Func]bool   // functions with places, whose calls are followed
	touch []bool              // by Target.ID: whether its bytes may depend on inputs
	at    [][]bits            // by Func.ID and Loc.ID: the registers that may depend on inputs; nil: not reached
	exit  []bits              // by Func.ID: the registers that may depend on inputs at the exit; nil: not reached
	ret   []bool              // by Func.ID: whether the result may depend on inputs
	sites [][]*ir.Edge        // by Func.ID: the calls of the function
	again bool                // touch has changed, so flow has to run again

	quiet     [][]bool // by Func.ID and Edge.ID
	quietFunc []bool   // by Func.ID: whether all edges of the function are quiet
	// enter has, by edge, the registers that do not depend on inputs after the edge, but may depend on inputs where the
	// edge ends, on other paths. Their values enter the state after the edge.
	enter  map[*ir.Edge][]*ir.Var
	cells  []*flow.Target        // objects that quiet edges write
	loads  map[*ir.Edge]flow.Set // by edge that is not quiet: the objects among cells that it reads
	watch  map[int]*ir.Object    // by Site.ID: objects that are assumed to be written before they are read
	some   bool                  // some edges are quiet
	writes map[*ir.Var]bool      // registers that quiet edges assign
}

// bits is a set of registers: first the registers of a function, then the global ones.
type bits []uint64

func (b bits) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }
func (b bits) put(i int, on bool) {
	if on {
		b[i/64] |= 1 << (i % 64)
	} else {
		b[i/64] &^= 1 << (i % 64)
	}
}

// findUntouched analyses a program. It assumes that local objects are written before they are read, except for the
// objects in bare; the caller has to check the assumption in its runs (watch). With strict, it does not assume this of
// any object. open has the functions whose calls are to be followed.
func findUntouched(p *ir.Program, points *flow.Points, bare map[*ir.Object]bool, open map[*ir.Func]bool,
	strict bool) *quietEdges {
	u := &quietEdges{p: p, points: points, lives: map[*ir.Func]*flow.Live{}, bare: bare, open: open,
		touch: make([]bool, len(points.Targets)), at: make([][]bits, len(p.Funcs)),
		exit: make([]bits, len(p.Funcs)), ret: make([]bool, len(p.Funcs)), sites: make([][]*ir.Edge, len(p.Funcs)),
		watch: map[int]*ir.Object{}}
	calls := flow.NewCalls(p)
	for _, t := range points.Targets {
		switch t.Kind {
		case flow.GlobalObj:
			u.touch[t.ID] = t.Obj.Uninit
		case flow.LocalObj:
			u.touch[t.ID] = strict || bare[t.Obj] || t.Obj.Site == nil || calls.Recursive(t.Func)
		case flow.AllocObj, flow.FreshObj, flow.FuncCode:
			u.touch[t.ID] = true
		}
		if t.Size < 0 || t.Size > maxQuiet && !(t.Kind == flow.GlobalObj && t.Obj.Const) {
			u.touch[t.ID] = true
		}
	}
	for _, t := range points.Exposed() {
		u.touch[t.ID] = true
	}
	for _, f := range p.Funcs {
		u.at[f.ID] = make([]bits, len(f.Locs))
		for _, e := range f.Edges {
			switch s := e.Stmt.(type) { // sound: flow handles all statements
			case *ir.HavocAll:
				return u.nothing()
			case *ir.Call:
				u.sites[s.Func.ID] = append(u.sites[s.Func.ID], e)
			}
		}
	}
	for u.again = true; u.again; {
		u.again = false
		u.flow()
	}
	u.settle()
	return u
}

// nothing returns the result without any quiet edge.
func (u *quietEdges) nothing() *quietEdges {
	u.quiet = make([][]bool, len(u.p.Funcs))
	for _, f := range u.p.Funcs {
		u.quiet[f.ID] = make([]bool, len(f.Edges))
	}
	return u
}

// live returns the liveness of a function.
func (u *quietEdges) live(f *ir.Func) *flow.Live {
	l := u.lives[f]
	if l == nil {
		l = flow.NewLive(u.p, f, func(g *ir.Func) []*ir.Var { return u.points.Of(g).GlobalReads })
		u.lives[f] = l
	}
	return l
}

// bit returns the number of a register in the sets of f.
func (u *quietEdges) bit(f *ir.Func, v *ir.Var) int {
	if v.Global {
		return len(f.Vars) + v.ID
	}
	return v.ID
}

// depends reports whether an expression may depend on inputs, or on the addresses of objects.
func (u *quietEdges) depends(f *ir.Func, at bits, e ir.Expr) bool {
	if e == nil {
		return false
	}
	yes := false
	ir.Walk(e, func(e ir.Expr) bool {
		switch e := e.(type) {
		case *ir.Ref:
			yes = yes || at.has(u.bit(f, e.Var))
		case *ir.Const:
			yes = yes || e.T.Kind == ir.Ptr && e.Bits != 0
		case *ir.Cast:
			yes = yes || (e.T.Kind == ir.Ptr) != (e.X.Type().Kind == ir.Ptr)
		case *ir.Binary:
			if e.X.Type().Kind == ir.Ptr {
				_, x := ir.IsConst(e.X)
				_, y := ir.IsConst(e.Y)
				yes = yes || e.Op != ir.Eq && e.Op != ir.Ne || !x && !y
			}
		case *ir.PtrDiff, *ir.FuncAddr, *ir.Valid, *ir.Load, *ir.Forall:
			yes = true
		case *ir.AddrOf, *ir.Unary, *ir.PtrAdd, *ir.Overflows:
		}
		return !yes
	})
	return yes
}

// hit records that the bytes at an address may depend on inputs.
func (u *quietEdges) hit(addr ir.Expr) {
	for _, t := range u.points.Pointees(addr) {
		if !u.touch[t.ID] {
			u.touch[t.ID], u.again = true, true
		}
	}
}

// known reports whether an address can only lead to bytes that do not depend on inputs.
func (u *quietEdges) known(addr ir.Expr) bool {
	places := u.points.Expr(addr)
	for _, pl := range places {
		if pl.Target == nil || u.touch[pl.Target.ID] {
			return false
		}
	}
	return len(places) > 0
}

// flow propagates dependence on inputs through the program, to a fixpoint.
func (u *quietEdges) flow() {
	var work []*ir.Loc
	queued := map[*ir.Loc]bool{}
	push := func(l *ir.Loc) {
		if !queued[l] {
			queued[l] = true
			work = append(work, l)
		}
	}
	join := func(l *ir.Loc, b bits) {
		have := u.at[l.Func.ID][l.ID]
		if have == nil {
			u.at[l.Func.ID][l.ID] = slices.Clone(b)
			push(l)
			return
		}
		changed := false
		for i, w := range b {
			if w&^have[i] != 0 {
				have[i] |= w
				changed = true
			}
		}
		if changed {
			push(l)
		}
	}
	width := func(f *ir.Func) int { return (len(f.Vars) + len(u.p.Globals) + 63) / 64 }
	main := u.p.Entry
	first := make(bits, width(main))
	for i := range main.Vars { // unassigned registers are arbitrary
		first.put(i, true)
	}
	join(main.Entry, first)
	for _, f := range u.p.Funcs { // objects touched since the last time may be read at any location
		for l, b := range u.at[f.ID] {
			if b != nil {
				push(f.Locs[l])
			}
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		queued[l] = false
		f, in := l.Func, u.at[l.Func.ID][l.ID]
		for _, e := range l.Out {
			if c, ok := e.Stmt.(*ir.Call); ok {
				g := c.Func
				b := make(bits, width(g))
				for i := range g.Vars {
					b.put(i, i >= len(c.Args) || i >= len(g.Params) || u.depends(f, in, c.Args[i]))
				}
				for _, v := range u.p.Globals {
					b.put(u.bit(g, v), in.has(u.bit(f, v)))
				}
				join(g.Entry, b)
			}
			out, ok := u.after(e, in)
			if !ok {
				continue
			}
			if r, ok := e.Stmt.(*ir.Return); ok {
				news := u.depends(f, in, r.Val) || r.Val == nil
				if u.exit[f.ID] == nil || news && !u.ret[f.ID] || slices.ContainsFunc(u.p.Globals, func(v *ir.Var) bool {
					return out.has(u.bit(f, v)) && !u.exit[f.ID].has(u.bit(f, v))
				}) {
					if u.exit[f.ID] == nil {
						u.exit[f.ID] = make(bits, len(out))
					}
					for i, w := range out {
						u.exit[f.ID][i] |= w
					}
					u.ret[f.ID] = u.ret[f.ID] || news
					for _, s := range u.sites[f.ID] {
						if u.at[s.From.Func.ID][s.From.ID] != nil {
							push(s.From)
						}
					}
				}
			}
			join(e.To, out)
		}
	}
}

// after returns the registers that may depend on inputs after an edge; the result is false if no execution takes the
// edge.
func (u *quietEdges) after(e *ir.Edge, in bits) (bits, bool) {
	f := e.From.Func
	out := slices.Clone(in)
	def := func(v *ir.Var, dep bool) {
		if v != nil {
			out.put(u.bit(f, v), dep)
		}
	}
	switch s := e.Stmt.(type) {
	case *ir.Assign:
		def(s.Dst, u.depends(f, in, s.Src))
	case *ir.LoadStmt:
		if s.Dst.Type.Kind == ir.Ptr {
			u.hit(s.Addr)
		}
		def(s.Dst, u.depends(f, in, s.Addr) || !u.known(s.Addr))
	case *ir.Store:
		if s.Val.Type().Kind == ir.Ptr || u.depends(f, in, s.Addr) || u.depends(f, in, s.Val) || !u.known(s.Addr) {
			u.hit(s.Addr)
		}
	case *ir.MemSet:
		if u.depends(f, in, s.Dst) || u.depends(f, in, s.Val) || u.depends(f, in, s.N) || !u.known(s.Dst) {
			u.hit(s.Dst)
		}
	case *ir.MemCopy:
		u.hit(s.Dst)
	case *ir.MemHavoc:
		u.hit(s.Addr)
	case *ir.Alloc:
		def(s.Dst, u.depends(f, in, s.Size))
	case *ir.Input:
		def(s.Dst, true)
	case *ir.Math:
		def(s.Dst, true)
	case *ir.Call:
		g := s.Func.ID
		if u.exit[g] == nil {
			return nil, false
		}
		for _, v := range u.p.Globals {
			out.put(u.bit(f, v), u.exit[g].has(u.bit(s.Func, v)))
		}
		def(s.Dst, u.ret[g])
	case *ir.HavocAll:
		for i := range out {
			out[i] = ^uint64(0)
		}
	case *ir.Skip, *ir.Assume, *ir.Decl, *ir.End, *ir.Free, *ir.Return, *ir.Undefined: // nothing is assigned
	}
	return out, true
}

// settle decides which edges are quiet, and which values enter the state at which edges.
func (u *quietEdges) settle() {
	u.nothing()
	u.enter, u.loads, u.writes = map[*ir.Edge][]*ir.Var{}, map[*ir.Edge]flow.Set{}, map[*ir.Var]bool{}
	u.quietFunc = make([]bool, len(u.p.Funcs))
	for _, f := range u.p.Funcs {
		u.quietFunc[f.ID] = !u.open[f] && f != u.p.Entry
	}
	for _, f := range u.p.Funcs {
		for _, e := range f.Edges {
			if in := u.at[f.ID][e.From.ID]; in != nil {
				u.border(e, in)
				u.quiet[f.ID][e.ID] = len(u.enter[e]) == 0 && u.can(e, in)
			}
		}
	}
	for changed := true; changed; { // a call is quiet only if all edges of the called function are
		changed = false
		for _, f := range u.p.Funcs {
			for _, e := range f.Edges {
				in := u.at[f.ID][e.From.ID]
				q := &u.quiet[f.ID][e.ID]
				if c, ok := e.Stmt.(*ir.Call); ok && *q && !u.quietFunc[c.Func.ID] {
					*q = false
				}
				if in != nil && !*q && u.quietFunc[f.ID] {
					u.quietFunc[f.ID], changed = false, true
				}
			}
		}
	}
	cells := map[*flow.Target]bool{}
	for _, f := range u.p.Funcs {
		for _, e := range f.Edges {
			q := &u.quiet[f.ID][e.ID]
			if _, ok := e.Stmt.(*ir.Return); ok && !u.quietFunc[f.ID] {
				*q = false
			}
			u.some = u.some || *q
			if v := ir.Def(e.Stmt); *q && v != nil {
				u.writes[v] = true
			}
			if addr := ir.Written(e.Stmt); *q && addr != nil {
				for _, t := range u.points.Pointees(addr) {
					cells[t] = true
				}
			}
		}
	}
	for _, t := range u.points.Targets {
		if cells[t] {
			u.cells = append(u.cells, t)
		}
		if !u.touch[t.ID] && t.Kind == flow.LocalObj {
			u.watch[t.Obj.Site.ID] = t.Obj
		}
	}
	for _, f := range u.p.Funcs {
		for _, e := range f.Edges {
			if _, call := e.Stmt.(*ir.Call); call || u.quiet[f.ID][e.ID] {
				continue
			}
			for _, t := range u.points.Reads(e) {
				if cells[t] {
					u.loads[e] = append(u.loads[e], t)
				}
			}
		}
	}
}

// border finds the registers that do not depend on inputs after an edge, although they may depend on inputs at the
// location to which the edge leads.
func (u *quietEdges) border(e *ir.Edge, in bits) {
	f := e.From.Func
	out, ok := u.after(e, in)
	to := u.at[f.ID][e.To.ID]
	if !ok || to == nil {
		return
	}
	live := u.live(f)
	add := func(v *ir.Var) {
		i := u.bit(f, v)
		before := out.has(i)
		if c, call := e.Stmt.(*ir.Call); call && v != c.Dst { // the called function may join a path that depends on inputs
			before = in.has(i)
		}
		if !before && to.has(i) && live.At(e.To, v) {
			u.enter[e] = append(u.enter[e], v)
		}
	}
	for _, v := range f.Vars {
		add(v)
	}
	for _, v := range u.p.Globals {
		add(v)
	}
}

// can reports whether an edge, considered alone, may be quiet.
func (u *quietEdges) can(e *ir.Edge, in bits) bool {
	f := e.From.Func
	dep := func(x ir.Expr) bool { return u.depends(f, in, x) }
	switch s := e.Stmt.(type) {
	case *ir.Skip:
		return true
	case *ir.Assign:
		return !dep(s.Src)
	case *ir.Assume:
		return !slices.ContainsFunc(e.From.Out, func(o *ir.Edge) bool {
			a, ok := o.Stmt.(*ir.Assume)
			return !ok || dep(a.Cond)
		})
	case *ir.LoadStmt:
		return s.Dst.Type.Kind != ir.Ptr && !dep(s.Addr) && u.known(s.Addr)
	case *ir.Store:
		return s.Val.Type().Kind != ir.Ptr && !dep(s.Addr) && !dep(s.Val) && u.known(s.Addr)
	case *ir.MemSet:
		return !dep(s.Dst) && !dep(s.Val) && !dep(s.N) && u.known(s.Dst)
	case *ir.Call:
		return !slices.ContainsFunc(s.Args, dep) && (s.Dst == nil || !u.ret[s.Func.ID])
	case *ir.Return:
		return s.Val == nil || !dep(s.Val)
	case *ir.Input, *ir.Decl, *ir.End, *ir.Alloc, *ir.Free, *ir.MemCopy, *ir.MemHavoc, *ir.HavocAll, *ir.Math,
		*ir.Undefined:
	}
	return false
}

// registers lists the live registers that do not depend on inputs at a location.
func (u *quietEdges) registers(l *ir.Loc) (out []*ir.Var) {
	at, live := u.at[l.Func.ID][l.ID], u.live(l.Func)
	if at == nil {
		return nil
	}
	for _, v := range slices.Concat(l.Func.Vars, u.p.Globals) {
		if !at.has(u.bit(l.Func, v)) && live.At(l, v) {
			out = append(out, v)
		}
	}
	return out
}
