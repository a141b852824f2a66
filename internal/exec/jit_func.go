package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// The compilation of a function has four layers; each embeds the previous one. emitter has the registers, locals and
// ends of the function, exprs writes expressions and addresses, stmts writes statements, fn writes control flow.

// fn is the compilation of one function: it writes the function's control flow.
type fn struct {
	stmts
	back  []bool // by Edge.ID: whether the edge is a back edge, see BackEdges
	check []bool // by position in flow.order: whether the location is a checkpoint, see checkpoints

	// The labels of the structured form, by position in flow.order.
	forward, loop []wasm.Label

	// The dispatch form: its loop, the local that selects the next state, and the number of the state that begins at
	// each position. It is -1 for a position whose code is written at the end of the only edge into it.
	dispatch wasm.Label
	selector uint32
	state    []int
}

// stmts writes the statements of a function.
type stmts struct {
	exprs
	flow *flowGraph // accesses outside of loops may be calls, see isFar
}

// exprs writes expressions, addresses and the notes about them (exprs.notes). It has no state of its own.
type exprs struct{ emitter }

// emitter holds the registers, locals and ends of a function, and writes accesses to registers.
type emitter struct {
	*compiler
	f     *ir.Func
	w     *wasm.Func
	regs  []reg                  // by Var.ID
	objs  []uint32               // by Object.ID: local that holds the base of the object's current instance
	owned map[*ir.Var]reg        // global registers that only this function uses
	temp  map[wasm.Type][]uint32 // free scratch locals

	code    uint32 // the last parameter, see enter
	helper  bool   // code is the code of the function's only end, see jit_far.go
	part    *piece // the piece that is being written; nil if the function is not split
	dies    bool   // whether the function has objects that die at its return
	mark    uint32 // local that holds the top of the dying stack at entry
	null    uint32 // local that is always 0, if hasNull; see bound
	hasNull bool
	lost    uint32 // in a probe: local that is set if a load has no value
}

// newFn prepares the compilation of f into w: it allocates locals for registers and objects.
func newFn(c *compiler, f *ir.Func, w *wasm.Func) *fn {
	g := &fn{}
	g.emitter = emitter{compiler: c, f: f, w: w, temp: map[wasm.Type][]uint32{}}
	next := uint32(0)
	for i, v := range f.Vars {
		var r reg
		take := func(t wasm.Type) uint32 {
			if i < len(f.Params) {
				next++
				return next - 1
			}
			return g.w.Local(t)
		}
		r.val = take(wasmType(v.Type))
		if v.Type.Kind == ir.Ptr {
			r.prov = take(wasm.I32)
		}
		g.regs = append(g.regs, r)
	}
	g.code = next
	for range f.Objects {
		g.objs = append(g.objs, g.w.Local(wasm.I32))
	}
	for _, e := range f.Edges {
		switch s := e.Stmt.(type) { // sound: only these make objects that die at the return
		case *ir.Decl:
			g.dies = true
		case *ir.Alloc:
			g.dies = g.dies || s.Kind == ir.Stack
		}
	}
	return g
}

// compile writes the body of the function.
func (g *fn) compile() {
	if g.split(g.f) {
		g.compileSplit()
		return
	}
	g.bound()
	g.enter()
	g.own()
	g.markDying()
	g.back = BackEdges(g.f)
	g.flow = newFlowGraph(g.f)
	g.check = g.checkpoints()
	if g.opt.Dispatch || !g.flow.reducible {
		g.emitDispatch()
	} else {
		g.emitStructured()
	}
	// All paths have returned.
	g.w.Unreachable()
}

// markDying writes code that remembers the top of the stack of dying objects at the entry;
// killDying writes code that ends all objects above it.
func (g *fn) markDying() {
	if g.dies {
		g.mark = g.w.Local(wasm.I32)
		g.w.I32(0)
		g.w.Mem(wasm.I32Load, atDying)
		g.w.Set(g.mark)
	}
}

