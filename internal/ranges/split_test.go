package ranges_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestSplitters: the bounds of all splitters, with the inputs of their tests.
func TestSplitters(t *testing.T) {
	golden.Each(t, "testdata/split/*.c", func(t *testing.T, file string) {
		task, err := enginetest.C{File: file}.Load()
		if err != nil {
			t.Fatal(err)
		}
		task.Options.Determ = true
		var b strings.Builder
		for _, how := range []struct {
			by   string
			n    int
			seed uint64
		}{{"lb3", 2, 0}, {"lb10", 2, 0}, {"lb1+lb3", 4, 0}, {"rdm", 2, 1}, {"rdm", 4, 1}, {"rdm9", 2, 1}, {"rdm9", 4, 2}} {
			task.Options.Seed = how.seed
			fmt.Fprintf(&b, "%s, %d ranges, seed %d\n", how.by, how.n, how.seed)
			b.WriteString(split(t, task, how.by, how.n))
		}
		golden.Compare(t, strings.TrimSuffix(file, ".c")+".txt", b.String())
	})
}

func split(t *testing.T, task *verify.Task, by string, n int) string {
	t.Helper()
	s, err := ranges.ParseSplit(by)
	if err != nil {
		t.Fatal(err)
	}
	bs, err := ranges.Split(context.Background(), task, s, n)
	if none := (*ranges.NoSplit)(nil); errors.As(err, &none) {
		return "    none: " + none.Reason + "\n"
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, x := range bs {
		fmt.Fprintf(&b, "    %s   {%s}", x.Path, exec.FormatInputs(x.Test.Records, task.Program))
		if x.Cut != "" {
			fmt.Fprintf(&b, "   cut: %s", x.Cut)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
