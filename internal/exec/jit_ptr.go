package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// prov pushes the provenance of a Ptr expression: the base of its object, or 0 if it has
// none. Its code may compute the address of the expression again, which has no side effects.
func (g *exprs) prov(e ir.Expr) {
	w := g.w
	switch e := e.(type) {
	case *ir.Ref:
		g.getProv(g.reg(e.Var))
	case *ir.AddrOf:
		if e.Obj.Func == nil {
			w.I32(int32(uint32(g.lay.Base[e.Obj.ID])))
		} else {
			g.pushBase(e.Obj)
		}
	case *ir.PtrAdd:
		g.prov(e.P)
	case *ir.Cast:
		if e.X.Type().Kind == ir.Ptr {
			g.prov(e.X)
			return
		}
		g.expr(e)
		g.lookup(e.T)
	case *ir.Const:
		if e.Bits < FirstObject {
			w.I32(0)
			return
		}
		g.expr(e)
		g.lookup(e.T)
	case *ir.FuncAddr:
		w.I32(0)
	default:
		panic("no provenance of an expression")
	}
}

// lookup pops an address and pushes the base of the object, dead or alive, that contains it, or 0.
func (g *exprs) lookup(t ir.Type) {
	if t.Bits <= 32 {
		g.w.Op(wasm.I64ExtendI32U)
	}
	g.w.Call(g.lookupIndex())
}

// emitLookup writes the helper for lookup: (address i64) -> i32.
func (c *compiler) emitLookup(w *wasm.Func) {
	base := w.Local(wasm.I32)
	addr := w.Local(wasm.I32)
	w.Get(0)
	w.I32(0)
	w.Mem(wasm.I64Load32U, atBump)
	w.Op(wasm.I64GeU)
	w.If()
	w.I32(0)
	w.Return()
	w.End()
	w.Get(0)
	w.Op(wasm.I32WrapI64)
	w.Tee(addr)
	w.OpI32(wasm.I32ShrU, 4)
	w.OpI32(wasm.I32Shl, 2)
	w.Mem(wasm.I32Load, c.at.owner)
	w.Tee(base)
	w.I32(0)
	w.Get(addr)
	w.Get(base)
	w.Op(wasm.I32Sub)
	w.Load(base, wasm.I32Load, c.at.meta+metaSize)
	w.Op(wasm.I32LeU)
	w.Select()
}

// notes writes the notes of expressions, before the statement that uses them: code that sets
// flagAddr if the expressions make addresses visible, and flagWild if they convert a pointer outside of its
// object to a number.
func (g *exprs) notes(es ...ir.Expr) {
	for _, e := range es {
		g.note(e)
		skip := false
		if b, ok := e.(*ir.Binary); ok { // the result of Eq and Ne does not depend on a constant's provenance
			skip = b.Op == ir.Eq || b.Op == ir.Ne
		}
		ir.Children(e, func(x ir.Expr) {
			if _, ok := x.(*ir.Const); !ok || !skip {
				g.notes(x)
			}
		})
	}
}

// noted reports whether notes writes any code.
func (g *exprs) noted(es []ir.Expr) bool {
	found := false
	for _, e := range es {
		ir.Walk(e, func(x ir.Expr) bool {
			switch x := x.(type) { // sound: only these make addresses visible
			case *ir.Cast:
				found = found || (x.X.Type().Kind == ir.Ptr) != (x.T.Kind == ir.Ptr)
			case *ir.Const:
				found = found || x.T.Kind == ir.Ptr && x.Bits >= FirstObject
			case *ir.PtrDiff:
				found = true
			case *ir.Binary:
				found = found || x.Op >= ir.Eq && x.X.Type().Kind == ir.Ptr &&
					(x.Op == ir.Lt || x.Op == ir.Le || mayTouch(x.X, x.Y))
			}
			return !found
		})
	}
	return found
}

// flagIf writes code that sets bits of atFlags if the i32 that cond pushes is 1; it must be 0 or 1.
func (g *emitter) flagIf(bits int32, cond func()) {
	w := g.w
	g.zero()
	cond()
	w.OpI32(wasm.I32Mul, bits)
	g.zero()
	w.Mem(wasm.I32Load, atFlags)
	w.Op(wasm.I32Or)
	w.Mem(wasm.I32Store, atFlags)
}

