package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file compiles large functions. Since wazero's time grows with the square of the size of a
// function, a function of more than splitEdges edges is compiled as several functions, its pieces.
// Its automaton is partitioned into regions: trees of locations that are entered only at the root.
// Each root is a state of the dispatch form (jit_func.go). A piece has the code of several regions:
//
//	piece(state, frame) -> next state, or pieceEnded, or pieceReturned
//
// A piece runs from a state until the next state belongs to another piece. The function
// itself only calls pieces. Registers are stored in a frame in linear memory, except for
// registers that are used in one region only and defined there before each use.

const (
	splitEdges  = 3000
	regionEdges = 400      // approximate limit of the edges of a region
	pieceEdges  = 1000     // limit of the edges of a piece with several regions
	frameSpace  = 16 << 20 // bytes for the frames of all activations

	pieceEnded    = -1 // the run has ended
	pieceReturned = -2 // the result is in the frame
)

// piece is the state of the compilation of a piece.
type piece struct {
	frame       uint32 // parameter: address of the frame
	first, last int    // its states [first, last)
	lay         *frameLayout
	met         []bool // by Var.ID: whether the register has a local in the piece, see localReg
}

// frameLayout is the layout of the frame of a split function. All offsets are from the start of the frame.
type frameLayout struct {
	size   uint32
	regs   []reg    // by Var.ID; home is inLocal if the register is local to a region
	objs   []uint32 // by Object.ID: offset of the base of the current instance
	result reg      // the result of the function
}

// split reports whether a function is compiled in pieces.
func (c *compiler) split(f *ir.Func) bool { return len(f.Edges) > c.splitEdges() }

// splitEdges returns the largest number of edges that a function may have without being split.
func (c *compiler) splitEdges() int {
	if c.opt.split > 0 {
		return c.opt.split
	}
	return splitEdges
}

// frameBytes returns the size of the frames in linear memory, 0 if no function is split.
func (c *compiler) frameBytes() uint32 {
	most := 0
	for _, f := range c.p.Funcs {
		if c.split(f) {
			most = max(most, 16*(len(f.Vars)+len(f.Objects)+1))
		}
	}
	if most == 0 {
		return 0
	}
	return uint32(most) + frameSpace
}

// regions partitions g.flow into regions and numbers them as states in g.state. It returns the position of each
// region's root, and the region of each position.
func (g *fn) regions() (roots, regionOf []int) {
	n := len(g.flow.order)
	limit := min(regionEdges, g.splitEdges())
	size := make([]int, n) // by position: the edges of the subtree in its region
	g.state = make([]int, n)
	for x := n - 1; x >= 0; x-- {
		g.state[x] = -1
		for _, e := range g.flow.order[x].Out {
			size[x]++
			if y := g.flow.pos[e.To.ID]; y > x && g.state[y] < 0 {
				size[x] += size[y]
			}
		}
		if x == 0 || g.flow.forward[x] != 1 || g.flow.head[x] || size[x] > limit {
			g.state[x] = 0
		}
	}
	regionOf = make([]int, n)
	for x := range n {
		if g.state[x] >= 0 {
			g.state[x] = len(roots)
			regionOf[x] = len(roots)
			roots = append(roots, x)
			continue
		}
		for _, e := range g.flow.order[x].In { // exactly one of them is reachable
			if p := g.flow.pos[e.From.ID]; p >= 0 {
				regionOf[x] = regionOf[p]
			}
		}
	}
	return roots, regionOf
}

// layFrame chooses the storage of registers and objects. A register is local to a region if it has one definition, and
// all uses follow in the same region.
func (g *fn) layFrame(regionOf []int) *frameLayout {
	l := &frameLayout{}
	slot := func() uint32 { l.size += 8; return l.size - 8 }
	defs := make([]*ir.Edge, len(g.f.Vars))
	local := make([]bool, len(g.f.Vars))
	for i := range g.f.Vars {
		local[i] = i >= len(g.f.Params)
	}
	for _, e := range g.f.Edges {
		if v := ir.Def(e.Stmt); v != nil && !v.Global {
			local[v.ID] = local[v.ID] && defs[v.ID] == nil
			defs[v.ID] = e
		}
	}
	for _, e := range g.f.Edges {
		x := g.flow.pos[e.From.ID]
		ir.Uses(e.Stmt, func(v *ir.Var) {
			if v.Global || !local[v.ID] || x < 0 {
				return
			}
			d := defs[v.ID]
			if d == nil {
				local[v.ID] = false
				return
			}
			// No path from the definition to the use leaves the region: the use
			// is below the definition in the tree of the region.
			y := g.flow.pos[d.To.ID]
			local[v.ID] = y >= 0 && g.state[y] < 0 && regionOf[y] == regionOf[x] && g.flow.tree.Dominates(d.To.ID, e.From.ID)
		})
	}
	place := func(t ir.Type) reg {
		r := reg{home: inFrame, typ: wasmType(t), val: slot()}
		if t.Kind == ir.Ptr {
			r.prov = slot()
		}
		return r
	}
	for _, v := range g.f.Vars {
		if local[v.ID] {
			l.regs = append(l.regs, reg{})
		} else {
			l.regs = append(l.regs, place(v.Type))
		}
	}
	for range g.f.Objects {
		l.objs = append(l.objs, slot())
	}
	l.result = place(g.f.Result)
	return l
}

