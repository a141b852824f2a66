// Package benchtest gives tests the tasks of the development benchmarks: the
// folder ../shared/bench next to the repository, or the one that
// TANDEM_BENCH_DIR names. Where there is none, the test is skipped.
//
//	for _, task := range benchtest.Tasks(t, "dart/|HOLA") {
//		overflow, expected, err := task.Definition()
//		...
//	}
//
// Dir is the folder, Tasks the programs that its tasks.tsv lists, Definition
// what the .yml file next to a program says. The package uses the standard
// library only, so that the tests of every package may import it; what loads
// and decides these programs is enginetest.
//
// Not modelled: task definitions in full (verify.LoadTaskDef), data models
// other than ILP32.
package benchtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Task is one program of the benchmarks.
type Task struct {
	ID   string // its path below the folder, as tasks.tsv has it: code2inv/10.c
	File string // the path to open
}

// Dir is the folder of the benchmarks; the test is skipped where it is absent.
func Dir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("TANDEM_BENCH_DIR")
	if dir == "" {
		dir = filepath.Join(root(t), "..", "shared", "bench")
	}
	if _, err := os.Stat(filepath.Join(dir, "tasks.tsv")); err != nil {
		t.Skip("no ../shared/bench here")
	}
	return dir
}

// root is the folder of the repository.
func root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the working directory")
		}
	}
}

// Tasks lists the C programs whose ID contains one of the parts of the pattern
// (| between them; all programs for ""), in the order of tasks.tsv.
func Tasks(t testing.TB, pattern string) []Task {
	t.Helper()
	dir := Dir(t)
	list, err := os.ReadFile(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	return parse(dir, string(list), pattern)
}

func parse(dir, list, pattern string) []Task {
	var tasks []Task
	for line := range strings.Lines(list) {
		id, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if (strings.HasSuffix(id, ".c") || strings.HasSuffix(id, ".i")) && matches(id, pattern) {
			tasks = append(tasks, Task{ID: id, File: filepath.Join(dir, filepath.FromSlash(id))})
		}
	}
	return tasks
}

func matches(id, pattern string) bool {
	for _, p := range strings.Split(pattern, "|") {
		if strings.Contains(id, p) {
			return true
		}
	}
	return false
}

// Definition is the mode of overflow, wrap or undefined, and the expected
// verdict, true or false.
func (task Task) Definition() (overflow, expected string, err error) {
	def, err := os.ReadFile(strings.TrimSuffix(task.File, filepath.Ext(task.File)) + ".yml")
	if err != nil {
		return "", "", err
	}
	overflow, expected = "wrap", "false"
	if strings.Contains(string(def), "signed_overflow: undefined") {
		overflow = "undefined"
	}
	if strings.Contains(string(def), "expected_verdict: true") {
		expected = "true"
	}
	return overflow, expected, nil
}
