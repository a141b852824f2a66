package cfront_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestGolden compares the lowered programs with testdata/golden/*.ir.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/golden/*.c", func(t *testing.T, file string) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, strings.TrimSuffix(file, ".c")+".ir", withoutFiles(ir.Print(load(t, cfront.Config{}, string(src)))))
	})
}

// withoutFiles returns s without the lines that have the hashes of source files.
func withoutFiles(s string) string {
	var out []string
	for _, line := range strings.SplitAfter(s, "\n") {
		if !strings.HasPrefix(line, "file ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}
