package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// stmt writes the statement of an edge. It returns false if no run gets past the
// statement.
func (g *stmts) stmt(e *ir.Edge) bool {
	switch s := e.Stmt.(type) {
	case *ir.Skip:
	case *ir.Assign:
		g.notes(s.Src)
		g.assign(s.Dst, s.Src)
	case *ir.Input:
		g.input(s, e)
	case *ir.Call:
		return g.call(s, e)
	case *ir.Return:
		g.ret(s, e)
		return false
	case *ir.LoadStmt:
		return g.load(s, e)
	case *ir.Store:
		return g.store(s, e)
	case *ir.Decl:
		g.decl(s, e)
	case *ir.End:
		g.endLife(s)
	case *ir.Alloc:
		g.alloc(s, e)
	case *ir.Free:
		g.freeStmt(s, e)
	case *ir.MemCopy:
		g.memCopy(s, e)
	case *ir.MemSet:
		g.memSet(s, e)
	case *ir.MemHavoc:
		g.memHavoc(s, e)
	case *ir.Math:
		return g.math(s, e)
	case *ir.Undefined:
		g.stop(g.endAt(Outcome{Kind: Undefined, What: s.Kind}, e))
		return false
	case *ir.HavocAll:
		g.stop(g.endAt(Outcome{Kind: Unsupported, What: "all memory made arbitrary: " + s.Why}, e))
		return false
	default: // sound: refused
		g.stop(g.endAt(Outcome{Kind: Unsupported, What: "unknown statement"}, e))
		return false
	}
	return true
}

// assign writes the assignment dst = src.
func (g *stmts) assign(dst *ir.Var, src ir.Expr) {
	r := g.reg(dst)
	g.expr(src)
	if dst.Type.Kind == ir.Ptr {
		g.prov(src)
		g.setProv(r)
	}
	g.set(r)
}

// input writes an Input, which calls the helper of emitInput.
func (g *stmts) input(s *ir.Input, e *ir.Edge) {
	w := g.w
	bits, flag := g.scratch(wasm.I64), g.scratch(wasm.I32)
	g.checked(func() {
		w.I32(int32(s.Site.ID))
		w.I32(typeCode(s.Dst.Type))
		w.I32(g.endAt(Outcome{Kind: NoInput, What: s.Site.Key}, e))
		w.Call(g.inputIndex())
		w.Set(flag)
		w.Set(bits)
		w.Get(flag)
	})
	g.give(wasm.I32, flag)
	if s.Site.Kind == ir.Approx {
		g.flag(flagApprox)
	}
	if t := s.Dst.Type; t.Kind == ir.Ptr {
		g.freshObject(s, e, bits)
	} else {
		w.Get(bits)
		g.fromBits(t)
		g.set(g.reg(s.Dst))
	}
	g.give(wasm.I64, bits)
}

// emitInput writes the helper that reads a value of an Input: (site, type, code)
// -> (bits, flag). It takes the value from the queue of the site, or from the host if the queue is empty.
func (c *compiler) emitInput(w *wasm.Func) {
	const site, typ, code = 0, 1, 2
	queue, next, n := w.Local(wasm.I32), w.Local(wasm.I32), w.Local(wasm.I32)
	host := w.Block()
	w.Get(site)
	w.OpI32(wasm.I32Shl, 3)
	w.Tee(queue)
	w.Mem(wasm.I32Load, c.at.queues)
	w.Tee(next)
	w.Load(queue, wasm.I32Load, c.at.queues+4)
	w.Op(wasm.I32GeU)
	w.BrIf(host)
	w.Get(queue)
	w.Get(next)
	w.OpI32(wasm.I32Add, 8)
	w.Mem(wasm.I32Store, c.at.queues)
	// Enter the read into the log.
	w.I32(0)
	w.Mem(wasm.I32Load, atNext)
	w.Tee(n)
	w.OpI32(wasm.I32Shl, 2)
	w.Get(site)
	w.Mem(wasm.I32Store, atLog)
	w.I32(0)
	w.Get(n)
	w.OpI32(wasm.I32Add, 1)
	w.Mem(wasm.I32Store, atNext)
	// Count the occurrence.
	w.Get(site)
	w.OpI32(wasm.I32Shl, 2)
	w.Tee(n)
	w.Load(n, wasm.I32Load, c.at.sites)
	w.OpI32(wasm.I32Add, 1)
	w.Mem(wasm.I32Store, c.at.sites)
	w.Load(next, wasm.I64Load, 0)
	w.I32(0)
	w.Return()
	w.End()
	w.Get(site)
	w.Get(typ)
	w.Get(code)
	w.Call(c.host[hostInput])
}

