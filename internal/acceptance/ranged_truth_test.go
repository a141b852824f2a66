package acceptance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/app"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// tangle writes programs with complicated paths: calls, recursion, exits in the middle, jumps, tables of functions.
// They are so small that all runs can be executed.
type tangle struct {
	*rand.Rand
	strings.Builder
	loops, labels int
	asserts       int
}

// value returns a random expression.
func (g *tangle) value() string {
	return []string{"a", "b", "g", "in()", fmt.Sprint(g.IntN(4)), "f(b)", "a + b", "b - 1", "r(2, a)"}[g.IntN(9)]
}

// cond returns a random condition.
func (g *tangle) cond() string {
	c := fmt.Sprintf("%s %s %s", []string{"a", "b", "g", "in()"}[g.IntN(4)],
		[]string{"<", "<=", "==", "!=", ">"}[g.IntN(5)], []string{"a", "b", "0", "1", "2"}[g.IntN(5)])
	if g.IntN(4) == 0 {
		c += []string{" && ", " || "}[g.IntN(2)] + g.cond()
	}
	return c
}

// assert returns a random assertion.
func (g *tangle) assert() string {
	g.asserts++
	return fmt.Sprintf("assert(%s != %d);", []string{"a", "b", "g", "a + b", "a - b", "a + g"}[g.IntN(6)], g.IntN(9)-1)
}

// stmt returns a random statement, nested up to deep; with main set it may return from main.
func (g *tangle) stmt(deep int, main bool) string {
	k := g.IntN(14)
	switch {
	case k < 4 || deep == 0:
		return fmt.Sprintf("%s = %s;", []string{"a", "b", "g"}[g.IntN(3)], g.value())
	case k < 7:
		return fmt.Sprintf("if (%s) { %s } else { %s }", g.cond(), g.stmt(deep-1, main), g.stmt(deep-1, main))
	case k < 9:
		g.loops++
		return fmt.Sprintf("for (int i%d = 0; i%d < %s; i%d++) { %s %s }", g.loops, g.loops,
			[]string{"(a & 3)", "(b & 3)", "4", "2"}[g.IntN(4)], g.loops, g.stmt(deep-1, main), g.stmt(deep-1, main))
	case k == 9 && g.IntN(2) == 0:
		return fmt.Sprintf("if (%s) %s", g.cond(), []string{"exit(0);", "abort();", "g = 7;"}[g.IntN(3)])
	case k == 10 && main:
		return fmt.Sprintf("if (%s) return 1;", g.cond())
	case k == 11:
		return g.assert()
	case k == 12:
		g.labels++
		return fmt.Sprintf("switch (a & 3) { case 0: %s case 1: %s break; default: %s }", g.stmt(deep-1, main),
			g.stmt(deep-1, main), g.stmt(deep-1, main))
	}
	return fmt.Sprintf("a = t[b & 1](%s);", g.value())
}

// tangleText returns the program of a seed.
func tangleText(seed uint64) string {
	g := &tangle{Rand: rand.New(rand.NewPCG(seed, 77))}
	b := &g.Builder
	b.WriteString(`extern unsigned char __VERIFIER_nondet_uchar(void);
extern void exit(int);
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
#define assert(x) ((x) ? (void)0 : __assert_fail(#x, __FILE__, __LINE__, __func__))
int g;
static int f(int), h(int), r(int, int);
static int (*t[2])(int) = {f, h};
static int in(void) { return __VERIFIER_nondet_uchar() & 1; }
`)
	fmt.Fprintf(b, "static int f(int a) { int b = a & 3; if (a > %d) %s return a & 3; }\n", g.IntN(3),
		"b++; else { g++; } if (b == 3) { "+[]string{"", "assert(g < 2);", "exit(0);", "return 1;"}[g.IntN(4)]+" }")
	fmt.Fprintf(b, "static int h(int a) { for (int i = 0; i < %d; i++) { if (a == i) return i; } return 2; }\n",
		1+g.IntN(3))
	fmt.Fprintf(b, "static int r(int n, int a) { if (n <= 0) return a & 3; int x = r(n - 1, a + 1); if (x == %d) { g = "+
		"%d; %s } return x; }\n", g.IntN(4), g.IntN(4), []string{"", "assert(a != 2);", "return r(n - 2, a);"}[g.IntN(3)])
	fmt.Fprintf(b, "int main(void) {\n  int a = __VERIFIER_nondet_uchar() & 3, b = 0;\n  for (int i = 0; i < a; i++) { "+
		"b++; }\n")
	for range 2 + g.IntN(4) {
		fmt.Fprintf(b, "  %s\n", g.stmt(2, true))
	}
	fmt.Fprintf(b, "  %s\n  return 0;\n}\n", g.assert())
	return b.String()
}

