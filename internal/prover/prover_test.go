package prover_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// counter counts x to 10 in steps of 2; the error is that x is not 10 after the loop.
const counter = `program ILP32
site nondet "n@a.c:1:2" type u8
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg x u8
  reg y u8
  locs 8 error 2
  L0 -> L3: x = 0:u8
  L3 -> L5: assume x < 10:u8
  L5 -> L6: x = x + 2:u8
  L6 -> L3: y = input #0
  L3 -> L4: assume 10:u8 <= x
  L4 -> L2: assume x != 10:u8
  L4 -> L7: assume x == 10:u8
  L7 -> L1: return
}
`

// TestInductive checks in both encodings that Inductive keeps exactly the inductive candidates, and that Safe proves
// the error unreachable from exactly those sets of invariants that suffice.
func TestInductive(t *testing.T) {
	p := irtest.Program(t, counter)
	task := &verify.Task{Program: p}
	head := p.Entry.Locs[3]
	x, y := ir.NewRef(p.Entry.Vars[0]), ir.NewRef(p.Entry.Vars[1])
	k := func(n int64) ir.Expr { return ir.NewConst(ir.U8, n) }
	low := ir.NewBinary(ir.And, x, k(1))
	good := []ir.Expr{ir.NewBinary(ir.Le, x, k(10)), ir.NewBinary(ir.Eq, low, k(0)), ir.NewBinary(ir.Le, x, k(11))}
	bad := []ir.Expr{ir.NewBinary(ir.Le, x, k(9)), ir.NewBinary(ir.Le, y, k(3)), ir.NewBinary(ir.Eq, x, y),
		ir.NewBinary(ir.Ne, low, k(0))}
	for _, enc := range []vc.Encoding{vc.Ints, vc.Bits} {
		kit := prover.NewKit("test", task, nil)
		err := kit.Ready(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		q, err := kit.Asker(vc.Options{Enc: enc}, smt.Config{})
		if errors.Is(err, smt.ErrNoSolver) {
			benchtest.Missing(t, err)
		}
		if err != nil {
			t.Fatal(err)
		}
		defer q.Close()
		y, err := prover.NewSystem(context.Background(), q, nil)
		if err != nil || len(y.Nodes) != 2 || len(y.Blocks) != 2 || len(y.Bads) != 1 {
			t.Fatalf("%v, %v", y, err)
		}
		for _, first := range [][]ir.Expr{slices.Concat(good, bad), slices.Concat(bad, good)} {
			got := y.Inductive(context.Background(), map[*ir.Loc][]ir.Expr{head: first})[head]
			if len(got) != len(good) || slices.ContainsFunc(good, func(x ir.Expr) bool { return !slices.Contains(got, x) }) {
				t.Errorf("encoding %v: %d are kept: %v", enc, len(got), got)
			}
		}
		o := p.Obligations[0]
		// the last invariants: x is even and at most 11
		for i, inv := range [][]ir.Expr{nil, good[1:2], good[2:], good[:1], good[1:]} {
			if got := y.Safe(context.Background(), map[*ir.Loc][]ir.Expr{head: inv}, p.Obligations)[o]; got != (i >= 3) {
				t.Errorf("encoding %v: safe with invariants %d: %v", enc, i, got)
			}
		}
		ended, stop := context.WithTimeout(context.Background(), -time.Second)
		if y.Inductive(ended, map[*ir.Loc][]ir.Expr{head: good}) != nil || y.Safe(ended, nil, p.Obligations)[o] {
			t.Error("an answer without time")
		}
		stop()
	}
}
