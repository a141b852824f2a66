package concolic

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// main calls f twice, whose loop takes L0 -> L2 once a turn.
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

// Visits of an edge are told apart by the call and the turn of the loop, large turns roughly; where errors are the
// goals they are not.
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
