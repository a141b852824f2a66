package repair

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check/inductive"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// counting counts x to 5 and then checks that x is 5; y changes, and z is 1 or 2 at the loop head.
const counting = `program ILP32
site nondet "s" type u8
obligation "assertion" text "a" in "main"
entry main
func main() void {
  reg x u8
  reg y u8
  reg z u8
  locs 10 error 2
  L0 -> L3: x = 0:u8
  L3 -> L4: z = 1:u8
  L4 -> L5: y = input #0
  L5 -> L6: assume x < 5:u8
  L6 -> L7: x = x + 1:u8
  L7 -> L4: z = 2:u8
  L5 -> L8: assume 5:u8 <= x
  L8 -> L2: assume x != 5:u8
  L8 -> L9: assume x == 5:u8
  L9 -> L1: return
}
`

// TestValues checks which conjuncts are left of formulas that do not follow by values, and that the rest proves the
// obligation if it is strong enough.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		formula, left string
		proved        bool
	}{
		{"x <= 5:u8 && y == 3:u8", "x <= 5:u8", true},
		{"x <= 5:u8 && z != 0:u8", "x <= 5:u8 && z != 0:u8", true},
		{"x <= 5:u8 && x < y", "x <= 5:u8", true}, // a conjunct that package inductive cannot parse
		{"x <= 4:u8 && z <= 2:u8", "z <= 2:u8", false},
		{"false", "true", false},
		{"x <= 5:u8 && z == 1:u8 && y == 3:u8 || x <= 5:u8 && z == 2:u8",
			"x <= 5:u8 && z == 1:u8 || x <= 5:u8 && z == 2:u8", true},
		{"x == 0:u8 && z == 1:u8 || x == 1:u8 && z == 2:u8", "x == 0:u8 && z == 1:u8 || z == 2:u8", false},
	} {
		p := irtest.Program(t, counting)
		at := p.Entry.Locs[4]
		ev := &verify.Inductive{Invariants: []verify.Invariant{{Loc: at, Expr: irtest.Expr(t, p, p.Entry, c.formula)}}}
		proved, rest, err := Values(context.Background(), p, p.Obligations, ev)
		if err != nil || len(rest.Invariants) != 1 {
			t.Errorf("%s: %v", c.formula, err)
			continue
		}
		left := rest.Invariants[0].Expr
		if want := irtest.Expr(t, p, p.Entry, c.left); !ir.Equal(left, want) || (len(proved) > 0) != c.proved {
			t.Errorf("%s: %s is left, and proves %v", c.formula, ir.ExprString(left), len(proved) > 0)
		}
		if v, why := inductive.Check(context.Background(), p, proved, rest); v != inductive.Confirmed {
			t.Errorf("%s: what is left is not inductive: %s", c.formula, why)
		}
	}
}