func (g *emitter) killDying() {
	if g.dies {
		g.w.Get(g.mark)
		g.w.Call(g.killIndex())
	}
}

// leave writes a return from the function after the run has ended. Each end has its own
// return: a common one would be a block with thousands of predecessors, for which
// wazero takes quadratic time.
func (g *emitter) leave() {
	if g.part != nil {
		g.w.I32(pieceEnded)
		g.w.Return()
		return
	}
	g.zeros()
	g.w.I32(1)
	g.w.Return()
}

// bound adds the local null, which is always 0, and loads the last byte of linear memory through
// it. After this, wazero knows that null plus any constant offset lies inside of linear memory, so
// accesses at constant addresses need no check. Large functions do without it, since wazero's
// lookup of the local would take too long.
func (g *emitter) bound() {
	if len(g.f.Edges) > maxBoundEdges {
		return
	}
	g.null = g.w.Local(wasm.I32)
	g.hasNull = true
	g.w.Load(g.null, wasm.I32Load8U, g.at.pages*wasm.PageSize-1)
	g.w.Drop()
}

// maxBoundEdges is the most edges of a function with the local null.
const maxBoundEdges = 300

// zero pushes the address 0.
func (g *emitter) zero() {
	if g.hasNull {
		g.w.Get(g.null)
	} else {
		g.w.I32(0)
	}
}

// zeros pushes a result of the function, for a caller that ignores it.
func (g *emitter) zeros() {
	if t := g.f.Result; t.Kind != ir.None {
		g.w.Const(wasmType(t), 0)
		if t.Kind == ir.Ptr {
			g.w.I32(0)
		}
	}
}

// scratch returns a free local of type t for temporary use; give makes it free again.
func (g *emitter) scratch(t wasm.Type) uint32 {
	if s := g.temp[t]; len(s) > 0 {
		g.temp[t] = s[:len(s)-1]
		return s[len(s)-1]
	}
	return g.w.Local(t)
}

func (g *emitter) give(t wasm.Type, l uint32) { g.temp[t] = append(g.temp[t], l) }

// reg returns the storage of register v, which may be global.
func (g *emitter) reg(v *ir.Var) reg {
	if !v.Global {
		return g.localReg(v)
	}
	if r, ok := g.owned[v]; ok {
		return r
	}
	return g.compiler.regs[v.ID]
}

// get pushes the value of a register; getProv pushes its provenance.
func (g *emitter) get(r reg)     { g.getFrom(r.home, r.typ, r.val) }
func (g *emitter) getProv(r reg) { g.getFrom(r.home, wasm.I32, r.prov) }

// getFrom pushes a value of type t that is stored in a home of kind h; at is its index, address or offset there.
func (g *emitter) getFrom(h home, t wasm.Type, at uint32) {
	switch h {
	case inLocal:
		g.w.Get(at)
	case inGlobal:
		g.w.GetGlobal(at)
	default:
		g.origin(h)
		g.w.Mem(loadOf(t), at)
	}
}

// set pops a value into a register; setProv pops its provenance.
func (g *emitter) set(r reg)     { g.setAt(r.home, r.typ, r.val) }
func (g *emitter) setProv(r reg) { g.setAt(r.home, wasm.I32, r.prov) }

// setAt pops a value of type t into a home of kind h; at is its index, address or offset there.
func (g *emitter) setAt(h home, t wasm.Type, at uint32) {
	switch h {
	case inLocal:
		g.w.Set(at)
	case inGlobal:
		g.w.SetGlobal(at)
	default:
		x := g.scratch(t)
		g.w.Set(x)
		g.origin(h)
		g.w.Get(x)
		g.w.Mem(storeOf(t), at)
		g.give(t, x)
	}
}

// origin pushes the address to which the offset of a register in memory or in a frame is added.
func (g *emitter) origin(h home) {
	if h == inFrame {
		g.w.Get(g.part.frame)
	} else {
		g.zero()
	}
}

