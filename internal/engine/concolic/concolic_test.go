package concolic_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// needSolver reports the missing solver if Z3 is not installed.
func needSolver(t testing.TB) {
	if _, err := exec.LookPath("z3"); err != nil {
		benchtest.Missing(t, "no z3")
	}
}

// load returns the task of a file, with calls inlined or not.
func load(t testing.TB, file string, inline bool) *verify.Task {
	t.Helper()
	task := enginetest.C{File: file, Passes: func(o *instrument.Options) { o.Inline, o.Simplify = inline, inline }}.Task(t)
	task.Log = &obs.Log{}
	return task
}

// ample is the time limit for programs that the search decides: no search reaches it, even on a slow machine.
const ample = 5 * time.Minute

// patient returns options that limit queries only by work, which is the same on every machine.
func patient() concolic.Config {
	cfg := concolic.Default()
	cfg.Query.Time, cfg.Again.Time = ample, ample
	return cfg
}

// TestPrograms checks that the search finds every error, with a test that the interpreter replays. It explores programs
// named safe_ completely; for those named open_ it returns unknown.
func TestPrograms(t *testing.T) {
	needSolver(t)
	files, _ := filepath.Glob("testdata/*.c")
	if len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, inline := range []bool{true, false} {
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".c")
			if !inline {
				name += "-plain"
			}
			t.Run(name, func(t *testing.T) {
				task := load(t, file, inline)
				limit := ample
				if strings.HasPrefix(name, "open_") {
					limit = 300 * time.Millisecond
				}
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				defer cancel()
				start := time.Now()
				r := enginetest.Run(ctx, concolic.New(patient()), task, verify.NewBoard())
				if d := time.Since(start); d > limit+5*time.Second {
					t.Errorf("took %v", d)
				}
				switch r := r.(type) {
				case *verify.Unsafe:
					if strings.HasPrefix(name, "safe_") || strings.HasPrefix(name, "open_") {
						t.Fatal("error in a safe program")
					}
					if err := enginetest.Replay(ctx, task, r); err != nil {
						t.Errorf("not replayed: %v", err)
					}
				case *verify.Safe:
					if !strings.HasPrefix(name, "safe_") {
						t.Error("said to be complete")
					}
					if out := check.Proof(ctx, task, r); out.Verdict != check.Confirmed {
						t.Errorf("%s: %s", out.Verdict, out.Reason)
					}
				case *verify.Unknown:
					if !strings.HasPrefix(name, "open_") {
						t.Errorf("unknown: %s", r.Reason)
					}
				}
			})
		}
	}
}

// TestDeterministic checks that the same budget of work leads to the same search, independent of the clock.
func TestDeterministic(t *testing.T) {
	needSolver(t)
	var last string
	for i := range 2 {
		task := load(t, "testdata/open_loop.c", true)
		task.Options.Determ, task.Options.Seed = true, 7
		task.Budget.Work = 300_000
		r, ok := enginetest.Run(context.Background(), concolic.New(concolic.Default()), task,
			verify.NewBoard()).(*verify.Unknown)
		if !ok {
			t.Fatal("decided")
		}
		if i > 0 && r.Reason != last {
			t.Errorf("%q, then %q", last, r.Reason)
		}
		last = r.Reason
	}
	if !strings.Contains(last, "directed tests") {
		t.Error(last)
	}
}

// TestSeeds checks that the search runs a test of another engine from the board and continues from its inputs.
func TestSeeds(t *testing.T) {
	needSolver(t)
	task := load(t, "testdata/recursion.c", true)
	board := verify.NewBoard()
	site := -1
	for _, s := range task.Program.Sites {
		if site < 0 && s.Kind == ir.Nondet {
			site = s.ID
		}
	}
	seed := &verify.Test{Records: []ir.Record{{Key: ir.Key{Site: site}, Type: ir.I32, Bits: 4}}}
	if _, err := board.Publish(verify.Fact{Payload: &verify.TestFact{Test: seed, Ending: verify.EndFinished},
		Producer: "random", Status: verify.Claimed}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), ample)
	defer cancel()
	if _, ok := enginetest.Run(ctx, concolic.New(patient()), task, board).(*verify.Unsafe); !ok {
		t.Fatal("not found")
	}
	own := 0
	for _, f := range board.Find(verify.Query{Kinds: []verify.FactKind{verify.KindTest}, Producer: "concolic"}) {
		if f.Payload.(*verify.TestFact).Ending == verify.EndViolated {
			own++
		}
	}
	if own != 1 {
		t.Errorf("%d violating tests on the board", own)
	}
}

// TestDepthFirst checks that depth-first search, the baseline, finds errors if it explores only few paths before them.
func TestDepthFirst(t *testing.T) {
	needSolver(t)
	cfg := patient()
	for _, order := range []concolic.Order{concolic.DepthFirst, concolic.Generational} {
		cfg.Order = order
		for _, file := range []string{"magic", "nested", "controller", "wrap"} {
			ctx, cancel := context.WithTimeout(context.Background(), ample)
			if r, ok := enginetest.Run(ctx, concolic.New(cfg), load(t, "testdata/"+file+".c", true),
				verify.NewBoard()).(*verify.Unsafe); !ok {
				t.Errorf("%s, order %d: %+v", file, order, r)
			}
			cancel()
		}
	}
}

// TestDiamonds checks that, in the baseline, each branch that does not affect the error doubles the number of paths
// (paper 4, Fig. 8), and that all paths are one if they are merged.
func TestDiamonds(t *testing.T) {
	needSolver(t)
	for n := 2; n <= 6; n++ {
		diamonds(t, n, false, 1<<n)
		diamonds(t, n, true, 1)
	}
}

// diamonds checks the number of tests for a program of n branches.
func diamonds(t *testing.T, n int, merge bool, want int) {
	cfg := patient()
	cfg.Order, cfg.Merge = concolic.DepthFirst, merge
	text := "void reach_error(void); int nondet_int(void);\nint main(void) { int lock = 1, x = 0;\n" +
		strings.Repeat("if (nondet_int()) x = x + 1; else x = x - 1;\n", n) + "if (lock != 1) reach_error(); return x; }\n"
	s, err := concolic.NewSearch(t.Context(), enginetest.C{File: "diamonds.c", Text: text}.Task(t), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	more := true
	for err = s.Add(t.Context(), nil); more && err == nil; {
		more, err = s.Step(t.Context())
	}
	if err != nil || s.Tests != want {
		t.Errorf("%d diamonds, merged: %v: %d tests, %v", n, merge, s.Tests, err)
	}
}

// TestParse compares the errors of Parse, or their absence, for texts of options.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"order=depth-first":       "",
		"order=mixed":             "",
		"order=depth":             `no order "depth"; did you mean depth-first? (there are: mixed, generational, depth-first)`,
		"ordr=mixed":              `option "ordr=mixed" of engine concolic: no such option; did you mean order? (there are: merge, order, quiet)`,
		"quiet=on,order=mixed":    "",
		"quiet=maybe":             `no quiet "maybe" (there are: off, on)`,
		"order=mixed,order=mixed": "it is given twice",
		"":                        `option "" of engine concolic: no such option`,
	} {
		_, err := concolic.Parse(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
	e, err := concolic.New(concolic.Default()).With("order=depth-first")
	if err != nil || e.Name != "concolic" {
		t.Errorf("%s, %v", e.Name, err)
	}
}
