package testgen

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// roundsProg reads a number n and then n values, and fails at the value 101.
const roundsProg = `program ILP32
site nondet "n@a.c:1:1" name "n" type u8 in main @1:1
site nondet "x@a.c:2:1" name "x" type i32 in main @2:1
obligation "assertion" text "x != 101" in "main" @3:1
entry main

func main() void source "main" {
  reg n u8
  reg i u8
  reg x i32
  loc L0 entry
  loc L1 exit
  loc L2 error O0
  loc L3
  loc L4 loop "for" @2:1
  loc L5
  loc L6
  loc L7
  loc L8
  L0 -> L3: n = input #0 @1:1
  L3 -> L4: i = 0:u8 @2:1
  L4 -> L5: assume i < n [T] @2:1
  L4 -> L8: assume n <= i [F] @2:1
  L5 -> L6: x = input #1 @2:1
  L6 -> L2: assume x == 101:i32 [F] @3:1
  L6 -> L7: assume x != 101:i32 [T] @3:1
  L7 -> L4: i = i + 1:u8 @2:1
  L8 -> L1: return @9:1
}
`

// TestMinimiseRounds checks that a number of inputs is reduced together with these inputs, and that iterations without
// effect are removed.
func TestMinimiseRounds(t *testing.T) {
	p := irtest.Program(t, roundsProg)
	m, err := exec.NewInterp(p, exec.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	goal := func(r *exec.Run) bool { return r.Outcome.Kind == exec.Violated }
	for _, rounds := range []int{1, 2, 9, 200} {
		test := &verify.Test{Records: []ir.Record{{Key: ir.Key{Site: 0}, Type: ir.U8, Bits: uint64(rounds)}}}
		for i := range rounds {
			bits := uint64(1000 + i)
			if i == rounds-1 {
				bits = 101
			}
			test.Records = append(test.Records, ir.Record{Key: ir.Key{Site: 1, Occ: i}, Type: ir.I32, Bits: bits})
		}
		small, err := Minimise(context.Background(), p, m, test, goal, 1<<24)
		if err != nil {
			t.Fatal(err)
		}
		if rs := small.Records; len(rs) != 2 || rs[0].Bits != 1 || rs[1].Bits != 101 || rs[1].Occ != 0 {
			t.Errorf("%d rounds: %+v", rounds, rs)
		}
	}
}

// TestWithout checks that after the removal of records, occurrences are renumbered for each site; the bytes of an
// object keep a common number.
func TestWithout(t *testing.T) {
	rec := func(site, occ int, off int64) ir.Record {
		return ir.Record{Key: ir.Key{Site: site, Occ: occ, Off: off}, Type: ir.U8, Bits: uint64(10*occ) + uint64(off)}
	}
	rs := []ir.Record{rec(0, 0, 0), rec(1, 0, 0), rec(1, 0, 1), rec(0, 1, 0), rec(1, 1, 0), rec(1, 1, 1), rec(0, 2, 0)}
	for _, c := range []struct {
		i, j int
		want []ir.Key
	}{
		{0, 1, []ir.Key{{Site: 1}, {Site: 1, Off: 1}, {Site: 0}, {Site: 1, Occ: 1}, {Site: 1, Occ: 1, Off: 1},
			{Site: 0, Occ: 1}}},
		{1, 3, []ir.Key{{Site: 0}, {Site: 0, Occ: 1}, {Site: 1}, {Site: 1, Off: 1}, {Site: 0, Occ: 2}}},
		{2, 4, []ir.Key{{Site: 0}, {Site: 1}, {Site: 1, Occ: 1}, {Site: 1, Occ: 1, Off: 1}, {Site: 0, Occ: 1}}},
	} {
		got := without(rs, c.i, c.j)
		if len(got) != len(c.want) {
			t.Fatalf("%d..%d: %v", c.i, c.j, got)
		}
		for k := range got {
			if got[k].Key != c.want[k] {
				t.Errorf("%d..%d: record %d is %+v, want %+v", c.i, c.j, k, got[k].Key, c.want[k])
			}
		}
	}
}
