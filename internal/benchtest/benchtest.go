// Package benchtest gives tests access to the tasks of the development benchmarks: the folder ../shared/bench next to
// the repository, or the folder in TANDEM_BENCH_DIR. If there is no such folder, the test is skipped.
//
//	for _, task := range benchtest.Tasks(t, "dart/|HOLA") {
//		overflow, expected, err := task.Definition()
//		...
//	}
//
// Dir returns the folder, Tasks the programs in its tasks.tsv, and Definition the content of the .yml file of a
// program. The package imports the standard library only, so that the tests of every package may import it. Package
// enginetest loads and decides these programs.
//
// Not modelled: complete task definitions (verify.LoadTaskDef), data models other than ILP32.
package benchtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Task is a program of the benchmarks.
type Task struct {
	ID   string // its path below the folder, as in tasks.tsv: code2inv/10.c
	File string // the path to open
}

// Dir returns the folder of the benchmarks. It skips the test if there is none.
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

// root returns the folder of the repository.
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

// Tasks returns the C programs whose ID contains one of the parts of the pattern, which are separated by |, in the
// order of tasks.tsv. An empty pattern selects all programs.
func Tasks(t testing.TB, pattern string) []Task {
	t.Helper()
	dir := Dir(t)
	list, err := os.ReadFile(filepath.Join(dir, "tasks.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	return parse(dir, string(list), pattern)
}

// parse returns the programs in the text of tasks.tsv that the pattern selects.
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

// matches reports whether the ID contains a part of the pattern.
func matches(id, pattern string) bool {
	for _, p := range strings.Split(pattern, "|") {
		if strings.Contains(id, p) {
			return true
		}
	}
	return false
}

// Definition returns the mode of overflow (wrap or undefined) and the expected verdict (true or false).
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
