package intervals_test

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestRounds checks that the engine bounds counters that a loop changes in each round, with confirmed evidence, and
// does not prove all bounds of the twin.
func TestRounds(t *testing.T) {
	const work = 3e6 // fails without the analyses by rounds and by sums
	for i := range 4 {
		unsafe, file := i%2 == 1, []string{"testdata/rounds/members.c", "testdata/rounds/sums.c"}[i/2]
		task := program(t, file, unsafe, true).With(verify.Budget{Work: work})
		s, ok := enginetest.Run(context.Background(), intervals.Engine(), task, verify.NewBoard()).(*verify.Safe)
		if all := ok && len(s.Obligations) == len(task.Asked()); all == unsafe {
			t.Errorf("%s, unsafe %v: all proved: %v", file, unsafe, all)
		}
		if ok {
			if out := check.ProofOrPart(context.Background(), task, s); out.Verdict != check.Confirmed || len(out.Left) > 0 {
				t.Errorf("unsafe %v: %s: %s", unsafe, out.Verdict, out.Reason)
			}
		}
	}
}
