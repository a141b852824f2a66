package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// wazero 1.12 miscompiles an ordered comparison on amd64 whose left operand
// is the constant 0 and whose right one is the result of an and: it emits one
// TEST, as for (x & y) < 0, but keeps the condition of 0 < (x & y)
// (machine.tryLowerBandToFlag). A local that is known to hold 0 counts as the
// constant, a local that holds an and as the and. orderOperands emits the
// operands of X < Y (or <=, and their negations) so that this never meets:
// swapped, with the comparison turned around, or with an addition between.
func (g *fn) orderOperands(e *ir.Binary, signed wasm.Op) wasm.Op {
	t := e.X.Type()
	if c, ok := ir.IsConst(e.X); ok && c == 0 {
		g.expr(e.Y)
		g.expr(e.X)
		switch signed {
		case wasm.I32LtS:
			return wasm.I32GtS
		case wasm.I32GtS:
			return wasm.I32LtS
		case wasm.I32LeS:
			return wasm.I32GeS
		}
		return wasm.I32LeS
	}
	g.expr(e.X)
	g.expr(e.Y)
	if mayBeZero(e.X) && g.mayBeMask(e.Y) {
		g.w.Const(wasmType(t), 0)
		g.w.Op(pick(t, wasm.I32Add, wasm.I64Add))
	}
	return signed
}

// mayBeZero says whether the code of e may be a constant 0, also by way of a
// local, a shift by too much, ...
func mayBeZero(e ir.Expr) bool {
	c, ok := ir.IsConst(e)
	return !ok || c == 0
}

// mayBeMask says whether the code of e may end in an and.
func (g *fn) mayBeMask(e ir.Expr) bool {
	t := e.Type()
	if t.Kind == ir.Int && t.Bits != 32 && t.Bits != 64 {
		return true // canonical form by a mask
	}
	switch e := e.(type) {
	case *ir.Const:
		return false
	case *ir.Binary:
		switch e.Op {
		case ir.Add, ir.Sub, ir.Mul:
			return false
		}
	case *ir.Ref:
		if e.Var.Global {
			return false
		}
		for _, edge := range g.f.Edges {
			if s, ok := edge.Stmt.(*ir.Assign); ok && s.Dst == e.Var {
				if _, ref := s.Src.(*ir.Ref); ref || g.mayBeMask(s.Src) {
					return true
				}
			}
		}
		return false
	}
	return true
}
