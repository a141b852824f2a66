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

func part(site int, lo, hi uint64) verify.Scope {
	return verify.Scope{Region: &verify.Region{Box: []verify.Range{{Site: site, Type: ir.U8, Lo: lo, Hi: hi}}}}
}

func TestRegions(t *testing.T) {
	p := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x + y - y == x && (x < 200:u8 || y != 3:u8 || y == 3:u8)"))
	twin := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8"))
	box := func(lo, hi, n uint64) *verify.Enumerated {
		return &verify.Enumerated{Box: []verify.Range{{Site: 0, Type: ir.U8, Lo: lo, Hi: hi}, {Site: 1, Type: ir.U8, Hi: 255}}, Runs: n}
	}
	low := verify.Leaf{Scope: part(0, 0, 199), Proof: &verify.Under{Proof: &verify.Inductive{}}}
	run := verify.Leaf{Scope: part(0, 200, 255), Proof: &verify.Under{Proof: box(200, 255, 56*256)}}
	rest := verify.Leaf{Scope: part(0, 200, 255), Proof: &verify.Under{Proof: &verify.Unwinding{}}}
	nested := verify.Leaf{Scope: part(0, 200, 255), Proof: &verify.Cover{Leaves: []verify.Leaf{
		{Scope: part(1, 0, 3), Proof: &verify.Under{Proof: &verify.Inductive{}}}, {Scope: part(1, 4, 255), Proof: &verify.Under{Proof: &verify.Inductive{}}}}}}
	small := verify.Leaf{Scope: part(0, 200, 255), Proof: &verify.Under{Proof: box(201, 255, 55*256)}}
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
		{"twin, wrong region", twin, []verify.Leaf{low, {Scope: part(0, 200, 255), Proof: &verify.Cover{Leaves: []verify.Leaf{{Scope: part(1, 4, 255), Proof: &verify.Under{Proof: &verify.Inductive{}}}}}}}, Refuted},
	} {
		if out := proof(c.p, &verify.Cover{Leaves: c.leaves}); out.Verdict != c.want {
			t.Errorf("%s: %+v, want %s", c.name, out, c.want)
		}
	}
}

// TestPart: a proof of a part is one of the part only.
func TestPart(t *testing.T) {
	twin := irtest.Program(t, strings.ReplaceAll(twoInputs, "COND", "x < 200:u8 || y != 3:u8"))
	task := &verify.Task{Program: twin, Parts: &verify.PartSet{}}
	s := &verify.Safe{Proof: &verify.Inductive{}}
	for _, c := range []struct {
		hi   uint64
		want Verdict
	}{{199, Confirmed}, {200, Refuted}} {
		p, err := task.Part(part(0, 0, c.hi))
		if err != nil {
			t.Fatal(err)
		}
		if out := Proof(context.Background(), p, s); out.Verdict != c.want {
			t.Errorf("up to %d: %+v, want %s", c.hi, out, c.want)
		}
		out := Proof(context.Background(), task, &verify.Safe{Proof: &verify.Inductive{Invariants: []verify.Invariant{{Loc: p.Program.Entry.Locs[3]}}}})
		if out.Verdict != Refuted || !strings.Contains(out.Reason, "another program") {
			t.Errorf("a proof of a part taken for one of the whole: %+v", out)
		}
	}
	if out := proof(twin, s.Proof); out.Verdict == Confirmed {
		t.Error(out)
	}
}
