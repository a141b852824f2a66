package iat_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/iat"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// outcome is the result of a run of the engine, after its claims have been checked.
type outcome struct {
	kind  string // safe, part (some obligations hold), unsafe, unknown
	tree  string // one line if nothing was split
	note  string
	test  string // the inputs, if kind is unsafe
	parts bool   // each obligation has its own proof
	tests string // the event with the number of abstract and exhaustive tests
}

// run runs the engine with options. The test fails if the engine does not end, its proof is not confirmed, or its test
// does not reach the violation.
func run(t *testing.T, task *verify.Task, options string) outcome {
	t.Helper()
	out, ended := runFor(t, task, options, func(string) bool { return false })
	if !ended {
		t.Fatalf("%s: it did not end", options)
	}
	return out
}

// splitOnce returns the tree after the first split.
func splitOnce(t *testing.T, task *verify.Task, options string) string {
	t.Helper()
	out, _ := runFor(t, task, options, func(e string) bool { return strings.HasSuffix(e, " parts open") })
	return out.tree
}

// runFor does what run does, but stops the engine when the function end returns true for an event.
func runFor(t *testing.T, task *verify.Task, options string, end func(string) bool) (out outcome, ended bool) {
	t.Helper()
	cfg := iat.Default()
	if options != "" {
		var err error
		if cfg, err = iat.Parse(options); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	copied := *task
	task = &copied
	task.Log = &obs.Log{DumpDir: t.TempDir(), Watch: func(e obs.Event) {
		if strings.Contains(e.Text, "abstract tests, ") {
			out.tests = e.Text
		}
		if end(e.Text) {
			stop()
		}
	}}
	task.Options.Seed, task.Options.Determ = 1, true
	task.Budget.Work = 1 << 20
	r := enginetest.Run(ctx, iat.New(cfg), task, verify.NewBoard())
	ended = ctx.Err() == nil
	if files, _ := filepath.Glob(filepath.Join(task.Log.DumpDir, "*-iat.txt")); len(files) == 1 {
		text, err := os.ReadFile(files[0])
		if err != nil {
			t.Fatal(err)
		}
		out.tree = string(text)
		if out.tree == "" {
			t.Error("an empty tree")
		}
	}
	switch r := r.(type) {
	case *verify.Safe:
		out.kind = "safe"
		if r.Obligations != nil && len(r.Obligations) < len(task.Asked()) {
			out.kind = "part"
		}
		if c, is := r.Proof.(*verify.Cover); is {
			out.parts = c.Leaves[0].Of != nil
		}
		if c := check.Proof(t.Context(), task, r); c.Verdict != check.Confirmed {
			t.Errorf("%s: the proof is %s: %s", options, c.Verdict, c.Reason)
		}
	case *verify.Unsafe:
		out.kind = "unsafe"
		for _, x := range r.Test.Records {
			out.test += fmt.Sprint(x.Bits, " ")
		}
		out.test = strings.TrimSpace(out.test)
		if err := enginetest.Replay(t.Context(), task, r); err != nil {
			t.Errorf("%s: the test %s does not show it: %v", options, out.test, err)
		}
	case *verify.Unknown:
		out.kind, out.note = "unknown", r.Reason
	default:
		t.Fatalf("a result of type %T", r)
	}
	return out, ended
}

// programs lists the expected results for the files in testdata. Words that begin with - must not be in the tree. If
// there are no words, one pass decides and nothing is split.
var programs = []struct {
	name, options, kind string
	tree                []string
	twin                string // result for the unsafe twin; "" for any result but safe
}{
	{"partition", "", "safe", nil, "unsafe"},
	{"partition", "values=off,backward=off,bet=off", "safe", []string{"1:i32 <= __VERIFIER_nondet_int0: proved, abstract",
		"_int0 <= 0:i32: proved, abstract"}, "unknown"},
	{"partition", "values=off,domain=interval", "safe", []string{"proved, abstract", "-proved, runs"}, "unsafe"},
	{"partition", "values=off,bet=off,partition=off", "unknown", nil, "unknown"},

	{"backward", "values=off,domain=interval", "safe",
		[]string{"!(3:i32 <= __VERIFIER_nondet_int0 && __VERIFIER_nondet_int0 <= 90:i32): proved, backward",
			"_int0 <= 90:i32: proved, runs"}, "unsafe"},
	{"backward", "values=off,samples=off,domain=octagon", "safe", []string{"_int0 <= 90:i32): proved, backward",
		"_int0 <= 90:i32: proved, runs"}, "unsafe"},
	{"backward", "values=off,backward=off,samples=off,domain=interval", "safe",
		[]string{"-proved, backward", "proved, runs"}, "unsafe"},

	{"box", "", "safe", []string{"all inputs: proved, runs"}, "unsafe"},
	{"box", "partition=off,samples=off", "safe", []string{"all inputs: proved, runs"}, "unsafe"},
	{"box", "values=off,threshold=20,domain=octagon", "safe", []string{"-all inputs: proved", "proved, abstract",
		"proved, runs"}, "unsafe"},
	{"box", "values=off,bet=off,domain=octagon", "safe", []string{"-proved, runs"}, "unknown"},
	{"box", "bet=off,partition=off", "unknown", nil, "unknown"},

	{"stream", "values=off,samples=off,domain=interval", "unknown", []string{"-proved, runs"}, ""},
	{"stream", "values=off,partition=off", "unknown", []string{"all inputs: open"}, ""},

	{"two", "", "safe", []string{"all inputs: proved, runs"}, "unsafe"},
	{"two", "partition=off,bet=off", "part", nil, "part"},

	{"bools", "", "safe", nil, "unsafe"},
	{"bools", "values=off,bet=off,domain=octagon", "safe", []string{"all inputs: proved, abstract"}, "unknown"},
	{"bools", "values=off,samples=off,domain=interval", "safe",
		[]string{"__VERIFIER_nondet_bool0 <=", "__VERIFIER_nondet_bool0.2 <="}, "unsafe"},

	{"unsigned", "samples=off", "safe", []string{"_uint0 == 0:u32: proved, runs",
		"1:u32 <= __VERIFIER_nondet_uint0: proved, abstract"}, "unsafe"},
	{"unsigned", "values=off,bet=off", "safe", []string{"_uint0 == 0:u32: proved, abstract",
		"1:u32 <= __VERIFIER_nondet_uint0: proved, abstract"}, "unknown"},

	{"wide", "values=off,domain=octagon", "safe", []string{"all inputs: proved, abstract"}, "unsafe"},
	{"wide", "values=off,backward=off,samples=off,domain=octagon", "safe",
		[]string{"400000001:i64 <= __VERIFIER_nondet_longlong0: proved, abstract",
			"_longlong0 <= 400000000:i64: proved, abstract"}, ""},

	{"none", "", "safe", nil, "unsafe"},
	{"none", "samples=off,values=off,domain=octagon", "safe", nil, "unsafe"},
	{"none", "bet=off,values=off,domain=octagon", "unknown", nil, "unknown"},

	{"loop", "", "unknown", nil, ""},
	{"loop", "samples=off,values=off,domain=interval", "unknown", nil, ""},

	{"floats", "values=off,domain=interval", "safe", []string{"-proved, runs"}, ""},
	{"floats", "partition=off", "unknown", []string{"all inputs: open"}, "unknown"},

	{"parity", "", "safe", nil, "unsafe"},
	{"parity", "values=off,partition=off,bet=off", "unknown", nil, "unknown"},

	{"recursion", "values=off,samples=off", "safe", []string{"all inputs: proved, runs"}, "unsafe"},
	{"recursion", "values=off,bet=off,partition=off,domain=interval", "part", nil, "part"},
}

// TestPrograms checks that the proofs of the safe programs are confirmed and have the expected form. Unsafe twins are
// never proved.
func TestPrograms(t *testing.T) {
	for _, c := range programs {
		t.Run(c.name+"/"+c.options, func(t *testing.T) {
			out := run(t, load(t, c.name, false), c.options)
			if out.kind != c.kind {
				t.Errorf("%s (%s), want %s\n%s", out.kind, out.note, c.kind, out.tree)
			}
			if c.tree == nil && strings.Count(out.tree, "\n") != 1 || c.tree == nil && out.kind == "safe" &&
				!strings.HasPrefix(out.tree, "all inputs: proved, ") {
				t.Errorf("there is a tree:\n%s", out.tree)
			}
			for _, w := range c.tree {
				w, without := strings.CutPrefix(w, "-")
				if strings.Contains(out.tree, w) == without {
					t.Errorf("%q: %v in\n%s", w, without, out.tree)
				}
			}
			if c.name == "two" && out.parts != (out.kind == "safe") {
				t.Errorf("the proof of both: %v", out.parts)
			}
			twin := run(t, load(t, c.name, true), c.options)
			if twin.kind == "safe" || c.twin != "" && twin.kind != c.twin {
				t.Errorf("twin: %s (%s), want %s\n%s", twin.kind, twin.note, c.twin, twin.tree)
			}
		})
	}
}

// load returns the task of a program in testdata, or of its unsafe twin.
func load(t *testing.T, name string, unsafe bool) *verify.Task {
	t.Helper()
	return enginetest.C{File: "testdata/" + name + ".c", Unsafe: unsafe}.Task(t)
}

// TestBool checks that inputs of type bool are split and enumerated. C has no such inputs, since its input functions
// return a byte for _Bool.
func TestBool(t *testing.T) {
	for _, want := range []string{"2", "3"} { // the asserted value of x if a and b hold; it is 2
		task := &verify.Task{Program: irtest.Program(t, strings.ReplaceAll(`program ILP32
site param "a@a.c:1:1" type bool
site param "b@a.c:1:2" type bool
obligation "assertion" text "e" in "main"
entry main
func main() void {
  reg a bool
  reg b bool
  reg x i32
  loc L0 entry
  loc L1 exit
  loc L2 error O0
  loc L3
  loc L4
  loc L5
  loc L6
  loc L7
  loc L8
  loc L9
  loc L10
  L0 -> L3: a = input #0
  L3 -> L4: b = input #1
  L4 -> L5: assume a
  L4 -> L6: assume !a
  L5 -> L7: x = 1:i32
  L6 -> L7: x = 7:i32
  L7 -> L8: assume b
  L7 -> L9: assume !b
  L8 -> L9: x = x + 1:i32
  L9 -> L2: assume a && b && x != WANT:i32
  L9 -> L10: assume !(a && b && x != WANT:i32)
  L10 -> L1: return
}
`, "WANT", want))}
		for _, options := range []string{"values=off,samples=off,domain=interval",
			"values=off,backward=off,bet=off,domain=interval", "values=off,backward=off,samples=off,threshold=1"} {
			out := run(t, task, options)
			kind := map[bool]string{true: "safe", false: "unsafe"}[want == "2"]
			if kind == "unsafe" && strings.Contains(options, "bet=off") {
				kind = "unknown"
			}
			if out.kind != kind || out.kind == "unsafe" && out.test != "1 1" {
				t.Errorf("%s, %s: %+v", want, options, out)
			}
		}
	}
}

// TestDomains checks that each domain with bounds proves the programs that splitting alone decides, and that no domain
// proves a twin.
func TestDomains(t *testing.T) {
	for _, d := range domains.List() {
		for _, name := range []string{"partition", "backward", "two"} {
			options := "values=off,domain=" + d.Name
			if out := run(t, load(t, name, false), options); out.kind != "safe" && d.Bounds {
				t.Errorf("%s, %s: %+v", name, options, out)
			}
			if out := run(t, load(t, name, true), options); out.kind != "unsafe" {
				t.Errorf("twin of %s, %s: %+v", name, options, out)
			}
		}
	}
}

// TestParse parses all options, and refuses unknown options and values out of range.
func TestParse(t *testing.T) {
	c, err := iat.Parse(
		"domain=octagon,partition=off,backward=off,values=off,summaries=off,bet=off,samples=off,predicates=3,parts=5,threshold=2500")
	want := iat.Config{Domain: "octagon", Rounds: iat.Default().Rounds, Predicates: 3, Parts: 5, Threshold: 2500,
		Slice: iat.Default().Slice}
	if err != nil || c != want {
		t.Errorf("%+v %v, want %+v", c, err, want)
	}
	for _, s := range []string{"partition", "backward", "values", "summaries", "bet", "samples"} {
		if c, err := iat.Parse(s + "=on"); err != nil || c != iat.Default() {
			t.Errorf("%s on: %+v %v", s, c, err)
		}
	}
	for _, s := range []string{"", "no", "no=1", "partition", "partition=no", "bet=1", "predicates=", "predicates=x",
		"predicates=-1", "threshold=-1", "threshold=1e3", "threshold=9223372036854775808", "parts=0", "parts=1",
		"rounds=2147483648", "parts=2,", "domain=", "domain=no", "domain=octagon=", "parts =3", "bet=on off"} {
		if c, err := iat.Parse(s); err == nil {
			t.Errorf("%q: %+v", s, c)
		}
	}
}

// TestParseErrors checks that the error names the fault of an option.
func TestParseErrors(t *testing.T) {
	for options, want := range map[string]string{
		"bet=off,foo=1":                  `option "foo=1" of engine iat: no such option (there are: backward, bet, domain, `,
		"":                               `option "" of engine iat: no such option`,
		"bet=maybe":                      `option "bet=maybe" of engine iat: no bet "maybe" (there are: off, on)`,
		"predicates=x":                   `option "predicates=x" of engine iat: "x" is not a number from 0 to `,
		"parts=1":                        `"1" is not a number from 2 to `,
		"threshold=99999999999999999999": `"99999999999999999999" is not a number from 0 to 9223372036854775807`,
		"domain=no":                      `no domain "no" (there are: ` + strings.Join(domains.Names(), ", ") + ")",
	} {
		if _, err := iat.Parse(options); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", options, err, want)
		}
	}
}

