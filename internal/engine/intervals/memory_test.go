package intervals_test

import (
	"context"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/intervals"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestMemory checks that the engine proves all accesses of the programs marked "intervals", with confirmed evidence,
// and never all of a faulty twin. With TANDEM_LONG=1 it runs all programs, else one in four.
func TestMemory(t *testing.T) {
	const work, less = 1e7, 1e6
	for i, w := range enginetest.Memory(t, "testdata/memory.txt") {
		if i%4 != 0 && os.Getenv("TANDEM_LONG") == "" {
			continue
		}
		t.Run(w.Name, func(t *testing.T) {
			task := w.Task(t, false).With(verify.Budget{Work: work})
			s, ok := enginetest.Run(context.Background(), intervals.Engine(), task, verify.NewBoard()).(*verify.Safe)
			if all := len(task.Asked()) == 0 || ok && len(s.Obligations) == len(task.Asked()); all != (w.By == "intervals") {
				t.Errorf("proved: %v", all)
			}
			if ok {
				if out := check.ProofOrPart(context.Background(), task, s); out.Verdict != check.Confirmed || len(out.Left) > 0 {
					t.Errorf("%s: %s", out.Verdict, out.Reason)
				}
			}
			twin := w.Task(t, true).With(verify.Budget{Work: less})
			if s, ok := enginetest.Run(context.Background(), intervals.Engine(), twin, verify.NewBoard()).(*verify.Safe); ok &&
				len(s.Obligations) == len(twin.Asked()) {
				t.Error("the faulty twin is proved")
			}
		})
	}
}
