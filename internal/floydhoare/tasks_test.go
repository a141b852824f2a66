package floydhoare_test

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/floydhoare"
)

// TestTwins checks that proofs of small programs with memory are confirmed, and that no faulty program is proved.
func TestTwins(t *testing.T) {
	for _, ways := range []int{0, 64} {
		twins(t, ways)
	}
}

// twins is TestTwins with letters of at most ways paths.
func twins(t *testing.T, ways int) {
	proved := 0
	for _, tw := range enginetest.Twins {
		for _, faulty := range []bool{false, true} {
			prog := tw.Task(t, faulty).Program
			ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
			w := newLoop(t, prog, floydhoare.BlockOptions{Paths: ways}, meaning(t, prog, "octagon"), false)
			w.ctx = ctx
			if len(w.p.Elsewhere) == 0 && w.run(20) == "safe" {
				w.ctx = context.Background()
				err := w.proof()
				switch {
				case faulty && err == nil:
					t.Errorf("%s, %d ways: the faulty twin is proved", tw.Name, ways)
				case err != nil:
					t.Logf("%s, faulty %v: %v", tw.Name, faulty, err)
				default:
					proved++
				}
			}
			cancel()
		}
	}
	if t.Logf("%d ways: %d of %d are proved", ways, proved, len(enginetest.Twins)); proved == 0 {
		t.Error("none is proved")
	}
}

// TestTasks runs the loop on development benchmarks. FLOYDHOARE_TASKS is a pattern of their names, FLOYDHOARE_DOMAIN a
// domain, FLOYDHOARE_ENHANCED enhances automata, and FLOYDHOARE_SLICED slices fixpoints (Sliced).
func TestTasks(t *testing.T) {
	pattern, name := os.Getenv("FLOYDHOARE_TASKS"), os.Getenv("FLOYDHOARE_DOMAIN")
	if pattern == "" {
		t.Skip("FLOYDHOARE_TASKS is not set")
	}
	for _, bt := range benchtest.Tasks(t, pattern) {
		task, expected, err := enginetest.Load(bt)
		if err != nil {
			t.Log(bt.File, err)
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		var m *absint.Meaning
		if name != "" {
			m = meaning(t, task.Program, name)
		}
		w := newLoop(t, task.Program, floydhoare.BlockOptions{}, m, os.Getenv("FLOYDHOARE_ENHANCED") != "")
		w.ctx, w.sliced = ctx, os.Getenv("FLOYDHOARE_SLICED") != ""
		began := time.Now()
		end := "calls"
		if len(w.p.Elsewhere) == 0 {
			end = w.run(1000)
		}
		spent := time.Since(began)
		if end == "safe" {
			w.ctx = context.Background()
			if err := w.proof(); err != nil {
				end = "safe, " + err.Error()[:min(300, len(err.Error()))]
			} else if end = "proved"; expected == "false" {
				t.Errorf("%s: wrong", bt.File)
			}
		}
		t.Logf("%s %s: %s %.2f s (check %.2f), %d states, %d refinements, %d useful, %v, %d queries", bt.File, expected, end,
			spent.Seconds(),
			(time.Since(began) - spent).Seconds(), w.p.Len(), len(w.ds), w.useful, w.tr.Counts, w.tr.Prover.Queries)
		cancel()
	}
}
