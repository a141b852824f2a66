package restrict_test

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestJoin checks that a joined condition excludes no execution that the original condition leaves open, and that a
// condition whose states are joined at all locations has one state per location.
func TestJoin(t *testing.T) {
	programs, each := 60, 25
	if os.Getenv("TANDEM_LONG") != "" {
		programs, each = 1000, 200
	}
	before, after := 0, [2]int{}
	for seed := range uint64(programs) {
		p := restricttest.Program(seed)
		plain := restricttest.Conditions(t, p, seed, 8)
		heads := map[*ir.Loc]bool{}
		for _, l := range restrict.Heads(p) {
			heads[l] = true
		}
		all := plain
		for _, c := range plain {
			one := c.Join(p, func(*ir.Loc) bool { return true })
			for e, states := range one.At(p) {
				if len(states) > 1 {
					t.Fatalf("program %d: %d states at %v\n%s\n%s", seed, len(states), e.From, restrict.ConditionText(c),
						restrict.ConditionText(one))
				}
			}
			all = append(all, c.Join(p, func(l *ir.Loc) bool { return heads[l] }), one)
		}
		r := restricttest.NewRunner(t, p, all...)
		constants := exec.Constants(p)
		n := len(plain)
		for k := range each {
			tr := r.Run(t, restricttest.Inputs(p, constants, uint64(k)))
			for i := range n {
				if tr.Verified[i] {
					before++
				}
				for h := range after {
					if !tr.Verified[n+2*i+h] {
						continue
					}
					after[h]++
					if !tr.Verified[i] {
						t.Fatalf("program %d, inputs %d: only the joined condition excludes the run\n%s\n%s", seed, k,
							restrict.ConditionText(all[i]), restrict.ConditionText(all[n+2*i+h]))
					}
				}
			}
		}
	}
	t.Logf("runs excluded: %d; joined at heads: %d; joined at all locations: %d", before, after[0], after[1])
	if after[0] <= after[1] || after[1] == 0 || before <= after[0] {
		t.Error("the random conditions are useless")
	}
}
