package guess_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/guess"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestBlocks checks that, in loops over blocks whose size is an input, the engine proves all accesses of the safe
// program, but not all of the faulty one.
func TestBlocks(t *testing.T) {
	for _, w := range []enginetest.Twin{
		{Name: "array", Safe: "if (n > 100000) return 0; int *p = malloc(n * 4); for (unsigned i = 0; i < n; i++) p[i] = " +
			"i; free(p);",
			Faulty: "if (n > 100000) return 0; int *p = malloc(n * 4); for (unsigned i = 0; i <= n; i++) p[i] = i; free(p);"},
		{Name: "two blocks", Safe: "if (n > 9999) return 0; char *p = calloc(n, 1), *q = malloc(n); for (unsigned i = 0; " +
			"i < n; i++) q[i] = p[i]; free(p); free(q);",
			Faulty: "if (n > 9999) return 0; char *p = calloc(n, 1), *q = malloc(m & 7); for (unsigned i = 0; i < n; i++) " +
				"q[i] = p[i]; free(p); free(q);"},
		{Name: "freed on the way", Safe: "int *p = malloc(4), *q = malloc(4); while (n--) { *p = n; if (n == m && q) { " +
			"free(q); q = 0; } } free(p); free(q);",
			Faulty: "int *p = malloc(4), *q = malloc(4); while (n--) { *p = n; if (n == m) free(q); } free(p); free(q);"},
		{Name: "backwards", Safe: "if (n > 500) return 0; char *p = malloc(n + 1); for (unsigned i = n; i > 0; i--) p[i] " +
			"= p[0] = 1; free(p);",
			Faulty: "if (n > 500) return 0; char *p = malloc(n); for (unsigned i = n; i > 0; i--) p[i] = p[0] = 1; free(p);"},
	} {
		for _, faulty := range []bool{false, true} {
			task := w.Task(t, faulty)
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
			r, ok := enginetest.Run(ctx, guess.Engine(), task, verify.NewBoard()).(*verify.Safe)
			cancel()
			all := ok && (r.Obligations == nil || len(r.Obligations) == len(task.Asked()))
			if all {
				if out := check.Proof(context.Background(), task, r); out.Verdict != check.Confirmed {
					t.Errorf("%s, faulty %v: %s: %s", w.Name, faulty, out.Verdict, out.Reason)
				}
				if len(r.Assuming) > 0 {
					t.Errorf("%s: assumes %v", w.Name, r.Assuming)
				}
			}
			if all == faulty {
				t.Errorf("%s, faulty %v: proved %v", w.Name, faulty, all)
			}
		}
	}
}

// TestMemory compares verdicts on random programs with runs on all their inputs.
func TestMemory(t *testing.T) {
	n := uint64(10)
	if os.Getenv("TANDEM_LONG") != "" {
		n = 500
	}
	var seeds []uint64
	for i := range n {
		seeds = append(seeds, 5000+i)
	}
	t.Log(enginetest.RunMemory(t, seeds, 5*time.Second, guess.Engine()))
}
