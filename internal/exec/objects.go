package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// This file compiles the Math statements that ask about the object of a pointer: Extent, Size, Offset.

// compileAsk compiles such a statement for the interpreter.
func compileAsk(s *ir.Math) (func(m *Interp), error) {
	p, err := compilePointer(s.Args[0])
	if err != nil {
		return nil, err
	}
	t := s.Dst.Type
	return func(m *Interp) {
		a, i := p(m)
		in := &m.mem.insts[i]
		n := uint64(0)
		switch s.Fn {
		case ir.Extent:
			if a != 0 && in.heap && in.alive && in.base == a {
				n = in.size
			}
		case ir.Size:
			if i != 0 {
				n = in.size
			}
		case ir.Offset:
			if i != 0 { // signed, with the width of addresses
				pt := s.Args[0].Type()
				n = uint64(num.Signed(num.Trunc(a-in.base, pt.Bits), pt.Bits))
			}
		}
		m.set(s.Dst, canonical(t, n), 0)
	}, nil
}

// ask writes such a statement as wasm.
func (g *stmts) ask(s *ir.Math) {
	if s.Fn == ir.Extent {
		g.extent(s)
		return
	}
	w := g.w
	g.notes(s.Args...)
	p := g.pointer(s.Args[0])
	if s.Fn == ir.Size { // base 0 has size 0
		w.Load(p.base, wasm.I64Load32U, g.at.meta+metaSize)
	} else {
		g.distance(p)
		if wasmType(p.t) == wasm.I32 {
			w.Op(wasm.I64ExtendI32S)
		}
		w.I64(0)
		w.Get(p.base)
		w.Select()
	}
	g.fromBits(s.Dst.Type)
	g.set(g.reg(s.Dst))
	g.releasePointer(p)
}

// extent writes an Extent. Its result is the size of the object if the pointer is the base of
// a live heap object (which has the sign bit of info), else 0.
func (g *stmts) extent(s *ir.Math) {
	w := g.w
	g.notes(s.Args...)
	p := g.pointer(s.Args[0])
	wt := wasmType(s.Dst.Type)
	w.Const(wt, 0)
	g.set(g.reg(s.Dst))
	w.Load(p.base, wasm.I32Load, g.at.meta+metaInfo)
	w.OpI32(wasm.I32LtS, 0)
	g.distance(p)
	w.Const(wasmType(p.t), 0)
	w.Op(pick(p.t, wasm.I32Eq, wasm.I64Eq))
	w.Op(wasm.I32And)
	w.If()
	w.Load(p.base, wasm.I32Load, g.at.meta+metaSize)
	if wt == wasm.I64 {
		w.Op(wasm.I64ExtendI32U)
	}
	g.set(g.reg(s.Dst))
	w.End()
	g.releasePointer(p)
}