// stop writes code that ends the run with the given code.
func (g *emitter) stop(code int32) {
	g.pushCode(code)
	g.w.SetGlobal(g.global[gEnd])
	g.leave()
}

// pushCode pushes the code of an outcome; in a helper, the code is a parameter.
func (g *emitter) pushCode(code int32) {
	if g.helper {
		g.w.Get(g.code)
	} else {
		g.w.I32(code)
	}
}

// wazero's time is quadratic in the number of basic blocks of a function, and an if makes three
// of them. Code that ends a run is therefore written as a block that a branch leaves if the run
// continues, which makes two.

// stopUnless writes code that ends the run with the given code if the i32 that ok pushes is 0.
func (g *emitter) stopUnless(code int32, ok func()) {
	l := g.w.Block()
	ok()
	g.w.BrIf(l)
	g.stop(code)
	g.w.End()
}

// checked writes a call that leaves a flag on the stack, and code that leaves the function if the
// flag is 1, since the run has ended.
func (g *emitter) checked(call func()) {
	l := g.w.Block()
	call()
	g.w.Op(wasm.I32Eqz)
	g.w.BrIf(l)
	g.leave()
	g.w.End()
}

// localBits turns canonical bits of a type into the local form of the value, in which
// signed integers are sign-extended.
func localBits(t ir.Type, bits uint64) uint64 {
	if t.Kind == ir.Int && t.Signed {
		return uint64(num.Signed(bits, t.Bits))
	}
	return bits
}

// charge writes code that takes one unit of fuel. If there is none, the run ends at edge e. Otherwise the code branches
// to the given label, or continues after this code if the label is 0.
func (g *emitter) charge(e *ir.Edge, to wasm.Label) {
	w := g.w
	behind := to == 0
	if behind {
		to = w.Block()
	}
	g.decrement()
	w.OpI64(wasm.I64GeS, 0)
	w.BrIf(to)
	w.GetGlobal(g.global[gFuel])
	w.I32(g.endAt(Outcome{Kind: OutOfFuel}, e))
	w.Call(g.host[hostRefill])
	w.Op(wasm.I32Eqz)
	w.BrIf(to)
	g.leave()
	if behind {
		w.End()
	}
}

// decrement takes one unit of fuel and pushes the rest of the slice, which is negative if it had none.
func (g *emitter) decrement() {
	t := g.scratch(wasm.I64)
	g.w.GetGlobal(g.global[gFuel])
	g.w.OpI64(wasm.I64Sub, 1)
	g.w.Tee(t)
	g.w.SetGlobal(g.global[gFuel])
	g.w.Get(t)
	g.give(wasm.I64, t)
}

// enter writes the prologue of the function, which takes the fuel of the call and counts the
// activation. The last parameter is the code of the call's OutOfFuel; the code after it is its OutOfStack.
func (g *fn) enter() {
	w := g.w
	go1 := w.Block()
	g.decrement()
	w.OpI64(wasm.I64GeS, 0)
	w.BrIf(go1)
	w.GetGlobal(g.global[gFuel])
	w.Get(g.code)
	w.Call(g.host[hostRefill])
	w.Op(wasm.I32Eqz)
	w.BrIf(go1)
	g.leave()
	w.End()
	if !g.depth {
		return
	}
	d := g.scratch(wasm.I32)
	go2 := w.Block()
	w.GetGlobal(g.global[gDepth])
	w.Tee(d)
	w.OpI32(wasm.I32LtU, int32(g.cfg.MaxDepth))
	w.BrIf(go2)
	w.Get(g.code)
	w.OpI32(wasm.I32Add, codeStep)
	w.SetGlobal(g.global[gEnd])
	g.leave()
	w.End()
	w.Get(d)
	w.OpI32(wasm.I32Add, 1)
	w.SetGlobal(g.global[gDepth])
	g.give(wasm.I32, d)
}
