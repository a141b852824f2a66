package vc

import (
	"math/big"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestEmptyBounds checks that no operation panics on operands with contradictory bounds, as they occur on infeasible
// paths. The results do not matter.
func TestEmptyBounds(t *testing.T) {
	p := irtest.Program(t, "program LP64\nentry main\nfunc main() void {\n  loc L0 entry\n  loc L1 exit\n  L0 -> L1: "+
		"return\n}\n")
	c := term.New()
	e := New(c, p, Options{Enc: Ints})
	a := e.a.(*intArith)
	bounds := []int64{-1 << 31, -40, -3, -1, 0, 1, 2, 31, 32, 63, 1<<31 - 1}
	for _, ty := range []ir.Type{ir.I32, ir.U32, ir.I8, ir.U64} {
		for op := ir.Add; op <= ir.Le; op++ {
			for _, lo := range bounds {
				for _, hi := range bounds {
					x := &Value{T: c.Var("x", term.IntSort), Lo: big.NewInt(lo), Hi: big.NewInt(hi)}
					y := &Value{T: c.Var("y", term.IntSort), Lo: big.NewInt(hi), Hi: big.NewInt(lo)}
					if op == ir.Ne { // encoded as a negated Eq
						continue
					}
					if op == ir.Eq || op == ir.Lt || op == ir.Le {
						a.compare(nil, op, ty, x, y)
						continue
					}
					if op == ir.Shl || op == ir.Shr {
						a.shift(nil, op, ty, x, ty, y)
						continue
					}
					a.binary(nil, op, ty, x, y)
					if op <= ir.Div {
						a.overflows(nil, op, ty, x, y)
					}
				}
			}
		}
	}
}
