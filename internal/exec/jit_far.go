package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// An access through a pointer is some forty instructions. Where a program has
// many, only those in its loops are written where they stand; the others call a function
// for all accesses of the type, made here from the same code: as the body
//
//	load_T(p): x = load p; return x        store_T(p, x): store p, x; return
//
// of a function of ir, except that the code of its end is a parameter.

const (
	maxNear     = 300 // accesses that are all written in place
	maxNearLoop = 900 // accesses in loops that are
)

// farKey names such a function.
type farKey struct {
	store bool
	t     ir.Type
}

// countAccesses decides which accesses are far.
func (c *compiler) countAccesses() {
	all, inLoops := 0, 0
	for _, f := range c.p.Funcs {
		cyclic := onCycle(f)
		for _, e := range f.Edges {
			if !throughPointer(e.Stmt) {
				continue
			}
			all++
			if cyclic[e.From.ID] {
				inLoops++
			}
		}
	}
	c.far.all = inLoops > maxNearLoop || c.opt.far
	c.far.some = all > maxNear || c.far.all
}

func throughPointer(s ir.Stmt) bool {
	switch s := s.(type) { // sound: a matter of the size of the code
	case *ir.LoadStmt:
		return ir.Root(s.Addr) == nil
	case *ir.Store:
		return ir.Root(s.Addr) == nil
	}
	return false
}

// isFar reports whether the access of an edge is one.
func (g *stmts) isFar(e *ir.Edge) bool {
	return !g.helper && (g.far.all || g.far.some && g.flow.depth[g.flow.pos[e.From.ID]] == 0)
}

// farFunc gives the function for accesses of a type.
func (c *compiler) farFunc(k farKey) uint32 {
	if w, ok := c.far.funcs[k]; ok {
		return w.Index
	}
	f := &ir.Func{Result: k.t}
	p := f.NewVar("p", c.p.Model.Ptr())
	x := f.NewVar("x", k.t)
	f.Params = f.Vars[:1]
	if k.store {
		f.Params, f.Result = f.Vars, ir.Void
	}
	w := c.mod.Func(signature(f))
	c.far.funcs[k] = w
	g := newFn(c, f, w)
	g.helper = true
	var s ir.Stmt = &ir.LoadStmt{Dst: x, Addr: ir.NewRef(p)}
	if k.store {
		s = &ir.Store{Addr: ir.NewRef(p), Val: ir.NewRef(x)}
	}
	e := &ir.Edge{Stmt: s}
	g.stmt(e)
	if !k.store {
		w.Get(g.regs[x.ID].val)
		if k.t.Kind == ir.Ptr {
			w.Get(g.regs[x.ID].prov)
		}
	}
	w.I32(0)
	return w.Index
}

// loadFar and storeFar call such a function.
func (g *stmts) loadFar(s *ir.LoadStmt, e *ir.Edge) {
	w := g.w
	flag := g.scratch(wasm.I32)
	r := g.reg(s.Dst)
	g.checked(func() {
		g.expr(s.Addr)
		g.prov(s.Addr)
		w.I32(g.endAt(Outcome{Kind: Undefined, What: "invalid read"}, e))
		w.Call(g.farFunc(farKey{false, s.Dst.Type}))
		w.Set(flag)
		if s.Dst.Type.Kind == ir.Ptr {
			g.setProv(r)
		}
		g.set(r)
		w.Get(flag)
	})
	g.give(wasm.I32, flag)
}

func (g *stmts) storeFar(s *ir.Store, e *ir.Edge) {
	w := g.w
	t := s.Val.Type()
	g.checked(func() {
		g.expr(s.Addr)
		g.prov(s.Addr)
		g.expr(s.Val)
		if t.Kind == ir.Ptr {
			g.prov(s.Val)
		}
		w.I32(g.endAt(Outcome{Kind: Undefined, What: "invalid write"}, e))
		w.Call(g.farFunc(farKey{true, t}))
	})
}
