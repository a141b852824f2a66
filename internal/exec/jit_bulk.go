package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// bulk pushes the address (i64) and the provenance of a pointer, as the host and the helpers expect them.
func (g *stmts) bulk(e ir.Expr) {
	g.expr(e)
	g.widen(ir.Type{Kind: ir.Int, Bits: e.Type().Bits}, 64)
	g.prov(e)
}

// memCopy writes a MemCopy.
func (g *stmts) memCopy(s *ir.MemCopy, e *ir.Edge) {
	g.notes(s.Dst, s.Src, s.N)
	g.checked(func() {
		g.bulk(s.Dst)
		g.bulk(s.Src)
		g.size(s.N)
		g.w.I32(g.bulkEnds(e))
		g.w.Call(g.copyIndex())
	})
}

// memSet writes a MemSet.
func (g *stmts) memSet(s *ir.MemSet, e *ir.Edge) {
	g.notes(s.Dst, s.Val, s.N)
	g.checked(func() {
		g.bulk(s.Dst)
		g.expr(s.Val)
		g.widen(s.Val.Type(), 32)
		g.size(s.N)
		g.w.I32(g.bulkEnds(e))
		g.w.Call(g.setIndex())
	})
}

// memHavoc writes a MemHavoc.
func (g *stmts) memHavoc(s *ir.MemHavoc, e *ir.Edge) {
	g.notes(s.Addr, s.N)
	site := int32(-1)
	if s.Site != nil {
		site = int32(s.Site.ID)
	}
	g.checked(func() {
		g.bulk(s.Addr)
		g.size(s.N)
		g.w.I32(site)
		g.w.I32(g.bulkEnds(e))
		g.w.Call(g.host[hostHavoc])
	})
}

// bulkEnds adds three outcomes with consecutive codes and returns the first: invalid read, invalid write, OutOfFuel.
func (g *stmts) bulkEnds(e *ir.Edge) int32 {
	code := g.endAt(Outcome{Kind: Undefined, What: "invalid read"}, e)
	g.endAt(Outcome{Kind: Undefined, What: "invalid write"}, e)
	g.endAt(Outcome{Kind: OutOfFuel}, e)
	return code
}

// emitOutside writes code that pushes 1 if the n bytes at addr (i64 locals) exceed the object at base, whose
// size is the given word of its meta data. It sets the local off to the offset of addr.
func (c *compiler) emitOutside(w *wasm.Func, addr, base, n uint32, word uint32, off uint32) {
	w.Get(addr)
	w.Get(base)
	w.Op(wasm.I64ExtendI32U)
	w.Op(wasm.I64Sub)
	w.Tee(off)
	w.Load(base, wasm.I64Load32U, c.at.meta+word)
	w.Op(wasm.I64GtU)
	w.Get(n)
	w.Load(base, wasm.I64Load32U, c.at.meta+word)
	w.Get(off)
	w.Op(wasm.I64Sub)
	w.Op(wasm.I64GtU)
	w.Op(wasm.I32Or)
}

// emitUnits writes code that takes the fuel for n bytes, or branches to no if the slice does not have enough.
func (c *compiler) emitUnits(w *wasm.Func, n, left uint32, no wasm.Label) {
	w.GetGlobal(c.global[gFuel])
	w.Get(n)
	w.OpI64(wasm.I64Add, 63)
	w.OpI64(wasm.I64ShrU, 6)
	w.Op(wasm.I64Sub)
	w.Tee(left)
	w.OpI64(wasm.I64LtS, 0)
	w.BrIf(no)
	w.Get(left)
	w.SetGlobal(c.global[gFuel])
}

