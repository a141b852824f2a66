package ranges_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// counts is Fig. 1 of the paper: x is the number of iterations of the loop.
const counts = `program ILP32
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

// test returns a test with the given values.
func test(values ...int64) *verify.Test {
	t := &verify.Test{}
	for i, v := range values {
		t.Records = append(t.Records, ir.Record{Key: ir.Key{Occ: i}, Type: ir.I32, Bits: ir.NewConst(ir.I32, v).Bits})
	}
	return t
}

// TestInduced checks the order of the paths that tests induce, and where paths are cut.
func TestInduced(t *testing.T) {
	p := irtest.Program(t, counts)
	task := &verify.Task{Program: p}
	last := restrict.Path("")
	for _, c := range []struct {
		x     int64
		limit int
		path  string
		cut   string
	}{
		{100_000, 1000, strings.Repeat("T", 1000), "more than 1000 decisions"},
		{3, 0, "TTTTFT", ""},
		{2, 0, "TTTFT", ""},
		{2, 5, "TTTFT", ""},
		{2, 4, "TTTF", "more than 4 decisions"},
		{0, 0, "TFT", ""},
		{-7, 0, "FT", ""},
	} {
		b, err := ranges.Induced(t.Context(), task, test(c.x), c.limit)
		if err != nil {
			t.Fatal(err)
		}
		if string(b.Path) != c.path || b.Form != restrict.Form(p) || (b.Cut == "") != (c.cut == "") ||
			!strings.Contains(b.Cut, c.cut) {
			t.Errorf("x = %d: %+v, want %s", c.x, b, c.path)
		}
		if c.limit == 0 {
			if restrict.ComparePaths(last, b.Path) > 0 {
				t.Errorf("%s does not come before %s", last, b.Path)
			}
			last = b.Path
		}
		if len(b.Test.Records) != 1 {
			t.Errorf("x = %d: the test has %v", c.x, b.Test.Records)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ranges.Induced(ctx, task, test(1<<30), 1<<24); err == nil {
		t.Error("a run that was cancelled has a path")
	}
}