// tangleRuns runs a program on all its inputs, of which only the last bit matters, or the last two bits of the first
// input. It returns the obligations that fail, or nil if there are more than most runs.
func tangleRuns(t *testing.T, p *ir.Program, most int) (violated map[int]bool, runs int) {
	m, err := exec.NewInterp(p, exec.Config{Fuel: 1 << 14})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	violated = map[int]bool{}
	vec := []uint64{}
	for {
		n := 0
		run, err := m.Run(t.Context(), exec.InputFunc(func(_ ir.Key, s *ir.Site, ty ir.Type) (uint64, bool) {
			if n == len(vec) {
				vec = append(vec, 0)
			}
			n++
			return vec[n-1], true
		}))
		if err != nil {
			t.Fatal(err)
		}
		if runs++; runs > most {
			return nil, runs
		}
		switch k := run.Outcome.Kind; k {
		case exec.Violated:
			violated[run.Outcome.Obligation.ID] = true
		case exec.Finished, exec.Blocked:
		default:
			return nil, runs
		}
		for vec = vec[:n]; len(vec) > 0; vec = vec[:len(vec)-1] {
			last := uint64(1)
			if len(vec) == 1 {
				last = 3
			}
			if k := len(vec) - 1; vec[k] < last {
				vec[k]++
				break
			}
		}
		if len(vec) == 0 {
			return violated, runs
		}
	}
}

// tangleStrategy returns a random ranged strategy.
func tangleStrategy(r *rand.Rand) string {
	names := []string{"value", "predicate", "symbolic", "numeric", "bmc", "kind", "concolic", "iat", "horn", "guess",
		"random", "intervals", "unwind",
		"seq(value, kind)", "seq(numeric, predicate)", "cpa:value+predicate", "cpa:symbolic,order=path",
		"cpa:value,order=path"}
	if r.IntN(8) == 0 {
		names = append(names, "split(paths 3, value)", "split(inputs 2, predicate)", "conditional(value, predicate)",
			"ranged(value, predicate; parts=3, fallback=first)", "par(value, predicate)", "turns(value, kind)")
	}
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	n := 2 + r.IntN(2)
	var list []string
	for range n {
		list = append(list, names[r.IntN(len(names))])
	}
	text := fmt.Sprintf("ranged(%s; split=%s, parts=%d, workers=%d, steal=%s, exchange=%s, violations=%s, fallback=%s)",
		strings.Join(list, ", "),
		pick("lb1", "lb2", "lb3", "lb10", "rdm", "rdm9", "rdm5", "rdm3", "balanced", "fit2", "inputs"), 2+r.IntN(8),
		1+r.IntN(3), pick("whole", "split", "split", "none"), pick("on", "off"), pick("first", "all"), pick("both", "first"))
	if r.IntN(10) == 0 {
		text = "seq(ranged" + strings.TrimPrefix(text, "ranged") + ", numeric)"
	}
	return text
}

