package ranged_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/cpa/ranged"
	"github.com/tandem-verifier/tandem/internal/cpa/value"
	"github.com/tandem-verifier/tandem/internal/golden"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
)

// fig1 is the example of the paper.
const fig1 = `program ILP32
site nondet "x@a.c:1:1" name "x" type i32 in main
obligation "assertion" text "a == b" in "main"
entry main
func main() void {
  reg x i32
  reg a i32
  reg b i32
  locs 12 error 2
  L0 -> L11: x = input #0
  L11 -> L12: a = 0:i32
  L12 -> L3: b = 0:i32
  L3 -> L4: assume 0:i32 <= x [T]
  L3 -> L5: assume x < 0:i32 [F]
  L4 -> L6: assume a < x [T]
  L4 -> L8: assume x <= a [F]
  L6 -> L7: a = a + 1:i32
  L7 -> L4: b = b + 1:i32
  L5 -> L9: a = 10:i32
  L9 -> L8: b = 10:i32
  L8 -> L2: assume a != b [F]
  L8 -> L10: assume a == b [T]
  L10 -> L1: return
}
`

// TestFigure3 prints the graphs of the reductions in Fig. 3, for the tests x = 2 and x = 0, by decisions and by values.
// The ends of paths outside the range are open.
func TestFigure3(t *testing.T) {
	test := func(x int64) []ir.Record {
		return []ir.Record{{Type: ir.I32, Bits: ir.NewConst(ir.I32, x).Bits}}
	}
	var b strings.Builder
	for _, c := range []struct{ figure, paths string }{
		{"3a", "..TFT"}, {"3b", "TTTFT.."}, {"3c", "TTTFT..TFT"},
	} {
		r, err := restrict.ParsePaths(c.paths)
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range []string{"decisions", "values"} {
			p := irtest.Program(t, fig1)
			w := ranged.Of(p, *r)
			for _, lower := range []bool{true, false} {
				if by == "decisions" || lower && r.Lo == "" || !lower && r.NoUpper {
					continue
				}
				x := int64(0)
				if lower {
					x = 2
				}
				if err := w.ByValues(context.Background(), p,
					value.New(p, value.Domain().Meaning(absint.Prepare(p), absint.Config{}), value.All), lower, test(x)); err != nil {
					t.Fatal(err)
				}
			}
			fmt.Fprintf(&b, "== %s, %s, by %s\n%s\n", c.figure, c.paths, by, explored(t, p, w.Reductions()...).Graph(false))
		}
	}
	golden.Compare(t, "testdata/figure3.arg", b.String())
}
