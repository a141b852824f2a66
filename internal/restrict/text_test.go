package restrict_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
)

// TestText checks that a printed scope is parsed as the same scope.
func TestText(t *testing.T) {
	for seed := range uint64(40) {
		p := restricttest.Program(seed)
		r := restricttest.NewRunner(t, p)
		var samples []*restricttest.Trace
		for k := range uint64(4) {
			samples = append(samples, r.Run(t, restricttest.Inputs(p, exec.Constants(p), k)))
		}
		for _, s := range restricttest.Scopes(rand.New(rand.NewPCG(seed, 2)), p, samples,
			func(restrict.Scope) bool { return false }) {
			var back restrict.Scope
			var err error
			read := func(what string, f func() error) {
				if err = f(); err != nil {
					t.Errorf("program %d: %s of %s: %v", seed, what, restrict.Text(p, s), err)
				}
			}
			if s.Region != nil {
				read("region", func() error {
					back.Region,
						err = restrict.ParseRegion(p, restrict.RegionText(p, s.Region))
					return err
				})
			}
			if s.Range != nil {
				read("range", func() error { back.Range, err = restrict.ParsePaths(s.Range.String()); return err })
			}
			if s.Condition != nil {
				read("condition", func() error {
					back.Condition, err = restrict.ParseCondition(p, restrict.ConditionText(s.Condition))
					return err
				})
			}
			if s.Edges != nil {
				read("edges", func() error { back.Edges, err = restrict.ParseEdges(p, restrict.EdgesText(p, s.Edges)); return err })
			}
			if t.Failed() {
				return
			}
			back.Depth = s.Depth
			if a, b := restrict.Text(p, s), restrict.Text(p, back); a != b {
				t.Fatalf("program %d\n%s\n%s", seed, a, b)
			}
			if s.Edges != nil && !(s.Edges.Covers(back.Edges) && back.Edges.Covers(s.Edges)) {
				t.Errorf("program %d: other edges", seed)
			}
			if s.Region != nil && !reflect.DeepEqual(s.Region.Box, back.Region.Box) {
				t.Errorf("program %d: %+v, %+v", seed, s.Region.Box, back.Region.Box)
			}
		}
	}
}

const loop = `program ILP32
site nondet "nondet@a.c:2:3" name "nondet" type i32 in main
site nondet "nondet@a.c:3:3" name "nondet" type u8 in main
site bytes "buf@a.c:4:3" in main
obligation "assertion" in "main"
entry main

func main() void {
  reg x i32 source "x"
  reg y u8
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3 loop "while" @-
  loc L4
  loc L5
  loc L6 error O0
  loc L7
  L0 -> L2: x = input #0
  L2 -> L3: y = input #1
  L3 -> L4: assume 0:i32 < x [T]
  L4 -> L3: x = x - 1:i32
  L3 -> L5: assume x <= 0:i32 [F]
  L5 -> L6: assume x == -3:i32 [T]
  L5 -> L7: assume x != -3:i32 [F]
  L7 -> L1: return
}
`

// TestPathText checks that long paths are run-length coded and parsed as the same paths.
func TestPathText(t *testing.T) {
	for _, c := range []struct{ path, text string }{
		{"", ""},
		{strings.Repeat("T", 40), strings.Repeat("T", 40)},
		{strings.Repeat("T", 1000) + "FTTT", "T1000FT3"},
		{strings.Repeat("TF", 20) + "FF", strings.Repeat("TF", 19) + "TF3"},
		{strings.Repeat("F", 60) + "TT", "F60TT"},
	} {
		if got := restrict.Path(c.path).String(); got != c.text {
			t.Errorf("%s, want %s", got, c.text)
		}
		if back, err := restrict.ParsePaths(c.text + ".."); err != nil || string(back.Lo) != c.path {
			t.Errorf("%s: %s, %v", c.text, back, err)
		}
	}
	r, err := restrict.ParsePaths("T3F..<FT100@0123456789abcdef")
	if want := (restrict.PathRange{Lo: "TTTF", Hi: restrict.Path("F" + strings.Repeat("T", 100)), Before: true,
		Form: "0123456789abcdef"}); err != nil || *r != want {
		t.Errorf("%+v, %v", r, err)
	} else if got := r.String(); got != "TTTF..<FT100@0123456789abcdef" {
		t.Error(got)
	}
}