// TestRangedTruth tests random ranged strategies with random time limits: no obligation is proved that a run violates,
// none is violated that no run violates, and every proof is confirmed again for the whole program.
// TANDEM_RANGED=from,to selects the programs.
func TestRangedTruth(t *testing.T) {
	from, to := 0, 3
	if text := os.Getenv("TANDEM_RANGED"); text != "" {
		if _, err := fmt.Sscanf(text, "%d,%d", &from, &to); err != nil {
			t.Fatal(err)
		}
	}
	limits := []time.Duration{60 * time.Millisecond, 300 * time.Millisecond, time.Second, 3 * time.Second}
	count := map[string]int{}
	for seed := from; seed < to; seed++ {
		text := tangleText(uint64(seed))
		file := filepath.Join(t.TempDir(), "p"+strconv.Itoa(seed)+".c")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(uint64(seed), 78))
		task, err := app.Load(app.Options{Check: "none", Seed: 1, NoConfirm: true, Deterministic: r.IntN(8) == 0}, file)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		violated, runs := tangleRuns(t, task.Program, 20_000)
		if violated == nil {
			count["too many runs"]++
			continue
		}
		count["runs"] += runs
		if testing.Verbose() && os.Getenv("TANDEM_RANGED") != "" {
			t.Logf("program %d: %d runs, %d of %d obligations fail", seed, runs, len(violated), len(task.Program.Obligations))
		}
		for range 2 {
			text := tangleStrategy(r)
			st, err := app.ReadStrategy(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			limit := limits[r.IntN(len(limits))]
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			own := *task
			own.Parts = &verify.PartSet{}
			if own.Options.Determ {
				own.Budget.Work = 1 << (10 + r.IntN(18))
			}
			runner := coop.NewRunner(&own, st, app.Engines())
			out := runner.Run(ctx)
			runner.Wait()
			cancel()
			count[string(out.Verdict)]++
			fault := func(format string, args ...any) {
				t.Errorf("program %d, %s, %v: %s\n%s", seed, text, limit, fmt.Sprintf(format, args...), file)
			}
			for _, s := range out.Steps {
				if s.Range != "" {
					count["steps on ranges"]++
				}
				if s.Stolen != "" {
					count["stolen"]++
				}
				if s.Bug || strings.Contains(s.Reason, "internal error") {
					fault("step of %s on %q: %s", s.Engine, s.Range, s.Reason)
				}
			}
			for _, f := range out.Findings {
				if strings.Contains(f.Reason, "contradict") || strings.Contains(f.Reason, "internal") {
					fault("obligation %d: %s", f.Obligation.ID, f.Reason)
				}
				switch f.Status {
				case verify.Proved, verify.NotReached:
					count["proved"]++
					if violated[f.Obligation.ID] {
						fault("obligation %d is %s by %s, and a run violates it", f.Obligation.ID, f.Status, f.Engine)
					}
					if _, is := f.Proof.(*verify.Cover); is {
						count["proved by ranges"]++
					}
					c := check.Proof(t.Context(), runnerTask(&own), &verify.Safe{Obligations: []*ir.Obligation{f.Obligation},
						Proof: f.Proof})
					if c.Verdict == check.Refuted {
						fault("the proof of obligation %d: %s: %s", f.Obligation.ID, c.Verdict, c.Reason)
					}
					count["again "+string(c.Verdict)]++
				case verify.Violated:
					count["violated"]++
					if !violated[f.Obligation.ID] {
						fault("obligation %d is violated by %s, and no run violates it", f.Obligation.ID, f.Engine)
					}
				}
			}
			if out.Verdict == verify.True && len(violated) > 0 || out.Verdict == verify.False && len(violated) == 0 {
				fault("the answer is %s", out.Verdict)
			}
		}
	}
	t.Log(count)
}

// runnerTask returns a copy of a task without a budget.
func runnerTask(t *verify.Task) *verify.Task { return t.With(verify.Budget{}) }
