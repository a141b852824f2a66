package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// newObject writes code that makes an object and sets local base to its base. size pushes its size
// (i64). The run ends if there is no memory for it. For back see occurrence.
func (g *stmts) newObject(base uint32, size func(), align int64, site *ir.Site, back int32, info uint32, e *ir.Edge) {
	w := g.w
	if site != nil {
		info |= uint32(site.ID + 1)
	}
	g.stopUnless(g.endAt(Outcome{Kind: OutOfMemory}, e), func() {
		size()
		w.I32(int32(align))
		w.I32(int32(info))
		g.occurrence(site, back)
		w.Call(g.allocIndex())
		w.Tee(base)
	})
}

// occurrence pushes the number of the current execution of a site, and counts it. If it was
// counted before, back is 1.
func (g *stmts) occurrence(site *ir.Site, back int32) {
	w := g.w
	if site == nil {
		w.I32(0)
		return
	}
	g.zero()
	w.Mem(wasm.I32Load, g.at.sites+4*uint32(site.ID))
	if back != 0 {
		w.OpI32(wasm.I32Sub, back)
	} else {
		g.countSite(site)
	}
}

// willDie pushes an object onto the stack of objects that die with the activation.
func (g *stmts) willDie(base uint32) {
	w := g.w
	top := g.scratch(wasm.I32)
	w.I32(0)
	w.Mem(wasm.I32Load, atDying)
	w.Tee(top)
	w.Get(base)
	w.Mem(wasm.I32Store, 0)
	w.I32(0)
	w.Get(top)
	w.OpI32(wasm.I32Add, 4)
	w.Mem(wasm.I32Store, atDying)
	g.give(wasm.I32, top)
}

// decl writes a Decl.
func (g *stmts) decl(s *ir.Decl, e *ir.Edge) {
	w := g.w
	o := s.Obj
	base := g.scratch(wasm.I32)
	g.pushBase(o)
	w.Set(base)
	info := uint32(0)
	if g.lay.Reuse[o] { // rule 16
		info = infoReuse
		w.Get(base)
		w.If()
		g.clearShadow(base, o.Size)
		w.Get(base)
		w.OpI32(wasm.I32ShrU, 2)
		g.occurrence(o.Site, 0)
		w.Mem(wasm.I32Store, g.at.occ)
		w.Get(base)
		w.I32(int32(o.Size))
		w.Call(g.forgetIndex())
		w.Else()
	}
	g.newObject(base, func() { w.I64(o.Size) }, max(16, o.Align), o.Site, 0, info, e)
	g.willDie(base)
	w.Get(base)
	g.setBaseOf(o)
	if g.lay.Reuse[o] {
		w.End()
	}
	g.give(wasm.I32, base)
}

// endLife writes an End. If the object has no instance, its base is 0 and the code has no effect.
func (g *stmts) endLife(s *ir.End) {
	if g.lay.Reuse[s.Obj] { // rule 18
		return
	}
	g.pushBase(s.Obj)
	g.w.I64(0)
	g.w.Mem(wasm.I64Store, g.at.meta+metaRead)
}

// clearShadow writes code that makes the bytes of an object uninitialised. It may clear the bytes up to
// the next multiple of 8 too, since the shadow between objects is always 0.
func (g *stmts) clearShadow(base uint32, size int64) {
	w := g.w
	if size <= 128 {
		for off := int64(0); off < size; off += 8 {
			w.Get(base)
			w.I64(0)
			w.Mem(wasm.I64Store, g.at.shadow+uint32(off))
		}
		return
	}
	w.Get(base)
	w.OpI32(wasm.I32Add, int32(g.at.shadow))
	w.I32(0)
	w.I32(int32(size))
	w.MemoryFill()
}

// alloc writes an Alloc.
func (g *stmts) alloc(s *ir.Alloc, e *ir.Edge) {
	w := g.w
	g.notes(s.Size)
	size := g.scratch(wasm.I64)
	base := g.scratch(wasm.I32)
	g.size(s.Size)
	w.Set(size)
	info := uint32(infoHeap)
	if s.Kind == ir.Stack {
		info = infoStack
	}
	g.newObject(base, func() { w.Get(size) }, 16, s.Site, 0, info, e)
	if s.Zeroed {
		if len(g.lay.Reuse) > 0 { // the memory may have old contents
			w.Get(base)
			w.I32(0)
			w.Get(size)
			w.Op(wasm.I32WrapI64)
			w.MemoryFill()
		}
		w.Get(base)
		w.OpI32(wasm.I32Add, int32(g.at.shadow))
		w.I32(ShadowInit)
		w.Get(size)
		w.Op(wasm.I32WrapI64)
		w.MemoryFill()
	}
	if s.Kind == ir.Stack {
		g.willDie(base)
	}
	g.give(wasm.I64, size)
	g.setBase(s.Dst, base)
	g.give(wasm.I32, base)
}

