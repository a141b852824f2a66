package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// place is the address of an access: local+offset in linear memory.
type place struct {
	fixed  bool   // the address is offset alone
	local  uint32 // an i32 local
	owned  bool   // local is a scratch local, see release
	offset uint32
	obj    *ir.Object // the object, if the address names it; else nil
	// For an access through a pointer, see pointer:
	addr uint32 // local with the address, of the width of addresses
	base uint32 // local with the provenance
	t    ir.Type
}

// plain reports whether accesses to p may ignore the shadow (memFacts.plain).
func (g *exprs) plain(p place) bool {
	return p.obj != nil && p.obj.Func == nil && g.facts.plain[p.obj.ID]
}

// insideRoot reports whether e is the address of a byte of a named object, or of its
// end, at a constant offset. Such a pointer is neither null nor wild.
func insideRoot(e ir.Expr) bool {
	off := uint64(0)
	for {
		switch x := e.(type) {
		case *ir.PtrAdd:
			c, ok := ir.IsConst(x.Index)
			if !ok {
				return false
			}
			off += ir.EvalPtrAdd(ir.P64, 0, c, x.Index.Type(), x.Scale)
			e = x.P
		case *ir.AddrOf:
			return off <= uint64(x.Obj.Size)
		default: // sound: unknown
			return false
		}
	}
}

// named writes the check of an access of n bytes to the object o that the address e names; it compares the offset
// with constants. An invalid access ends the run with code bad. The result ok is false if the access is always
// invalid.
func (g *exprs) named(e ir.Expr, o *ir.Object, n int64, bad int32) (p place, ok bool) {
	w := g.w
	p.obj = o
	t := e.Type()
	wt := wasmType(t)
	if n > o.Size {
		g.stop(bad)
		return p, false
	}
	// The offset is the constant k plus the sum of terms, modulo the width.
	var k uint64
	var terms []*ir.PtrAdd
	for x := e; ; {
		a, is := x.(*ir.PtrAdd)
		if !is {
			break
		}
		if c, isC := ir.IsConst(a.Index); isC {
			k += ir.EvalPtrAdd(t, 0, c, a.Index.Type(), a.Scale)
		} else {
			terms = append(terms, a)
		}
		x = a.P
	}
	k = num.Trunc(k, t.Bits)
	last := uint64(o.Size - n)
	if o.Func == nil {
		p.offset = uint32(g.lay.Base[o.ID])
	}
	if len(terms) == 0 {
		if k > last {
			g.stop(bad)
			return p, false
		}
		p.offset += uint32(k)
		if o.Func != nil {
			if g.part == nil {
				p.local = g.objs[o.ID]
				return p, true
			}
			p.local, p.owned = g.scratch(wasm.I32), true
			g.pushBase(o)
			w.Set(p.local)
			return p, true
		}
		p.fixed = true
		return p, true
	}
	off := g.scratch(wt)
	for i, a := range terms {
		g.offset(a)
		if i > 0 {
			w.Op(pick(t, wasm.I32Add, wasm.I64Add))
		}
	}
	if k != 0 {
		w.Const(wt, k)
		w.Op(pick(t, wasm.I32Add, wasm.I64Add))
	}
	w.Set(off)
	g.stopUnless(bad, func() {
		w.Get(off)
		w.Const(wt, last)
		w.Op(pick(t, wasm.I32LeU, wasm.I64LeU))
	})
	p.local, p.owned = off, true
	if wt == wasm.I64 || o.Func != nil {
		w.Get(off)
		if wt == wasm.I64 {
			w.Op(wasm.I32WrapI64)
			g.give(wt, off)
			p.local = g.scratch(wasm.I32)
		}
		if o.Func != nil {
			g.pushBase(o)
			w.Op(wasm.I32Add)
		}
		w.Set(p.local)
	}
	return p, true
}

// push pushes the address of p without its offset.
func (g *exprs) push(p place) {
	if p.fixed {
		g.zero()
	} else {
		g.w.Get(p.local)
	}
}

// release frees the scratch local of a place that named returned.
func (g *exprs) release(p place) {
	if p.owned {
		g.give(wasm.I32, p.local)
	}
}

// pointer evaluates a pointer into locals of the place: the address, as i32 and with its own
// width, and the provenance.
func (g *exprs) pointer(e ir.Expr) place {
	w := g.w
	p := place{t: e.Type()}
	wt := wasmType(p.t)
	p.base = g.scratch(wasm.I32)
	g.prov(e)
	w.Set(p.base)
	p.addr = g.scratch(wt)
	g.expr(e)
	w.Set(p.addr)
	p.local = p.addr
	if wt == wasm.I64 {
		p.local, p.owned = g.scratch(wasm.I32), true
		w.Get(p.addr)
		w.Op(wasm.I32WrapI64)
		w.Set(p.local)
	}
	return p
}

