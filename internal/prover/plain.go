package prover

import "github.com/tandem-verifier/tandem/internal/ir"

// OfRegisters reports whether a condition reads registers of a function only. Other names may mean something else in
// another program.
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
