package concolic_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/engine/concolic"
	tandemexec "github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/testgen"
	"github.com/tandem-verifier/tandem/internal/verify"
)

func needSolver(t testing.TB) {
	if _, err := exec.LookPath("z3"); err != nil {
		t.Skip("no z3")
	}
}

func load(t testing.TB, file string, inline bool) *verify.Task {
	t.Helper()
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{file}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatal(err)
	}
	opts := instrument.Default()
	opts.Inline, opts.Simplify = inline, inline
	if err := instrument.Prepare(p, opts); err != nil {
		t.Fatal(err)
	}
	return &verify.Task{Name: file, Program: p, Log: &obs.Log{}}
}

// Every error is found, and its test replayed in the interpreter; a safe_ program is
// explored completely; others end as unknown.
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
				limit := 10 * time.Second
				if strings.HasPrefix(name, "open_") {
					limit = 300 * time.Millisecond
				}
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				defer cancel()
				start := time.Now()
				r := concolic.New(concolic.Default()).Run(ctx, task, verify.NewBoard())
				if d := time.Since(start); d > limit+500*time.Millisecond {
					t.Errorf("took %v", d)
				}
				switch r := r.(type) {
				case *verify.Unsafe:
					if strings.HasPrefix(name, "safe_") || strings.HasPrefix(name, "open_") {
						t.Fatal("error in a safe program")
					}
					m, err := tandemexec.NewInterp(task.Program, tandemexec.Config{})
					if err != nil {
						t.Fatal(err)
					}
					run, err := testgen.Run(ctx, task.Program, m, r.Test)
					if err != nil || testgen.Shows(task, run, r.Obligation) != "" {
						t.Errorf("not replayed: %v %+v", err, run)
					}
				case *verify.Safe:
					if !strings.HasPrefix(name, "safe_") {
						t.Error("said to be complete")
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