// compileSplit writes the pieces and the function that calls them.
func (g *fn) compileSplit() {
	g.back = BackEdges(g.f)
	g.flow = newFlowGraph(g.f)
	g.check = g.checkpoints()
	roots, regionOf := g.regions()
	lay := g.layFrame(regionOf)
	edges := make([]int, len(roots))
	for x, l := range g.flow.order {
		edges[regionOf[x]] += len(l.Out)
	}
	limit := min(pieceEdges, g.splitEdges())
	var firsts []int
	var calls []uint32
	for first := 0; first < len(roots); {
		last, n := first, 0
		for last < len(roots) && (last == first || n+edges[last] <= limit) {
			n += edges[last]
			last++
		}
		firsts = append(firsts, first)
		calls = append(calls, g.piece(roots, first, last, lay))
		first = last
	}
	g.drive(firsts, calls, lay)
}

// piece writes the piece for the states [first, last) and returns its index.
func (g *fn) piece(roots []int, first, last int, lay *frameLayout) uint32 {
	w := g.mod.Func(wasm.Sig{Params: []wasm.Type{wasm.I32, wasm.I32}, Results: []wasm.Type{wasm.I32}})
	p := *g
	p.w = w
	p.temp = map[wasm.Type][]uint32{}
	p.selector = 0
	p.part = &piece{frame: 1, first: first, last: last, lay: lay}
	p.regs = make([]reg, len(lay.regs))
	copy(p.regs, lay.regs)
	p.part.met = make([]bool, len(lay.regs))
	p.dispatch = w.Loop()
	labels := make([]wasm.Label, last-first)
	for i := len(labels) - 1; i >= 0; i-- {
		labels[i] = w.Block()
	}
	w.Get(p.selector)
	w.OpI32(wasm.I32Sub, int32(first))
	w.BrTable(labels, labels[0])
	for _, x := range roots[first:last] {
		w.End()
		p.node(x)
	}
	w.End()
	w.Unreachable()
	return w.Index
}

// localReg returns the storage of a register of the function. In a piece, a register that is
// local to a region gets a local at its first occurrence.
func (g *emitter) localReg(v *ir.Var) reg {
	r := &g.regs[v.ID]
	if g.part != nil && r.home == inLocal && !g.part.met[v.ID] {
		g.part.met[v.ID] = true
		r.val = g.w.Local(wasmType(v.Type))
		if v.Type.Kind == ir.Ptr {
			r.prov = g.w.Local(wasm.I32)
		}
	}
	return *r
}

// pushBase pushes the base of the current instance of a local object.
func (g *emitter) pushBase(o *ir.Object) {
	if g.part == nil {
		g.w.Get(g.objs[o.ID])
		return
	}
	g.w.Load(g.part.frame, wasm.I32Load, g.part.lay.objs[o.ID])
}

// setBaseOf pops the base of a new instance of a local object.
func (g *emitter) setBaseOf(o *ir.Object) {
	if g.part == nil {
		g.w.Set(g.objs[o.ID])
	} else {
		g.setAt(inFrame, wasm.I32, g.part.lay.objs[o.ID])
	}
}

// drive writes the function that calls the pieces.
func (g *fn) drive(firsts []int, calls []uint32, lay *frameLayout) {
	w := g.w
	g.enter()
	frame, state := w.Local(wasm.I32), w.Local(wasm.I32)
	w.GetGlobal(g.global[gFrame])
	w.Set(frame)
	room := w.Block()
	w.Get(frame)
	w.OpI32(wasm.I32LeU, int32(g.at.frames+g.at.frameBytes-lay.size))
	w.BrIf(room)
	w.Get(g.code) // the code of OutOfFuel; the next code is OutOfStack
	w.OpI32(wasm.I32Add, codeStep)
	w.SetGlobal(g.global[gEnd])
	g.leave()
	w.End()
	w.Get(frame)
	w.OpI32(wasm.I32Add, int32(lay.size))
	w.SetGlobal(g.global[gFrame])
	w.Get(frame)
	w.I32(0)
	w.I32(int32(lay.size))
	w.MemoryFill()
	g.markDying()
	for i, v := range g.f.Params {
		w.Get(frame)
		w.Get(g.regs[i].val)
		w.Mem(storeOf(wasmType(v.Type)), lay.regs[i].val)
		if v.Type.Kind == ir.Ptr {
			w.Get(frame)
			w.Get(g.regs[i].prov)
			w.Mem(wasm.I32Store, lay.regs[i].prov)
		}
	}
	next := w.Loop()
	var choose func(lo, hi int)
	choose = func(lo, hi int) {
		if hi-lo == 1 {
			w.Get(state)
			w.Get(frame)
			w.Call(calls[lo])
			return
		}
		mid := (lo + hi) / 2
		w.Get(state)
		w.OpI32(wasm.I32LtU, int32(firsts[mid]))
		w.IfValue(wasm.I32)
		choose(lo, mid)
		w.Else()
		choose(mid, hi)
		w.End()
	}
	choose(0, len(firsts))
	w.Set(state)
	w.Get(state)
	w.OpI32(wasm.I32GeS, 0)
	w.BrIf(next)
	w.End()
	returned := w.Block()
	w.Get(state)
	w.OpI32(wasm.I32Eq, pieceReturned)
	w.BrIf(returned)
	g.leave()
	w.End()
	g.killDying()
	w.Get(frame)
	w.SetGlobal(g.global[gFrame])
	if t := g.f.Result; t.Kind != ir.None {
		w.Get(frame)
		w.Mem(loadOf(wasmType(t)), lay.result.val)
		if t.Kind == ir.Ptr {
			w.Load(frame, wasm.I32Load, lay.result.prov)
		}
	}
	w.I32(0)
}