// releasePointer frees the locals of a place that pointer returned.
func (g *exprs) releasePointer(p place) {
	g.release(p)
	g.give(wasm.I32, p.base)
	g.give(wasmType(p.t), p.addr)
}

// distance pushes the distance of the address from the base of its object.
func (g *exprs) distance(p place) {
	w := g.w
	w.Get(p.addr)
	w.Get(p.base)
	if wasmType(p.t) == wasm.I64 {
		w.Op(wasm.I64ExtendI32U)
		w.Op(wasm.I64Sub)
	} else {
		w.Op(wasm.I32Sub)
	}
}

// shadowOps returns how the shadow of n = 1, 2, 4 or 8 bytes is accessed: the load, the store, the type
// of the value, and the value if all bytes are initialised and no byte is part of a pointer.
func shadowOps(n int) (load, store wasm.MemOp, t wasm.Type, ones uint64) {
	switch n {
	case 1:
		return wasm.I32Load8U, wasm.I32Store8, wasm.I32, 0x01
	case 2:
		return wasm.I32Load16U, wasm.I32Store16, wasm.I32, 0x0101
	case 4:
		return wasm.I32Load, wasm.I32Store, wasm.I32, 0x01010101
	}
	return wasm.I64Load, wasm.I64Store, wasm.I64, 0x0101010101010101
}

// accessible reports whether an access of n bytes is one load or store.
func accessible(n int) bool { return n == 1 || n == 2 || n == 4 || n == 8 }

// load writes a load. The result is false if no run gets past it.
func (g *stmts) load(s *ir.LoadStmt, e *ir.Edge) bool {
	g.notes(s.Addr)
	n := s.Dst.Type.Size()
	if !accessible(n) {
		g.stop(g.endAt(Outcome{Kind: Unsupported, What: "load of an odd size"}, e))
		return false
	}
	if o := ir.Root(s.Addr); o != nil {
		bad := g.endAt(Outcome{Kind: Undefined, What: "invalid read"}, e)
		p, ok := g.named(s.Addr, o, int64(n), bad)
		if ok {
			g.loadNamed(s, e, p, n)
		}
		g.release(p)
		return ok
	}
	if g.isFar(e) {
		g.loadFar(s, e)
	} else {
		g.loadPointer(s, e, n)
	}
	return true
}

// loadNamed writes a load from p, whose address named has checked.
func (g *stmts) loadNamed(s *ir.LoadStmt, e *ir.Edge, p place, n int) {
	w := g.w
	r := g.reg(s.Dst)
	t := s.Dst.Type
	if t.Kind == ir.Ptr { // flagAddr depends on the shadow, also in plain objects
		g.checkShadow(p, n, t, func() {
			g.push(p)
			w.OpI32(wasm.I32Add, int32(p.offset))
			w.Op(wasm.I64ExtendI32U)
			g.baseOf(p)
		}, e)
		g.loadPtrValue(p, n, r, t)
		return
	}
	if !g.plain(p) {
		g.checkShadow(p, n, t, func() {
			g.push(p)
			w.OpI32(wasm.I32Add, int32(p.offset))
			w.Op(wasm.I64ExtendI32U)
			g.baseOf(p)
		}, e)
	}
	g.push(p)
	g.loadValue(t, p.offset)
	g.set(r)
}

// baseOf pushes the base of a named object.
func (g *exprs) baseOf(p place) {
	if p.obj.Func == nil {
		g.w.I32(int32(uint32(g.lay.Base[p.obj.ID])))
	} else {
		g.pushBase(p.obj)
	}
}

// checkShadow writes the check of the shadow before a load. It calls the host to read uninitialised bytes as inputs,
// and to set flagAddr if bytes of a pointer are read as a number. The callback where pushes the address (i64) and the
// base of the object.
func (g *stmts) checkShadow(p place, n int, t ir.Type, where func(), e *ir.Edge) {
	w := g.w
	load, _, st, ones := shadowOps(n)
	plain := w.Block()
	g.push(p)
	w.Mem(load, g.at.shadow+p.offset)
	if t.Kind == ir.Ptr {
		w.Const(st, ones)
		w.Op(pickType(st, wasm.I32And, wasm.I64And))
	}
	w.Const(st, ones)
	w.Op(pickType(st, wasm.I32Eq, wasm.I64Eq))
	w.BrIf(plain)
	g.slowLoad(n, t, where, e)
	w.Op(wasm.I32Eqz)
	w.BrIf(plain)
	g.leave()
	w.End()
}

