package absint_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
)

// machine returns a program with a loop around a chain of n tests of a state variable, each of which leads to two other
// states. The numbers of consecutive states differ by gap. An error is reached if the state variable is out of bounds.
// This is possible only if wild is set, which makes one state lead to a state that does not exist.
func machine(t testing.TB, n, gap int, wild bool) *ir.Program {
	var locs, edges strings.Builder
	for i := range n {
		next := (i + 1) % n * gap
		if wild && i == n/2 {
			next = n*gap + 1
		}
		here, then, left, right := 6+4*i, 7+4*i, 8+4*i, 9+4*i
		other := 6 + 4*(i+1)
		if i == n-1 {
			other = 4
		}
		fmt.Fprintf(&locs, "  loc L%d\n  loc L%d\n  loc L%d\n  loc L%d\n", here, then, left, right)
		fmt.Fprintf(&edges, "  L%d -> L%d: assume s == %d:i32\n  L%[1]d -> L%[4]d: assume s != %[3]d:i32\n", here, then,
			i*gap, other)
		fmt.Fprintf(&edges, "  L%d -> L%d: assume x < 5:i32\n  L%[1]d -> L%[3]d: assume 5:i32 <= x\n", then, left, right)
		fmt.Fprintf(&edges, "  L%d -> L2: s = %d:i32\n  L%d -> L2: s = %d:i32\n", left, next, right, (i*7+3)%n*gap)
	}
	return irtest.Program(t, fmt.Sprintf(`program LP64
site nondet "x" type i32 in main
obligation "assertion" in "main"
entry main
func main() void {
  reg s i32
  reg x i32
  loc L0 entry
  loc L1 exit
  loc L2 loop "while" @-
  loc L3
  loc L4
  loc L5 error O0
%s  L0 -> L2: s = 0:i32
  L2 -> L3: x = input #0
  L3 -> L6: assume 0:i32 <= s && s <= %d:i32
  L3 -> L5: assume s < 0:i32 || %[2]d:i32 < s
  L4 -> L1: return
%[3]s}
`, locs.String(), (n-1)*gap, edges.String()))
}

// TestManyCases checks that the work is linear in the number of cases, for any distance, and no bound is lost.
func TestManyCases(t *testing.T) {
	d := absint.In("interval", interval.New(8), false)
	for _, gap := range []int{1, 2, 5, 1000} {
		var work [2]uint64
		for i := range work {
			for _, wild := range []bool{false, true} {
				p := machine(t, 1000<<i, gap, wild)
				r := d.Forward(context.Background(), absint.Prepare(p), absint.Config{})
				if r.Stop != absint.Done || r.Reaches(p.Obligations[0]) != wild {
					t.Errorf("%d cases, %d apart, wild %v: %s, error reached: %v", 1000<<i, gap, wild, r.Stop,
						r.Reaches(p.Obligations[0]))
				}
				work[i] = r.Work
			}
		}
		if most := uint64(2.2 * float64(work[0])); work[1] > most {
			t.Errorf("%d apart: %d edges for 1000 cases, %d for 2000", gap, work[0], work[1])
		}
	}
}

// BenchmarkManyCases measures the time per case.
func BenchmarkManyCases(b *testing.B) {
	d := absint.In("interval", interval.New(8), false)
	for _, n := range []int{100, 400, 1600} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p := absint.Prepare(machine(b, n, 1, false))
			for b.Loop() {
				d.Forward(context.Background(), p, absint.Config{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/case")
		})
	}
}
