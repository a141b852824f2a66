package traceabs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestNoSolver checks that, without a solver, abstract interpretation works alone, and the reason states that.
// Obligations without a proof are in the condition.
func TestNoSolver(t *testing.T) {
	reasons := 0
	// no domain proves the assertion, no test violates it
	squares := sample{"squares", "int main(void) { unsigned x = nondet_uint(); assert((x * x & 7) != BAD(3, 4)); " +
		"return 0; }", ""}
	for _, p := range append([]sample{squares}, programs...) {
		for _, unsafe := range []bool{false, true} {
			tk := task(t, p.text, unsafe).Task(t)
			tk.Solver = []string{smt.None}
			r := enginetest.Run(context.Background(), traceabs.New(traceabs.Default()), tk, verify.NewBoard())
			switch r := r.(type) {
			case *verify.Unknown:
				if reasons++; !strings.Contains(r.Reason, "no solver is asked") || r.Left == nil || len(r.Left.Obligations) == 0 {
					t.Errorf("%s, unsafe %v: %q, left %v", p.name, unsafe, r.Reason, r.Left)
				}
			case *verify.Safe:
				if unsafe && len(r.Obligations) == len(tk.Asked()) {
					t.Errorf("%s: the unsafe twin is proved", p.name)
				}
			}
		}
	}
	if reasons == 0 {
		t.Error("nothing was left open")
	}
}

// TestGivesUp checks that, if a solver answers "unknown" once, or dies once, the trace is checked again later, and the
// program is still decided.
func TestGivesUp(t *testing.T) {
	needSolver(t)
	some, settings := programs[:2], []string{""}
	if os.Getenv("TANDEM_LONG") != "" {
		some, settings = programs, []string{"", "setting=default"}
	}
	for _, p := range some {
		for _, unsafe := range []bool{false, true} {
			for _, options := range settings {
				for _, answer := range []string{"unsat", "sat", "dies"} {
					cfg, err := parse(options)
					if err != nil {
						t.Fatal(err)
					}
					tk := task(t, p.text, unsafe).Task(t)
					once := "sed -u '0,/^" + answer + "$/s//unknown/'"
					if answer == "dies" {
						once = "head -c 40"
					}
					file := filepath.Join(t.TempDir(), "begun") // later solvers work as usual
					tk.Solver = []string{"sh", "-c", fmt.Sprintf("if [ -e %s ]; then exec z3 -in -smt2; fi; touch %s; z3 -in -smt2 "+
						"| %s", file, file, once)}
					got, _ := enginetest.Decide(traceabs.New(cfg), tk, ample)
					if want := map[bool]string{false: "true", true: "false"}[unsafe]; got.Kind != want {
						t.Errorf("%s, unsafe %v, %s, first solver %s: %v", p.name, unsafe, options, answer, got)
					}
				}
			}
		}
	}
}

// TestTight checks that, with little memory, the verdict is correct, or unknown with a reason and the remaining
// obligations.
func TestTight(t *testing.T) {
	needSolver(t)
	for _, memory := range []uint64{1 << 10, 1 << 20, 16 << 20} {
		for _, p := range programs {
			for _, unsafe := range []bool{false, true} {
				tk := task(t, p.text, unsafe).Task(t)
				tk.Budget.Memory = memory
				ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
				r := enginetest.Run(ctx, traceabs.New(traceabs.Default()), tk, verify.NewBoard())
				cancel()
				switch r := r.(type) {
				case *verify.Unknown:
					if r.Reason == "" || r.Left == nil || len(r.Left.Obligations) == 0 {
						t.Errorf("%s, unsafe %v, %d bytes: %+v", p.name, unsafe, memory, r)
					}
				case *verify.Safe:
					if unsafe && len(r.Obligations) == len(tk.Asked()) {
						t.Errorf("%s: the unsafe twin is proved", p.name)
					}
				case *verify.Unsafe:
					if !unsafe {
						t.Errorf("%s: a violation of the safe twin", p.name)
					}
				}
			}
		}
	}
}

// TestDeep checks that a recursion deeper than any trace that the engine can analyse ends with unknown and a reason,
// soon after the deadline.
func TestDeep(t *testing.T) {
	needSolver(t)
	c := task(t, `int f(int n) { if (n <= 0) return 0; int m = f(n - 1); return m + 1; }
		int main(void) { int x = nondet_int(); assume(x > 30000); int y = f(x & 0x7fff); assert(y != 32001 || x < 65536); return 0; }`, true)
	c.Passes = func(o *instrument.Options) { o.Inline = false }
	tk := c.Task(t)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	begin := time.Now()
	u, is := enginetest.Run(ctx, traceabs.New(traceabs.Default()), tk, verify.NewBoard()).(*verify.Unknown)
	if !is || u.Reason == "" || u.Left == nil || len(u.Left.Obligations) == 0 {
		t.Errorf("%+v", u)
	}
	t.Logf("%s late: %s", time.Since(begin)-2*time.Second, u.Reason)
}

// TestDeterministic checks that, if work is counted instead of time, two runs have the same result and the same
// statistics.
func TestDeterministic(t *testing.T) {
	needSolver(t)
	texts := map[string]string{}
	for i, p := range slices.Concat(programs, beyond) {
		if i%3 == 2 || os.Getenv("TANDEM_LONG") != "" {
			texts[p.name] = p.text
		}
	}
	for name, text := range texts {
		var was []string
		for turn := range 2 {
			tk := task(t, text, false).Task(t)
			tk.Options.Determ, tk.Log = true, &obs.Log{}
			r := enginetest.Run(context.Background(), traceabs.New(traceabs.Default()), tk, verify.NewBoard())
			now := []string{fmt.Sprintf("%T", r)}
			for _, s := range tk.Log.Stats() {
				if strings.HasPrefix(s.Name, traceabs.Name) {
					now = append(now, fmt.Sprintf("%s %d", s.Name, s.Count))
				}
			}
			slices.Sort(now)
			if turn == 1 && !slices.Equal(was, now) {
				t.Errorf("%s: %v, then %v", name, was, now)
			}
			was = now
		}
	}
}
