package condition_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/condition"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/restrict/restricttest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// sources are small programs with branches, loops and calls.
var sources = []string{`
#include <assert.h>
int nondet_int(void);
int main(void) {
  int flag = nondet_int(), x = nondet_int(), r;
  if (flag) {
    if (x > 0)
      r = 1;
    else
      r = 0;
  } else {
    r = x % 2;
    if (r < 0)
      r = -r;
  }
  assert(r >= 0);
  return 0;
}
`, `
#include <assert.h>
int nondet_int(void);
int half(int n) {
  if (n > 9) {
    return n / 2;
  }
  return 4;
}
int main(void) {
  int x = nondet_int();
  int n = 0;
  while (n < 3) {
    if (x > n) {
      x = half(x);
    } else {
      x = x + 7;
    }
    n = n + 1;
  }
  assert(x != 13);
  assert(n == 3);
  return 0;
}
`}

// load returns a task for a program.
func load(t *testing.T, text string) *verify.Task {
	t.Helper()
	file := filepath.Join(t.TempDir(), "prog.c")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	task, err := app.Load(app.Options{Check: "none"}, file)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// TestRoundTrip checks that a file that Write wrote is read as the same condition, and that a condition that is written
// and read as CPAchecker's automaton excludes no execution that was open.
func TestRoundTrip(t *testing.T) {
	out, kept, lost := 0, 0, 0
	for n, text := range sources {
		task := load(t, text)
		p := task.Reference
		var all []*restrict.Condition
		for seed := range uint64(8) {
			for _, c := range restricttest.Conditions(t, p, seed, 8) {
				c.Note = `of "tests" // no comment`
				file := condition.Write(task, c, []verify.Assumption{{Kind: verify.AssumeOverflow}})
				back, err := condition.Read(task, "f", file)
				if err != nil || restrict.ConditionText(back) != restrict.ConditionText(c) {
					t.Fatalf("%v\n%s", err, file)
				}
				for i := range c.States { // steps whose edges have a text
					for k := range c.States[i].Steps {
						if seed%2 == 0 {
							c.States[i].Steps[k].Assume = nil
						}
					}
				}
				c = c.Contract(p).Minimise()
				spc := condition.WriteAutomaton(p, c)
				if back, err = condition.Read(task, "f.spc", spc); err != nil {
					t.Fatalf("%v\n%s", err, spc)
				}
				all = append(all, c, back)
			}
		}
		r := restricttest.NewRunner(t, p, all...)
		constants := exec.Constants(p)
		for k := range uint64(60) {
			tr := r.Run(t, restricttest.Inputs(p, constants, k))
			for i := 0; i < len(all); i += 2 {
				switch was, is := tr.Verified[i], tr.Verified[i+1]; {
				case is && !was:
					t.Fatalf("program %d: left out only after the round trip\n%s\n%s\n%s", n, restrict.ConditionText(all[i]),
						condition.WriteAutomaton(p, all[i]), restrict.ConditionText(all[i+1]))
				case is:
					kept++
				case was:
					lost++
				}
				out++
			}
		}
	}
	t.Logf("%d runs, %d left out before and behind, %d before only", out, kept, lost)
	if kept < out/50 {
		t.Error("the automata say nothing")
	}
}

// TestCPAchecker reads automata as CPAchecker writes them. If a statement is not found, the executions after it are
// open.
func TestCPAchecker(t *testing.T) {
	task := load(t, sources[0])
	read := func(text string) string {
		c, err := condition.Read(task, "a.spc", text)
		if err != nil {
			return err.Error()
		}
		c.Note = ""
		return restrict.ConditionText(c)
	}
	const head = "OBSERVER AUTOMATON AssumptionAutomaton\n\nINITIAL STATE ARG2;\n\nSTATE __TRUE :\n    TRUE -> GOTO " +
		"__TRUE;\n\nSTATE __FALSE :\n    TRUE -> ASSUME {false} GOTO __FALSE;\n\n"
	const end = "\nEND AUTOMATON\n"
	for _, x := range []struct{ name, text, want string }{
		{"a branch that is not explored", "STATE USEFIRST ARG2 :\n    MATCH \"[!(flag)]\" -> GOTO __FALSE;\n    TRUE -> " +
			"GOTO __TRUE;\n",
			"state 0 stays\n  main: L4 L5 goto 2\n  main: L4 L8 goto 1\nstate 1 stays\nstate 2 verified\n"},
		{"verified under an assumption", "STATE USEFIRST ARG2 :\n    MATCH \"[flag]\" -> ASSUME {x > 0} GOTO __TRUE;\n    " +
			"MATCH \"[!(flag)]\" -> GOTO __TRUE;\n    TRUE -> GOTO ARG2;\n",
			"state 0 stays\n  main: L4 L5 goto 1\n  main: L4 L8 goto 2\nstate 1 stays\nstate 2 verified\n"},
		{"an unknown statement", "STATE USEFIRST ARG2 :\n    MATCH \"int y = g();\" -> GOTO __FALSE;\n    MATCH " +
			"\"[flag]\" -> GOTO __TRUE;\n    TRUE -> GOTO __TRUE;\n", ""},
		{"any that matches", "STATE USEALL ARG2 :\n    MATCH \"[flag]\" -> GOTO __TRUE;\n", ""},
		{"a trigger that is not understood", "STATE USEFIRST ARG2 :\n    COVERS_LINES(1 2) -> GOTO __TRUE;\n    MATCH " +
			"\"[flag]\" -> GOTO __TRUE;\n", ""},
		{"counted branches", "STATE USEFIRST ARG2 :\n    MATCH \"[flag]\" -> DO branchingCount = branchingCount+1 GOTO " +
			"__TRUE;\n",
			"state 0 stays\n  main: L4 L5 goto 1\nstate 1 verified\n"},
		{"nothing explored", "STATE USEFIRST ARG2 :\n    TRUE -> GOTO __FALSE;\n", ""},
		{"no such state", "STATE USEFIRST ARG2 :\n    TRUE -> GOTO ARG3;\n", "a.spc:12:1: there is no state ARG3"},
		{"garbage", "STATE USEFIRST ARG2 :\n    MATCH flag goto __TRUE\n",
			"a.spc:12:1: not understood: INITIAL STATE NAME; or STATE [USEFIRST] NAME : or TRIGGER -> [ASSUME {...}] GOTO " +
				"NAME; is expected"},
		{"twice", "STATE USEFIRST ARG2 :\n    TRUE -> GOTO __TRUE;\nSTATE ARG2 :\n", "a.spc:13:1: a second state ARG2"},
	} {
		if got := read(head + x.text + end); got != x.want {
			t.Errorf("%s:\n%s\nnot\n%s", x.name, got, x.want)
		}
	}
	if got := read(head + "STATE USEFIRST ARG2 :\n"); !strings.Contains(got, "END AUTOMATON is missing") {
		t.Error(got)
	}
}

// TestHead checks the errors for files that were made for another task, and for syntax errors in the head, with their
// lines.
func TestHead(t *testing.T) {
	task := load(t, sources[0])
	c, err := restrict.ParseCondition(task.Reference,
		"obligations 0\nstate 0 stays\n  main: L4 L5 goto 1\nstate 1 verified")
	if err != nil {
		t.Fatal(err)
	}
	text := condition.Write(task, c, nil)
	other := load(t, sources[1])
	for _, x := range []struct{ old, new, want string }{
		{"tandem condition 1", "tandem condition 7", "f:1:1: another version"},
		{"tandem condition 1", "hello", "f:1:1: no condition: the first line is"},
		{"model LP64", "model ILP32", "f:3:1: the condition was made with model ILP32, this is model LP64"},
		{"property \"assertions\"", "property \"CHECK( init(main()), LTL(G ! call(reach_error())) )\"",
			"f:4:1: the condition was made with property CHECK"},
		{"overflow \"wrap\"", "overflow \"undefined\"",
			"f:6:1: the condition was made with --overflow undefined, this is --overflow wrap: give the same options"},
		{"option entry", "option array-size \"7\"\noption entry",
			"f:5:1: the condition was made with --array-size 7, this is no --array-size"},
		{"program sha256 \"", "program sha256 \"0",
			"f:8:1: the sources and options agree with the condition, and the program is another"},
		{"prog.c\" sha256 \"", "prog.c\" sha256 \"0", "prog.c\" has changed since"},
		{"prog.c\" sha256", "q.c\" sha256", "a condition of another program"},
		{"model LP64", "modal LP64", "f:3:1: the head has lines with"},
		{"model LP64", "property LP64", "f:3:1: property is followed by a quoted text"},
		{"goto 1", "goto 2", "f:13:1: a step of state 0: no state 2"},
		{"L4 L5 goto", "L4 L77 goto", "f:13:3: main has no location L77"},
		{"L4 L5 goto", "L4 L5 if flag < 3 goto", "f:13:"},
		{"state 1 verified", "state 1 very", "f:14:1: state 1 is next"},
		{"\nend\n", "\n", "f:14:1: the file is cut: its last line is \"end\""},
		{"state 1 verified\nend\n", "", "f:13:1: the file is cut"},
		{"obligations 0", "obligations 9", "f:11:1: no obligation 9"},
	} {
		changed := strings.Replace(text, x.old, x.new, 1)
		if changed == text {
			t.Fatalf("%s is not in\n%s", x.old, text)
		}
		_, err := condition.Read(task, "f", changed)
		var in *verify.InputError
		if !errors.As(err, &in) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, not %s\n%s", x.new, err, x.want, changed)
		}
	}
	if _, err := condition.Read(other, "f", text); err == nil {
		t.Error("read for another program")
	}
}

