package concolic

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// In twice, main calls f two times. The loop of f takes L0 -> L2 once per iteration.
const twice = `program ILP32
entry main
func main() void {
  locs 4
  L0 -> L2: call f(9:i32)
  L2 -> L3: call f(9:i32)
  L3 -> L1: return
}
func f(n) void {
  reg n i32
  locs 4
  L0 -> L2: assume 0:i32 < n
  L0 -> L3: assume n <= 0:i32
  L2 -> L0: n = n - 1:i32
  L3 -> L1: return
}
`

// TestVisits checks that visits of an edge differ by the call and the loop iteration, with high iterations grouped by
// powers of two. If the errors are the goals, visits of an edge do not differ.
func TestVisits(t *testing.T) {
	p := irtest.Program(t, twice)
	calls := p.Entry.Edges[:2]
	turn := calls[0].Stmt.(*ir.Call).Func.Edges[0]
	for _, fine := range []bool{true, false} {
		v := newVisits(fine)
		seen := map[visit]int{}
		for _, c := range calls {
			v.take(c)
			for range 20 {
				seen[v.next(turn)]++
				v.take(turn)
			}
		}
		want := map[visit]int{{edge: turn}: 40}
		if fine {
			want = map[visit]int{}
			for _, c := range calls {
				for n := range 8 {
					want[visit{turn, c, n}] = 1
				}
				want[visit{turn, c, 8}], want[visit{turn, c, 16}] = 8, 4
			}
		}
		if len(seen) != len(want) {
			t.Errorf("fine %v: %d visits, not %d", fine, len(seen), len(want))
		}
		for k, n := range want {
			if seen[k] != n {
				t.Errorf("fine %v: %d times at turn %d, not %d", fine, seen[k], k.times, n)
			}
		}
	}
}
