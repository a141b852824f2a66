package absint

import (
	"context"
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

func TestCountdown(t *testing.T) {
	p := irtest.Program(t, `
program ILP32
site nondet "nondet_uint@a.c:2:16" name "__VERIFIER_nondet_uint" type u32 in main
obligation "unreach-call" text "reach_error()" in "main"
entry main

func main() i32 source "main" {
  reg x u32 source "x" ctype "unsigned int"
  loc L0 entry
  loc L1 exit
  loc L2 loop "while" @-
  loc L3
  loc L4
  loc L5 error O0
  loc L6
  L0 -> L2: x = input #0
  L2 -> L3: assume 5:u32 < x [T]
  L3 -> L2: x = x - 1:u32
  L2 -> L4: assume x <= 5:u32 [F]
  L4 -> L5: assume x == 7:u32 [T]
  L4 -> L6: assume x != 7:u32 [F]
  L6 -> L1: return 0:i32
}`)
	r := Forward(context.Background(), p, interval.New(8), Config{})
	for _, i := range r.Invariants {
		fmt.Println(i.Loc.ID, ir.ExprString(i.Expr))
	}
	if len(r.Reached) != 0 {
		t.Error("error reached")
	}
}
