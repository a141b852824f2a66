package synergy

import (
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// verified returns the number of verified states of a condition.
func verified(c *verify.Condition) (n int) {
	for _, s := range c.States {
		if s.Verified {
			n++
		}
	}
	return n
}

// halves returns a program with two branches. A few regions prove the first. The second is not proved: a single n leads
// to the error through 40 rounds, and no test finds it.
func halves(fault string) string {
	return `void reach_error(void); unsigned nondet_uint(void);
	int main(void) { unsigned n = nondet_uint(), x = 0, lock = nondet_uint();
	if (nondet_uint()) { if (lock != 1) return 0; if (nondet_uint()) x++; else x += 2; if (lock != 1) goto error; }
	else { unsigned s = n; for (int i = 0; i < 40; i++) s = (s ^ s >> 15) * 2246822519u; if (s == ` + fault +
		`) goto error; }
	return 0; error: reach_error(); return 1; }`
}

// TestPartial checks that the condition of an open obligation excludes executions of the proved branch, but none that
// reaches the error. With the smallest limit of nodes, it may exclude nothing.
func TestPartial(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	for _, fault := range []string{"7", "n + 7"} {
		task := enginetest.C{File: "t.c", Text: halves(fault)}.Task(t)
		w := opened(t, Default(), task, nil)
		defer w.Close()
		r := w.Work(t.Context(), verify.Budget{Work: 200_000})
		if u, is := r.(*verify.Unknown); !is || u.Left == nil || u.Reason == "" {
			t.Fatalf("%+v", r)
		}
		for _, most := range []int{1000, 2} {
			s, more := w.Partial(t.Context(), task.Asked(), most)
			if s == nil {
				t.Fatal("nothing is shown")
			}
			left, out := check.Left(t.Context(), task, task.Asked(), s)
			if left == nil || out.Verdict != check.Confirmed {
				t.Fatalf("%s: %s", out.Verdict, out.Reason)
			}
			if most == 1000 && (verified(left) == 0 || more) || most == 2 && !more || left.States[0].Verified {
				t.Errorf("%d states, more %t: %+v", most, more, left.States)
			}
		}
	}
}

// TestPartialKeeps checks that the conditions of random unsafe programs after turns of little work keep all violations.
func TestPartialKeeps(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	seeds := uint64(140)
	if os.Getenv("TANDEM_LONG") != "" {
		seeds = 3000
	}
	parts, some, followed := 0, 0, 0
	for seed := range seeds {
		f := randomFinite(seed)
		if !f.reaches() {
			continue
		}
		text := f.text.String()
		task := enginetest.C{File: "finite.c", Text: text}.Task(t)
		task.Options.Determ = true
		cfg := Default()
		cfg.Random = 0 // random tests find most violations
		w := opened(t, cfg, task, nil)
		for _, work := range []uint64{1000, 4000} {
			w.Work(t.Context(), verify.Budget{Work: work}) // the regions exist even if a violation is known
			for _, most := range []int{1000, 5} {
				s, _ := w.Partial(t.Context(), task.Asked(), most)
				if s == nil {
					continue
				}
				left, out := check.Left(t.Context(), task, task.Asked(), s)
				if left == nil || out.Verdict != check.Confirmed {
					t.Errorf("seed %d: %s: %s\n%s", seed, out.Verdict, out.Reason, text)
					continue
				}
				parts++
				if verified(left) > 0 {
					some++
				}
				followed += keeps(t, task.Program, left, seed, text)
			}
		}
		w.Close()
	}
	t.Logf("%d parts, %d with something shown, %d violations followed", parts, some, followed)
	if parts < 8 || some*3 < parts || followed < parts {
		t.Error("the test says little")
	}
}

// keeps runs a program and the residual program of a condition on all short inputs, and compares the violations. It
// returns their number.
func keeps(t *testing.T, p *ir.Program, left *verify.Condition, seed uint64, text string) (n int) {
	t.Helper()
	q, _, err := restrict.Apply(p, verify.Scope{Condition: left})
	if err != nil {
		t.Fatal(err)
	}
	violated := func(p *ir.Program) (out []uint64) {
		m, err := exec.NewInterp(p, exec.Config{Fuel: 1 << 10})
		if err != nil {
			t.Fatal(err)
		}
		defer m.Close()
		for inputs := range uint64(256) {
			r, err := m.Run(t.Context(), twoBits(inputs))
			if err != nil {
				t.Fatal(err)
			}
			if r.Outcome.Kind == exec.Violated {
				out = append(out, inputs)
			}
		}
		return out
	}
	before, after := violated(p), violated(q)
	if len(before) != len(after) {
		t.Errorf("seed %d: %d of %d violations are left\n%s\n%s", seed, len(after), len(before), restrict.ConditionText(left),
			text)
	}
	return len(before)
}
