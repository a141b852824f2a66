package coop

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/verify"
)

// some returns engines for texts of strategies; b has options.
func some() []verify.Engine {
	b := verify.Engine{Name: "b"}
	b.With = func(options string) (verify.Engine, error) {
		if !strings.HasPrefix(options, "x=") {
			return b, fmt.Errorf("bad option %q", options)
		}
		return verify.Engine{Name: "b", Doc: options}, nil
	}
	return []verify.Engine{{Name: "a"}, b, {Name: "c-d"}}
}

// TestText tests the parser, the printed form, and the messages of errors.
func TestText(t *testing.T) {
	for _, c := range [][2]string{
		{"a", "a"},
		{" seq ( a 1% , par(c-d,b)) # all\n", "seq(a 1%, par(c-d, b))"},
		{"turns(a 5s 0.25%, b:x=1,y=2+3 400ms,c-d)1m", "turns(a 0.25% 5s, b:x=1,y=2+3 400ms, c-d) 1m0s"},
		{"if(edges<20&!floats & loops, a, seq(b)) 50%", "if(edges < 20 & !floats & loops, a, seq(b)) 50%"},
		{"if(heap >= 3,\n  a)", "if(heap >= 3, a)"},
		{"split(inputs 4,seq(a, split( paths 2, b)5s)) 9%", "split(inputs 4, seq(a, split(paths 2, b) 5s)) 9%"},
		{"ranged(a,b) 5s", "ranged(a, b) 5s"},
		{"ranged(a, seq(a,b:x=1) 50%, a; split = lb3, steal=whole, exchange=on)", "ranged(a, seq(a, b:x=1) 50%, a)"},
		{"ranged(a,b;violations=all,workers=3 , parts=4, split=rdm9, fallback=first, exchange=off,steal=none)",
			"ranged(a, b; split=rdm9, parts=4, workers=3, steal=none, exchange=off, fallback=first, violations=all)"},
	} {
		s, err := Parse(c[0], some())
		if err != nil || s.Job.String() != c[1] {
			t.Errorf("%q: %q, %v; want %q", c[0], s.Job, err, c[1])
		}
	}
	for text, want := range map[string]string{
		"": "column 1: a job is expected (an engine, seq, turns, par, conditional, ranged, " +
			"split or if), not the end",
		"seq(a, x)":                `column 8: no engine "x" (there are: a, b, c-d)`,
		"seq(a b)":                 `column 7: ")" is expected or another job, not "b"`,
		"seq(a,\n  par(b, a:y=1))": "line 2, column 10: engine a has no options",
		"b:y=1":                    `column 1: bad option "y=1"`,
		"seq(a":                    `column 6: ")" is expected or another job, not the end`,
		"seq a":                    `column 5: "(" is expected after seq, not "a"`,
		"a)":                       `column 2: ')' is not expected: the strategy is complete before it`,
		"a -5s":                    `column 3: "-5s" is negative: a limit is a share (5%) or a time (5s, 400ms)`,
		"a 70%, b 30%":             `column 6: ',' is not expected: the strategy is complete before it; several jobs go into one: seq(job, job), turns(...) or par(...)`,
		"sqe(a)":                   `column 1: no kind of job "sqe" (there are: seq, turns, par, conditional, ranged, split, if); did you mean seq?`,
		"ranged(a, b; split=lb3":   `column 23: ")" is expected or another setting, not the end`,
		"A":                        `column 1: no engine "A"; did you mean a?`,
		"a 0%":                     `column 3: "0%" is not a share: a number above 0, up to 100`,
		"a 101%":                   `column 3: "101%" is not a share: a number above 0, up to 100`,
		"a 5% 6%":                  "column 6: a second share",
		"a 5":                      `column 3: "5" is neither a share (5%) nor a time (5s, 400ms)`,
		"if(size < 3, a)":          `column 4: no property "size" (there are: edges, functions, inputs, loops, floats, memory, asked, heap, calls, arrays)`,
		"if(edges < x, a)":         "column 12: a number is expected after <",
		"if(edges, a, b, a)":       "column 1: if has a condition and one or two jobs",
		"split(inputs 1, a)":       "column 14: a number of parts is expected, from 2 to 64",
		"split(edges 2, a)":        `column 7: a task is split by inputs or paths or cases or values, not by "edges"`,
		"split(paths 2, a, b)":     "column 1: split has one job",
		"ranged(a)": "column 1: ranged has two or more analyses, each for a range of paths of its " +
			"own; ranged(a, a) runs a on two ranges",
		"ranged(a, b; steel=none)": `column 14: ranged has no setting "steel"; did you mean steal?`,
		"ranged(a, b; color=red)":  `column 14: ranged has no setting "color" (there are: split, parts, workers, steal, exchange, fallback, violations)`,
		"ranged(a, b; steal=half)": `column 20: steal is whole or split or none, not "half"`,
		"ranged(a, b; steal none)": `column 20: "=" is expected after steal, not "none"`,
		"ranged(a, b;)": "column 13: a setting is expected (split, parts, workers, steal, exchange, " +
			"fallback, violations), not ')'",
		"ranged(a, b; parts=0)":          `column 20: a number of ranges is expected, from 2 to 64, not "0"`,
		"ranged(a, b; parts=10e5)":       `column 20: a number of ranges is expected, from 2 to 64, not "10e5"`,
		"ranged(a, b; workers=65)":       `column 22: a number of workers is expected, from 1 to 64, not "65"`,
		"ranged(a, b; parts=2, parts=3)": "column 23: a second parts",
		"ranged(a, b; split=lb0)":        "column 20: lb0: the number of iterations is from 1 to 1000000",
		"ranged(a, b, steal=none)":       `column 14: no engine "steal" (there are: a, b, c-d); settings of ranged stand after a semicolon`,
		strings.Repeat("seq(", 1000):     "column 205: jobs are nested too deeply",
	} {
		_, err := Parse(text, some())
		if err == nil || err.Error() != "strategy, "+want {
			t.Errorf("%.30q: %v\nwant strategy, %s", text, err, want)
		}
	}
}

