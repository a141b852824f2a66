package instrument

import (
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Constants replaces a register whose only assignment is a literal or a fixed address by this value, at all locations
// that the assignment dominates. It also replaces an allocation that runs at most once, with a constant size, by a
// local object:
//
//	n = 10; p = alloc stack n*4; store ptradd(p, i, 4), x
//
// becomes
//
//	n = 10; decl p.mem; p = &p.mem; store ptradd(&p.mem, i, 4), x
//
// So analyses can treat memory of malloc, and arrays of variable length whose length is known, like other arrays.
func Constants(p *ir.Program) {
	names := newNames(p)
	// dies is true if heap memory or objects of the entry function may end before the program ends, or if the program asks
	// which objects are heap objects.
	dies := false
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			switch st := e.Stmt.(type) { // sound: only frees, calls of the entry, and questions matter
			case *ir.Free:
				dies = dies || st.Kind == ir.Heap
			case *ir.Call:
				dies = dies || st.Func == p.Entry
			case *ir.Math:
				dies = dies || st.Fn == ir.Extent
			case *ir.Assume:
				if v := ir.Asks(st.Cond); v != nil {
					dies = dies || v.What == ir.Tracked || v.What == ir.Dynamic || v.What == ir.Freeable
				}
			}
		}
	}
	for _, f := range p.Funcs {
		c := &constants{f: f, names: names, heap: !dies && f == p.Entry}
		c.evaluate()
		c.propagate()
		c.evaluate()
		if c.promote() {
			c.propagate()
		}
	}
}

// constants is the pass for one function.
type constants struct {
	f     *ir.Func
	names *names
	heap  bool // heap memory may become an object of f, since it lives as long and is never freed
}

// maxPromoted bounds the size of an object that replaces an allocation, since harnesses have such objects on their
// stack.
const maxPromoted = 1 << 16

// evaluate replaces calls of functions of libm by their results, if the arguments are constant and only one result is
// possible.
func (c *constants) evaluate() {
	for _, e := range c.f.Edges {
		m, ok := e.Stmt.(*ir.Math)
		if !ok || m.Dst.Type.Kind != ir.Float {
			continue
		}
		args, known := make([]uint64, len(m.Args)), true
		for i, a := range m.Args {
			bits, is := ir.IsConst(a)
			args[i], known = bits, known && is
		}
		if !known {
			continue
		}
		if r, exact := ir.EvalMath(m.Fn, m.Dst.Type, args); exact {
			e.Stmt = &ir.Assign{Dst: m.Dst, Src: ir.NewBits(m.Dst.Type, r)}
		}
	}
}

// propagate replaces registers by their values.
func (c *constants) propagate() {
	f := c.f
	for i, l := range f.Locs {
		l.ID = i
	}
	defs := make(map[*ir.Var]*ir.Edge, len(f.Vars))
	many := map[*ir.Var]bool{}
	for _, v := range f.Params {
		many[v] = true
	}
	for _, e := range f.Edges {
		if v := ir.Def(e.Stmt); v != nil {
			many[v] = many[v] || defs[v] != nil
			defs[v] = e
		}
	}
	g := f.Graph()
	dom := graph.Dominators(g, f.Entry.ID)
	once := c.declaredOnce(g)
	lives := c.lives(once)
	type source struct {
		e   ir.Expr
		def *ir.Loc // the location after the assignment; the register has the value e where def dominates
	}
	values := map[*ir.Var]source{}
	for v, e := range defs {
		a, ok := e.Stmt.(*ir.Assign)
		if ok && !v.Global && !many[v] && len(e.To.In) == 1 && isFixed(a.Src, once) {
			values[v] = source{a.Src, e.To}
		}
	}
	if len(values) == 0 {
		return
	}
	for _, e := range f.Edges {
		put := func(v *ir.Var) ir.Expr {
			if src, ok := values[v]; ok && dom.Dominates(src.def.ID, e.From.ID) && lives(e.From, src.e) {
				return src.e
			}
			return nil
		}
		if s := ir.MapStmt(e.Stmt, func(x ir.Expr) ir.Expr { return ir.Replace(x, put) }); s != e.Stmt {
			e.Stmt = ir.MapStmt(s, Fold)
		}
	}
}

