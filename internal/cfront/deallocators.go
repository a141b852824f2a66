package cfront

import (
	"slices"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file reads the attribute malloc(f, n) of a function g: f frees the memory that g returns, by its argument n. If
// f has no body, a call of f frees that argument, and only functions that an attribute of g names may free the memory
// (gcc: -Wmismatched-dealloc). To check this, the memory of g belongs to a separate pool (pools.go), from which its
// deallocators take it. If f has a body, the body defines its effects.

// attributedFrees has the contents of all attributes malloc(f, n) of a program.
type attributedFrees struct {
	of      map[*link.Symbol][]freedArg // freed arguments by deallocator
	library []string                    // the pools whose memory free and realloc may free
}

// freedArg is an argument that a deallocator frees.
type freedArg struct {
	arg   int
	pools []string // the pools of the memory that the argument may point to
	open  bool     // a function with a body or of the library returns the memory, so it need not be a block of the heap
}

// attributed returns the contents of the attributes malloc(f, n). Its first call collects them.
func (l *libraryUse) attributed() *attributedFrees {
	if l.attrFrees != nil {
		return l.attrFrees
	}
	l.TypedefAttrs()
	a := &attributedFrees{of: map[*link.Symbol][]freedArg{}}
	l.attrFrees = a
	note := func(g *link.Symbol) {
		if g.Alloc == nil {
			return
		}
		pool := l.attributedPool(g)
		for _, d := range g.Alloc.Frees {
			f := g.Unit.Named(d.Name)
			switch {
			case pool == attributePool:
			case freesHeap(f, d):
				if pool != libraryPool {
					a.library = append(a.library, pool)
				}
			case f != nil && f.Body == nil:
				a.note(f, d.Arg, pool, g.Body != nil || l.givesLibrary(g))
			}
		}
	}
	for _, name := range sortedKeys(l.Syms) {
		note(l.Syms[name])
	}
	for _, u := range l.Units {
		for _, name := range sortedKeys(u.Locals) {
			note(u.Locals[name])
		}
	}
	return a
}

// note adds a pool to the pools of argument arg of the deallocator f.
func (a *attributedFrees) note(f *link.Symbol, arg int, pool string, open bool) {
	for i := range a.of[f] {
		if x := &a.of[f][i]; x.arg == arg {
			x.open = x.open || open
			if !slices.Contains(x.pools, pool) {
				x.pools = append(x.pools, pool)
			}
			return
		}
	}
	a.of[f] = append(a.of[f], freedArg{arg, []string{pool}, open})
}

// freesHeap reports whether d is a function of the library that frees memory from malloc; f is the symbol of its name,
// or nil.
func freesHeap(f *link.Symbol, d link.Deallocation) bool {
	if f != nil && f.Body != nil || d.Arg != 0 {
		return false
	}
	return slices.Contains([]string{"free", "cfree", "realloc", "reallocarray"}, library.Base(d.Name))
}

// givesLibrary reports whether g is a function of the library without a body.
func (l *libraryUse) givesLibrary(g *link.Symbol) bool {
	_, ok := l.entryOf(g)
	return ok && g.Body == nil
}

// attributedPool returns the pool of the memory that g, a function with attributes, returns. It returns attributePool
// if it is not known which functions free the memory: there is no deallocator, or one has a body or is a function of
// the library other than free.
func (l *libraryUse) attributedPool(g *link.Symbol) string {
	if a, ok := l.allocatorOf(g); ok && g.Body == nil {
		if len(a.Pools) > 0 {
			return a.Pools[0]
		}
		return libraryPool
	}
	if g.Body != nil || l.givesLibrary(g) {
		return libraryPool
	}
	if g.Alloc == nil || len(g.Alloc.Frees) == 0 {
		return attributePool
	}
	for _, d := range g.Alloc.Frees {
		f := g.Unit.Named(d.Name)
		if !freesHeap(f, d) && (f == nil || f.Body != nil || l.givesLibrary(f)) {
			return attributePool
		}
	}
	return namedPool + g.Name
}

// deallocator returns the arguments that s, a function without a body, frees according to the attributes of other
// functions.
func (l *libraryUse) deallocator(s *link.Symbol) []freedArg { return l.attributed().of[s] }

// poolsOf returns the pools from which a, a deallocator with the symbol s, may free, including the pools of functions
// that name s in their attributes.
func (l *libraryUse) poolsOf(a library.Allocator, s *link.Symbol) []string {
	pools := a.Pools
	for _, d := range l.deallocator(s) {
		if d.arg != a.Old {
			continue
		}
		if pools == nil {
			pools = []string{libraryPool}
		}
		pools = append(slices.Clone(pools), d.pools...)
	}
	return pools
}

// deallocate lowers a call of s, a function without a body that frees the given arguments. If s returns new memory
// instead of the old, as realloc does, it frees nothing when it returns null.
func (f memoryCalls) deallocate(c *call, s *link.Symbol, frees []freedArg) value {
	if f.l.Cfg.MissingBodies == "unknown" {
		return f.callUnknown(c)
	}
	old := make([]ir.Expr, len(frees))
	for i, d := range frees {
		if d.arg < len(c.vals) && isPtr(c.vals[d.arg]) {
			old[i] = f.hold(c.vals[d.arg].e)
		}
	}
	release := func() {
		for i, d := range frees {
			if old[i] != nil {
				f.release(c, old[i], d)
			}
		}
	}
	v := f.attributed(c, s)
	m := f.calls.missing[len(f.calls.missing)-1]
	m.says = "frees its argument"
	f.calls.missing = append(f.calls.missing, m)
	if at := s.Alloc; at == nil || len(at.Frees) == 0 && !c.sizeArgs(at) {
		release()
		return v
	}
	v.e = f.hold(v.e)
	f.when(ir.NewBinary(ir.Ne, v.e, ir.NewConst(f.ptr(), 0)), release)
	return v
}

// release frees p as the attribute d describes:
//
//	free p                                     p must be of the pools of d
//	violated unless freeable(p); free p        if a body may have made p, p need not be of the heap
func (f memoryCalls) release(c *call, p ir.Expr, d freedArg) {
	if d.open {
		f.when(ir.NotExpr(&ir.Valid{What: ir.Freeable, Addr: p}), func() {
			f.violate(ir.NoModel, c.name+" of memory that is no block of the heap: it is not known how it is freed", c.pos)
		})
	}
	inner := *c
	inner.alloc = library.Allocator{Name: c.name, Pools: d.pools}
	f.pool(&inner, f.emit(&ir.Free{Addr: p}))
}

// unsizedBlock assigns to r the result of a function with the attribute malloc(f): null, or a new block whose contents
// are inputs. The block is as large as the object that a pointer input points to.
func (f memoryCalls) unsizedBlock(c *call, r *ir.Var) {
	t := c.ft.Result()
	size := f.decls.freshSize(t)
	n := ir.NewConst(f.model().Size(), size)
	site := f.l.IR.NewSite(ir.ObjectBytes, c.name, ir.Type{}, f.f, c.pos)
	site.Parts = f.l.inputs.freshParts(site, t, size)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(f.ptr(), 0)})
	f.when(f.succeeds(c, ir.NewBool(true)), func() {
		f.pool(c, f.emit(&ir.Alloc{Dst: r, Size: n, Kind: ir.Heap, Site: site, Kept: c.alloc.Managed}))
		e := f.havocMemory(ir.NewRef(r), n, c.name, ir.ObjectBytes)
		e.Stmt.(*ir.MemHavoc).Site.Own = holdsPointers(site.Parts)
		f.l.inputs.unread.made = append(f.l.inputs.unread.made, arbitrary{f: f.fn, edge: e, t: t})
	})
}
