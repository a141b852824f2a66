package reducetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/derive"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/reduce"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

const text = `
program ILP32
site nondet "a@p.c:1:3" name "__VERIFIER_nondet_int" type i32 in get
site nondet "x@p.c:2:3" name "__VERIFIER_nondet_int" type i32 in main
obligation "assertion" text "x != 3" in "main"
obligation "assertion" text "a != 1" in "main"
entry main

func get() i32 {
  reg a i32
  locs 2
  L0 -> L2: a = input #0
  L2 -> L1: return a
}

func main() void {
  reg a i32
  reg b i32
  reg x i32
  locs 10 error 9 10
  L0 -> L2: b = call get()
  L2 -> L3: a = call get()
  L3 -> L4: x = input #1
  L4 -> L5: assume a < 0:i32 [T]
  L4 -> L6: assume 0:i32 <= a [F]
  L5 -> L9: assume x == 3:i32 [T]
  L5 -> L7: assume x != 3:i32 [F]
  L6 -> L10: assume a == 1:i32 [T]
  L6 -> L7: assume a != 1:i32 [F]
  L7 -> L1: return
}
`

// TestRunner checks that runs of correct residual programs agree with the program, and that the runner finds
// differences in others.
func TestRunner(t *testing.T) {
	p := irtest.Program(t, text)
	edges := map[string]*ir.Edge{}
	for _, e := range irtest.Func(t, p, "main").Edges {
		edges[fmt.Sprintf("L%d L%d", e.From.ID, e.To.ID)] = e
	}
	// without returns a condition that excludes the executions over an edge.
	without := func(edge string) *restrict.Condition {
		return &restrict.Condition{States: []restrict.ConditionState{{Stays: true,
			Steps: []restrict.ConditionStep{{Edge: edges[edge], To: 1}}}, {Verified: true}}}
	}
	only := func(n int) []*ir.Obligation { return p.Obligations[n : n+1] }
	for _, c := range []struct {
		name      string
		condition *restrict.Condition
		by        []string
		wrong     string // a part of the difference; "": none
	}{
		{"what ends is left out", without("L7 L1"), []string{"product", "folded", "slice", "both"}, ""},
		{"a violation is left out", without("L5 L9"), []string{"product", "folded", "both"},
			"the program violates O0, the residual ends"},
		{"an obligation is not left", &restrict.Condition{Obligations: only(0)}, []string{"product", "slice", "both"},
			"violates O1, which is not left"},
	} {
		for _, by := range c.by {
			left, _, err := reduce.By(context.Background(), by, p, c.condition)
			if err != nil {
				t.Fatal(err)
			}
			if got := alike(t, p, left.Map, c.condition.Obligations); got == "" != (c.wrong == "") ||
				!strings.Contains(got, c.wrong) {
				t.Errorf("%s, %s: %q, want %q", c.name, by, got, c.wrong)
			}
		}
	}
	// Programs that behave differently.
	boolean := ir.Type{Kind: ir.Bool}
	for wrong, change := range map[string]func(edges []*ir.Edge){
		"the residual violates O0": func(es []*ir.Edge) {
			es[5].Stmt.(*ir.Assume).Cond =
				ir.NewBits(boolean, 1)
		},
		"the program violates O1, the residual ends with": func(es []*ir.Edge) {
			es[7].Stmt.(*ir.Assume).Cond =
				ir.NewBits(boolean, 0)
		},
		"input 1 is": func(es []*ir.Edge) {
			es[1].Stmt = &ir.Assign{Dst: es[1].Stmt.(*ir.Call).Dst, Src: ir.NewConst(ir.I32, 5)}
		},
	} {
		q, _ := ir.Clone(p)
		change(irtest.Func(t, q, "main").Edges)
		if got := alike(t, p, derive.Of(q), nil); !strings.Contains(got, wrong) {
			t.Errorf("%q, want %q", got, wrong)
		}
	}
}

// alike returns the first difference between runs of a program and of its residual program, "" if there is none.
func alike(t *testing.T, p *ir.Program, m *derive.Map, asked []*ir.Obligation) string {
	t.Helper()
	cfg := exec.Config{Fuel: 100}
	r, err := NewRunner(p, cfg)
	if err == nil {
		err = r.Add(m, asked, cfg)
	}
	if err != nil {
		t.Fatal(err)
	}
	for k := range uint64(200) {
		_, seen, err := r.Run(t.Context(), exec.Random(p, k, exec.Small))
		if err != nil {
			t.Fatal(err)
		}
		if seen[0].Wrong != "" {
			return seen[0].Wrong
		}
	}
	return ""
}
