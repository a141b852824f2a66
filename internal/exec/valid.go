package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file compiles ir.Valid, which asks whether an access would be valid. The provenance of the pointer decides, as
// it does for the access itself.

// compileValid compiles an ir.Valid for the interpreter. The value records a fault if it is false.
func compileValid(e *ir.Valid) (value, error) {
	if e.What == ir.Tracked {
		return compileTracked(e)
	}
	p, err := compilePointer(e.Addr)
	if err != nil {
		return nil, err
	}
	switch e.What {
	case ir.Readable, ir.Writable:
		size, err := compileSize(e.N)
		if err != nil {
			return nil, err
		}
		write := e.What == ir.Writable
		return func(m *Interp) uint64 {
			a, i := p(m)
			n := size(m)
			ok := n == 0 || m.mem.valid(a, i, n) && !(write && m.mem.insts[i].fixed)
			if !ok {
				m.fault(e.What, a, i, n)
			}
			return toBit(ok)
		}, nil
	case ir.Freeable:
		return func(m *Interp) uint64 {
			a, i := p(m)
			in := &m.mem.insts[i]
			ok := a == 0 || in.alive && in.base == a && in.heap
			if !ok {
				m.fault(e.What, a, i, 0)
			}
			return toBit(ok)
		}, nil
	case ir.Same:
		q, err := compilePointer(e.N)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) uint64 {
			a, i := p(m)
			b, j := q(m)
			return toBit(i == j && (i != 0 || a == b))
		}, nil
	case ir.Dynamic:
		return func(m *Interp) uint64 {
			_, i := p(m)
			return toBit(m.mem.insts[i].heap)
		}, nil
	default:
		panic("exec: unknown question")
	}
}

// valid writes code that pushes the value of an ir.Valid, an i32.
func (g *exprs) valid(e *ir.Valid) {
	w := g.w
	if e.What == ir.Tracked {
		g.tracked(e)
		return
	}
	p := g.pointer(e.Addr)
	defer g.releasePointer(p)
	switch e.What {
	case ir.Readable, ir.Writable:
		word := uint32(metaRead)
		if e.What == ir.Writable {
			word = metaWrite
		}
		off, n := g.scratch(wasm.I64), g.scratch(wasm.I64)
		g.size(e.N)
		w.Set(n)
		w.Get(p.addr)
		if wasmType(p.t) == wasm.I32 {
			w.Op(wasm.I64ExtendI32U)
		}
		w.Get(p.base)
		w.Op(wasm.I64ExtendI32U)
		w.Op(wasm.I64Sub)
		w.Tee(off)
		w.Load(p.base, wasm.I64Load32U, g.at.meta+word)
		w.Op(wasm.I64LeU)
		w.Get(n)
		w.Load(p.base, wasm.I64Load32U, g.at.meta+word)
		w.Get(off)
		w.Op(wasm.I64Sub)
		w.Op(wasm.I64LeU)
		w.Op(wasm.I32And)
		w.Get(n)
		w.Op(wasm.I64Eqz)
		w.Op(wasm.I32Or)
		g.give(wasm.I64, n)
		g.give(wasm.I64, off)
	case ir.Freeable:
		// A live heap object has the sign bit of info; base 0 does not have it.
		w.Load(p.base, wasm.I32Load, g.at.meta+metaInfo)
		w.OpI32(wasm.I32LtS, 0)
		g.distance(p)
		w.Const(wasmType(p.t), 0)
		w.Op(pick(p.t, wasm.I32Eq, wasm.I64Eq))
		w.Op(wasm.I32And)
		w.Get(p.addr)
		w.Op(pick(p.t, wasm.I32Eqz, wasm.I64Eqz))
		w.Op(wasm.I32Or)
	case ir.Same:
		q := g.pointer(e.N)
		w.Get(p.base)
		w.Get(q.base)
		w.Op(wasm.I32Eq)
		w.Get(p.base)
		w.OpI32(wasm.I32Ne, 0)
		w.Get(p.addr)
		w.Get(q.addr)
		w.Op(pick(p.t, wasm.I32Eq, wasm.I64Eq))
		w.Op(wasm.I32Or)
		w.Op(wasm.I32And)
		g.releasePointer(q)
	case ir.Dynamic:
		w.Load(p.base, wasm.I32Load, g.at.meta+metaInfo)
		bits := uint32(infoHeap | infoFreed)
		w.OpI32(wasm.I32And, int32(bits))
		w.OpI32(wasm.I32Ne, 0)
	default:
		panic("exec: unknown question")
	}
}
