package traceabs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/absint/domains"
	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/obs"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// ample is the time limit for programs that the engine decides: no run reaches it, even on a slow machine.
const ample = 30 * time.Second

const prelude = `void reach_error(void); int nondet_int(void); unsigned nondet_uint(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
#define assume(c) do { if (!(c)) return 0; } while (0)
`

// sample is a program with options of the engine.
type sample struct{ name, text, options string }

// programs are safe. With UNSAFE defined, each has an error.
var programs = []sample{
	{"straight", "int main(void) { int x = nondet_int(); if (x > 3) assert(x != BAD(3, 77)); return 0; }", ""},
	{"figure 1", `int main(void) { int x = 0, y = 42;
		while (x < 6) { x = x + 1; if (y <= 0) y = 42; else if (nondet_int()) y = 42; }
		assert(x == 6 && y == BAD(42, 41)); return 0; }`, ""},
	{"lock", `int main(void) { int lock = 0; unsigned old, new = nondet_uint();
		do { assert(lock == 0); lock = 1; old = new; if (nondet_int()) { lock = BAD(0, 1); new = new + 1; } } while (new != old);
		assert(lock == BAD(1, 0)); return 0; }`, ""},
	{"two obligations", `int main(void) { int i = 0, n = nondet_int(); assume(0 <= n && n < 10);
		while (i < n) { assert(i >= 0); i++; } assert(i == n + BAD(0, 1)); return 0; }`, ""},
	{"nested", `int main(void) { int n = nondet_int(), s = 0; assume(0 < n && n < 6);
		for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { assert(j < n - BAD(0, 3)); s++; } return 0; }`, ""},
	{"modes", `int main(void) { int mode = 0, alarm = 0;
		for (;;) { int e = nondet_int();
			if (mode == 0) { if (e == 1) mode = 1; if (e == 9) break; } else if (mode == 1) { if (e == 2) mode = BAD(0, 2); } else alarm = 1;
			assert(!alarm); } return 0; }`, ""},
}

// task returns a program with the macros that the texts use.
func task(t *testing.T, text string, unsafe bool) enginetest.C {
	bad := "#ifdef UNSAFE\n#define BAD(a, b) (b)\n#else\n#define BAD(a, b) (a)\n#endif\n"
	return enginetest.C{File: "t.c", Text: prelude + bad + text, Unsafe: unsafe}
}

// needSolver reports the missing solver if there is none.
func needSolver(t *testing.T) {
	t.Helper()
	for _, f := range smt.Known() {
		if f.Path != "" {
			return
		}
	}
	benchtest.Missing(t, smt.ErrNoSolver)
}

// TestPrograms decides programs and their unsafe twins in several settings. Proofs must be confirmed and violations
// replayed.
func TestPrograms(t *testing.T) {
	needSolver(t)
	for _, options := range []string{"", "setting=int,enh=on", "setting=oct,ai=last", "order=depth", "blocks=parallel",
		"setting=default,blocks=parallel"} {
		cfg, err := parse(options)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range programs {
			for _, unsafe := range []bool{false, true} {
				got, _ := enginetest.Decide(traceabs.New(cfg), task(t, p.text, unsafe).Task(t), ample)
				if want := map[bool]string{false: "true", true: "false"}[unsafe]; got.Kind != want {
					t.Errorf("%s, %s: %v, want %s", options, p.name, got, want)
				}
			}
		}
	}
}

