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
	const work = 1.5e6 // fails without the analysis by rounds
	for _, unsafe := range []bool{false, true} {
		task := program(t, "testdata/rounds/members.c", unsafe, true).With(verify.Budget{Work: work})
		s, ok := enginetest.Run(context.Background(), intervals.Engine(), task, verify.NewBoard()).(*verify.Safe)
		if all := ok && len(s.Obligations) == len(task.Asked()); all == unsafe {
			t.Errorf("unsafe %v: all proved: %v", unsafe, all)
		}
		if ok {
			if out := check.ProofOrPart(context.Background(), task, s); out.Verdict != check.Confirmed || len(out.Left) > 0 {
				t.Errorf("unsafe %v: %s: %s", unsafe, out.Verdict, out.Reason)
			}
		}
	}
}