// TestFunctionsStrategy tests that the strategy of --all-functions differs from the default in its first turn of tests,
// as docs/strategies.md says.
func TestFunctionsStrategy(t *testing.T) {
	page, err := os.ReadFile("../../docs/strategies.md")
	if err != nil {
		t.Fatal(err)
	}
	const turn = "random 15% 1s"
	if text := functionsText(); strings.Count(text, turn) != 1 || strings.Replace(text, turn,
		"if(edges < 20000, random 24ms)", 1) != defaultText || !strings.Contains(string(page), "`"+turn+"`") {
		t.Error(text)
	}
}

// TestPage tests that docs/strategies.md shows the default strategy.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/strategies.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "The default strategy:")
	if got, want := strings.Fields(text), strings.Fields(defaultText); !slices.Equal(got, want) {
		t.Errorf("docs/strategies.md has\n%s\nwant\n%s", text, defaultText)
	}
}

// FuzzText tests that the printed form of a strategy is parsed to the same value.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a 3%", "seq(a 33.333333% 1ns, if(!edges & loops > 3, b:x=1,y), turns(c-d))",
		"par(a .5%, b 1e-3%)", "if(edges<=1, a)# x",
		"ranged(a, seq(a,b:x=1) 50%, a; split = lb3+lb10, steal=split)",
		"ranged(a,b;violations=all,workers=3 , parts=64, split=rdm9, fallback=first, exchange=off,steal=none) 5s",
		"conditional(a 20%, ranged(a, b; split=fit7), split(paths 4, b))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text, some())
		if err != nil {
			return
		}
		again, err := Parse(s.Job.String(), some())
		if err != nil {
			t.Fatalf("%q, printed %q: %v", text, s.Job, err)
		}
		if !reflect.DeepEqual(s, again) {
			t.Fatalf("%q: %q, then %q", text, s.Job, again.Job)
		}
	})
}