// TestWords checks the descriptions of open executions.
func TestWords(t *testing.T) {
	for i, x := range []struct {
		of         int
		text, want string
	}{
		{0, "", "the assertion, on all paths"},
		{0, "obligations", "nothing"},
		{0, "state 0 verified", "nothing"},
		{0, "state 0 stays\n main: L4 L5 goto 1\nstate 1 verified",
			"the assertion, on the paths that take the else branch at"},
		{0, "state 0 stays\n main: L4 L8 goto 1\n main: L5 L7 goto 1\nstate 1 verified",
			"the assertion, on the paths that take the then branch at"},
		{0, "state 0 stays\n main: L6 L11 goto 1\nstate 1 verified", "the assertion, on some of the paths"},
		{0, "state 0 stays\n main: L4 L5 goto 1\n main: L4 L8 goto 1\nstate 1 verified", "nothing"},
		{1, "obligations 1", "1 of 2 assertions, on all paths"},
	} {
		p := load(t, sources[x.of]).Reference
		c, err := restrict.ParseCondition(p, x.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := condition.Words(p, p.Obligations, c); !strings.HasPrefix(got, x.want) {
			t.Errorf("%d: %s, not %s", i, got, x.want)
		}
	}
}

// TestOtherPlaces checks that a text that also occurs where no edge has a name matches no edge, so that all executions
// after it are open.
func TestOtherPlaces(t *testing.T) {
	const automaton = `OBSERVER AUTOMATON AssumptionAutomaton
INITIAL STATE A;
STATE USEFIRST A :
    MATCH "TEXT" -> GOTO __FALSE;
    MATCH "[y > 3]" -> GOTO __TRUE;
    TRUE -> GOTO A;
STATE __TRUE :
    TRUE -> GOTO __TRUE;
STATE __FALSE :
    TRUE -> ASSUME {false} GOTO __FALSE;
END AUTOMATON
`
	for _, c := range []struct {
		before, text string
		open         bool
	}{
		{"", "[x < 5]", false},
		{"/* x < 5 */", "[x < 5]", false},
		{"if (xx < 5) k = 1;", "[x < 5]", false},
		{"for (; x < 5; x++) k = 1;", "[x < 5]", true},
		{"for (; x< 5; x++) k = 1;", "[!(x < 5)]", true},
		{"k = x < 5 ? 1 : 2;", "[x < 5]", true},
		{"k = y && x <\n 5;", "[x < 5]", true},
		{"do k--; while (x < 5);", "[x < 5]", true},
		{"", "k = 7;", false},
		{"int kk = 7;", "k = 7;", false},
		{"for (k = 7; k < 9; k++) ;", "k = 7;", true},
		{"k =\n7;", "k = 7;", true},
		{"x = 1, k = 7;", "k = 7;", true},
	} {
		task := load(t, `#include <assert.h>
int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int(), xx = 1;
  int k = 0;
  `+c.before+`
  if (y > 3) k = 2;
  if (x < 5)
    k = 7;
  assert(k != 2);
  return xx;
}
`)
		got, err := condition.Read(task, "a.spc", strings.Replace(automaton, "TEXT", c.text, 1))
		if err != nil {
			t.Fatal(err)
		}
		if open := len(got.States) == 0; open != c.open {
			t.Errorf("%s with %s: all is open: %v, want %v\n%s", c.before, c.text, open, c.open, restrict.ConditionText(got))
		}
	}
}
