package numeric_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/cpa/numeric"
	"github.com/tandem-verifier/tandem/internal/ir"
)

const loop = `program ILP32
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
`

// TestLoop compares the graphs of a loop in two exploration orders, with nodes numbered in the order of their creation.
func TestLoop(t *testing.T) {
	p, err := ir.Parse(loop)
	if err != nil {
		t.Fatal(err)
	}
	dom, _ := domains.Named("interval")
	m := dom.Meaning(absint.Prepare(p), absint.Config{})
	a := cpa.Product(cpa.Errors(func(*ir.Obligation) bool { return true }),
		numeric.New("interval", m, func(l *ir.Loc) (int, bool) { return 3, l.ID == 2 }))
	want := map[string]string{
		"topological": `N0 main:L0 expanded: true
  e0 -> N1
N1 main:L2 expanded: true
  e1 -> N2
  e3 -> N3
N2 main:L3 expanded: 6:u32 <= x
  e2 -> N4
N3 main:L4 expanded: x <= 5:u32
  e5 -> N5
N4 main:L2 covered by N1: 5:u32 <= x && x <= 4294967294:u32
N5 main:L6 expanded: true
  e6 -> N6
N6 main:L1 expanded: true
`,
		"path": `N0 main:L0 expanded: true
  e0 -> N1
N1 main:L2 expanded: true
  e3 -> N2
  e1 -> N3
N2 main:L4 expanded: x <= 5:u32
  e5 -> N5
N3 main:L3 expanded: 6:u32 <= x
  e2 -> N4
N4 main:L2 covered by N1: 5:u32 <= x && x <= 4294967294:u32
N5 main:L6 expanded: true
  e6 -> N6
N6 main:L1 expanded: true
`,
	}
	for _, o := range cpa.Orders() {
		r := cpa.NewRun(p, a, o, nil)
		if !r.Explore(context.Background(), 0) {
			t.Errorf("%s: not done", o.Name)
		}
		if got := r.Graph(false).String(); want[o.Name] != "" && got != want[o.Name] {
			t.Errorf("%s:\n%s", o.Name, got)
		}
	}
}
