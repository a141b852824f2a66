package acceptance

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/verify"
)

const steps = `extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int isodd(int n); int iseven(int n) { if (n == 0) return 1; return isodd(n - 1); } int isodd(int n) { if (n == 0) return 0; return iseven(n - 1); }
int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n > 20) return 0; if (iseven(n) != (n % 2 == 0)) reach_error(); return 0; }
`

const hardLoop = `extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) { unsigned x = __VERIFIER_nondet_uint() | 1, i = 0; while (x != 1) { x = x % 2 ? 3 * x + 1 : x / 2; i = i * x + 7; } if (i == 12345) reach_error(); return 0; }
`

// TestDeterministic tests that --deterministic gives the same document for the same program, byte by byte, also when a
// time limit ends the run at different times.
func TestDeterministic(t *testing.T) {
	dir := write(t, "steps.c", steps, "hard.c", hardLoop, "p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
	run := func(file string, limit time.Duration) (*app.Report, string) {
		prop := dir + "/p.prp"
		task, err := app.Load(app.Options{Property: prop, Deterministic: true}, dir+"/"+file)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeoutCause(context.Background(), limit, app.ErrTime)
		defer stop()
		rep, err := verified(ctx, task, app.VerifyOptions{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(rep)
		if err != nil {
			t.Fatal(err)
		}
		return rep, string(text)
	}
	rep, first := run("steps.c", ample)
	if rep.Verdict != verify.True {
		t.Errorf("%s: %s", rep.Verdict, rep.Reason)
	}
	if _, again := run("steps.c", ample); again != first {
		t.Errorf("%s\nthen\n%s", first, again)
	}
	rep, first = run("hard.c", 100*time.Millisecond)
	if want := app.ErrTime.Error() + " (--deterministic: results may differ)"; rep.Reason != want {
		t.Errorf("%q, want %q", rep.Reason, want)
	}
	for _, limit := range []time.Duration{300 * time.Millisecond, 700 * time.Millisecond, 2 * time.Second} {
		if _, again := run("hard.c", limit); again != first {
			t.Errorf("cut early: %s\ncut after %s: %s", first, limit, again)
		}
	}
}
