package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// wazero 1.12 (amd64 and arm64) miscompiles a branch on an ordered comparison
// whose left operand is the constant 0 and whose right one is the result of an
// and: it emits one test, as for (x & y) < 0, but keeps the condition of
// 0 < (x & y) (machine.tryLowerBandToFlag). A local that is known to hold 0 counts
// as the constant, a local that holds an and as the and. TestComparisonWithZero
// fails when the bug is gone.

// orderOperands emits the operands of X < Y (or <=, and their negations) so that this
// never meets: swapped, with the comparison turned around, or with an or
// between. It gives the comparison to use.
func (g *exprs) orderOperands(e *ir.Binary, signed wasm.Op) wasm.Op {
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
	if g.bands.mayBeZero(e.X) && g.bands.mayBeAnd(e.Y) {
		g.w.Const(wasmType(t), 0)
		g.w.Op(pick(t, wasm.I32Or, wasm.I64Or))
	}
	return signed
}

// bandFacts over-approximate what wazero sees in registers.
type bandFacts struct {
	and  map[*ir.Var]bool // may hold the result of an and instruction
	zero map[*ir.Var]bool // may hold the constant 0
}

func newBandFacts(p *ir.Program) *bandFacts {
	b := &bandFacts{map[*ir.Var]bool{}, map[*ir.Var]bool{}}
	for _, v := range p.Globals {
		b.zero[v] = true
	}
	for _, f := range p.Funcs {
		for i, v := range f.Vars {
			b.zero[v] = i >= len(f.Params) // locals begin as 0
		}
	}
	for changed := true; changed; {
		changed = false
		set := func(m map[*ir.Var]bool, v *ir.Var, may bool) {
			if may && !m[v] {
				m[v] = true
				changed = true
			}
		}
		for _, f := range p.Funcs {
			for _, e := range f.Edges {
				switch s := e.Stmt.(type) { // sound: the values of the others come from calls, which are no bands
				case *ir.Assign:
					set(b.and, s.Dst, b.mayBeAnd(s.Src))
					set(b.zero, s.Dst, b.mayBeZero(s.Src))
				case *ir.Input, *ir.LoadStmt:
					v := ir.Def(s)
					set(b.and, v, masked(v.Type))
				}
			}
		}
	}
	return b
}

// masked reports whether values of a type are made canonical by an and.
func masked(t ir.Type) bool {
	return t.Kind == ir.Bool || t.Kind == ir.Int && !t.Signed && t.Bits != 32 && t.Bits != 64
}

func (b *bandFacts) mayBeAnd(e ir.Expr) bool {
	switch e := e.(type) { // sound: by its type
	case *ir.Ref:
		return b.and[e.Var]
	case *ir.Const, *ir.AddrOf, *ir.FuncAddr, *ir.PtrAdd, *ir.PtrDiff:
		return false
	case *ir.Cast:
		return masked(e.T) || b.mayBeAnd(e.X)
	case *ir.Binary: // a shift may be its operand
		return e.Op == ir.And || e.Op == ir.Shl || e.Op == ir.Shr || masked(e.Type())
	}
	return masked(e.Type())
}

func (b *bandFacts) mayBeZero(e ir.Expr) bool {
	switch e := e.(type) { // sound: what the compiler computes is no constant
	case *ir.Ref:
		return b.zero[e.Var]
	case *ir.Const:
		return e.Bits == 0
	case *ir.Cast:
		return b.mayBeZero(e.X)
	case *ir.Binary: // a shift may be its operand, or the constant 0
		return e.Op == ir.Shl || e.Op == ir.Shr
	}
	return false
}
