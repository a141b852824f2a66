package ranges_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestSplitters checks the bounds of all splitters, and the inputs of their tests.
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
		}{{"lb3", 2, 0}, {"lb10", 2, 0}, {"lb1+lb3", 4, 0}, {"rdm", 2, 1}, {"rdm", 4, 1}, {"rdm9", 2, 1}, {"rdm9", 4, 2},
			{"fit3", 2, 0}, {"balanced", 4, 0}, {"inputs", 4, 0}} {
			task.Options.Seed = how.seed
			fmt.Fprintf(&b, "%s, %d ranges, seed %d\n", how.by, how.n, how.seed)
			b.WriteString(split(t, task, how.by, how.n))
		}
		golden.Compare(t, strings.TrimSuffix(file, ".c")+".txt", b.String())
	})
}

// split returns a text with the bounds that a splitter finds.
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

// TestBetween checks that each path is in exactly one of the ranges between bounds.
func TestBetween(t *testing.T) {
	rs, err := ranges.Between([]ranges.Bound{{Path: "FT", Form: "a"}, {Path: "TF", Form: "a"}, {Path: "FT"},
		{Path: "TFT"}})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for i := range rs {
		texts = append(texts, rs[i].String())
	}
	if got := strings.Join(texts, " "); got != "..<TF@a TF..<TFT@a TFT..<FT@a FT..@a" {
		t.Error(got)
	}
	for n := range 1 << 7 {
		p := restrict.Path("")
		for k := n; k > 1; k >>= 1 {
			p += restrict.Path("TF"[k&1 : k&1+1])
		}
		if in := slices.DeleteFunc(slices.Clone(rs), func(r restrict.PathRange) bool { return !r.Contains(p) }); len(
			in) != 1 {
			t.Errorf("%s is in %d ranges", p, len(in))
		}
	}
	if _, err := ranges.Between([]ranges.Bound{{Path: "FT", Form: "a"}, {Path: "TF", Form: "b"}}); err == nil {
		t.Error("bounds of two forms")
	}
	if rs, err := ranges.Between(nil); err != nil || len(rs) != 1 || rs[0].String() != ".." {
		t.Error(rs, err)
	}
}

func TestParseSplit(t *testing.T) {
	for _, s := range ranges.Splitters() {
		if r, err := ranges.ParseSplit(s.Name); err != nil || r.Name != s.Name || r.Doc != s.Doc {
			t.Errorf("%s: %v, %v", s.Name, r, err)
		}
	}
	for text, want := range map[string]string{
		"lb7": "lb7", "lb10+lb3+lb3": "lb3+lb10", "fit4": "fit4", "rdm5": "rdm", "rdm1": "rdm1",
		"": "no splitter", "lb": "iterations is from", "lb0": "iterations is from", "lb-1": "iterations is from",
		"lbx": "is not lb and a number", "lb3+": `"" is not lb`, "lb1000001": "iterations is from",
		"lb3+fit3": "is not lb", "rdm10": "no splitter", "rdm0": "no splitter", "balances": "did you mean balanced?",
	} {
		s, err := ranges.ParseSplit(text)
		if err != nil && !strings.Contains(err.Error(), want) || err == nil && s.Name != want {
			t.Errorf("%q: %s, %v", text, s.Name, err)
		}
	}
}

// TestLimits checks that if the context ends, the result is an error, or bounds that were found before.
func TestLimits(t *testing.T) {
	task, err := enginetest.C{File: "testdata/split/consecutive.c"}.Load()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, s := range ranges.Splitters() {
		if bs, err := ranges.Split(ctx, task, s, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, %v", s.Name, bs, err)
		}
		for _, n := range []int{-1, 0, 1, ranges.MaxParts + 1, 1_000_000} {
			if _, err := ranges.Split(context.Background(), task, s, n); err == nil {
				t.Errorf("%s: %d ranges", s.Name, n)
			}
		}
	}
}

// FuzzParseSplit checks that the name of a parsed splitter is parsed as the same splitter.
func FuzzParseSplit(f *testing.F) {
	for _, text := range []string{"lb3", "lb3+lb10", "fit007", "rdm9", "balanced", "inputs", "lb", "lb+",
		"lb999999999999999999999", "rdm99", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ranges.ParseSplit(text)
		if err != nil {
			return
		}
		if again, err := ranges.ParseSplit(s.Name); err != nil || again.Name != s.Name || s.Doc == "" {
			t.Errorf("%q is %s, and that %s, %v", text, s.Name, again.Name, err)
		}
	})
}