// note writes the note of x itself, without its operands.
func (g *exprs) note(x ir.Expr) {
	w := g.w
	differ := func(p, q ir.Expr) {
		if provEqual(p, q) {
			return
		}
		g.flagIf(flagAddr, func() {
			g.prov(p)
			g.prov(q)
			w.Op(wasm.I32Ne)
		})
	}
	forged := func(p ir.Expr) {
		g.flagIf(flagAddr, func() {
			g.prov(p)
			w.OpI32(wasm.I32Ne, 0)
		})
	}
	switch x := x.(type) { // sound: only these make addresses visible
	case *ir.Cast:
		from := x.X.Type()
		switch {
		case from.Kind == ir.Ptr && x.T.Kind == ir.Int:
			g.flagIf(flagAddr, func() {
				g.expr(x.X)
				w.Const(wasmType(from), 0)
				w.Op(pick(from, wasm.I32Ne, wasm.I64Ne))
			})
			g.noteWild(x.X)
		case from.Kind != ir.Ptr && x.T.Kind == ir.Ptr:
			forged(x)
		}
	case *ir.Const:
		if x.T.Kind == ir.Ptr && x.Bits >= FirstObject {
			forged(x)
		}
	case *ir.PtrDiff:
		differ(x.P, x.Q)
	case *ir.Binary:
		switch {
		case x.X.Type().Kind != ir.Ptr:
		case x.Op == ir.Lt || x.Op == ir.Le:
			differ(x.X, x.Y)
		case mayTouch(x.X, x.Y): // Eq or Ne
			g.noteTouch(x.X, x.Y)
		}
	}
}

// provEqual reports whether two pointers have the same provenance in all runs, as far as their expressions show it.
func provEqual(p, q ir.Expr) bool {
	root := func(e ir.Expr) ir.Expr {
		for {
			a, ok := e.(*ir.PtrAdd)
			if !ok {
				return e
			}
			e = a.P
		}
	}
	return ir.Equal(root(p), root(q))
}

// noteTouch writes the note of an equality test. It sets flagAddr if p and q have different objects and
// their addresses may coincide in another layout: one of them is not the address of a byte of its
// object, or the older object is dead.
func (g *exprs) noteTouch(p, q ir.Expr) {
	w := g.w
	pb, qb := g.scratch(wasm.I32), g.scratch(wasm.I32)
	atEnd := func(e ir.Expr, base uint32) {
		g.expr(e)
		g.widen(ir.Type{Kind: ir.Int, Bits: e.Type().Bits}, 64)
		w.Get(base)
		w.Op(wasm.I64ExtendI32U)
		w.Op(wasm.I64Sub)
		w.Load(base, wasm.I64Load32U, g.at.meta+metaSize)
		w.Op(wasm.I64GeU)
	}
	g.flagIf(flagAddr, func() {
		g.prov(p)
		w.Tee(pb)
		g.prov(q)
		w.Tee(qb)
		w.Op(wasm.I32Ne)
		for _, b := range []uint32{pb, qb} {
			w.Get(b)
			w.OpI32(wasm.I32Ne, 0)
			w.Op(wasm.I32And)
		}
		atEnd(p, pb)
		atEnd(q, qb)
		w.Op(wasm.I32Or)
		w.Get(pb) // the older object has the lower base
		w.Get(qb)
		w.Get(pb)
		w.Get(qb)
		w.Op(wasm.I32LtU)
		w.Select()
		w.Tee(pb)
		w.Mem(wasm.I32Load, g.at.meta+metaRead)
		w.Load(pb, wasm.I32Load, g.at.meta+metaSize)
		w.Op(wasm.I32Ne)
		w.Op(wasm.I32Or)
		w.Op(wasm.I32And)
	})
	g.give(wasm.I32, pb)
	g.give(wasm.I32, qb)
}

// noteWild writes code that sets flagWild if p has a provenance and lies outside of its object.
func (g *exprs) noteWild(p ir.Expr) {
	switch p.(type) { // sound: the test of the others is made at run time
	case *ir.AddrOf, *ir.FuncAddr:
		return
	case *ir.Const:
		return // its provenance is the object at its address
	}
	w := g.w
	t := p.Type()
	base := g.scratch(wasm.I32)
	g.flagIf(flagWild, func() {
		g.expr(p)
		g.widen(ir.Type{Kind: ir.Int, Bits: t.Bits}, 64)
		g.prov(p)
		w.Tee(base)
		w.Op(wasm.I64ExtendI32U)
		w.Op(wasm.I64Sub)
		w.Load(base, wasm.I64Load32U, g.at.meta+metaSize)
		w.Op(wasm.I64GtU)
		w.Get(base)
		w.OpI32(wasm.I32Ne, 0)
		w.Op(wasm.I32And)
	})
	g.give(wasm.I32, base)
}
