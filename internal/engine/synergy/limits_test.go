package synergy

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// hard has programs of testdata/synergy that take long for a large N.
var hard = []string{"hard_delay", "hard_narrow", "hard_reactive", "hard_result", "hard_table", "test20", "test4",
	"test11"}

// The time from the cancellation of a turn to its end: on an idle machine (TANDEM_LONG=1), and on any machine.
const (
	latest     = 200 * time.Millisecond
	latestEver = 10 * time.Second
)

// TestCancel checks that turns that are cancelled at random times end soon, with a reason, and another turn can follow.
func TestCancel(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	turns, most := 6, latestEver
	if os.Getenv("TANDEM_LONG") != "" {
		turns, most = 30, latest
	}
	r := rand.New(rand.NewPCG(3, 4))
	var took []time.Duration
	for i := range turns {
		task := fileTask(t, hard[i%len(hard)], "N=100000")
		w := New(Default()).Open(task, verify.NewBoard())
		ctx, cancel := context.WithCancel(t.Context())
		var at time.Time
		// 1 ms to 2 s, uniform in the logarithm
		after := time.Duration(math.Exp(r.Float64()*math.Log(2000)) * float64(time.Millisecond))
		timer := time.AfterFunc(after, func() { at = time.Now(); cancel() })
		res := w.Work(ctx, verify.Budget{})
		end := time.Now()
		if timer.Stop() { // the turn ended before
			cancel()
			w.Close()
			continue
		}
		<-ctx.Done()
		took = append(took, end.Sub(at))
		if end.Sub(at) > most {
			t.Errorf("%s: cancelled after %v, ended %v later", task.Name, after, end.Sub(at))
		}
		if u, is := res.(*verify.Unknown); is && u.Reason == "" {
			t.Errorf("%s: no reason", task.Name)
		}
		within, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		w.Work(within, verify.Budget{})
		stop()
		w.Close()
	}
	slices.Sort(took)
	if len(took) == 0 {
		t.Skip("all ended before")
	}
	t.Logf("%d turns cancelled: median %v, all within %v", len(took), took[len(took)/2], took[len(took)-1])
}

// leaves checks that a result is unknown, with a reason that contains why, and with open obligations.
func leaves(t *testing.T, name string, r verify.Result, why string) {
	t.Helper()
	u, is := r.(*verify.Unknown)
	if !is || !strings.Contains(u.Reason, why) || u.Left == nil || len(u.Left.Obligations) == 0 {
		t.Errorf("%s: %T %+v, want %q and what is left", name, r, r, why)
	}
}

// half begins each program.
const half = `void reach_error(void); int nondet_int(void); unsigned nondet_uint(void);
`

// TestUnknown checks that, if the engine cannot decide a program, the result is unknown with a reason and the open
// obligations.
func TestUnknown(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	const short = 2 * time.Second
	run := func(text string, limit time.Duration, change func(*verify.Task),
		passes func(*instrument.Options)) verify.Result {
		task := enginetest.C{File: "t.c", Text: half + text, Passes: passes}.Task(t)
		if change != nil {
			change(task)
		}
		task.Options.Determ = limit == 0 // makes the result independent of the speed of the machine
		w := New(Default()).Open(task, verify.NewBoard())
		defer w.Close()
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		leaves(t, "a turn that is over", w.Work(ended, verify.Budget{}), "")
		budget := verify.Budget{Work: 30_000}
		ctx := t.Context()
		if limit > 0 {
			var stop func()
			ctx, stop = context.WithTimeout(ctx, limit)
			defer stop()
			budget = verify.Budget{}
		}
		first := w.Work(ctx, budget)
		if u, is := first.(*verify.Unknown); is { // another turn also gives a reason
			if again, is := w.Work(ctx, budget).(*verify.Unknown); is && (again.Reason == "" || u.Idle != again.Idle) {
				t.Errorf("%+v, then %+v", first, again)
			}
		}
		return first
	}
	r := run("int main(void) { if (nondet_int() == 4) reach_error(); return 0; }", 0,
		func(task *verify.Task) { task.Solver = []string{smt.None} }, nil)
	leaves(t, "no solver", r, "no SMT solver")
	r = run("int f(int n) { if (n <= 0) return 0; return f(n - 1) + 1; } int main(void) { if (f(nondet_int()) == 4) "+
		"reach_error(); return 0; }", 0, nil,
		func(o *instrument.Options) { o.Inline = false })
	if u, is := r.(*verify.Unknown); is { // if calls are not supported
		leaves(t, "calls", u, "")
	}
	r = run("int main(void) { unsigned n = nondet_uint(), x = n; for (unsigned i = 1;; i++) { x = (x ^ x >> 15) * "+
		"2246822519u + i; if (x == n + i && i > 1000) reach_error(); } return 0; }", short, nil, nil)
	leaves(t, "a run without end", r, "")

	var b strings.Builder
	b.WriteString("int main(void) { unsigned s = nondet_uint(), t = s;\n")
	for i := range 4000 {
		fmt.Fprintf(&b, "if (nondet_int()) s = s * t + %d; else t = t * s ^ %d;\n", i, i)
	}
	b.WriteString("if (s * t == 77 && s % 1000 == 33) reach_error(); return 0; }")
	r = run(b.String(), short, nil, nil)
	leaves(t, "code that is too large", r, "")
}

// TestDeterministic checks that, if work is counted instead of time, two runs dump the same iterations and give the
// same results.
func TestDeterministic(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	names := []string{"fig1", "fig3", "fig7", "test1"}
	if os.Getenv("TANDEM_LONG") != "" {
		names = append(names, "fig4", "fig9", "test2", "test5", "test7", "test13", "test17", "hard_alias", "hard_delay",
			"hard_result")
	}
	iterations := 0
	for i, name := range names {
		once := func() (out string) {
			dir := t.TempDir()
			var defines []string
			if i%2 == 1 {
				defines = append(defines, "FAULT")
			}
			task := fileTask(t, name, defines...)
			task.Options.Determ, task.Log = true, &obs.Log{DumpDir: dir}
			w := New(Default()).Open(task, verify.NewBoard())
			defer w.Close()
			r := w.Work(t.Context(), verify.Budget{Work: 100_000})
			out = fmt.Sprintf("%T\n", r)
			files, err := filepath.Glob(dir + "/*-" + Name + "-*")
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				out += string(text)
				iterations++
			}
			for _, s := range task.Log.Stats() {
				if strings.HasPrefix(s.Name, Name) {
					out += fmt.Sprintf("%s %d\n", s.Name, s.Count)
				}
			}
			return out
		}
		if a, b := once(), once(); a != b {
			t.Errorf("%s: one run\n%s\nand then\n%s", name, a, b)
		}
	}
	if iterations < 2*len(names) {
		t.Errorf("only %d iterations", iterations)
	}
}