// emitCopy writes the helper for MemCopy. It does a copy that is valid, has initialised
// bytes only, and fits into the slice of fuel. It calls the host for all others.
func (c *compiler) emitCopy(w *wasm.Func) {
	const to, toBase, from, fromBase, n, code = 0, 1, 2, 3, 4, 5
	off, x := w.Local(wasm.I64), w.Local(wasm.I64)
	i := w.Local(wasm.I32)
	rest := w.Local(wasm.I32)
	slow := w.Block()
	w.Get(n)
	w.Op(wasm.I64Eqz)
	w.BrIf(slow)
	c.emitOutside(w, from, fromBase, n, metaRead, off)
	w.BrIf(slow)
	c.emitOutside(w, to, toBase, n, metaWrite, off)
	w.BrIf(slow)
	// Test that all bytes are initialised: compute the and of their shadows, 8 bytes at a time, then 1.
	w.I64(-1)
	w.Set(x)
	w.Get(from)
	w.Op(wasm.I32WrapI64)
	w.Set(i)
	w.Get(n)
	w.Op(wasm.I32WrapI64)
	w.Set(rest)
	for _, step := range []int32{8, 1} {
		op := wasm.I64Load
		if step == 1 {
			op = wasm.I64Load8U
		}
		done := w.Block()
		l := w.Loop()
		w.Get(rest)
		w.OpI32(wasm.I32LtU, step)
		w.BrIf(done)
		w.Get(i)
		w.Mem(op, c.at.shadow)
		if step == 1 { // set the other bytes to 1s
			w.OpI64(wasm.I64Or, -256)
		}
		w.Get(x)
		w.Op(wasm.I64And)
		w.Set(x)
		w.Get(i)
		w.OpI32(wasm.I32Add, step)
		w.Set(i)
		w.Get(rest)
		w.OpI32(wasm.I32Sub, step)
		w.Set(rest)
		w.Br(l)
		w.End()
		w.End()
	}
	w.Get(x)
	w.OpI64(wasm.I64And, 0x0101010101010101)
	w.OpI64(wasm.I64Ne, 0x0101010101010101)
	w.BrIf(slow)
	c.emitUnits(w, n, off, slow)
	for _, table := range []uint32{0, c.at.shadow} {
		for _, a := range []uint32{to, from} {
			w.Get(a)
			w.Op(wasm.I32WrapI64)
			w.OpI32(wasm.I32Add, int32(table))
		}
		w.Get(n)
		w.Op(wasm.I32WrapI64)
		w.MemoryCopy()
	}
	w.I32(0)
	w.Return()
	w.End()
	for _, p := range []uint32{to, toBase, from, fromBase, n, code} {
		w.Get(p)
	}
	w.Call(c.host[hostCopy])
}

// emitSet writes the helper for MemSet, which calls the host as emitCopy does.
func (c *compiler) emitSet(w *wasm.Func) {
	const to, base, val, n, code = 0, 1, 2, 3, 4
	off := w.Local(wasm.I64)
	slow := w.Block()
	w.Get(n)
	w.Op(wasm.I64Eqz)
	w.BrIf(slow)
	c.emitOutside(w, to, base, n, metaWrite, off)
	w.BrIf(slow)
	c.emitUnits(w, n, off, slow)
	for _, table := range []uint32{0, c.at.shadow} {
		w.Get(to)
		w.Op(wasm.I32WrapI64)
		w.OpI32(wasm.I32Add, int32(table))
		if table == 0 {
			w.Get(val)
		} else {
			w.I32(ShadowInit)
		}
		w.Get(n)
		w.Op(wasm.I32WrapI64)
		w.MemoryFill()
	}
	w.I32(0)
	w.Return()
	w.End()
	for _, p := range []uint32{to, base, val, n, code} {
		w.Get(p)
	}
	w.Call(c.host[hostSet])
}

// copyIndex returns the index of the helper for MemCopy.
func (c *compiler) copyIndex() uint32 {
	if c.copyFn == nil {
		c.copyFn = c.mod.Func(hostFuncs[hostCopy].sig)
		c.emitCopy(c.copyFn)
	}
	return c.copyFn.Index
}

// setIndex returns the index of the helper for MemSet.
func (c *compiler) setIndex() uint32 {
	if c.setFn == nil {
		c.setFn = c.mod.Func(hostFuncs[hostSet].sig)
		c.emitSet(c.setFn)
	}
	return c.setFn.Index
}
