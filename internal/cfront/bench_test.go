package cfront_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestBench checks that every task of the development benchmarks can be lowered.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	failed := map[string]int{}
	tasks := benchtest.Tasks(t, "")
	for _, task := range tasks {
		prog, err := cfront.Load(cfront.Config{
			Model:        ir.ILP32,
			Files:        []string{task.File},
			IncludeDirs:  []string{filepath.Dir(task.File)},
			PropertyKind: "unreach-call",
			ErrorFunc:    "reach_error",
		})
		if err == nil {
			err = ir.Check(prog)
		}
		if err != nil {
			msg := err.Error()
			var e *cfront.Error
			if errors.As(err, &e) {
				msg = e.Msg
			}
			failed[msg]++
			if failed[msg] <= 3 {
				t.Errorf("%s: %v", task.ID, err)
			}
		}
	}
	if len(tasks) == 0 {
		t.Fatal("no tasks")
	}
	t.Logf("%d tasks", len(tasks))
}