// setBase writes code that assigns to dst the pointer to the object whose base is in a local.
func (g *stmts) setBase(dst *ir.Var, base uint32) {
	w := g.w
	r := g.reg(dst)
	w.Get(base)
	if dst.Type.Bits > 32 {
		w.Op(wasm.I64ExtendI32U)
	}
	g.set(r)
	w.Get(base)
	g.setProv(r)
}

// freshObject writes the assignment of a Ptr input: null if the local bits is 0, else the address of a new object.
func (g *stmts) freshObject(s *ir.Input, e *ir.Edge, bits uint32) {
	w := g.w
	r := g.reg(s.Dst)
	base := g.scratch(wasm.I32)
	w.Get(bits)
	w.Op(wasm.I64Eqz)
	w.If()
	w.Const(wasmType(s.Dst.Type), 0)
	g.set(r)
	w.I32(0)
	g.setProv(r)
	w.Else()
	g.newObject(base, func() { w.I64(max(s.FreshSize, 0)) }, 16, s.Site, 1, infoOuter, e)
	g.setBase(s.Dst, base)
	w.End()
	g.give(wasm.I32, base)
}

// size pushes a number of bytes as i64, extended by its type's sign.
func (g *exprs) size(e ir.Expr) {
	g.expr(e)
	g.widen(e.Type(), 64)
}

// freeStmt writes a Free.
func (g *stmts) freeStmt(s *ir.Free, e *ir.Edge) {
	w := g.w
	g.notes(s.Addr)
	p := g.pointer(s.Addr)
	wt := wasmType(p.t)
	null := w.Block()
	w.Get(p.addr)
	w.Op(pick(p.t, wasm.I32Eqz, wasm.I64Eqz))
	w.BrIf(null)
	g.stopUnless(g.endAt(Outcome{Kind: Undefined, What: "invalid free"}, e), func() {
		// The pointer must be the base of a live object. A heap object is alive if it has the sign bit of info. A
		// stack object keeps its bit after its function returned, so its readable size is tested.
		w.Load(p.base, wasm.I32Load, g.at.meta+metaInfo)
		if s.Kind == ir.Heap {
			w.OpI32(wasm.I32LtS, 0)
		} else {
			w.OpI32(wasm.I32And, infoStack)
			w.OpI32(wasm.I32Ne, 0)
			w.Load(p.base, wasm.I32Load, g.at.meta+metaRead)
			w.Load(p.base, wasm.I32Load, g.at.meta+metaSize)
			w.Op(wasm.I32Eq)
			w.Op(wasm.I32And)
		}
		g.distance(p)
		w.Const(wt, 0)
		w.Op(pick(p.t, wasm.I32Eq, wasm.I64Eq))
		w.Op(wasm.I32And)
	})
	// The object is dead: it can be neither read nor written, and no longer counts as a heap object.
	w.Get(p.base)
	w.I64(0)
	w.Mem(wasm.I64Store, g.at.meta+metaRead)
	w.Get(p.base)
	w.I32(0)
	if s.Kind == ir.Heap {
		w.OpI32(wasm.I32Or, infoFreed)
	}
	w.Mem(wasm.I32Store, g.at.meta+metaInfo)
	w.End()
	g.releasePointer(p)
}

