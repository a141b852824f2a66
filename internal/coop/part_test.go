package coop

import (
	"context"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestPart tests that only the confirmed part of a proof is kept, and that a fact with the whole proof is not
// confirmed.
func TestPart(t *testing.T) {
	p := irtest.Program(t, `program ILP32
file "a.c"
site param "p@a.c:1:1" type u8
site bytes "m@a.c:1:3"
obligation "unreach-call" text "reach_error()" in "main" @5:5
entry main
func main() void {
  reg x u32
  reg y u32
  reg b u8
  reg p ptr32
  locs 10 error 2
  L0 -> L3: p = alloc heap 8:u32 #1
  L3 -> L4: memset p, 0:u8, 8:u32
  L4 -> L5: x = 0:u32
  L5 -> L6: y = 0:u32
  L6 -> L2: assume x != y
  L6 -> L7: assume x == y
  L7 -> L8: assume x != 9:u32
  L7 -> L10: assume x == 9:u32
  L8 -> L9: x = x + 1:u32
  L9 -> L6: y = y + 1:u32
  L10 -> L1: return
}
`)
	f := p.Entry
	expr := func(s string) ir.Expr {
		e, err := ir.ParseExpr(s, p, f)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	head := f.Locs[6]
	zero := &ir.Binary{Op: ir.Eq, X: &ir.Load{T: ir.U8, Addr: expr("p")}, Y: ir.NewBits(ir.U8, 0)}
	ev := verify.Inductive{Invariants: []verify.Invariant{{Loc: head, Expr: ir.NewBinary(ir.LAnd, zero, expr("x == y"))}}}
	var board *verify.Board
	e := verify.Engine{Name: "fake", Doc: "fake", Gives: []verify.FactKind{verify.KindInvariant},
		Open: verify.Once(func(_ context.Context, t *verify.Task, b *verify.Board) verify.Result {
			board = b
			_, _ = b.Publish(verify.Fact{Producer: "fake", Payload: &verify.Invariants{Inductive: ev}})
			return &verify.Safe{Proof: &ev}
		})}
	out := run(t, &verify.Task{Program: p}, e)
	if statuses(out) != "proved" {
		t.Fatalf("%s: %+v", statuses(out), out.Findings)
	}
	left, ok := out.Findings[0].Proof.(*verify.Inductive)
	var said []string
	for i := 0; ok && i < len(left.Invariants); i++ {
		if x := ir.ExprString(left.Invariants[i].Expr); x != "true" { // true only marks a cut
			said = append(said, x)
		}
	}
	if !slices.Equal(said, []string{"x == y"}) {
		t.Errorf("the finding says %q", said)
	}
	for _, fact := range board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindInvariant},
		Statuses: []verify.FactStatus{verify.Checked}}) {
		t.Errorf("a fact that nobody proved is confirmed: %+v", fact)
	}
}
