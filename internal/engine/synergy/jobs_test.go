package synergy

import (
	"context"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// machine has more states than refinement can separate in a moment, so answers of helpers are used.
const machine = `int main(void) { int s = 1, f = 0;
	for (;;) { int e = nondet_int();
		if (s == 1) { if (e > 5) { s = 3; if (f == 0) f = 1; } else s = 2; }
		else if (s == 2) { s = e == 7 ? 4 : 1; }
		else if (s == 3) { if (f == 1) f = 2; s = e < 0 ? 5 : 4; }
		else if (s == 4) { if (f == 2) f = 3; s = e == 11 ? 6 : 3; }
		else if (s == 5) { if (f == 3) f = FOUR; s = 1; }
		else if (s == 6) { if (f == 4) reach_error(); s = e == 2 ? 1 : 5; } } }`

// jobsOf runs the engine with the given number of jobs on a program. It returns the counters of the log, too.
func jobsOf(t *testing.T, jobs int, text string, limit time.Duration, change func(*verify.Task)) (verify.Result,
	*verify.Task, map[string]int64) {
	t.Helper()
	task := enginetest.C{File: "jobs.c", Text: text}.Task(t)
	task.Log = &obs.Log{}
	if change != nil {
		change(task)
	}
	cfg := untested()
	cfg.Jobs = jobs
	w := New(cfg).Open(task, verify.NewBoard())
	defer w.Close()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	r := w.Work(ctx, verify.Budget{})
	count := map[string]int64{}
	for _, s := range task.Log.Stats() {
		count[s.Name] = s.Count
	}
	return r, task, count
}

// TestJobs checks that, with helpers, programs have the same verdicts as without, proofs are confirmed, and answers of
// helpers are used.
func TestJobs(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	foreseen := int64(0)
	for _, p := range []struct {
		text   string
		unsafe bool
	}{
		{"#define FOUR 3\n" + machine, false},
		{"#define FOUR 4\n" + machine, true},
		{"int main(void) { int x = 0, y = nondet_int(); if (y < 0) return 0; for (int i = 0; i < 100; i++) { x += y > 7; " +
			"if (x < 0) reach_error(); } return 0; }", false},
		{"int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; } int main(void) { int n = nondet_int(); if (n < 0 || n > 9) " +
			"return 0; if (f(n) > 9) reach_error(); return 0; }", false},
		{"int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; } int main(void) { int n = nondet_int(); if (n < 0 || n > 9) " +
			"return 0; if (f(n) > 8) reach_error(); return 0; }", true},
		{"int main(void) { int a = nondet_int(), b = nondet_int(), l = 0; if (a) l = 1; if (b) l++; if (a && b && l != 2) " +
			"reach_error(); if (a * a == 1522756 && b == a + 1) reach_error(); return 0; }", true},
	} {
		for _, jobs := range []int{2, 4} {
			r, task, count := jobsOf(t, jobs, p.text, time.Minute, nil)
			foreseen += count[Name+".foreseen"]
			switch x := r.(type) {
			case *verify.Unsafe:
				if !p.unsafe {
					t.Errorf("jobs=%d: a violation of\n%s", jobs, p.text)
				}
			case *verify.Safe:
				if out := check.Proof(t.Context(), task, x); p.unsafe || out.Verdict != check.Confirmed {
					t.Errorf("jobs=%d: the proof is %s: %s\n%s", jobs, out.Verdict, out.Reason, p.text)
				}
			case *verify.Unknown:
				t.Errorf("jobs=%d: %s\n%s", jobs, x.Reason, p.text)
			}
		}
	}
	if foreseen == 0 {
		t.Error("nothing that helpers said was used")
	}
}

// TestJobsEnd checks that a turn that ends while helpers work ends at once, and another turn can follow. If work is
// counted, there are no helpers.
func TestJobsEnd(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	task := enginetest.C{File: "jobs.c", Text: "#define FOUR 3\n" + machine}.Task(t)
	cfg := Default()
	cfg.Jobs = 3
	w := New(cfg).Open(task, verify.NewBoard()).(*worker)
	defer w.Close()
	for range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		r := w.Work(ctx, verify.Budget{})
		cancel()
		if w.helpers.ctx != nil || len(w.helpers.free) != len(w.helpers.made) {
			t.Fatal("somebody is at work behind the end of a turn")
		}
		if _, open := r.(*verify.Unknown); !open {
			break
		}
	}
	r, _, count := jobsOf(t, 3, "#define FOUR 3\n"+machine, time.Minute,
		func(task *verify.Task) { task.Options.Determ = true })
	if _, safe := r.(*verify.Safe); !safe || count[Name+".ahead"] != 0 {
		t.Errorf("%T, with %d questions of helpers", r, count[Name+".ahead"])
	}
}

// TestPromise checks that, if no helper has begun with an edge, the analysis computes Pre itself. If a helper has
// begun, the analysis waits for the answer, and does not use an answer that was cut off.
func TestPromise(t *testing.T) {
	e := &Edge{}
	a := &analysis{w: &worker{task: &verify.Task{}}, ahead: map[*Edge]*promise{}}
	p := &promise{done: make(chan struct{})}
	a.ahead[e] = p
	if _, ok := a.promised(t.Context(), e); ok || !p.begun.Load() {
		t.Error("nobody has begun")
	}
	if _, ok := a.promised(t.Context(), e); ok {
		t.Error("nobody has promised")
	}
	for _, said := range []bool{false, true} {
		p = &promise{done: make(chan struct{})}
		p.begun.Store(true)
		a.ahead[e] = p
		go func() {
			p.x.Cubes, p.answered = [][]ir.Expr{{ir.NewBool(true)}}, said
			close(p.done)
		}()
		if x, ok := a.promised(t.Context(), e); ok != said || len(x.Cubes) != 1 {
			t.Error(x, ok)
		}
	}
	p = &promise{done: make(chan struct{})}
	p.begun.Store(true)
	a.ahead[e] = p
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, ok := a.promised(ctx, e); ok {
		t.Error("the turn is over")
	}
}
