package inductive

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestLoaded checks that after a load and a condition on the loaded register, the facts about the register and the
// facts about its cell both hold. An invariant at a cut between the load and the condition must not lead to the
// refutation of true facts.
func TestLoaded(t *testing.T) {
	p := irtest.Program(t, `program ILP32
object g size 1 align 1 elem u8
obligation "unreach-call"
entry main
func main() void {
  reg t u8
  reg u u8
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5
  loc L6 error O0
  loc L7
  L0 -> L2: store &@g, 0:u8
  L2 -> L3: t = load &@g
  L3 -> L4: assume 3:u8 < t [T]
  L3 -> L7: assume t <= 3:u8 [F]
  L4 -> L5: u = load &@g
  L5 -> L6: assume 0:u8 != u [T]
  L5 -> L7: assume 0:u8 == u [F]
  L7 -> L1: return
}
`)
	for _, x := range []struct {
		between, behind string
		want            Verdict
	}{
		{"t <= 3:u8 || 0:u8 == mem(u8, &@g)", "0:u8 == u", Confirmed},
		{"t <= 3:u8 || 5:u8 == mem(u8, &@g)", "0:u8 == u", Refuted},
		{"t <= 9:u8", "5:u8 == u", Undecided},
	} {
		ev := &verify.Inductive{Invariants: []verify.Invariant{
			{Loc: p.Entry.Locs[3], Expr: irtest.Expr(t, p, p.Entry, x.between)},
			{Loc: p.Entry.Locs[5], Expr: irtest.Expr(t, p, p.Entry, x.behind)},
			{Loc: p.Entry.Locs[6], Expr: ir.NewBool(false)},
		}}
		if got, why := Check(t.Context(), p, nil, p.Obligations, ev); got != x.want {
			t.Errorf("%s, then %s: %d: %s", x.between, x.behind, got, why)
		}
	}
}