// emitAlloc writes the helper that makes an object: (size i64, alignment, info,
// occurrence) -> base, or 0 if there is no memory.
func (c *compiler) emitAlloc(w *wasm.Func) {
	const size, align, info, occ = 0, 1, 2, 3
	base := w.Local(wasm.I64)
	b, at := w.Local(wasm.I32), w.Local(wasm.I32)
	next := w.Local(wasm.I32)
	// base = (bump+align-1) / align * align
	w.I32(0)
	w.Mem(wasm.I64Load32U, atBump)
	w.Get(align)
	w.Op(wasm.I64ExtendI32U)
	w.Op(wasm.I64Add)
	w.OpI64(wasm.I64Sub, 1)
	w.Get(align)
	w.Op(wasm.I64ExtendI32U)
	w.Op(wasm.I64DivU)
	w.Get(align)
	w.Op(wasm.I64ExtendI32U)
	w.Op(wasm.I64Mul)
	w.Set(base)
	// size > limit or base+size > limit
	w.Get(size)
	w.OpI64(wasm.I64GtU, int64(c.at.limit))
	w.Get(base)
	w.Get(size)
	w.Op(wasm.I64Add)
	w.OpI64(wasm.I64GtU, int64(c.at.limit))
	w.Op(wasm.I32Or)
	w.If()
	w.I32(0)
	w.Return()
	w.End()
	// next = (base + size + 16) / 16 * 16
	w.Get(base)
	w.Get(size)
	w.Op(wasm.I64Add)
	w.Op(wasm.I32WrapI64)
	w.OpI32(wasm.I32Add, 16)
	w.OpI32(wasm.I32And, -16)
	w.Set(next)
	w.I32(0)
	w.Get(next)
	w.Mem(wasm.I32Store, atBump)
	w.Get(base)
	w.Op(wasm.I32WrapI64)
	w.Set(b)
	for _, off := range []uint32{metaRead, metaWrite, metaSize} {
		w.Get(b)
		w.Get(size)
		w.Op(wasm.I32WrapI64)
		w.Mem(wasm.I32Store, c.at.meta+off)
	}
	w.Get(b)
	w.Get(info)
	w.Mem(wasm.I32Store, c.at.meta+metaInfo)
	w.Get(b)
	w.OpI32(wasm.I32ShrU, 2)
	w.Tee(at)
	w.Get(occ)
	w.Mem(wasm.I32Store, c.at.occ)
	// owner of each 16 bytes up to next
	w.Get(next)
	w.OpI32(wasm.I32ShrU, 2)
	w.Set(next)
	l := w.Loop()
	w.Get(at)
	w.Get(b)
	w.Mem(wasm.I32Store, c.at.owner)
	w.Get(at)
	w.OpI32(wasm.I32Add, 4)
	w.Tee(at)
	w.Get(next)
	w.Op(wasm.I32LtU)
	w.BrIf(l)
	w.End()
	w.Get(b)
}

// emitKill writes the helper that ends all objects above a mark on the stack of dying
// objects.
func (c *compiler) emitKill(w *wasm.Func) {
	const mark = 0
	top, base := w.Local(wasm.I32), w.Local(wasm.I32)
	w.I32(0)
	w.Mem(wasm.I32Load, atDying)
	w.Set(top)
	done := w.Block()
	l := w.Loop()
	w.Get(top)
	w.Get(mark)
	w.Op(wasm.I32LeU)
	w.BrIf(done)
	w.Get(top)
	w.OpI32(wasm.I32Sub, 4)
	w.Tee(top)
	w.Mem(wasm.I32Load, 0)
	w.Tee(base)
	w.I64(0)
	w.Mem(wasm.I64Store, c.at.meta+metaRead)
	if len(c.lay.Reuse) > 0 {
		c.emitRelease(w, base)
	}
	w.Br(l)
	w.End()
	w.End()
	w.I32(0)
	w.Get(mark)
	w.Mem(wasm.I32Store, atDying)
}

// emitRelease writes code that frees the memory of a dead object if rule 17 of layout.go allows it.
func (c *compiler) emitRelease(w *wasm.Func, base uint32) {
	size, bump := w.Local(wasm.I32), w.Local(wasm.I32)
	keep := w.Block()
	w.Load(base, wasm.I32Load, c.at.meta+metaInfo)
	w.OpI32(wasm.I32And, infoReuse)
	w.Op(wasm.I32Eqz)
	w.BrIf(keep)
	w.Get(base)
	w.Load(base, wasm.I32Load, c.at.meta+metaSize)
	w.Tee(size)
	w.Op(wasm.I32Add)
	w.OpI32(wasm.I32Add, 16)
	w.OpI32(wasm.I32And, -16)
	w.I32(0)
	w.Mem(wasm.I32Load, atBump)
	w.Tee(bump)
	w.Op(wasm.I32Ne)
	w.BrIf(keep)
	w.I32(0)
	w.Get(base)
	w.Mem(wasm.I32Store, atBump)
	// A reset clears memory up to the highest bump pointer.
	w.Get(bump)
	w.I32(0)
	w.Mem(wasm.I32Load, atHigh)
	w.Op(wasm.I32GtU)
	w.If()
	w.I32(0)
	w.Get(bump)
	w.Mem(wasm.I32Store, atHigh)
	w.End()
	// The next object in this memory has uninitialised bytes.
	w.Get(size)
	w.OpI32(wasm.I32LeU, 128)
	w.If()
	{
		l := w.Loop()
		w.Get(bump)
		w.OpI32(wasm.I32Sub, 8)
		w.Tee(bump)
		w.I64(0)
		w.Mem(wasm.I64Store, c.at.shadow)
		w.Get(bump)
		w.Get(base)
		w.Op(wasm.I32GtU)
		w.BrIf(l)
		w.End()
	}
	w.Else()
	w.Get(base)
	w.OpI32(wasm.I32Add, int32(c.at.shadow))
	w.I32(0)
	w.Get(size)
	w.MemoryFill()
	w.End()
	w.Get(base)
	w.Get(size)
	w.Call(c.forgetIndex())
	w.End()
}

