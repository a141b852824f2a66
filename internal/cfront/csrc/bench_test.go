package csrc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestBench parses every seventh task of the shared benchmarks, or every task with TANDEM_LONG=1. (Package cfront
// lowers every task anyway.)
func TestBench(t *testing.T) {
	root := benchtest.Dir(t)
	tasks, _ := filepath.Glob(filepath.Join(root, "*", "*.yml"))
	more, _ := filepath.Glob(filepath.Join(root, "*", "*", "*.yml"))
	tasks = append(tasks, more...)
	if len(tasks) < 600 {
		t.Fatalf("only %d tasks found", len(tasks))
	}
	ok, taken := 0, 0
	for i, y := range tasks {
		if i%7 != 3 && os.Getenv("TANDEM_LONG") == "" {
			continue
		}
		taken++
		b, err := os.ReadFile(y)
		if err != nil {
			t.Fatal(err)
		}
		name := ""
		for _, line := range strings.Split(string(b), "\n") {
			if v, found := strings.CutPrefix(line, "input_files:"); found {
				name = strings.Trim(strings.TrimSpace(v), `'"`)
			}
		}
		if name == "" {
			t.Errorf("%s: no input file", y)
			continue
		}
		file := filepath.Join(filepath.Dir(y), name)
		u, err := Parse(Config{Model: ir.ILP32}, file)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		if len(u.Files) == 0 || u.Files[0].Name != file {
			t.Errorf("%s: Files = %v", file, u.Files)
		}
		ok++
	}
	t.Logf("%d of %d tasks accepted", ok, taken)
}
