package inductive

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWithin checks stores through pointers that no invariant knows: such a store leaves an object alone whose address
// is in memory, but not where the pointer was loaded from.
func TestWithin(t *testing.T) {
	const text = `program ILP32
object x size 4 align 4 elem u32
object y size 4 align 4 elem u32
object px size 4 align 4 elem ptr32
object py size 4 align 4 elem ptr32
obligation "unreach-call"
entry main
func main() void {
  reg i u32
  reg p ptr32
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5
  loc L6 error O0
  loc L7
  loc L8
  loc L9
  L0 -> L2: store &@px, &@x
  L2 -> L3: store &@py, &@y
  L3 -> L4: store &@x, 1:u32
  L4 -> L5: p = load &@FROM
  L5 -> L7: store p, 2:u32
  L7 -> L8: i = load &@x
  L8 -> L6: assume 1:u32 != i
  L8 -> L9: assume 1:u32 == i
  L9 -> L1: return
}
`
	for from, want := range map[string]Verdict{"px": Undecided, "py": Confirmed} {
		p := irtest.Program(t, strings.ReplaceAll(text, "FROM", from))
		ev := &verify.Inductive{Invariants: []verify.Invariant{
			{Loc: p.Entry.Locs[5], Expr: irtest.Expr(t, p, p.Entry, "mem(u32, &@x) == 1:u32")},
			{Loc: p.Entry.Locs[6], Expr: ir.NewBool(false)},
		}}
		if got, why := Check(t.Context(), p, nil, p.Obligations, ev); got != want {
			t.Errorf("%s: %d: %s", from, got, why)
		}
	}
}
