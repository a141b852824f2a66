package prover

import "github.com/tandem-verifier/tandem/internal/ir"

// OfRegisters reports whether x is built from registers of f and global registers only. Such a condition can move to
// another copy of the program, in which other expressions might have another meaning.
func OfRegisters(f *ir.Func, x ir.Expr) bool {
	ok := true
	ir.Walk(x, func(y ir.Expr) bool {
		switch y := y.(type) { // sound: not on registers
		case *ir.Ref:
			ok = ok && (y.Var.Global || y.Var.ID < len(f.Vars) && f.Vars[y.Var.ID] == y.Var)
		case *ir.Const, *ir.Unary, *ir.Binary, *ir.Cast, *ir.Overflows:
		default:
			ok = false
		}
		return ok
	})
	return ok
}
