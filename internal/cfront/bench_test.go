package cfront_test

import (
	"bufio"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// benchDir is ../shared/bench beside the repository; the test is skipped where
// it is absent.
func benchDir(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the working directory")
		}
	}
	bench := filepath.Join(dir, "..", "shared", "bench")
	if _, err := os.Stat(filepath.Join(bench, "tasks.tsv")); err != nil {
		t.Skip("no ../shared/bench here")
	}
	return bench
}

func benchTasks(t *testing.T) (tasks []string) {
	t.Helper()
	bench := benchDir(t)
	f, err := os.Open(filepath.Join(bench, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		id, _, _ := strings.Cut(s.Text(), "\t")
		if strings.HasSuffix(id, ".c") || strings.HasSuffix(id, ".i") {
			tasks = append(tasks, filepath.Join(bench, id))
		}
	}
	return tasks
}

// TestBench lowers every task of the development benchmarks.
func TestBench(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	failed := map[string]int{}
	n := 0
	for _, file := range benchTasks(t) {
		n++
		prog, err := cfront.Load(cfront.Config{
			Model:        ir.ILP32,
			Files:        []string{file},
			IncludeDirs:  []string{filepath.Dir(file)},
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
				t.Errorf("%s: %v", file, err)
			}
		}
	}
	if n == 0 {
		t.Fatal("no tasks")
	}
	t.Logf("%d tasks", n)
}
