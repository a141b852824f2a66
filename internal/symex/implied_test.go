package symex_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/symex"
)

// TestImplied checks that a loop that an input bounds leaves two constraints, and places inside of the loop have the
// constraints of their paths.
func TestImplied(t *testing.T) {
	for _, typ := range []string{"i32", "u32", "i8"} {
		n := 20_000
		if typ == "i8" {
			n = 100
		}
		p := irtest.Program(t, fmt.Sprintf(`program ILP32
site nondet "n@a.c:1:1" type %[1]s
entry main
func main() void {
  reg n %[1]s
  reg i %[1]s
  locs 6
  L0 -> L2: n = input #0
  L2 -> L3: i = 0:%[1]s
  L3 -> L4: assume i < n [T]
  L3 -> L5: assume n <= i [F]
  L4 -> L3: i = i + 1:%[1]s
  L5 -> L6: skip
  L6 -> L1: return
}
`, typ))
		x := explorer(t, p, symex.Options{MaxEdges: 1 << 20})
		ctx, b := context.Background(), smt.Budget{Time: time.Minute, Work: 1_000_000}
		l, v := p.Entry.Locs, p.Entry.Vars
		test := []ir.Record{{Key: ir.Key{Site: 0}, Type: v[0].Type, Bits: uint64(n)}}
		ps, err := x.Places(ctx, test, []symex.Visit{{Loc: l[6]}, {Loc: l[4], N: n / 2}})
		if err != nil {
			t.Fatal(err)
		}
		for i, most := range []int{4, 3} { // for an unsigned n, 0 < n is written as n != 0
			if got := len(ps[i].Constraints()); got > most {
				t.Errorf("%s: %d constraints", typ, got)
			}
		}
		for _, q := range []struct {
			at   *symex.Place
			n    int
			want smt.Result
		}{
			{ps[0], n, smt.Sat}, {ps[0], n - 1, smt.Unsat}, {ps[0], n + 1, smt.Unsat},
			{ps[1], n, smt.Sat}, {ps[1], n/2 + 1, smt.Sat}, {ps[1], n / 2, smt.Unsat}, {ps[1], n + 1, smt.Sat},
		} {
			if s := x.Reach(ctx, q.at, nil, equal(v[0], uint64(q.n)), b); s.Result != q.want || !s.Exact {
				t.Errorf("%s: n = %d at L%d: %+v", typ, q.n, q.at.Loc.ID, s)
			}
		}
	}
}
