package restrict_test

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestRangeCondition checks that the condition of a range leaves open the executions of the range, and that RangeOf
// returns the same range for it.
func TestRangeCondition(t *testing.T) {
	in, out, skipped, back := 0, 0, 0, 0
	for seed := range uint64(40) {
		p := restricttest.Program(seed)
		for i, s := range restricttest.Drawn(t, p, seed) {
			if restricttest.Kinds[i] != "paths" {
				continue
			}
			c, err := s.Range.Condition(p)
			if err != nil {
				skipped++
				continue
			}
			run := restricttest.NewRunner(t, p, c)
			for k := range uint64(60) {
				tr := run.Run(t, restricttest.Inputs(p, exec.Constants(p), k))
				if !tr.Comparable() || tr.Outcome.Kind == exec.Blocked { // no execution
					continue
				}
				keep := restricttest.Kept(restrict.Scope{Range: s.Range}, 0, tr)
				if keep {
					in++
				} else {
					out++
				}
				if keep == tr.Verified[0] {
					t.Fatalf("program %d, inputs %d: path %s of %s: verified %v\n%s", seed, k, tr.Path(), s.Range, tr.Verified[0],
						restrict.ConditionText(c))
				}
			}
			r, is := restrict.RangeOf(p, c.Minimise())
			if !is {
				continue
			}
			back++
			if !r.Covers(s.Range) || !s.Range.Covers(r) {
				t.Fatalf("program %d: %s comes back as %s", seed, s.Range, r)
			}
		}
	}
	t.Logf("%d runs in the range, %d not, %d ranges have no condition, %d come back", in, out, skipped, back)
	if in < 300 || out < 300 || back < 20 {
		t.Error("the random ranges are useless")
	}
}

// TestRangeOf checks RangeOf for conditions that describe ranges, and for some that do not.
func TestRangeOf(t *testing.T) {
	p := irtest.Program(t, loop)
	for _, c := range []struct{ text, back string }{
		{"..", ".."},
		{"T..", "T.."},
		{"FTF..", "FTF.."},
		{"..<TTF", "..<TTF"},
		{"..TTF", "..<TF"}, // the same
		{"..FF", ".."},
		{"TTF..<FT", "TTF..<FT"},
		{"TTF..<TTF", "..<"},
		{"TTF..TTF", "TTF..<TF"},
		{"TFT..TFF", "TFT..<F"},
	} {
		r, err := restrict.ParsePaths(c.text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := r.Condition(p)
		if err != nil {
			t.Fatal(err)
		}
		got, is := restrict.RangeOf(p, a)
		if !is {
			t.Errorf("%s: does not come back\n%s", c.text, restrict.ConditionText(a))
			continue
		}
		got.Form = ""
		if got.String() != c.back {
			t.Errorf("%s: comes back as %s, want %s", c.text, got, c.back)
		}
	}
	for _, text := range []string{
		"state 0 stays\n main: L3 L4 if x < 5:i32 goto 1\nstate 1 verified",
		"state 0 stays\n main: L3 L4 goto 1\nstate 1 stays\n main: L3 L4 goto 2\n main: L5 L6 goto 1\nstate 2 verified",
		"state 0 stays\n main: L2 L3 goto 1\nstate 1 verified",
		"state 0\nstate 1 verified",
	} {
		c, err := restrict.ParseCondition(p, text)
		if err != nil {
			t.Fatal(err)
		}
		if r, is := restrict.RangeOf(p, c); is {
			t.Errorf("%s\nis the range %s", text, r)
		}
	}
}