// emitMayEnter writes the helper that ends the run if the prologue of a callee would end it:
// code -> flag. It takes no fuel unless the run ends.
func (c *compiler) emitMayEnter(w *wasm.Func) {
	const code = 0
	left := w.Local(wasm.I64)
	fuel := w.Block()
	w.GetGlobal(c.global[gFuel])
	w.OpI64(wasm.I64Sub, 1)
	w.Tee(left)
	w.OpI64(wasm.I64GeS, 0)
	w.BrIf(fuel)
	refilled := w.Block()
	w.Get(left)
	w.Get(code)
	w.Call(c.host[hostRefill])
	w.Op(wasm.I32Eqz)
	w.BrIf(refilled)
	w.I32(1)
	w.Return()
	w.End()
	w.GetGlobal(c.global[gFuel])
	w.OpI64(wasm.I64Add, 1)
	w.SetGlobal(c.global[gFuel])
	w.End()
	if c.depth {
		ok := w.Block()
		w.GetGlobal(c.global[gDepth])
		w.OpI32(wasm.I32LtU, int32(c.cfg.MaxDepth))
		w.BrIf(ok)
		w.GetGlobal(c.global[gFuel]) // the fuel is taken before the depth is checked
		w.OpI64(wasm.I64Sub, 1)
		w.SetGlobal(c.global[gFuel])
		w.Get(code)
		w.OpI32(wasm.I32Add, codeStep)
		w.SetGlobal(c.global[gEnd])
		w.I32(1)
		w.Return()
		w.End()
	}
	w.I32(0)
}

// countSite writes code that adds 1 to the occurrences of a site.
func (g *emitter) countSite(s *ir.Site) {
	at := g.at.sites + 4*uint32(s.ID)
	g.zero()
	g.zero()
	g.w.Mem(wasm.I32Load, at)
	g.w.OpI32(wasm.I32Add, 1)
	g.w.Mem(wasm.I32Store, at)
}

// fromBits writes code that turns an i64 into the local form of a value of type t; the upper bits of the i64 may be
// arbitrary.
func (g *emitter) fromBits(t ir.Type) {
	switch {
	case t.Kind == ir.Bool:
		g.w.OpI64(wasm.I64Ne, 0)
	case t.Kind == ir.Float && t.Bits == 32:
		g.w.Op(wasm.I32WrapI64)
		g.w.Op(wasm.F32ReinterpretI32)
	case t.Kind == ir.Float:
		g.w.Op(wasm.F64ReinterpretI64)
	default:
		if wasmType(t) == wasm.I32 {
			g.w.Op(wasm.I32WrapI64)
		}
		if t.Kind == ir.Int {
			g.canon(t)
		}
	}
}

// flag writes code that sets bits of atFlags.
func (g *emitter) flag(bits int32) {
	g.zero()
	g.zero()
	g.w.Mem(wasm.I32Load, atFlags)
	g.w.OpI32(wasm.I32Or, bits)
	g.w.Mem(wasm.I32Store, atFlags)
}

