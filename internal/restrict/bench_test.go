package restrict_test

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestBench does what TestExact does with programs of the benchmarks that read inputs. It runs with TANDEM_LONG=1 only.
func TestBench(t *testing.T) {
	if os.Getenv("TANDEM_LONG") == "" {
		t.Skip("TANDEM_LONG is not set")
	}
	count := make([]tally, len(restricttest.Kinds))
	n := 0
	for i, bt := range benchtest.Tasks(t, "") {
		if i%19 != 3 {
			continue
		}
		task, _, err := enginetest.Load(bt)
		if err != nil {
			continue
		}
		edges := 0
		for _, f := range task.Program.Funcs {
			edges += len(f.Edges)
		}
		if edges > 600 || len(task.Program.Sites) == 0 {
			continue
		}
		n++
		exactOf(t, task.Program, uint64(i), 40, count)
		if t.Failed() {
			t.Fatal(bt.ID)
		}
	}
	for i, c := range count {
		t.Logf("%-9s %d programs, of %d with runs inside and outside; %d runs kept, %d not", restricttest.Kinds[i], n, c.partly, c.in, c.out)
	}
}
