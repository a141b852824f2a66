package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// The compilation of a function is split into layers; each holds the one below it. emitter has the registers, locals
// and ends of the function, exprs writes expressions and addresses, stmts writes statements, fn writes control flow.

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

// exprs writes expressions, addresses and the notes about them. It has no state of its own.
type exprs struct{ emitter }

// emitter holds the registers, locals and ends of a function, and writes accesses to them.
type emitter struct {
	*compiler
	f     *ir.Func
	w     *wasm.Func
	regs  []reg                  // by Var.ID
	objs  []uint32               // by Object.ID: local that holds the base of the object's current instance
	owned map[*ir.Var]reg        // global registers that only this function uses
	temp  map[wasm.Type][]uint32 // free scratch locals

	code    uint32 // parameter: see enter
	helper  bool   // whether code holds the code of the function's only end, see jit_far.go
	part    *piece // the piece that is being written; nil if the function is not split
	dies    bool   // whether the function has objects that die at its return
	mark    uint32 // local that holds the top of the dying stack at entry
	null    uint32 // local that is always 0, if hasNull; see bound
	hasNull bool
	lost    uint32 // in a probe: local that is set where a load has no value
}

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
		switch s := e.Stmt.(type) { // sound: looks for what has to be given back at the return
		case *ir.Decl:
			g.dies = true
		case *ir.Alloc:
			g.dies = g.dies || s.Kind == ir.Stack
		}
	}
	return g
}

// compile writes the body.
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
	// All paths have left by now.
	g.w.Unreachable()
}

// markDying notes where the objects begin that die with this activation;
// killDying ends their lives.
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

// leave leaves the function because the run has ended. Each place has a return of
// its own: a common one would be a block with thousands of predecessors, for which
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

// bound makes wazero see that a local that is always 0, plus any constant
// offset, lies inside linear memory: accesses at constant addresses need no
// check then. In large functions looking the local up would cost too much time.
func (g *emitter) bound() {
	if len(g.f.Edges) > maxBoundEdges {
		return
	}
	g.null = g.w.Local(wasm.I32)
	g.hasNull = true
	g.w.Load(g.null, wasm.I32Load8U, g.at.pages*wasm.PageSize-1)
	g.w.Drop()
}

const maxBoundEdges = 300

// zero pushes an address of 0.
func (g *emitter) zero() {
	if g.hasNull {
		g.w.Get(g.null)
	} else {
		g.w.I32(0)
	}
}

// zeros pushes a result that the caller ignores.
func (g *emitter) zeros() {
	if t := g.f.Result; t.Kind != ir.None {
		g.w.Const(wasmType(t), 0)
		if t.Kind == ir.Ptr {
			g.w.I32(0)
		}
	}
}

// scratch gives a local of type t for a short use; give returns it.
func (g *emitter) scratch(t wasm.Type) uint32 {
	if s := g.temp[t]; len(s) > 0 {
		g.temp[t] = s[:len(s)-1]
		return s[len(s)-1]
	}
	return g.w.Local(t)
}

func (g *emitter) give(t wasm.Type, l uint32) { g.temp[t] = append(g.temp[t], l) }

// reg is where a register of the function or a global one lives.
func (g *emitter) reg(v *ir.Var) reg {
	if !v.Global {
		return g.localReg(v)
	}
	if r, ok := g.owned[v]; ok {
		return r
	}
	return g.compiler.regs[v.ID]
}

// get pushes the value of a register, getProv its provenance.
func (g *emitter) get(r reg)     { g.getFrom(r.home, r.typ, r.val) }
func (g *emitter) getProv(r reg) { g.getFrom(r.home, wasm.I32, r.prov) }

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

// set pops the value of a register, setProv its provenance.
func (g *emitter) set(r reg)     { g.setAt(r.home, r.typ, r.val) }
func (g *emitter) setProv(r reg) { g.setAt(r.home, wasm.I32, r.prov) }

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

// origin pushes the address from which a register in memory is counted.
func (g *emitter) origin(h home) {
	if h == inFrame {
		g.w.Get(g.part.frame)
	} else {
		g.zero()
	}
}

// stop ends the run with the given code.
func (g *emitter) stop(code int32) {
	g.pushCode(code)
	g.w.SetGlobal(g.global[gEnd])
	g.leave()
}

func (g *emitter) pushCode(code int32) {
	if g.helper {
		g.w.Get(g.code)
	} else {
		g.w.I32(code)
	}
}

// wazero's time is quadratic in the number of basic blocks of a function, and an
// if makes three of them: what ends a run is written as a block that is left when all
// is well, which makes two.

// stopUnless ends the run with the given code unless the i32 that ok pushes holds.
func (g *emitter) stopUnless(code int32, ok func()) {
	l := g.w.Block()
	ok()
	g.w.BrIf(l)
	g.stop(code)
	g.w.End()
}

// checked leaves the function if the call that it writes leaves a flag of 1 on the
// stack: the run has ended.
func (g *emitter) checked(call func()) {
	l := g.w.Block()
	call()
	g.w.Op(wasm.I32Eqz)
	g.w.BrIf(l)
	g.leave()
	g.w.End()
}

// localBits turns canonical bits of a type into those of the local that holds
// such a value: signed integers are sign-extended there.
func localBits(t ir.Type, bits uint64) uint64 {
	if t.Kind == ir.Int && t.Signed {
		return uint64(num.Signed(bits, t.Bits))
	}
	return bits
}

// charge takes one unit of fuel; e ends the run if there is none. It goes on to
// label to, or if that is 0 past the code.
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

// decrement takes one unit and leaves what is left of the slice on the stack.
func (g *emitter) decrement() {
	t := g.scratch(wasm.I64)
	g.w.GetGlobal(g.global[gFuel])
	g.w.OpI64(wasm.I64Sub, 1)
	g.w.Tee(t)
	g.w.SetGlobal(g.global[gFuel])
	g.w.Get(t)
	g.give(wasm.I64, t)
}

// enter is the prologue of a function that is called: fuel and depth. The last
// parameter is the code of the call's OutOfFuel, the next code its OutOfStack.
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
