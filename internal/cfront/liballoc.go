package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers the allocation of heap memory (7.22.3): malloc and related functions. As in glibc, a size above
// PTRDIFF_MAX yields NULL and ENOMEM; other allocations succeed, unless --malloc-may-fail is given.

// These are numbers of errno.
const enomem, einval = 12, 22

// memoryCalls lowers calls that allocate, free, copy and set memory.
type memoryCalls struct{ *fn }

// allocSize returns the size of a block in bytes: argument size of the call, times argument count if count >= 0. The
// condition product holds if the multiplication does not overflow, and small if a block of this size can exist.
func (f memoryCalls) allocSize(c *call, size, count int) (n, product, small ir.Expr) {
	n = f.sizeOf(c.vals[size], c)
	product = ir.NewBool(true)
	if count >= 0 {
		k := f.sizeOf(c.vals[count], c)
		x, const1 := k.(*ir.Const)
		y, const2 := n.(*ir.Const)
		switch {
		case const1 && const2:
			product = ir.NewBool(!ir.EvalOverflows(ir.Mul, x.T, x.Bits, y.Bits))
		case const1 && x.Bits == 1, const2 && y.Bits == 1:
		default:
			product = ir.NotExpr(&ir.Overflows{Op: ir.Mul, X: k, Y: n})
		}
		n = ir.NewBinary(ir.Mul, k, n)
	}
	st := f.model().Size()
	limit := ir.NewBits(st, 1<<(st.Bits-1)-1)
	if k, ok := n.(*ir.Const); ok {
		return n, product, ir.NewBool(k.Bits <= limit.Bits)
	}
	return n, product, ir.NewBinary(ir.Le, n, limit)
}

// succeeds returns the condition under which an allocation succeeds: the condition fits must hold and, if the allocator
// may fail for other reasons, an input must not be 0.
func (f memoryCalls) succeeds(c *call, fits ir.Expr) ir.Expr {
	if !f.l.Cfg.MallocMayFail && !c.alloc.Null || c.alloc.Exits {
		return fits
	}
	ok := f.input(ir.Library, c.name+" succeeds", ir.U8, 0)
	return ir.NewAnd(fits, ir.NewBinary(ir.Ne, ok, ir.NewConst(ir.U8, 0)))
}

// alloc lowers an allocation like malloc(a[size]), or like calloc(a[count], a[size]) if count >= 0.
func (f memoryCalls) alloc(c *call, size, count int, zeroed bool) value {
	if len(c.vals) <= size || len(c.vals) <= count {
		return f.callMissing(c)
	}
	n, product, small := f.allocSize(c, size, count)
	return f.allocBytes(c, n, ir.NewAnd(product, small), zeroed)
}

// allocBytes allocates n bytes if the condition fits holds, which says that such a block can exist.
func (f memoryCalls) allocBytes(c *call, n, fits ir.Expr, zeroed bool) value {
	if c.alloc.Exits { // such an allocator may still return null for 0 bytes
		f.when(ir.NotExpr(fits), f.halt)
		fits = ir.NewBool(true)
	}
	if c.alloc.None0 {
		fits = ir.NewAnd(fits, ir.NewBinary(ir.Ne, n, ir.NewConst(n.Type(), 0)))
	}
	fits = f.succeeds(c, fits)
	site := f.l.IR.NewSite(ir.ObjectBytes, c.name, ir.Type{}, f.f, c.pos)
	stmt := func(v *ir.Var) ir.Stmt {
		return &ir.Alloc{Dst: v, Size: n, Kind: ir.Heap, Zeroed: zeroed, Site: site, Kept: c.alloc.Managed}
	}
	if ir.IsTrue(fits) {
		e := f.def(f.ptr(), stmt)
		f.made[f.lastTemp] = madeHere{site: site, size: n}
		f.pool(c, f.lastEdge)
		return f.asResult(value{e: e, t: f.resultPtr(c), fresh: true}, c)
	}
	r := f.temp(f.ptr())
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(f.ptr(), 0)})
	f.either(fits, func() { f.pool(c, f.emit(stmt(r))) }, f.outOfMemory)
	f.made[r] = madeHere{site: site, size: n}
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c), fresh: true}, c)
}

// outOfMemory sets errno to ENOMEM.
func (f memoryCalls) outOfMemory() { systemCalls(f).storeErrno(enomem) }

