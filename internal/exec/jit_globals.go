package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/graph"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file chooses the storage of global registers. A global register that only one function
// uses is a local there, if the function runs at most once. The others are wasm globals, or
// words of linear memory if they are so many that reloading the wasm globals after every
// call would make compilation slow.

const (
	maxOnceEdges   = 1000    // most edges of a function that has global registers as locals
	maxGlobalLoads = 1 << 20 // most global registers times edges for wasm globals
)

// home is the kind of storage of a register; it defines the meaning of reg.val and reg.prov.
type home uint8

const (
	inLocal  home = iota // index of a local
	inGlobal             // index of a wasm global
	inMemory             // address in linear memory
	inFrame              // offset in the frame of a split function, see jit_split.go
)

// homes chooses the storage of all global registers.
func (c *compiler) homes() {
	c.owner = c.soleUsers()
	edges := 0
	for _, f := range c.p.Funcs {
		edges += len(f.Edges)
	}
	memory := len(c.p.Globals)*edges > maxGlobalLoads || c.opt.inMemory
	at := c.at.globals
	for _, v := range c.p.Globals {
		r := reg{}
		if v == c.opt.Watch || c.opt.inMemory || probedElsewhere(c.cfg.Probes, v, c.owner[v.ID]) {
			c.owner[v.ID] = nil
		}
		switch {
		case c.owner[v.ID] != nil:
		case memory && v != c.opt.Watch:
			r = reg{home: inMemory, typ: wasmType(v.Type), val: at, prov: at + 8}
			at += 16
		default:
			r = reg{home: inGlobal, val: c.mod.Global(wasmType(v.Type), 0)}
			if v.Type.Kind == ir.Ptr {
				r.prov = c.mod.Global(wasm.I32, 0)
			}
			if v == c.opt.Watch {
				c.mod.ExportGlobal("watch", r.val)
			}
		}
		c.regs = append(c.regs, r)
	}
}

// soleUsers returns, by Var.ID, the only function that uses a global register, if it runs at most
// once and is not too large; else nil.
func (c *compiler) soleUsers() []*ir.Func {
	p := c.p
	once := onceFuncs(p)
	sole := make([]*ir.Func, len(p.Globals))
	shared := make([]bool, len(p.Globals))
	for _, f := range p.Funcs {
		use := func(v *ir.Var) {
			if v == nil || !v.Global {
				return
			}
			if u := sole[v.ID]; u != nil && u != f || !once[f.ID] || len(f.Edges) > maxOnceEdges || c.split(f) {
				shared[v.ID] = true
			}
			sole[v.ID] = f
		}
		for _, e := range f.Edges {
			use(ir.Def(e.Stmt))
			ir.Uses(e.Stmt, use)
		}
	}
	for i := range sole {
		if shared[i] {
			sole[i] = nil
		}
	}
	return sole
}

// onceFuncs reports, by Func.ID, which functions run at most once: the entry function, and a
// function with a single call, on no cycle, in a function that runs at most once.
func onceFuncs(p *ir.Program) []bool {
	calls := make([][]*ir.Edge, len(p.Funcs))
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if s, ok := e.Stmt.(*ir.Call); ok {
				calls[s.Func.ID] = append(calls[s.Func.ID], e)
			}
		}
	}
	const (
		unknown = iota
		open
		yes
		no
	)
	state := make([]int, len(p.Funcs))
	cyclic := map[*ir.Func][]bool{}
	var visit func(f *ir.Func) bool
	visit = func(f *ir.Func) bool {
		if state[f.ID] == unknown {
			state[f.ID] = open // a cycle of calls counts as no
			in := calls[f.ID]
			ok := f == p.Entry && len(in) == 0
			if !ok && len(in) == 1 {
				caller := in[0].From.Func
				if cyclic[caller] == nil {
					cyclic[caller] = onCycle(caller)
				}
				ok = f != p.Entry && !cyclic[caller][in[0].From.ID] && visit(caller)
			}
			state[f.ID] = no
			if ok {
				state[f.ID] = yes
			}
		}
		return state[f.ID] == yes
	}
	once := make([]bool, len(p.Funcs))
	for _, f := range p.Funcs {
		once[f.ID] = visit(f)
	}
	return once
}

// onCycle reports, by Loc.ID, which locations lie on a cycle.
func onCycle(f *ir.Func) []bool {
	adj := make(graph.Adj, len(f.Locs))
	out := make([]bool, len(f.Locs))
	for _, e := range f.Edges {
		adj[e.From.ID] = append(adj[e.From.ID], e.To.ID)
		if e.From == e.To {
			out[e.From.ID] = true
		}
	}
	comps, _ := graph.SCC(adj)
	for _, c := range comps {
		for _, l := range c {
			out[l] = out[l] || len(c) > 1
		}
	}
	return out
}

// initial writes code that pushes the initial value of a global register; initialProv pushes its provenance.
func (c *compiler) initial(w *wasm.Func, v *ir.Var) {
	w.Const(wasmType(v.Type), localBits(v.Type, c.lay.Regs[v.ID]))
}

func (c *compiler) initialProv(w *wasm.Func, v *ir.Var) {
	base := uint64(0)
	if k := c.lay.Prov[v.ID]; k > 0 {
		base = c.lay.Base[k-1]
	}
	w.I32(int32(uint32(base)))
}

// initialise writes code that sets the global registers that are not locals to their initial values.
func (c *compiler) initialise(w *wasm.Func) {
	for _, v := range c.p.Globals {
		r := c.regs[v.ID]
		if c.owner[v.ID] != nil {
			continue
		}
		ptr := v.Type.Kind == ir.Ptr
		if r.home == inGlobal {
			c.initial(w, v)
			w.SetGlobal(r.val)
			if ptr {
				c.initialProv(w, v)
				w.SetGlobal(r.prov)
			}
			continue
		}
		w.I32(0)
		c.initial(w, v)
		w.Mem(storeOf(wasmType(v.Type)), r.val)
		if ptr {
			w.I32(0)
			c.initialProv(w, v)
			w.Mem(wasm.I32Store, r.prov)
		}
	}
}

// own adds locals for the global registers that only this function uses, and initialises them.
func (g *fn) own() {
	g.owned = map[*ir.Var]reg{}
	for _, v := range g.p.Globals {
		if g.owner[v.ID] != g.f {
			continue
		}
		r := reg{val: g.w.Local(wasmType(v.Type))}
		g.initial(g.w, v)
		g.w.Set(r.val)
		if v.Type.Kind == ir.Ptr {
			r.prov = g.w.Local(wasm.I32)
			g.initialProv(g.w, v)
			g.w.Set(r.prov)
		}
		g.owned[v] = r
	}
}

// loadOf returns the instruction that loads a value of type t; storeOf returns the one that stores it.
func loadOf(t wasm.Type) wasm.MemOp {
	switch t {
	case wasm.I32:
		return wasm.I32Load
	case wasm.I64:
		return wasm.I64Load
	case wasm.F32:
		return wasm.F32Load
	}
	return wasm.F64Load
}

func storeOf(t wasm.Type) wasm.MemOp {
	switch t {
	case wasm.I32:
		return wasm.I32Store
	case wasm.I64:
		return wasm.I64Store
	case wasm.F32:
		return wasm.F32Store
	}
	return wasm.F64Store
}