// call writes a call. The callee takes the fuel and counts the activation (enter), so the code for
// this exists once. If the arguments need notes, the helper of emitMayEnter is called first,
// since the notes come after these checks. The result is false if the callee has no code.
func (g *stmts) call(s *ir.Call, e *ir.Edge) bool {
	w := g.w
	fuel := g.endAt(Outcome{Kind: OutOfFuel}, e)
	g.endAt(Outcome{Kind: OutOfStack}, e) // the next code, see enter
	if empty := !isNode(s.Func.Entry); empty || g.noted(s.Args) {
		g.checked(func() {
			w.I32(fuel)
			w.Call(g.mayEnterIndex())
		})
		g.notes(s.Args...)
		if empty {
			g.decrement()
			w.Drop()
			g.stop(g.endLoc(s.Func.Entry, e))
			return false
		}
	}
	flag := g.scratch(wasm.I32)
	g.checked(func() {
		for i, p := range s.Func.Params {
			if i >= len(s.Args) {
				w.Const(wasmType(p.Type), 0)
				if p.Type.Kind == ir.Ptr {
					w.I32(0)
				}
				continue
			}
			g.expr(s.Args[i])
			if p.Type.Kind == ir.Ptr {
				g.prov(s.Args[i])
			}
		}
		w.I32(fuel)
		w.Call(g.funcs[s.Func.ID].Index)
		t := s.Func.Result
		if t.Kind == ir.None {
			return
		}
		w.Set(flag)
		if s.Dst == nil {
			if t.Kind == ir.Ptr {
				w.Drop()
			}
			w.Drop()
		} else {
			if t.Kind == ir.Ptr {
				g.setProv(g.reg(s.Dst))
			}
			g.set(g.reg(s.Dst))
		}
		w.Get(flag)
	})
	g.give(wasm.I32, flag)
	if g.depth {
		w.GetGlobal(g.global[gDepth])
		w.OpI32(wasm.I32Add, -1)
		w.SetGlobal(g.global[gDepth])
	}
	if g.noValue[s.Func.ID] {
		approx := int32(flagApprox)
		if s.Dst == nil {
			approx = 0
		}
		w.I32(approx)
		w.Call(g.noValueIndex())
	}
	return true
}

// ret writes a return from the function.
func (g *stmts) ret(s *ir.Return, e *ir.Edge) {
	if s.Val != nil {
		g.notes(s.Val)
	}
	t := g.f.Result
	hasValue := t.Kind != ir.None && s.Val != nil
	if t.Kind != ir.None && s.Val == nil {
		g.flag(flagNoValue)
	}
	if g.f == g.p.Entry {
		g.w.I32(g.endAt(Outcome{Kind: Finished}, e))
		g.w.SetGlobal(g.global[gEnd])
	}
	if hasValue {
		g.expr(s.Val)
		if t.Kind == ir.Ptr {
			g.prov(s.Val)
		}
	}
	if g.part != nil { // without a value, the result in the frame is 0
		if hasValue {
			if t.Kind == ir.Ptr {
				g.setProv(g.part.lay.result)
			}
			g.set(g.part.lay.result)
		}
		g.w.I32(pieceReturned)
		g.w.Return()
		return
	}
	if !hasValue {
		g.zeros()
	}
	g.killDying()
	g.w.I32(0)
	g.w.Return()
}

// math writes a Math: a call of the host, or the code of a statement that asks about an object (objects.go). The result
// is false if the function is unknown.
func (g *stmts) math(s *ir.Math, e *ir.Edge) bool {
	if ir.AsksObject(s.Fn) {
		g.ask(s)
		return true
	}
	t := s.Dst.Type
	if _, _, ok := evalMath(s.Fn, t, make([]uint64, len(s.Args))); !ok {
		g.stop(g.endAt(Outcome{Kind: Unsupported, What: "math function " + s.Fn}, e))
		return false
	}
	g.notes(s.Args...)
	g.w.I32(g.mathCode(s.Fn, t, len(s.Args)))
	for i := 0; i < maxMathArgs; i++ {
		if i >= len(s.Args) {
			g.w.I64(0)
			continue
		}
		g.expr(s.Args[i])
		if t.Bits == 32 {
			g.w.Op(wasm.I32ReinterpretF32)
			g.w.Op(wasm.I64ExtendI32U)
		} else {
			g.w.Op(wasm.I64ReinterpretF64)
		}
	}
	g.w.Call(g.host[hostMath])
	g.fromBits(t)
	g.set(g.reg(s.Dst))
	return true
}