// resultPtr returns the pointer type of the call's result, or void * if the declared result is not a pointer.
func (f memoryCalls) resultPtr(c *call) cc.Type {
	if c.ft != nil && c.ft.Result().Kind() == cc.Ptr {
		return c.ft.Result()
	}
	return f.u.AST.PVoid
}

// realloc lowers realloc(p, n), or with count >= 0 reallocarray. It returns a new block with the contents of the old
// one, which it frees. If n is 0 and p is not null, it only frees p and returns NULL. If it fails, p stays allocated.
func (f memoryCalls) realloc(c *call, size, count int) value {
	if len(c.vals) != size+1 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	old := f.hold(c.vals[0].e)
	if count < 0 {
		size = 1
	}
	n, product, small := f.allocSize(c, size, count)
	st := f.model().Size()
	if c.alloc.Exits {
		f.when(ir.NotExpr(ir.NewAnd(product, small)), f.halt)
	}
	r := f.temp(f.ptr())
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(f.ptr(), 0)})
	site := f.l.IR.NewSite(ir.ObjectBytes, c.name, ir.Type{}, f.f, c.pos)
	f.made[r] = madeHere{site: site, size: n}
	move := func() {
		k := f.temp(st)
		f.emit(&ir.Math{Dst: k, Fn: ir.Extent, Args: []ir.Expr{old}})
		f.pool(c, f.emit(&ir.Alloc{Dst: r, Size: n, Kind: ir.Heap, Site: site, Moved: true}))
		f.when(ir.NewBinary(ir.Lt, n, ir.NewRef(k)), func() { f.emit(&ir.Assign{Dst: k, Src: n}) })
		f.emit(&ir.MemCopy{Dst: ir.NewRef(r), Src: old, N: ir.NewRef(k)})
		f.pool(c, f.emit(&ir.Free{Addr: old}))
	}
	fresh := func() { f.pool(c, f.emit(&ir.Alloc{Dst: r, Size: n, Kind: ir.Heap, Site: site})) }
	isNull := ir.NewBinary(ir.Eq, old, ir.NewConst(f.ptr(), 0))
	zero := ir.NewBinary(ir.Eq, n, ir.NewConst(n.Type(), 0))
	if c.alloc.Name != "" && !c.alloc.None0 { // the result for 0 bytes is not null
		zero = ir.NewBool(false)
	}
	f.either(product, func() {
		f.either(ir.NewAnd(ir.NotExpr(isNull), zero), func() { f.pool(c, f.emit(&ir.Free{Addr: old})) }, func() {
			f.either(f.succeeds(c, small), func() { f.either(isNull, fresh, move) }, f.outOfMemory)
		})
	}, f.outOfMemory)
	return f.asResult(value{e: ir.NewRef(r), t: f.resultPtr(c)}, c)
}

// posixMemalign lowers posix_memalign(p, align, n), which stores its result at p.
func (f memoryCalls) posixMemalign(c *call) value {
	if len(c.vals) != 3 || !isPtr(c.vals[0]) {
		return f.callMissing(c)
	}
	p, align := f.hold(c.vals[0].e), f.hold(f.sizeOf(c.vals[1], c))
	n, _, small := f.allocSize(c, 2, -1)
	st := f.model().Size()
	word := ir.NewConst(st, int64(f.ptr().Size()))
	zero := ir.NewConst(st, 0)
	power := ir.NewAnd(ir.NewBinary(ir.Eq, ir.NewBinary(ir.Rem, align, word), zero), ir.NewBinary(ir.Ne, align, zero),
		ir.NewBinary(ir.Eq, ir.NewBinary(ir.And, align, ir.NewBinary(ir.Sub, align, ir.NewConst(st, 1))), zero))
	r := f.temp(ir.I32)
	site := f.l.IR.NewSite(ir.ObjectBytes, c.name, ir.Type{}, f.f, c.pos)
	f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, einval)})
	f.when(power, func() {
		f.either(f.succeeds(c, small), func() {
			v := f.temp(f.ptr())
			f.emit(&ir.Alloc{Dst: v, Size: n, Kind: ir.Heap, Site: site})
			f.emit(&ir.Store{Addr: p, Val: ir.NewRef(v)})
			f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, 0)})
		}, func() {
			f.outOfMemory()
			f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(ir.I32, enomem)})
		})
	})
	return f.asResult(value{e: ir.NewRef(r)}, c)
}
