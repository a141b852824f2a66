// Package golden compares the output of tests with files in testdata. With the flag -update it rewrites these files.
//
//	golden.Each(t, "testdata/*.c", func(t *testing.T, file string) {
//		golden.Compare(t, strings.TrimSuffix(file, ".c")+".ir", lower(t, file))
//	})
//
// Each runs a test for every file of a pattern. Compare compares a text with a file. Archives reads txtar files: a
// first line with parameters of the test, the program, and the expected text:
//
//	show: points live
//	-- program.ir --
//	...
//	-- want --
//	...
//
// Not modelled: archives with more than one program.
package golden

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each runs a test, with the name of the file, for each file that matches the pattern. It fails if there is none.
func Each(t *testing.T, pattern string, test func(t *testing.T, file string)) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for _, file := range files {
		base := filepath.Base(file)
		t.Run(strings.TrimSuffix(base, filepath.Ext(base)), func(t *testing.T) { test(t, file) })
	}
}

// Compare fails the test if got is not the content of the file.
func Compare(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	diff(t, file, string(want), got)
}

// Archives reads each txtar archive that matches the pattern. It calls test with the archive's first line and first
// file, and compares the result with the second file.
func Archives(t *testing.T, pattern string, test func(t *testing.T, line, src string) string) {
	t.Helper()
	Each(t, pattern, func(t *testing.T, file string) {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(ar.Files); n != 2 && !(n == 1 && *update) {
			t.Fatalf("%s: %d files, not a program and what is expected of it", file, n)
		}
		line, _, _ := strings.Cut(string(ar.Comment), "\n")
		got := test(t, line, string(ar.Files[0].Data))
		if *update {
			want := txtar.File{Name: "want"}
			if len(ar.Files) == 2 {
				want = ar.Files[1]
			}
			want.Data = []byte(got)
			ar.Files = []txtar.File{ar.Files[0], want}
			if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		diff(t, file, string(ar.Files[1].Data), got)
	})
}

// diff fails the test if the texts differ.
func diff(t testing.TB, file, want, got string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-update writes it anew), -want +got:\n%s", file, d)
	}
}