// TestCounts checks that the engine does not use a technique that is off.
func TestCounts(t *testing.T) {
	for options, want := range map[string]string{
		"partition=off,bet=off,values=off": "1 abstract tests, 0 exhaustive ones",
		"partition=off,bet=off":            "4 abstract tests, 0 exhaustive ones",
		"partition=off,values=off":         "1 abstract tests, 1 exhaustive ones",
		"samples=off,values=off":           "1 abstract tests, 1 exhaustive ones",
	} {
		if out := run(t, load(t, "box", false), options); !strings.HasPrefix(out.tests, want) {
			t.Errorf("%s: %s, want %s", options, out.tests, want)
		}
	}
	for options, split := range map[string]bool{"samples=on": false, "samples=off": true} { // a sample suffices
		if out := run(t, load(t, "partition", true), options); out.kind != "unsafe" ||
			(out.tree != "all inputs: violated\n") != split {
			t.Errorf("%s: %+v", options, out)
		}
	}
	for options, want := range map[string]string{
		"partition=off,bet=off": "the invariants do not exclude the error at testdata/stream.c:17:3",
		"partition=off":         "inputs are not split",
		"threshold=1,values=off,domain=interval": "an entry input stays open by itself, inputs that are not split (read " +
			"in loops, of uninitialised memory, floats, pointers) decide it",
	} {
		if out := run(t, load(t, "stream", false), options); out.note != want {
			t.Errorf("%s: %q, want %q", options, out.note, want)
		}
	}
}

