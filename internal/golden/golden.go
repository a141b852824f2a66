// Package golden compares what tests print with files in testdata; with the flag
// -update these files are written anew.
//
//	golden.Each(t, "testdata/*.c", func(t *testing.T, file string) {
//		golden.Compare(t, strings.TrimSuffix(file, ".c")+".ir", lower(t, file))
//	})
//
// Each runs a test for every file of a pattern. Compare takes the expected text
// from a file of its own; Archives from txtar files, where it stands after the
// program and a first line says what is to be done with that:
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

// Each runs a test, named after the file, for each file that fits the pattern;
// there must be some.
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

// Archives compares the second file of each txtar archive that fits the pattern
// with what test makes of the archive's first line and of its first file.
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

func diff(t testing.TB, file, want, got string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-update writes it anew), -want +got:\n%s", file, d)
	}
}
