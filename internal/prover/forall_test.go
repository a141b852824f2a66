package prover_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/prover"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/vc"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// filling sets the elements of a to 7, from the first on, and the last one of b to 5.
const filling = `program LP64
site nondet "n@a.c:1:2" type i32
obligation "assertion" text "x" in "main"
object a size 80 align 4
object b size 80 align 4
entry main
func main() void {
  reg i i32
  reg x i32
  locs 13 error 2
  L0 -> L3: i = 0:i32
  L3 -> L12: store ptradd(&@b, i, 4), 5:i32
  L12 -> L4: store ptradd(&@b, 76:i32, 1), 5:i32
  L4 -> L5: assume i < 20:i32
  L5 -> L6: store ptradd(&@a, i, 4), 7:i32
  L6 -> L4: i = i + 1:i32
  L4 -> L7: assume 20:i32 <= i
  L7 -> L8: x = input #0
  L8 -> L9: assume 0:i32 <= x
  L9 -> L10: assume x < 20:i32
  L10 -> L11: i = load ptradd(&@a, x, 4)
  L11 -> L2: assume i != 7:i32
  L11 -> L13: assume i == 7:i32
  L13 -> L1: return
}
`

// TestForall checks that Inductive keeps exactly the inductive candidates with quantifiers, and that they prove the
// error unreachable.
func TestForall(t *testing.T) {
	p := irtest.Program(t, filling)
	task := &verify.Task{Program: p}
	head := p.Entry.Locs[4]
	read := func(s string) ir.Expr { return irtest.Expr(t, p, p.Entry, s) }
	const a, b = "mem(i32, ptradd(&@a, q, 4))", "mem(i32, ptradd(&@b, q, 4))"
	all := func(body string) string { return "forall(q i32, 0:i32, 20:i32, " + body + ")" }
	var good, bad []ir.Expr
	for _, s := range []string{
		"0:i32 <= i", "i <= 20:i32",
		all("i <= q || " + a + " == 7:i32"),
		all("q < 1:i32 || i <= q || mem(i32, ptradd(&@a, q - 1:i32, 4)) <= " + a),
		"!" + all(b+" != 5:i32"), "!" + all("q < 19:i32 || "+b+" != 5:i32"),
		"i == 0:i32 || !" + all(a+" != 7:i32"),
	} {
		good = append(good, read(s))
	}
	for _, s := range []string{
		all(a + " == 7:i32"), all("i < q || " + a + " == 7:i32"), all("i <= q || " + a + " == 6:i32"),
		all("q < i || " + a + " == 7:i32"), all(b + " == 5:i32"),
		"!" + all(a+" != 7:i32"), "!" + all("q < 19:i32 || "+b+" != 6:i32"),
		"i == 0:i32 || !" + all("i - 1:i32 <= q || "+a+" != 7:i32"),
	} {
		bad = append(bad, read(s))
	}
	kit := prover.NewKit("test", task, nil)
	err := kit.Ready(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	q, err := kit.Asker(vc.Options{Enc: vc.Ints}, smt.Config{})
	if errors.Is(err, smt.ErrNoSolver) {
		benchtest.Missing(t, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	y, err := prover.NewSystem(context.Background(), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range [][]ir.Expr{slices.Concat(good, bad), slices.Concat(bad, good)} {
		got := y.Inductive(context.Background(), map[*ir.Loc][]ir.Expr{head: first})[head]
		for _, x := range first {
			if kept := slices.Contains(got, x); kept != slices.Contains(good, x) {
				t.Errorf("%s: kept is %v", ir.ExprString(x), kept)
			}
		}
	}
	for _, inv := range [][]ir.Expr{good, good[1:], good[2:3], good[3:], good[:2]} {
		want := slices.Contains(inv, good[2])
		got := y.Safe(context.Background(), map[*ir.Loc][]ir.Expr{head: inv}, p.Obligations)
		if got[p.Obligations[0]] != want {
			t.Errorf("safe with %d invariants: %v", len(inv), !want)
		}
	}
}