// TestLimits checks that the options predicates and parts bound the first split.
func TestLimits(t *testing.T) {
	base := "samples=off,bet=off,backward=off,values=off,domain=octagon,"
	first := func(tree string) (n int) { // number of parts of the first split
		for line := range strings.Lines(tree) {
			if strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		options string
		parts   int
	}{{"", 6}, {"predicates=1", 2}, {"parts=3", 2}, {"parts=4", 4}, {"parts=2", 2}, {"predicates=0", 2}} {
		cfg := base + c.options
		out := splitOnce(t, fig2(t), strings.TrimSuffix(cfg, ","))
		if n := first(out); n != c.parts {
			t.Errorf("%q: %d parts, want %d\n%s", c.options, n, c.parts, out)
		}
	}
}

// TestDeterministic checks that two runs have the same tree and the same test, with samples and without.
func TestDeterministic(t *testing.T) {
	for _, options := range []string{"values=off,domain=octagon", "values=off,samples=off",
		"values=off,bet=off,domain=octagon"} {
		for _, name := range []string{"backward", "box", "unsigned", "wide"} {
			if strings.Contains(options, "bet=off") && name == "backward" {
				continue // slow
			}
			for _, unsafe := range []bool{false, true} {
				a, b := run(t, load(t, name, unsafe), options), run(t, load(t, name, unsafe), options)
				if a != b {
					t.Errorf("%s, %v, %s: %+v and %+v", name, unsafe, options, a, b)
				}
			}
		}
	}
}
