package ranges_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// paths returns all paths of a program with one input of eight bits, sorted.
func paths(t *testing.T, task *verify.Task) (all []restrict.Path) {
	t.Helper()
	for x := range uint64(256) {
		test := &verify.Test{}
		for _, s := range task.Program.Sites {
			if s.Kind == ir.Nondet {
				test.Records = append(test.Records, ir.Record{Key: ir.Key{Site: s.ID}, Type: s.Type, Bits: x})
			}
		}
		b, err := ranges.Induced(context.Background(), task, test, 0)
		if err != nil {
			t.Fatal(err)
		}
		if b.Cut != "" || len(b.Test.Records) != 1 {
			t.Fatalf("%s: %s", exec.FormatInputs(b.Test.Records, task.Program), b.Cut)
		}
		all = append(all, b.Path)
	}
	slices.SortFunc(all, restrict.ComparePaths)
	return slices.Compact(all)
}

// TestHalve halves ranges of small programs repeatedly, whose paths are all known. Each bound must be inside of its
// range, with paths on both sides.
func TestHalve(t *testing.T) {
	golden.Each(t, "testdata/halve/*.c", func(t *testing.T, file string) {
		task, err := enginetest.C{File: file}.Load()
		if err != nil {
			t.Fatal(err)
		}
		task.Options.Determ = true
		all := paths(t, task)
		h, err := ranges.NewHalver(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		var b strings.Builder
		fmt.Fprintf(&b, "%d paths\n", len(all))
		todo := []restrict.PathRange{{NoUpper: true}}
		for len(todo) > 0 && len(todo) < 16 {
			r := todo[0]
			todo = todo[1:]
			in := count(all, &r)
			x, err := h.Halve(context.Background(), r)
			if none := (*ranges.NoSplit)(nil); errors.As(err, &none) {
				if in > 1 {
					t.Errorf("%s has %d paths: %v", r.String(), in, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			lo, hi := r, r
			lo.Hi, lo.Before, lo.NoUpper = x.Path, true, false
			hi.Lo = x.Path
			m, n := count(all, &lo), count(all, &hi)
			fmt.Fprintf(&b, "%s: %d and %d, at %s\n", r.String(), m, n, x.Path)
			if m+n != in || m == 0 || n == 0 {
				t.Errorf("%s: %d paths are halved to %d and %d", r.String(), in, m, n)
			}
			if i, err := ranges.Induced(context.Background(), task, x.Test, 0); err != nil ||
				!strings.HasPrefix(string(i.Path), string(x.Path)) {
				t.Errorf("%s: the test of %s has the path %s, %v", r.String(), x.Path, i.Path, err)
			}
			todo = append(todo, lo, hi)
		}
		golden.Compare(t, strings.TrimSuffix(file, filepath.Ext(file))+".txt", b.String())
	})
}

// count returns the number of paths in a range.
func count(all []restrict.Path, r *restrict.PathRange) (n int) {
	for _, p := range all {
		if r.Contains(p) {
			n++
		}
	}
	return n
}
