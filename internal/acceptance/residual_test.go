package acceptance

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/condition"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// residuals are programs whose assertion is proved on some paths by values, with a safe and an unsafe assertion.
var residuals = []struct{ text, safe, unsafe string }{
	{`#include <assert.h>
int nondet_int(void);
int main(void) {
  int flag = nondet_int(), x = nondet_int(), r = 0;
  if (flag) {
    r = 3;
  } else {
    if (x > 5) r = x % 4;
    else r = 5;
  }
  assert(BAD);
  return 0;
}
`, "r != 4", "r != 2"},
	{`#include <assert.h>
int nondet_int(void);
static int f(int n) { if (n < 0) return 0; return n % 3; }
int main(void) {
  int n = nondet_int(), s = 0;
  if (n == 7) { s = f(4); } else { for (int i = 0; i < 3; i++) s = f(n + i); }
  assert(BAD);
  return 0;
}
`, "s < 3", "s < 2"},
}

// residualTask returns the task of a program with an assertion.
func residualTask(t *testing.T, n int, bad string) *app.Task {
	t.Helper()
	file := filepath.Join(t.TempDir(), "prog.c")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(residuals[n].text, "BAD", bad)), 0o666); err != nil {
		t.Fatal(err)
	}
	task, err := app.Load(app.Options{Check: "none", NoConfirm: true}, file)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

// session verifies a task within a condition file and a time limit.
func session(t *testing.T, task *app.Task, engine, file string, limit time.Duration) (*app.Session,
	*app.Report) {
	t.Helper()
	s, err := app.NewSession(task, app.VerifyOptions{Engine: engine, Condition: file, Residual: true,
		TimeLimit: limit})
	if err != nil {
		t.Fatal(err)
	}
	return s, s.Run(context.Background())
}

// TestChangedConditions tests condition files with changed states, steps and marks: they lead to no proof, and to no
// violation of a safe program. The condition that a run writes can be read again, and has no more executions than the
// one it was given.
func TestChangedConditions(t *testing.T) {
	changes := 12
	if os.Getenv("TANDEM_LONG") != "" {
		changes = 500
	}
	runs, violations, held, some := 0, 0, 0, 0
	for n, prog := range residuals {
		for _, bad := range []string{prog.safe, prog.unsafe} {
			task := residualTask(t, n, bad)
			s, _ := session(t, task, "cpa:value", "", time.Second)
			text, _ := s.Condition(false)
			if text == "" { // the violation was found: take the condition of the safe program, which has the same edges
				ref := residualTask(t, n, prog.safe)
				s, _ = session(t, ref, "cpa:value", "", time.Second)
				text, _ = s.Condition(false)
				c, err := condition.Read(ref, "f", text)
				if err != nil {
					t.Fatal(err)
				}
				if c, err = restrict.ParseCondition(task.Reference, restrict.ConditionText(c)); err != nil {
					t.Fatal(err)
				}
				text = condition.Write(task, c, nil)
			}
			whole, err := condition.Read(task, "f", text)
			if err != nil {
				t.Fatal(err)
			}
			if len(whole.States) > 0 {
				some++
			}
			r := rand.New(rand.NewPCG(uint64(n), 8))
			for range changes {
				c := changed(task, whole, r)
				file := filepath.Join(t.TempDir(), "c")
				if err := os.WriteFile(file, []byte(condition.Write(task, c, nil)), 0o666); err != nil {
					t.Fatal(err)
				}
				s, rep := session(t, task, []string{"intervals", "intervals", "bmc"}[r.IntN(3)], file, 500*time.Millisecond)
				runs++
				switch {
				case rep.Verdict == verify.True && (len(c.States) > 0 || bad == prog.unsafe):
					t.Fatalf("proved by a claim\n%s", restrict.ConditionText(c))
				case rep.Verdict == verify.False && bad == prog.safe:
					t.Fatalf("violated\n%s", restrict.ConditionText(c))
				case rep.Verdict == verify.False:
					violations++
				case strings.HasPrefix(rep.Reason, "holds where"):
					held++
				}
				left, words := s.Condition(false)
				if (left == "") != (rep.Verdict == verify.False) || (words == "") != (left == "") {
					t.Fatalf("%s, and left is %q", rep.Verdict, words)
				}
				if left != "" {
					if _, err := condition.Read(task, "left", left); err != nil {
						t.Fatalf("%v\n%s", err, left)
					}
				}
			}
		}
	}
	t.Logf("%d runs on changed conditions of %d programs, %d with an automaton: %d violations, %d held by the file", runs,
		2*len(residuals), some, violations, held)
	if violations == 0 || held == 0 || some < 2 {
		t.Error("the test says little")
	}
}

