package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// The code of an access through a pointer has some forty instructions. If a program has
// many such accesses, only those in loops are compiled inline; the others (far accesses) call a
// function for all accesses of the type. This file writes these functions. Each is compiled from the body
//
//	load_T(p): x = load p; return x        store_T(p, x): store p, x; return
//
// like a function of the program, except that the code of the outcome is a parameter.

const (
	maxNear     = 300 // with at most so many accesses, all are inline
	maxNearLoop = 900 // with more accesses in loops, all are far
)

// farKey identifies the function for the loads or stores of a type.
type farKey struct {
	store bool
	t     ir.Type
}

// countAccesses counts the accesses and decides which of them are far.
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

// throughPointer reports whether s accesses memory at an address that names no object.
func throughPointer(s ir.Stmt) bool {
	switch s := s.(type) { // sound: only the size of the code depends on it
	case *ir.LoadStmt:
		return ir.Root(s.Addr) == nil
	case *ir.Store:
		return ir.Root(s.Addr) == nil
	}
	return false
}

// isFar reports whether the access of edge e is far. The access must be through a pointer.
func (g *stmts) isFar(e *ir.Edge) bool {
	return !g.helper && (g.far.all || g.far.some && g.flow.depth[g.flow.pos[e.From.ID]] == 0)
}

// farFunc returns the index of the function for k. It writes the function at the first call for k.
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

// loadFar writes a load as a call; storeFar writes a store.
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