// slowLoad writes the call of hostLoad, which leaves its flag on the stack.
func (g *stmts) slowLoad(n int, t ir.Type, where func(), e *ir.Edge) {
	where()
	size := int32(n)
	if t.Kind == ir.Ptr {
		size |= loadsPtr
	}
	g.w.I32(size)
	g.pushCode(g.endAt(Outcome{Kind: Undefined, What: "invalid read"}, e))
	g.w.Call(g.host[hostLoad])
}

// pickType returns narrow or wide, by the width of t.
func pickType(t wasm.Type, narrow, wide wasm.Op) wasm.Op {
	if t == wasm.I64 {
		return wide
	}
	return narrow
}

// loadPointer writes a load through a pointer. It calls the host unless the load is valid and
// all bytes are initialised.
func (g *stmts) loadPointer(s *ir.LoadStmt, e *ir.Edge, n int) {
	w := g.w
	r := g.reg(s.Dst)
	t := s.Dst.Type
	p := g.pointer(s.Addr)
	wide := wasmType(p.t) == wasm.I64
	load, _, st, ones := shadowOps(n)
	x := g.scratch(wasmType(t))

	done := w.Block()
	slow := w.Block()
	// Test that the first byte lies inside of the object. If the last byte did not, its shadow would not
	// be initialised, like the shadow of the byte after every object.
	g.distance(p)
	w.Get(p.base)
	if wide {
		w.Mem(wasm.I64Load32U, g.at.meta+metaRead)
		w.Op(wasm.I64GeU)
	} else {
		w.Mem(wasm.I32Load, g.at.meta+metaRead)
		w.Op(wasm.I32GeU)
	}
	w.BrIf(slow)
	g.push(p)
	w.Mem(load, g.at.shadow)
	if t.Kind == ir.Ptr {
		w.Const(st, ones)
		w.Op(pickType(st, wasm.I32And, wasm.I64And))
	}
	g.push(p)
	g.loadValue(t, 0)
	w.Set(x)
	w.Const(st, ones)
	w.Op(pickType(st, wasm.I32Eq, wasm.I64Eq))
	w.BrIf(done)
	w.End()
	g.slowLoad(n, t, func() {
		w.Get(p.addr)
		if !wide {
			w.Op(wasm.I64ExtendI32U)
		}
		w.Get(p.base)
	}, e)
	w.If() // the run has ended; the address may be invalid
	g.leave()
	w.End()
	g.push(p)
	g.loadValue(t, 0)
	w.Set(x)
	w.End()

	if t.Kind == ir.Ptr {
		g.loadPtrValue(p, n, r, t)
	} else {
		w.Get(x)
		g.set(r)
	}
	g.give(wasmType(t), x)
	g.releasePointer(p)
}

// loadPtrValue writes the load of a pointer whose bytes are initialised, and the lookup of its
// provenance. It sets flagAddr if the bytes were not stored as a pointer, but point into an object.
func (g *exprs) loadPtrValue(p place, n int, r reg, t ir.Type) {
	w := g.w
	wt := wasmType(t)
	x := g.scratch(wt)
	b := g.scratch(wasm.I32)
	load, _, st, ones := shadowOps(n)
	g.push(p)
	g.loadValue(t, p.offset)
	w.Tee(x)
	g.lookup(t)
	w.Set(b)
	known := w.Block()
	w.Get(b)
	w.Op(wasm.I32Eqz)
	g.push(p)
	w.Mem(load, g.at.shadow+p.offset)
	w.Const(st, ones*ShadowPtr)
	w.Op(pickType(st, wasm.I32And, wasm.I64And))
	w.Const(st, ones*ShadowPtr)
	w.Op(pickType(st, wasm.I32Eq, wasm.I64Eq))
	w.Op(wasm.I32Or)
	w.BrIf(known)
	g.flag(flagAddr)
	w.End()
	w.Get(x)
	g.set(r)
	w.Get(b)
	g.setProv(r)
	g.give(wt, x)
	g.give(wasm.I32, b)
}

// loadValue pops an i32 address and pushes the value of type t there.
func (g *exprs) loadValue(t ir.Type, offset uint32) {
	w := g.w
	signed := t.Kind == ir.Int && t.Signed
	n := t.Size()
	wt := wasmType(t)
	var op wasm.MemOp
	switch {
	case wt == wasm.F32:
		op = wasm.F32Load
	case wt == wasm.F64:
		op = wasm.F64Load
	case wt == wasm.I64:
		op = wasm.I64Load
	case n == 1 && signed:
		op = wasm.I32Load8S
	case n == 1:
		op = wasm.I32Load8U
	case n == 2 && signed:
		op = wasm.I32Load16S
	case n == 2:
		op = wasm.I32Load16U
	default:
		op = wasm.I32Load
	}
	w.Mem(op, offset)
	if t.Kind == ir.Bool {
		w.OpI32(wasm.I32And, 1)
	} else if t.Kind == ir.Int && int(t.Bits) != 8*n {
		g.canon(t)
	}
}