// emitForget writes the helper that removes identities of bytes from the host's Origins:
// (base, size). It calls the host only if there are any.
func (c *compiler) emitForget(w *wasm.Func) {
	w.I32(0)
	w.Mem(wasm.I32Load, atOrigins)
	w.If()
	w.Get(0)
	w.Get(1)
	w.Call(c.host[hostForget])
	w.End()
}

// The functions xIndex return the index of a helper. They write the helper at the first call.

func (c *compiler) allocIndex() uint32 {
	if c.allocFn == nil {
		c.allocFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I64, wasm.I32, wasm.I32, wasm.I32},
			Results: []wasm.Type{wasm.I32}})
		c.emitAlloc(c.allocFn)
	}
	return c.allocFn.Index
}

func (c *compiler) killIndex() uint32 {
	if c.killFn == nil {
		c.killFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}})
		c.emitKill(c.killFn)
	}
	return c.killFn.Index
}

func (c *compiler) forgetIndex() uint32 {
	if c.forgetFn == nil {
		c.forgetFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I32, wasm.I32}})
		c.emitForget(c.forgetFn)
	}
	return c.forgetFn.Index
}

func (c *compiler) inputIndex() uint32 {
	if c.inputFn == nil {
		c.inputFn = c.mod.Func(hostFuncs[hostInput].sig)
		c.emitInput(c.inputFn)
	}
	return c.inputFn.Index
}

func (c *compiler) mayEnterIndex() uint32 {
	if c.mayEnterFn == nil {
		c.mayEnterFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}, Results: []wasm.Type{wasm.I32}})
		c.emitMayEnter(c.mayEnterFn)
	}
	return c.mayEnterFn.Index
}

func (c *compiler) lookupIndex() uint32 {
	if c.lookupFn == nil {
		c.lookupFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I64}, Results: []wasm.Type{wasm.I32}})
		c.emitLookup(c.lookupFn)
	}
	return c.lookupFn.Index
}

func (c *compiler) flushIndex() uint32 {
	if c.flushFn == nil {
		c.flushFn = c.mod.Func(wasm.Sig{})
		c.emitFlush(c.flushFn)
	}
	return c.flushFn.Index
}

func (c *compiler) noValueIndex() uint32 {
	if c.noValueFn == nil {
		c.noValueFn = c.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I32}})
		c.emitNoValue(c.noValueFn)
	}
	return c.noValueFn.Index
}

// emitNoValue writes the helper that replaces flagNoValue, if it is set, by the flags of its parameter.
func (c *compiler) emitNoValue(w *wasm.Func) {
	w.I32(0)
	w.Mem(wasm.I32Load, atFlags)
	w.OpI32(wasm.I32And, flagNoValue)
	w.If()
	w.I32(0)
	w.I32(0)
	w.Mem(wasm.I32Load, atFlags)
	w.OpI32(wasm.I32And, ^flagNoValue)
	w.Get(0)
	w.Op(wasm.I32Or)
	w.Mem(wasm.I32Store, atFlags)
	w.End()
}

// emitFlush writes the helper that appends the word of the last branches to the trace in linear memory. A word for
// which there is no room is dropped.
func (c *compiler) emitFlush(w *wasm.Func) {
	n := w.Local(wasm.I32)
	w.I32(0)
	w.Mem(wasm.I32Load, atWords)
	w.Tee(n)
	w.OpI32(wasm.I32LtU, int32(c.at.words))
	w.If()
	w.Get(n)
	w.OpI32(wasm.I32Shl, 3)
	w.GetGlobal(c.global[gTrace])
	w.Mem(wasm.I64Store, c.at.trace)
	w.I32(0)
	w.Get(n)
	w.OpI32(wasm.I32Add, 1)
	w.Mem(wasm.I32Store, atWords)
	w.End()
	w.I64(1)
	w.SetGlobal(c.global[gTrace])
}
