package cfront_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the text of what is lowered with testdata/golden/*.ir.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := withoutFiles(ir.Print(load(t, cfront.Config{}, string(src))))
			golden := strings.TrimSuffix(file, ".c") + ".ir"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// withoutFiles drops the lines with the hashes of the sources.
func withoutFiles(s string) string {
	var out []string
	for _, line := range strings.SplitAfter(s, "\n") {
		if !strings.HasPrefix(line, "file ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "")
}