// changed returns a condition with states dropped, edges moved, or marks set.
func changed(task *app.Task, whole *restrict.Condition, r *rand.Rand) *restrict.Condition {
	c := &restrict.Condition{Obligations: whole.Obligations}
	for _, s := range whole.States {
		s.Steps = append([]restrict.ConditionStep(nil), s.Steps...)
		c.States = append(c.States, s)
	}
	if len(c.States) == 0 {
		c.States = []restrict.ConditionState{{Stays: true}, {Verified: true}}
	}
	for range 1 + r.IntN(3) {
		s := &c.States[r.IntN(len(c.States))]
		f := task.Reference.Funcs[r.IntN(len(task.Reference.Funcs))]
		e := f.Edges[r.IntN(len(f.Edges))]
		switch r.IntN(6) {
		case 0:
			s.Verified = !s.Verified
		case 1:
			s.Stays = !s.Stays
		case 2:
			if len(s.Steps) > 0 {
				s.Steps = s.Steps[1:]
			}
		case 3:
			if len(s.Steps) > 0 {
				s.Steps[r.IntN(len(s.Steps))].Edge = e
			}
		case 4:
			if len(s.Steps) > 0 {
				s.Steps[r.IntN(len(s.Steps))].To = r.IntN(len(c.States))
			}
		default:
			s.Steps = append(s.Steps, restrict.ConditionStep{Edge: e, To: r.IntN(len(c.States))})
		}
	}
	return c
}

// TestResidualOfRuns tests that the condition which an engine leaves of an unsafe program has the violation.
func TestResidualOfRuns(t *testing.T) {
	for n, prog := range residuals {
		for _, engine := range []string{"cpa:value", "cpa:numeric", "iat:bet=off,samples=off"} {
			task := residualTask(t, n, prog.unsafe)
			s, rep := session(t, task, engine, "", time.Second)
			text, words := s.Condition(false)
			t.Logf("%d %s: %s, %s", n, engine, rep.Verdict, words)
			if rep.Verdict == verify.True {
				t.Fatalf("%s proves an unsafe program", engine)
			}
			if text == "" {
				continue
			}
			file := filepath.Join(t.TempDir(), "c")
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, rep := session(t, task, "bmc", file, 20*time.Second); rep.Verdict != verify.False {
				t.Errorf("%s: %s in what is left\n%s", engine, rep.Verdict, text)
			}
		}
	}
}

// TestClaims tests that a condition file which claims obligations as verified leads to no verdict true, also if it
// names an obligation twice.
func TestClaims(t *testing.T) {
	file := filepath.Join(t.TempDir(), "prog.c")
	text := `#include <assert.h>
int nondet_int(void);
int main(void) { int x = nondet_int(); assert(x == x); assert(x != 12345); return 0; }
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	task, err := app.Load(app.Options{Check: "none", NoConfirm: true}, file)
	if err != nil {
		t.Fatal(err)
	}
	safe := task.Reference.Obligations[:1]
	for _, c := range []*restrict.Condition{{Obligations: safe}, {Obligations: slices.Concat(safe, safe)},
		{States: []restrict.ConditionState{{Verified: true}}}} {
		left := filepath.Join(t.TempDir(), "left")
		if err := os.WriteFile(left, []byte(condition.Write(task, c, nil)), 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := app.NewSession(task, app.VerifyOptions{Engine: "cpa:value", Condition: left})
		if err != nil { // refused
			continue
		}
		if rep := s.Run(context.Background()); rep.Verdict != verify.UnknownVerd {
			t.Errorf("%s by a claim\n%s", rep.Verdict, restrict.ConditionText(c))
		}
	}
}
