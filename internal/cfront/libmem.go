package cfront

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers library functions on memory that are statements of the IR (7.22.3, 7.24.2).

// memoryHandler returns the handler of such a function, or nil.
func memoryHandler(name string) handlerFunc {
	switch name {
	case "malloc", "valloc":
		return func(f *fn, c *call) value { return memoryCalls{f}.alloc(c, 0, -1, false) }
	case "aligned_alloc", "memalign":
		return func(f *fn, c *call) value { return memoryCalls{f}.alloc(c, 1, -1, false) }
	case "calloc":
		return func(f *fn, c *call) value { return memoryCalls{f}.alloc(c, 1, 0, true) }
	case "realloc":
		return func(f *fn, c *call) value { return memoryCalls{f}.realloc(c, 1, -1) }
	case "reallocarray":
		return func(f *fn, c *call) value { return memoryCalls{f}.realloc(c, 2, 1) }
	case "posix_memalign":
		return by(memoryCalls.posixMemalign)
	case "free", "cfree":
		return by(memoryCalls.free)
	case "alloca":
		return by(memoryCalls.alloca)
	case "memcpy", "memmove", "mempcpy", "__mempcpy", "__memcpy", "__memmove":
		return by(memoryCalls.memcpy)
	case "bcopy":
		return by(memoryCalls.bcopy)
	case "memset", "__memset", "memset_explicit":
		return by(memoryCalls.memset)
	case "bzero", "explicit_bzero":
		return by(memoryCalls.bzero)
	}
	return nil
}

// within returns a handler for calls without effect whose result is an arbitrary number between low and high.
func within(low, high int64) handlerFunc {
	return func(f *fn, c *call) value {
		v := f.nothing(c)
		if isInt(v) {
			f.between(v.e, low, high)
		}
		return v
	}
}

// between assumes low <= e <= high.
func (f *builder) between(e ir.Expr, low, high int64) {
	t := e.Type()
	c := ir.NewBinary(ir.Le, e, ir.NewConst(t, high))
	if t.Signed || low > 0 {
		c = ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(t, low), e), c)
	}
	f.emit(&ir.Assume{Cond: c, Guard: ir.OtherGuard})
}

// when calls body to lower the code that runs if cond holds. Its branch does not count as a branch of the source.
func (f *builder) when(cond ir.Expr, body func()) {
	switch {
	case ir.IsFalse(cond):
		return
	case ir.IsTrue(cond):
		body()
		return
	}
	yes, join := f.newLoc(), f.newLoc()
	f.edge(f.cur, yes, &ir.Assume{Cond: cond, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, join, &ir.Assume{Cond: ir.NotExpr(cond), Guard: ir.OtherGuard}, f.pos)
	f.cur = yes
	body()
	f.goTo(join)
	f.cur = join
}

// either calls yes to lower the code that runs if cond holds, and the function no for the other case. Its branch does
// not count as a branch of the source.
func (f *builder) either(cond ir.Expr, yes, no func()) {
	switch {
	case ir.IsTrue(cond):
		yes()
		return
	case ir.IsFalse(cond):
		no()
		return
	}
	then, other, join := f.newLoc(), f.newLoc(), f.newLoc()
	f.edge(f.cur, then, &ir.Assume{Cond: cond, Guard: ir.OtherGuard}, f.pos)
	f.edge(f.cur, other, &ir.Assume{Cond: ir.NotExpr(cond), Guard: ir.OtherGuard}, f.pos)
	f.cur = then
	yes()
	f.goTo(join)
	f.cur = other
	no()
	f.goTo(join)
	f.cur = join
}

// free lowers free(p).
func (f memoryCalls) free(c *call) value {
	if len(c.vals) != 1 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	f.emit(&ir.Free{Addr: c.vals[0].e})
	return value{}
}

// alloca lowers alloca(n), whose memory lives until the function returns.
func (f memoryCalls) alloca(c *call) value {
	if len(c.vals) < 1 {
		return f.callMissing(c)
	}
	site := f.l.IR.NewSite(ir.ObjectBytes, c.name, ir.Type{}, f.f, c.pos)
	n := f.sizeOf(c.vals[0], c)
	e := f.def(f.ptr(), func(v *ir.Var) ir.Stmt { return &ir.Alloc{Dst: v, Size: n, Kind: ir.Stack, Site: site} })
	f.made[f.lastTemp] = madeHere{site: site, size: n}
	return f.asResult(value{e: e, t: f.resultPtr(c), fresh: true}, c)
}

// memcpy lowers memcpy, memmove and mempcpy.
func (f memoryCalls) memcpy(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[0]) || !isPtr(c.vals[1]) {
		return f.callMissing(c)
	}
	n := f.sizeOf(c.vals[2], c)
	f.emit(&ir.MemCopy{Dst: c.vals[0].e, Src: c.vals[1].e, N: n})
	r := c.vals[0]
	if strings.HasSuffix(library.Base(c.name), "mempcpy") {
		r.e = ir.NewPtrAdd(r.e, n, 1)
	}
	return f.asResult(r, c)
}

// bcopy lowers bcopy(src, dst, n).
func (f memoryCalls) bcopy(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[0]) || !isPtr(c.vals[1]) {
		return f.callMissing(c)
	}
	f.emit(&ir.MemCopy{Dst: c.vals[1].e, Src: c.vals[0].e, N: f.sizeOf(c.vals[2], c)})
	return value{}
}

// memset lowers memset(p, c, n).
func (f memoryCalls) memset(c *call) value {
	if len(c.vals) < 3 || !isPtr(c.vals[0]) || !isInt(c.vals[1]) {
		return f.callMissing(c)
	}
	f.emit(&ir.MemSet{Dst: c.vals[0].e, Val: ir.NewCast(ir.U8, c.vals[1].e), N: f.sizeOf(c.vals[2], c)})
	return f.asResult(c.vals[0], c)
}

// bzero lowers bzero(p, n).
func (f memoryCalls) bzero(c *call) value {
	if len(c.vals) < 2 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	f.emit(&ir.MemSet{Dst: c.vals[0].e, Val: ir.NewConst(ir.U8, 0), N: f.sizeOf(c.vals[1], c)})
	return value{}
}