// beyond has safe programs with loops that one domain with forward analysis does not explain. With UNSAFE defined, each
// has an error.
var beyond = []sample{
	{"relation of three", `int main(void) { int n = nondet_int(), i = 0, k = 0;
		while (i < n) { i++; k++; }
		for (int j = 0; j < n; j++) { assert(k > BAD(0, 1)); k--; } return 0; }`, "setting=oct,domains=all"},
	{"what an error needs", `int main(void) { int n = nondet_int(), s = 0; assume(-1000 <= n && n < 1000);
		for (int i = 1; i <= n; i++) s += 2;
		assert(s == 0 || s == 2 * n + BAD(0, 2)); return 0; }`, ""},
	{"turns", `int main(void) { int x = 0, y = 0, flag = 0;
		while (x < 5) { if (flag) y++; else x++; flag = !flag; }
		assert(x <= y + BAD(1, 0)); return 0; }`, ""},
	{"clauses", `int main(void) { int n = nondet_int(), i = 0, k = 0; assume(0 <= n && n < 1000);
		while (i < n) { i++; k += 3; }
		assert(k == 3 * n + BAD(0, 3)); return 0; }`, "setting=default"},
}

// TestBeyond decides programs that need more than the paper's settings. Work is counted, since domains and clauses have
// little time each.
func TestBeyond(t *testing.T) {
	needSolver(t)
	for _, p := range beyond {
		cfg, err := parse(p.options)
		if err != nil {
			t.Fatal(err)
		}
		for _, unsafe := range []bool{false, true} {
			tk := task(t, p.text, unsafe).Task(t)
			tk.Options.Determ = true
			got, _ := enginetest.Decide(traceabs.New(cfg), tk, 10*ample)
			if want := map[bool]string{false: "true", true: "false"}[unsafe]; got.Kind != want {
				t.Errorf("%s: %v, want %s", p.name, got, want)
			}
		}
	}
}

// parse returns the configuration for options, the default one for "".
func parse(options string) (traceabs.Config, error) {
	if options == "" {
		return traceabs.Default(), nil
	}
	return traceabs.Parse(options)
}

// locks returns a program with n flags. Each iteration sets some of them, as its inputs decide, and clears them.
func locks(n int) string {
	var b strings.Builder
	b.WriteString("int main(void) { while (nondet_int()) {\n")
	for i := range n {
		fmt.Fprintf(&b, "int p%d = nondet_int(), l%d = 0; if (p%d) l%d = 1;\n", i, i, i, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "if (p%d) { assert(l%d == BAD(1, %d)); l%d = 0; }\n", i, i, i/(n-1), i)
	}
	b.WriteString("} return 0; }")
	return b.String()
}

// together returns the program of locks with a single error location, to which many locations lead.
func together(n int) string {
	var b strings.Builder
	b.WriteString("int main(void) { int bad;\n")
	for i := range n {
		fmt.Fprintf(&b, "int p%d = nondet_int(), l%d;\n", i, i)
	}
	b.WriteString("while (nondet_int()) {\n")
	for i := range n {
		fmt.Fprintf(&b, "l%d = 0;\n", i)
	}
	for i := range n {
		fmt.Fprintf(&b, "if (p%d) l%d = 1;\n", i, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "if (p%d) { if (l%d != BAD(1, %d)) goto error; l%d = 0; }\n", i, i, 1-i/(n-1), i)
	}
	b.WriteString("} return 0; error: reach_error(); return 0; }")
	return b.String()
}

