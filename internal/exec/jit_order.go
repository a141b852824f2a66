package exec

import (
	"github.com/tandem-verifier/tandem/internal/exec/wasm"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file works around a bug of wazero 1.12 (amd64 and arm64), which miscompiles a branch
// on an ordered comparison 0 < (x & y). wazero emits a test instruction as for (x & y) < 0, but
// keeps the condition of 0 < (x & y) (machine.tryLowerBandToFlag). The operands may also be
// locals: one that wazero knows to hold 0, and one that holds the result of an and.
// TestComparisonWithZero fails when the bug is gone.

// orderOperands writes the operands of X < Y (or <=, and their negations) in a form that wazero compiles correctly: it
// swaps the operands and reverses the comparison, or adds an or instruction after the and. It returns the comparison to
// use. The argument signed is the comparison of signed operands in their original order.
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

// bandFacts over-approximate the registers in which wazero may see an and, or the constant 0.
type bandFacts struct {
	and  map[*ir.Var]bool // may hold the result of an and instruction
	zero map[*ir.Var]bool // may hold the constant 0
}

// newBandFacts computes the facts of p by a fixpoint over all assignments.
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
				switch s := e.Stmt.(type) { // sound: the values of the others come from calls, which are neither
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

// masked reports whether canon uses an and instruction for values of type t.
func masked(t ir.Type) bool {
	return t.Kind == ir.Bool || t.Kind == ir.Int && !t.Signed && t.Bits != 32 && t.Bits != 64
}

// mayBeAnd reports whether the code of e may end with an and, or read a register that holds one.
func (b *bandFacts) mayBeAnd(e ir.Expr) bool {
	switch e := e.(type) { // sound: all others depend on masked only
	case *ir.Ref:
		return b.and[e.Var]
	case *ir.Const, *ir.AddrOf, *ir.FuncAddr, *ir.PtrAdd, *ir.PtrDiff:
		return false
	case *ir.Cast:
		return masked(e.T) || b.mayBeAnd(e.X)
	case *ir.Binary: // wazero may replace a shift by its operand
		return e.Op == ir.And || e.Op == ir.Shl || e.Op == ir.Shr || masked(e.Type())
	}
	return masked(e.Type())
}

// mayBeZero reports whether wazero may see that e is the constant 0.
func (b *bandFacts) mayBeZero(e ir.Expr) bool {
	switch e := e.(type) { // sound: wazero does not fold all others to a constant
	case *ir.Ref:
		return b.zero[e.Var]
	case *ir.Const:
		return e.Bits == 0
	case *ir.Cast:
		return b.mayBeZero(e.X)
	case *ir.Binary: // wazero may replace a shift by its operand, or by the constant 0
		return e.Op == ir.Shl || e.Op == ir.Shr
	}
	return false
}
