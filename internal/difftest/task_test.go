package difftest

import (
	"fmt"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// needGCC skips the test unless gcc can build 32-bit programs.
func needGCC(t *testing.T) {
	t.Helper()
	if err := HaveGCC(ir.ILP32); err != nil {
		benchtest.Missing(t, fmt.Sprintf("gcc -m32 does not work here: %v", err))
	}
}

// TestBenchSlice compares runs of ten tasks of the benchmarks on a few inputs.
func TestBenchSlice(t *testing.T) {
	needGCC(t)
	tasks, err := BenchTasks(benchtest.Dir(t))
	if err != nil {
		t.Fatal(err)
	}
	lim := DefaultLimits()
	lim.Fuel = 300e3
	var sum Count
	for i := 7; i < len(tasks); i += len(tasks) / 10 {
		r := RunTask(t.Context(), tasks[i], 3, 1, lim)
		t.Logf("%s: %v %s (%.1f s)", r.Name, r.Count, r.Note, r.Seconds)
		if r.Note != "" || r.Count.Mismatch > 0 {
			t.Errorf("%s: %s %v", r.Name, r.Note, r.Details)
		}
		sum.Add(r.Count)
	}
	if sum.Agreed*2 < sum.Runs {
		t.Errorf("too few could be compared: %v", sum)
	}
}

// TestCsmithSlice compares the checksums of a few programs.
func TestCsmithSlice(t *testing.T) {
	needGCC(t)
	if err := HaveCsmith(); err != nil {
		benchtest.Missing(t, fmt.Sprintf("no csmith here: %v", err))
	}
	for seed, done := 1, 0; done < 5 && seed < 30; seed++ {
		r, skipped := RunCsmith(t.Context(), seed, CsmithOptions{Model: []ir.DataModel{ir.ILP32, ir.LP64}[seed%2],
			Interp: done < 3, Printed: done < 2, GCC: time.Second, Exec: 20 * time.Second})
		if skipped {
			continue
		}
		done++
		t.Logf("%s: %v %s (%.1f s)", r.Name, r.Count, r.Note, r.Seconds)
		if r.Note != "" || r.Count.Mismatch > 0 {
			t.Errorf("%s: %s %v", r.Name, r.Note, r.Details)
		}
	}
}
