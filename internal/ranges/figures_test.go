package ranges_test

import (
	"fmt"
	"maps"
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

// TestFigures reproduces Fig. 1 and 3 of the paper. Fig. 1 has the paths that the tests x = 2 and x = 0 induce. Fig. 3
// has the part of the execution tree, up to x = 4, that each range program explores: the paths up to the path of x = 0
// (a), the paths from the path of x = 2 on (b), and the paths in both ranges (c). Here the assertion is a decision too,
// which is always F.
func TestFigures(t *testing.T) {
	task := ranges.Reference(enginetest.C{File: "testdata/split/fig1.c"}.Task(t))
	p := task.Program
	given := func(x int64) *verify.Test {
		return &verify.Test{Records: []ir.Record{{Type: ir.I32, Bits: ir.NewConst(ir.I32, x).Bits}}}
	}
	var b strings.Builder
	path := func(x int64) restrict.Path {
		bound, err := ranges.Induced(t.Context(), task, given(x), 0)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "x -> %d induces %s\n", x, bound.Path)
		return bound.Path
	}
	one, two := path(2), path(0)
	explored := map[string]map[string]bool{} // by prefix of a path: the figures that have it
	conds := map[string]string{}
	figures := []struct {
		name string
		r    *restrict.PathRange
	}{{"1", nil}, {"3a", &restrict.PathRange{Hi: two}}, {"3b", &restrict.PathRange{Lo: one, NoUpper: true}},
		{"3c", &restrict.PathRange{Lo: one, Hi: two}}}
	for _, f := range figures {
		q := p
		if f.r != nil {
			var err error
			if q, _, err = restrict.Apply(p, restrict.Scope{Range: f.r}); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "%s: %s\n", f.name, f.r)
		}
		m, err := exec.NewInterp(q, exec.Config{})
		if err != nil {
			t.Fatal(err)
		}
		for x := int64(-2); x <= 4; x++ {
			var d []byte
			var texts []string
			m.Path(func(e *ir.Edge) {
				if a, is := e.Stmt.(*ir.Assume); is && a.Mark != ir.NoMark {
					d, texts = append(d, "?TF"[a.Mark]), append(texts, ir.ExprString(a.Cond))
				}
			})
			run, err := m.Run(t.Context(), exec.FromRecords(q, given(x).Records))
			if err != nil {
				t.Fatal(err)
			}
			if run.Outcome.Kind != exec.Finished {
				continue
			}
			for i := range d {
				begin := string(d[:i+1])
				if explored[begin] == nil {
					explored[begin] = map[string]bool{}
				}
				explored[begin][f.name], conds[begin] = true, texts[i]
			}
		}
	}
	b.WriteString("\n 1 3a 3b 3c\n")
	for _, begin := range slices.SortedFunc(maps.Keys(explored),
		func(x, y string) int { return restrict.ComparePaths(restrict.Path(x), restrict.Path(y)) }) {
		for _, f := range figures {
			mark := "-"
			if explored[begin][f.name] {
				mark = "+"
			}
			fmt.Fprintf(&b, "%*s", len(f.name)+1, mark)
		}
		fmt.Fprintf(&b, "  %s%c %s\n", strings.Repeat("  ", len(begin)-1), begin[len(begin)-1], conds[begin])
	}
	golden.Compare(t, "testdata/figures.txt", b.String())
}