// TestApart checks that explanations do not multiply if each location that leads to an error has its own explanation.
func TestApart(t *testing.T) {
	needSolver(t)
	for _, unsafe := range []bool{false, true} {
		got, _ := enginetest.Decide(traceabs.New(traceabs.Default()), task(t, together(15), unsafe).Task(t), ample)
		if want := map[bool]string{false: "true", true: "false"}[unsafe]; got.Kind != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

// TestPartial checks that the condition after an undecided obligation excludes the proved states, and includes all
// executions that reach the error.
func TestPartial(t *testing.T) {
	needSolver(t)
	cfg, err := traceabs.Parse("setting=INT,ai=alone")
	if err != nil {
		t.Fatal(err)
	}
	c := task(t, `int main(void) { unsigned n = nondet_uint(), x = 0;
		if (nondet_int()) { while (x < 5) x++; if (x != 5) reach_error(); }
		else { unsigned s = 0; while (x < n && x < 9) { x++; s += 2; } if (s == x + BAD(9, 3)) reach_error(); }
		return 0; }`, false)
	for _, unsafe := range []bool{false, true} {
		c.Unsafe = unsafe
		tk := c.Task(t)
		w := traceabs.New(cfg).Open(tk, verify.NewBoard())
		defer w.Close()
		w.Work(context.Background(), verify.Budget{})
		s, _ := w.(verify.Partial).Partial(context.Background(), tk.Asked(), 1000)
		if s == nil {
			t.Fatal("nothing is shown")
		}
		left, out := check.Left(context.Background(), tk, tk.Asked(), s)
		if left == nil || out.Verdict != check.Confirmed {
			t.Fatalf("%s: %s", out.Verdict, out.Reason)
		}
		verified := 0
		for _, s := range left.States {
			if s.Verified {
				verified++
			}
		}
		if verified == 0 || left.States[0].Verified {
			t.Errorf("%+v", left.States)
		}
	}
}

// TestPartialCalls checks the property of TestPartial with nested words. The condition must exclude calls in which
// everything is proved.
func TestPartialCalls(t *testing.T) {
	needSolver(t)
	cfg, err := traceabs.Parse("setting=INT,ai=alone")
	if err != nil {
		t.Fatal(err)
	}
	c := task(t, `int down(int n) { if (n <= 0) return 0; return down(n - 1); }
		unsigned mix(unsigned n, unsigned x) { if (n == 0) return x; return mix(n - 1, x * 3 ^ n); }
		int main(void) { unsigned n = nondet_uint();
		if (nondet_int()) { int y = down(n & 7); if (y != 0) reach_error(); }
		else { unsigned s = mix(n & 3, 1); if (s == BAD(77, 3)) reach_error(); }
		return 0; }`, false)
	c.Passes = func(o *instrument.Options) { o.Inline = false }
	for _, unsafe := range []bool{false, true} {
		c.Unsafe = unsafe
		tk := c.Task(t)
		w := traceabs.New(cfg).Open(tk, verify.NewBoard())
		defer w.Close()
		w.Work(context.Background(), verify.Budget{})
		for _, most := range []int{1000, 3} {
			s, _ := w.(verify.Partial).Partial(context.Background(), tk.Asked(), most)
			if s == nil {
				t.Fatal("nothing is shown")
			}
			left, out := check.Left(context.Background(), tk, tk.Asked(), s)
			if left == nil || out.Verdict != check.Confirmed {
				t.Fatalf("%s: %s", out.Verdict, out.Reason)
			}
			verified := 0
			for _, s := range left.States {
				if s.Verified {
					verified++
				}
			}
			if most > 3 && verified == 0 || left.States[0].Verified {
				t.Errorf("%+v", left.States)
			}
		}
	}
}

// TestBoard checks that predicates of other engines explain traces, and the engine publishes the predicates that
// explain traces.
func TestBoard(t *testing.T) {
	needSolver(t)
	tk := task(t, `int main(void) { unsigned n = nondet_uint(), x = 0, y = 0;
		while (x < n && x < 900) { x++; y += 9; }
		assert(y == 9 * x); return 0; }`, false).Task(t)
	cfg, err := traceabs.Parse("setting=default")
	if err != nil {
		t.Fatal(err)
	}
	kinds := verify.Query{Kinds: []verify.FactKind{verify.KindPredicate}}
	var refinements [2]int64 // without and with the predicate of another engine
	for i, told := range []bool{false, true} {
		tk.Log = &obs.Log{}
		b := verify.NewBoard()
		if told { // the relation that holds at the loop
			f := tk.Program.Entry
			of := map[string]ir.Expr{}
			for _, v := range f.Vars {
				of[v.Name] = ir.NewRef(v)
			}
			x, y := of["main.x"], of["main.y"]
			if x == nil || y == nil {
				t.Fatalf("%v", of)
			}
			rel := ir.NewBinary(ir.Eq, y, ir.NewBinary(ir.Mul, ir.NewConst(y.Type(), 9), x))
			b.Claim(tk, "other",
				&verify.Predicates{Precision: verify.Precision{Scoped: verify.Scoped{Func: map[*ir.Func][]ir.Expr{f: {rel}}}}})
		}
		w := traceabs.New(cfg).Open(tk, b)
		ctx, cancel := context.WithTimeout(context.Background(), ample)
		r := w.Work(ctx, verify.Budget{})
		cancel()
		w.Close()
		for _, s := range tk.Log.Stats() {
			if s.Name == traceabs.Name+".refinements" {
				refinements[i] = s.Count
			}
		}
		if s, is := r.(*verify.Safe); told && !is {
			t.Errorf("told %v: %+v", told, r)
		} else if is {
			if out := check.Proof(context.Background(), tk, s); out.Verdict != check.Confirmed {
				t.Errorf("%s: %s", out.Verdict, out.Reason)
			}
			if !slices.ContainsFunc(b.Find(kinds), func(f verify.Fact) bool { return f.Producer == traceabs.Name }) {
				t.Error("no predicates on the board")
			}
		}
	}
	if refinements[1] == 0 || refinements[1] >= refinements[0] {
		t.Errorf("%d refinements alone, %d with the relation", refinements[0], refinements[1])
	}
}

// TestDying checks that a solver that dies again and again delays traces, but causes no wrong verdict.
func TestDying(t *testing.T) {
	needSolver(t)
	for _, p := range programs[:3] {
		for _, unsafe := range []bool{false, true} {
			tk := task(t, p.text, unsafe).Task(t)
			tk.Solver = []string{"sh", "-c", "head -c 5000 | z3 -in -smt2"}
			got, _ := enginetest.Decide(traceabs.New(traceabs.Default()), tk, 2*time.Second)
			want := map[bool]string{false: "true", true: "false"}[unsafe]
			if got.Kind != want && got.Kind != "unknown" && got.Kind != "part" && got.Kind != "undecided" {
				t.Errorf("%s, unsafe %v: %v", p.name, unsafe, got)
			}
		}
	}
}

// chains returns a program that sums over n counting loops.
func chains(n int) string {
	var b strings.Builder
	b.WriteString("int main(void) { unsigned x = 0, n = nondet_uint();\n")
	for i := range n {
		fmt.Fprintf(&b, "for (unsigned i%d = 0; i%d < n %% %du; i%d++) x += i%d ^ (x * %du);\n", i, i, i+3, i, i, 2*i+1)
	}
	b.WriteString("assert(x != BAD(77, 78)); return 0; }")
	return b.String()
}

// divisors has calls whose relations no domain expresses.
const divisors = `int gcd(int a, int b) { if (a == b) return a; if (a > b) return gcd(a - b, b); return gcd(a, b - a); }
int divides(int n, int m) { if (m == 0) return 1; if (n > m) return 0; return divides(n, m - n); }
int main(void) { int m = nondet_int(), n = nondet_int(); assume(m > 0 && n > 0); int z = gcd(m, n); assert(divides(z, m)); return 0; }`

// TestCancelled checks that a turn ends soon after its context, in whichever step it is, and the next turn continues.
func TestCancelled(t *testing.T) {
	needSolver(t)
	for name, text := range map[string]string{"locks": locks(20), "chains": chains(12), "calls": divisors} {
		c := task(t, text, false)
		c.Passes = func(o *instrument.Options) { o.Inline = name != "calls" }
		for _, options := range []string{"", "setting=default", "setting=poly,enh=on"} {
			cfg, err := parse(options)
			if err != nil {
				t.Fatal(err)
			}
			w := traceabs.New(cfg).Open(c.Task(t), verify.NewBoard())
			for limit := 10 * time.Millisecond; limit < time.Second; limit *= 3 {
				ctx, cancel := context.WithTimeout(context.Background(), limit)
				r := w.Work(ctx, verify.Budget{})
				deadline, _ := ctx.Deadline()
				cancel()
				if late := time.Since(deadline); late > time.Second { // 200 ms if nothing else runs
					t.Errorf("%s, %s: %s late after %s", name, options, late, limit)
				} else {
					t.Logf("%s, %s: %s late after %s", name, options, late, limit)
				}
				if u, is := r.(*verify.Unknown); !is {
					break
				} else if u.Reason != "out of time" {
					t.Errorf("%s, %s: %+v", name, options, u)
				}
			}
			w.Close()
		}
	}
}

// TestSettings checks that a setting is the paper's unless options change it. Without a setting all techniques are on.
func TestSettings(t *testing.T) {
	for text, want := range map[string]traceabs.Config{
		"blocks=parallel": {Domain: "octagon+congruence", All: true, Wide: true, Spacer: true,
			Parallel: true},
		"blocks=sequences,setting=int":    {Domain: "interval", Spacer: true},
		"setting=int":                     {Domain: "interval", Spacer: true},
		"setting=int,spacer=off":          {Domain: "interval"},
		"domains=all,setting=int,wide=on": {Domain: "interval", All: true, Wide: true, Spacer: true},
		"enh=on": {Domain: "octagon+congruence", Enhanced: true, All: true, Wide: true,
			Spacer: true},
		"domains=one,wide=off,spacer=off,ai=last": {Domain: "octagon+congruence", AI: traceabs.Last},
		"setting=Default":                         {Spacer: true},
		"setting=polyhedra":                       {Domain: "polyhedra", Spacer: true},
	} {
		if got, err := traceabs.Parse(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
}

// TestBeside checks that a run next to a trace finds an error after many iterations of a loop.
func TestBeside(t *testing.T) {
	needSolver(t)
	got, _ := enginetest.Decide(traceabs.New(traceabs.Default()), task(t, `int main(void) { unsigned h = 0;
		for (int i = 0; i < 3000; i++) if (nondet_int() > 0) h++; else h += 2;
		assert(h <= BAD(6000, 3000)); return 0; }`, true).Task(t), ample)
	if got.Kind != "false" || !strings.Contains(got.Note, "at the side") {
		t.Errorf("%v", got)
	}
}

// TestAlone uses no solver: the engine proves the path programs that intervals prove, and decides nothing else.
func TestAlone(t *testing.T) {
	cfg, err := traceabs.Parse("setting=INT,ai=alone")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := enginetest.Decide(traceabs.New(cfg), task(t, programs[4].text, false).Task(t), ample)
	if got.Kind != "unknown" || !strings.Contains(got.Note, "abstract interpretation alone does not exclude a trace") {
		t.Errorf("%v", got)
	}
}

// TestParse compares the errors of Parse, or their absence.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"setting=OCT+CON,enh=on":   "",
		"setting=octa":             `no setting "octa"; did you mean oct? (there are: default, int, oct, oct+con, poly, ` + strings.Join(domains.Names(), ", ") + ")",
		"enh=yes":                  `no enh "yes" (there are: off, on)`,
		"ai=never":                 `no ai "never" (there are: first, last, alone)`,
		"order=dfs":                `no order "dfs" (there are: shortest, depth)`,
		"domains=most":             `no domains "most" (there are: one, all)`,
		"wide=yes":                 `no wide "yes" (there are: off, on)`,
		"spacer=no":                `no spacer "no" (there are: off, on)`,
		"setting=default,wide=on":  "setting=default has no abstract interpretation",
		"seting=int":               "no such option; did you mean setting?",
		"ai=last,ai=first":         "it is given twice",
		"setting=default,ai=alone": "setting=default has no abstract interpretation",
	} {
		_, err := traceabs.Parse(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
