package synergy_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/synergy"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// ample is the time limit for programs that the engine decides: no run reaches it, even on a slow machine.
const ample = 30 * time.Second

const prelude = `void reach_error(void); int nondet_int(void); unsigned nondet_uint(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
#define assume(c) do { if (!(c)) return 0; } while (0)
#ifdef UNSAFE
#define BAD(a, b) (b)
#else
#define BAD(a, b) (a)
#endif
`

// programs are safe. With UNSAFE defined, each has an error.
var programs = []struct{ name, text string }{
	{"figure 1", `int main(void) { int a = nondet_int(), i = 0, c = 0; assume(a > 0);
		while (i < 1000) { c = c + i; i = i + 1; } assert(a > BAD(0, 5)); return 0; }`},
	{"figure 3", `int main(void) { int lock = 0; unsigned old, new = nondet_uint();
		do { assert(lock == 0); lock = 1; old = new; if (nondet_int()) { lock = BAD(0, 1); new = new + 1; } } while (new != old);
		assert(lock == BAD(1, 0)); return 0; }`},
	{"figure 7", `int main(void) { int x = nondet_int(), y = nondet_int(); if (x != y) if (2 * x == x + 10) assert(x == BAD(10, 11)); return 0; }`},
	{"diamonds", `int main(void) { int lock = nondet_int(), a = 0, b = 0, c = 0; assume(lock == 1);
		if (nondet_int()) a++; else a--; if (nondet_int()) b++; else b--; if (nondet_int()) { c++; lock = BAD(1, 2); } else c--;
		assert(lock == 1); return 0; }`},
	{"two obligations", `int main(void) { int n = nondet_int(), up = 0; assume(0 <= n && n < 10);
		for (int i = 0; i < n; i++) { assert(up == 0); up = 1; if (n) up = 0; } assert(n < BAD(10, 9)); return 0; }`},
	{"modes", `int main(void) { int mode = 0, alarm = 0;
		for (;;) { int e = nondet_int();
			if (mode == 0) { if (e == 1) mode = 1; if (e == 9) break; } else if (mode == 1) { if (e == 2) mode = BAD(0, 2); } else alarm = 1;
			assert(!alarm); } return 0; }`},
}

// hard has programs that need techniques of the default options in addition to refinement by Pre.
var hard = []struct{ name, text string }{
	// A hundred rounds, each with one input that leads further: tests must reach level after level.
	{"climb", `int main(void) { int level = 0; for (;;) { int x = nondet_int();
		if (level < 100) level = x == level * level + 7 ? level + 1 : 0; else { assert(level == 100); if (x == 0) return 0; level = x == 77 ? BAD(50, 101) : 10; } } }`},
	// One number of rounds reproduces a hash that was computed before: a run with many rounds meets it.
	{"probe", `int main(void) { int n = nondet_int(); unsigned h = 5, t = 5; assume(0 <= n && n <= 5000);
		for (int i = 0; i < 4321; i++) t = t * 69073u + 98760u; for (int i = 0; i < n; i++) h = h * 69073u + 98760u;
		if (h == t) if (nondet_int() == 4711) reach_error(); return 0; }`},
	// Two registers have the same value in each round.
	{"alike", `int main(void) { unsigned h = 5, g = 5; for (int i = 0; i < 100000; i++) { h = h * 1103515245u + 12345u; g = g * 1103515245u + BAD(12345u, 12347u); }
		int x = nondet_int(); if (x == (int)h) assert(x == (int)g); return 0; }`},
}

func needSolver(t *testing.T) {
	t.Helper()
	for _, f := range smt.Known() {
		if f.Path != "" {
			return
		}
	}
	benchtest.Missing(t, smt.ErrNoSolver)
}

// TestPrograms decides programs and their unsafe twins with several options. Proofs must be confirmed and violations
// replayed.
func TestPrograms(t *testing.T) {
	needSolver(t)
	for _, options := range []string{"split=block", "split=edge", "scope=function,initial=conditions"} {
		cfg, err := synergy.Parse(options)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range programs {
			for _, unsafe := range []bool{false, true} {
				got, _ := enginetest.Decide(synergy.New(cfg), enginetest.C{File: "t.c", Text: prelude + p.text,
					Unsafe: unsafe}.Task(t), ample)
				if want := map[bool]string{false: "true", true: "false"}[unsafe]; got.Kind != want {
					t.Errorf("%s, %s: %v, want %s", options, p.name, got, want)
				}
			}
		}
	}
}

// TestHard decides the programs of hard and their unsafe twins.
func TestHard(t *testing.T) {
	needSolver(t)
	for _, p := range hard {
		for _, unsafe := range []bool{false, true} {
			if p.name == "probe" && !unsafe { // it has no safe twin: the error is reached in both
				continue
			}
			want := map[bool]string{false: "true", true: "false"}[unsafe]
			t.Run(p.name+" "+want, func(t *testing.T) {
				if got, _ := enginetest.Decide(synergy.New(synergy.Default()), enginetest.C{File: "t.c", Text: prelude + p.text,
					Unsafe: unsafe}.Task(t), ample); got.Kind != want {
					t.Errorf("%v, want %s", got, want)
				}
			})
		}
	}
}

// TestNoSolver checks that, without a solver, each turn returns Unknown with the reason, on programs with and without
// calls.
func TestNoSolver(t *testing.T) {
	calls := "int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; } int main(void) { int n = nondet_int(); assert(f(n) >= " +
		"0); return 0; }"
	for _, text := range []string{programs[0].text, calls} {
		for _, e := range []verify.Engine{synergy.New(synergy.Default()), synergy.LeeYannakakis()} {
			tk := enginetest.C{File: "t.c", Text: prelude + text}.Task(t)
			tk.Solver = []string{smt.None}
			w := e.Open(tk, verify.NewBoard())
			for range 2 {
				r, is := w.Work(context.Background(), verify.Budget{Time: ample}).(*verify.Unknown)
				if !is || !strings.Contains(r.Reason, "no SMT solver") && !strings.Contains(r.Reason, "calls are left") {
					t.Errorf("%s, %s: %v", e.Name, text, r)
				}
			}
			w.Close()
		}
	}
}

// TestVain checks that a run that violates the assertion after undefined behaviour does not count, and does not end the
// search for a run that counts.
func TestVain(t *testing.T) {
	needSolver(t)
	cfg, err := synergy.Parse("random=off")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ text, want, why string }{
		{`int main(void) { unsigned s = nondet_uint(), x = nondet_uint(); unsigned y = 1u << s; if (y == 7 || x * 3 == 12345) reach_error(); return 0; }`, "false", ""},
		{`int main(void) { unsigned s = nondet_uint(); unsigned y = 1u << s; if (y == 7) reach_error(); return 0; }`,
			"unknown", "a run violates it, and does not count"},
	} {
		got, _ := enginetest.Decide(synergy.New(cfg), enginetest.C{File: "t.c", Text: prelude + x.text}.Task(t), ample)
		if got.Kind != x.want || !strings.Contains(got.Note, x.why) {
			t.Errorf("%s: %v", x.text, got)
		}
	}
}

// TestOptions checks that Parse refuses unknown options and values, and options without a value or given twice.
func TestOptions(t *testing.T) {
	for _, text := range []string{"", "splits=edge", "split=", "split=blok", "scope=file", "initial=", "exchange=",
		"split=edge,split=edge"} {
		if _, err := synergy.Parse(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