// FuzzPaths checks that each range that is parsed is printed as a text that is parsed as the same range.
func FuzzPaths(f *testing.F) {
	for _, text := range []string{"TTF..FT", "T1000FT3..<F", "..<", "..", "T..F@0123456789abcdef", "T 3 .. 4",
		"T..T99999999999"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := restrict.ParsePaths(text)
		if err != nil {
			if at := err.(*restrict.PathError); at.Col < 1 || at.Col > len(text)+2 {
				t.Errorf("%q: column %d", text, at.Col)
			}
			return
		}
		back, err := restrict.ParsePaths(r.String())
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if r.Empty() != back.Empty() || !r.Covers(back) || !back.Covers(r) {
			t.Errorf("%q: %s, and then %s", text, r, back)
		}
	})
}

// TestTextErrors checks the positions and texts of errors.
func TestTextErrors(t *testing.T) {
	p := irtest.Program(t, loop)
	region := func(s string) error { _, err := restrict.ParseRegion(p, s); return err }
	paths := func(s string) error { _, err := restrict.ParsePaths(s); return err }
	edges := func(s string) error { _, err := restrict.ParseEdges(p, s); return err }
	condition := func(s string) error { _, err := restrict.ParseCondition(p, s); return err }
	for _, c := range []struct {
		parse      func(string) error
		text, want string
	}{
		{region, "x in 0..5, nondet@a.c:3:3 in 3.., input1 < 5:u8", ""},
		{region, "x in 0..5,  z in 3..", "column 13: no input z; there are"},
		{region, "nondet in 3..4", "column 1: no input nondet"},
		{region, "input1 in -1..4", "column 1: -1 is not in 0..255"},
		{region, "x in 0..2147483648", "2147483648 is not in -2147483648..2147483647"},
		{region, "x in 3", "column 1: a range is needed"},
		{region, "x in a..b", "a is no number"},
		{region, "x in 0..5, input0 in 0..4", "column 12: a second range of one input"},
		{region, "input2 in 0..4", "the input has no integers"},
		{region, "x < 5", "column 1: at character 6: "},
		{region, "x + 1:i32", "a condition is needed, this is of type i32"},
		{region, "x < input1", "column 1: "},
		{paths, "TTF..FT", ""},
		{paths, " T3 F .. <F T12 @ 0123456789abcdef", ""},
		{paths, "..<", ""},
		{paths, "TTF", "column 4: two bounds are needed"},
		{paths, "", "column 1: two bounds are needed"},
		{paths, "T..TX", `column 5: upper bound: decisions are T or F, not "X"`},
		{paths, "Tä..T", `column 2: lower bound: decisions are T or F, not "ä"`},
		{paths, "T.. < T<", `column 8: upper bound: decisions are T or F, not "<"`},
		{paths, "T..<4", "column 5: upper bound: a number stands after the decision that it repeats"},
		{paths, "T0..", "column 2: lower bound: a decision stands 0 times"},
		{paths, "T99999999999999999999..", "column 2: lower bound: more than 16777216 decisions"},
		{paths, "T16777216F..", "column 10: lower bound: more than 16777216 decisions"},
		{paths, "T..F@12", "column 6: after @ stands the fingerprint"},
		{edges, "main: L0 L2 L3 L4 L3, main: L5 L6", ""},
		{edges, "main, f: L0 L1", `column 7: no function "f" in the program`},
		{edges, "main: L0 L4", "column 1: main has no edge from L0 to L4"},
		{edges, "main: L0 L99", "main has no location L99"},
		{edges, "main: L0 L2#1", "main has 1 edges from L0 to L2: no number 1"},
		{edges, "main: L0", "one location is no edge"},
		{condition, "note \"n\"\nobligations 0 // all\n\nstate 0\n main: L3 L4 if x < 5:i32 goto 1\nstate 1 verified", ""},
		{condition, "state 1", "line 1: state 0 is next"},
		{condition, "main: L3 L4 goto 0", "line 1: a step before the first state"},
		{condition, "state 0\nmain: L3 L4", "line 2: a step is FUNCTION: L2 L3"},
		{condition, "state 0\nmain: L3 L4 if y goto 0", "line 2: a condition is needed"},
		{condition, "state 0\nmain: L3 L4 goto 7", "a step of state 0: no state 7"},
		{condition, "obligations 3", "line 1: no obligation 3"},
		{condition, "obligations 0 0", "line 1: obligation 0 twice"},
		{condition, "obligations 0\nobligations", "line 2: a second list of obligations"},
		{condition, "note x", "line 1: a note is a quoted text"},
	} {
		err := c.parse(c.text)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}