// isFixed reports whether e has the same value during an activation of the function.
func isFixed(e ir.Expr, once map[*ir.Object]bool) bool {
	switch e := e.(type) { // sound: other expressions are not fixed
	case *ir.Const:
		return true
	case *ir.AddrOf:
		return e.Obj.Func == nil || once[e.Obj]
	case *ir.PtrAdd:
		_, ok := e.Index.(*ir.Const)
		return ok && isFixed(e.P, once)
	}
	return false
}

// declaredOnce returns the objects with a single Decl that is on no cycle.
func (c *constants) declaredOnce(g graph.Adj) map[*ir.Object]bool {
	cyclic := cyclicLocs(g)
	once, twice := map[*ir.Object]bool{}, map[*ir.Object]bool{}
	for _, e := range c.f.Edges {
		if d, ok := e.Stmt.(*ir.Decl); ok {
			twice[d.Obj] = twice[d.Obj] || once[d.Obj] || cyclic[e.From.ID] && cyclic[e.To.ID]
			once[d.Obj] = true
		}
	}
	for o := range twice {
		if twice[o] {
			delete(once, o)
		}
	}
	return once
}

// lives returns a function that reports whether the objects in an expression are alive at a location after their
// declaration, on every path. Objects that have an End may not be alive there.
func (c *constants) lives(once map[*ir.Object]bool) func(*ir.Loc, ir.Expr) bool {
	mortal := map[*ir.Object]bool{}
	for _, e := range c.f.Edges {
		if s, ok := e.Stmt.(*ir.End); ok && once[s.Obj] {
			mortal[s.Obj] = true
		}
	}
	dead := map[*ir.Object]map[*ir.Loc]bool{} // some path from an End leads to the location
	for o := range mortal {
		var ended []*ir.Loc
		for _, e := range c.f.Edges {
			if s, ok := e.Stmt.(*ir.End); ok && s.Obj == o {
				ended = append(ended, e.To)
			}
		}
		dead[o] = graph.Closure(ended, func(l *ir.Loc, next func(*ir.Loc)) {
			for _, e := range l.Out {
				if d, ok := e.Stmt.(*ir.Decl); !ok || d.Obj != o {
					next(e.To)
				}
			}
		})
	}
	return func(l *ir.Loc, e ir.Expr) bool {
		ok := true
		ir.Walk(e, func(x ir.Expr) bool {
			if a, is := x.(*ir.AddrOf); is && dead[a.Obj][l] {
				ok = false
			}
			return ok
		})
		return ok
	}
}

// cyclicLocs returns by Loc.ID whether a location is on a cycle.
func cyclicLocs(g graph.Adj) []bool {
	out := make([]bool, len(g))
	comps, _ := graph.SCC(g)
	for _, comp := range comps {
		for _, n := range comp {
			out[n] = len(comp) > 1
		}
	}
	for n, succ := range g {
		for _, m := range succ {
			out[n] = out[n] || n == m
		}
	}
	return out
}

// promote replaces allocations that run at most once in an activation by local objects. It reports whether it replaced
// any.
func (c *constants) promote() bool {
	cyclic := cyclicLocs(c.f.Graph())
	changed := false
	freed := false // stack memory may be freed, so its allocations must stay
	for _, e := range c.f.Edges {
		s, ok := e.Stmt.(*ir.Free)
		freed = freed || ok && s.Kind == ir.Stack
	}
	for _, e := range c.f.Edges[:len(c.f.Edges):len(c.f.Edges)] {
		a, ok := e.Stmt.(*ir.Alloc)
		if !ok || a.Zeroed || a.Site == nil || a.Kind == ir.Heap && !c.heap || a.Kind == ir.Stack && freed ||
			cyclic[e.From.ID] && cyclic[e.To.ID] {
			continue
		}
		size, ok := ir.IsConst(a.Size)
		if !ok || size == 0 || size > maxPromoted {
			continue
		}
		o := c.f.NewObject(unique(c.names.used(c.f), a.Dst.Name+".mem", "."), int64(size), 16)
		o.Site, o.Pos, o.Parts = a.Site, e.Pos, a.Site.Parts
		mid, to := c.f.NewLoc(e.Pos), e.To
		place(mid, to)
		e.Stmt = &ir.Decl{Obj: o}
		e.SetTo(mid)
		n := c.f.NewEdge(mid, to, &ir.Assign{Dst: a.Dst, Src: &ir.AddrOf{Obj: o, T: a.Dst.Type}}, e.Pos)
		n.Inline = e.Inline
		changed = true
	}
	return changed
}
