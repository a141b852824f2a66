package check

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const twoInputs = inputs + `  locs 5 error 2
  L0 -> L3: x = input #0
  L3 -> L4: y = input #1
  L4 -> L5: assume COND
  L4 -> L2: assume !(COND)
  L5 -> L1: return
}
`

func part(site int, lo, hi uint64) verify.Region {
	return verify.Region{Box: []verify.Range{{Site: site, Type: ir.U8, Lo: lo, Hi: hi}}}
}

func TestPartition(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x + y - y == x && (x < 200:u8 || y != 3:u8 || y == 3:u8)"))
	twin := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8"))
	box := func(lo, hi, n uint64) *verify.Enumerated {
		return &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: lo, Hi: hi}, {Site: 1, Type: ir.U8, Hi: 255}}, Runs: n}
	}
	low := verify.Leaf{Region: part(0, 0, 199), Proof: &verify.Inductive{}}
	run := verify.Leaf{Region: part(0, 200, 255), Proof: box(200, 255, 56*256)}
	rest := verify.Leaf{Region: part(0, 200, 255), Proof: &verify.Unwinding{}}
	nested := verify.Leaf{Region: part(0, 200, 255), Proof: &verify.Partition{Leaves: []verify.Leaf{
		{Region: part(1, 0, 3), Proof: &verify.Inductive{}}, {Region: part(1, 4, 255), Proof: &verify.Inductive{}}}}}
	small := verify.Leaf{Region: part(0, 200, 255), Proof: box(201, 255, 55*256)}
	for _, c := range []struct {
		name   string
		p      *ir.Program
		leaves []verify.Leaf
		want   Verdict
	}{
		{"invariants and runs", p, []verify.Leaf{low, run}, Confirmed},
		{"invariants and an unwinding", p, []verify.Leaf{low, rest}, Confirmed},
		{"parts of parts", p, []verify.Leaf{low, nested}, Confirmed},
		{"a leaf is missing", p, []verify.Leaf{low}, Refuted},
		{"runs of too little", p, []verify.Leaf{low, small}, Refuted},
		{"the lower half of the twin", twin, []verify.Leaf{low}, Refuted},
		{"twin, runs", twin, []verify.Leaf{low, run}, Refuted},
		{"twin, unwinding", twin, []verify.Leaf{low, rest}, Refuted},
		{"twin, parts of parts", twin, []verify.Leaf{low, nested}, Refuted},
		{"twin, wrong region", twin, []verify.Leaf{low, {Region: part(0, 200, 255), Proof: &verify.Partition{Leaves: []verify.Leaf{{Region: part(1, 4, 255), Proof: &verify.Inductive{}}}}}}, Refuted},
	} {
		if out := proof(c.p, &verify.Partition{Leaves: c.leaves}); out.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.name, out, c.want)
		}
	}
}

// TestScope: a proof of a region is one of the region only.
func TestScope(t *testing.T) {
	twin := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8"))
	r := part(0, 0, 199)
	task := &verify.Task{Program: twin, Scope: verify.Scope{Region: &r}}
	s := &verify.Safe{Proof: &verify.Inductive{}}
	if out := Proof(context.Background(), task, s); out.Verdict != Confirmed {
		t.Error(out)
	}
	if out := proof(twin, s.Proof); out.Verdict == Confirmed {
		t.Error(out)
	}
	task.Scope.Depth = 3
	if out := Proof(context.Background(), task, s); out.Verdict != Undecided {
		t.Error(out)
	}
	wide := part(0, 0, 200)
	task.Scope = verify.Scope{Region: &wide}
	if out := Proof(context.Background(), task, s); out.Verdict == Confirmed {
		t.Error(out)
	}
}