// storeValue pops an i32 address and a value of type t in local form, and stores it.
func (g *stmts) storeValue(t ir.Type, offset uint32) {
	w := g.w
	n := t.Size()
	wt := wasmType(t)
	if t.Kind == ir.Int && t.Signed && int(t.Bits) != 8*n { // memory holds canonical bits
		w.Const(wt, num.Mask(t.Bits))
		w.Op(pick(t, wasm.I32And, wasm.I64And))
	}
	var op wasm.MemOp
	switch {
	case wt == wasm.F32:
		op = wasm.F32Store
	case wt == wasm.F64:
		op = wasm.F64Store
	case wt == wasm.I64:
		op = wasm.I64Store
	case n == 1:
		op = wasm.I32Store8
	case n == 2:
		op = wasm.I32Store16
	default:
		op = wasm.I32Store
	}
	w.Mem(op, offset)
}

// store writes a store. The result is false if no run gets past it.
func (g *stmts) store(s *ir.Store, e *ir.Edge) bool {
	g.notes(s.Addr, s.Val)
	t := s.Val.Type()
	n := t.Size()
	bad := g.endAt(Outcome{Kind: Undefined, What: "invalid write"}, e)
	if !accessible(n) {
		g.stop(g.endAt(Outcome{Kind: Unsupported, What: "store of an odd size"}, e))
		return false
	}
	var p place
	o := ir.Root(s.Addr)
	if o == nil && g.isFar(e) {
		g.storeFar(s, e)
		return true
	}
	if o != nil {
		if o.Const && o.Func == nil {
			g.stop(bad)
			return false
		}
		var ok bool
		if p, ok = g.named(s.Addr, o, int64(n), bad); !ok {
			return false
		}
	} else {
		p = g.pointer(s.Addr)
		g.stopUnless(bad, func() { g.mayWrite(p, n) })
	}
	if t.Kind == ir.Ptr && !insideRoot(s.Val) {
		g.noteWild(s.Val)
	}
	if !g.plain(p) {
		g.markStored(p, n, t, s.Val)
	}
	g.push(p)
	g.expr(s.Val)
	g.storeValue(t, p.offset)
	if p.obj != nil {
		g.release(p)
	} else {
		g.releasePointer(p)
	}
	return true
}

// mayWrite pushes whether a write of n bytes through a pointer is valid.
func (g *stmts) mayWrite(p place, n int) {
	w := g.w
	g.distance(p)
	if wasmType(p.t) == wasm.I32 {
		if n == 1 {
			w.Load(p.base, wasm.I32Load, g.at.meta+metaWrite)
			w.Op(wasm.I32LtU)
			return
		}
		w.Op(wasm.I64ExtendI32U)
		w.OpI64(wasm.I64Add, int64(n))
		w.Load(p.base, wasm.I64Load32U, g.at.meta+metaWrite)
		w.Op(wasm.I64LeU)
		return
	}
	// distance < size, and distance+n <= size: the sum alone might wrap.
	d, size := g.scratch(wasm.I64), g.scratch(wasm.I64)
	w.Tee(d)
	w.Load(p.base, wasm.I64Load32U, g.at.meta+metaWrite)
	w.Tee(size)
	w.Op(wasm.I64LtU)
	if n > 1 {
		w.Get(d)
		w.OpI64(wasm.I64Add, int64(n))
		w.Get(size)
		w.Op(wasm.I64LeU)
		w.Op(wasm.I32And)
	}
	g.give(wasm.I64, d)
	g.give(wasm.I64, size)
}

// markStored writes code that sets the shadow of the n bytes to which val, of type t, is stored.
func (g *stmts) markStored(p place, n int, t ir.Type, val ir.Expr) {
	w := g.w
	_, store, st, ones := shadowOps(n)
	g.push(p)
	c, isConst := ir.IsConst(val)
	switch {
	case t.Kind != ir.Ptr || isConst && c == 0:
		w.Const(st, ones)
	case insideRoot(val):
		w.Const(st, ones*(ShadowInit|ShadowPtr))
	default:
		w.Const(st, ones*(ShadowInit|ShadowPtr))
		w.Const(st, ones)
		g.expr(val)
		if wasmType(t) == wasm.I64 {
			w.OpI64(wasm.I64Ne, 0)
		}
		w.Select()
	}
	w.Mem(store, g.at.shadow+p.offset)
}
