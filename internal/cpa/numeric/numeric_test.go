package numeric_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestLoop(t *testing.T) {
	p, err := ir.Parse(`program ILP32
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
}
`)
	if err != nil {
		t.Fatal(err)
	}
	dom, _ := domains.Named("interval")
	m := dom.Meaning(absint.Prepare(p), absint.Config{})
	a := cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }), numeric.New("interval", m, func(l *ir.Loc) bool { return l.ID == 2 }, 3))
	for _, o := range cpa.Orders() {
		r := cpa.NewRun(p, a, o, nil)
		fmt.Println(o.Name, r.Explore(context.Background(), 0), r.Steps)
		for _, n := range r.ARG.Nodes {
			fmt.Println(n, n.Fate, n.By, ir.ExprString(a.Expr(n.State)))
		}
	}
}
