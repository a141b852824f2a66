package traceabs_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/smt"
)

// ample is for what is decided: it ends no run, however slow the machine is.
const ample = 30 * time.Second

const prelude = `void reach_error(void); int nondet_int(void); unsigned nondet_uint(void);
#define assert(c) do { if (!(c)) reach_error(); } while (0)
#define assume(c) do { if (!(c)) return 0; } while (0)
`

// programs are safe; with UNSAFE defined each has an error.
var programs = []struct{ name, text string }{
	{"straight", "int main(void) { int x = nondet_int(); if (x > 3) assert(x != BAD(3, 77)); return 0; }"},
	{"figure 1", `int main(void) { int x = 0, y = 42;
		while (x < 6) { x = x + 1; if (y <= 0) y = 42; else if (nondet_int()) y = 42; }
		assert(x == 6 && y == BAD(42, 41)); return 0; }`},
	{"lock", `int main(void) { int lock = 0; unsigned old, new = nondet_uint();
		do { assert(lock == 0); lock = 1; old = new; if (nondet_int()) { lock = BAD(0, 1); new = new + 1; } } while (new != old);
		assert(lock == BAD(1, 0)); return 0; }`},
	{"two obligations", `int main(void) { int i = 0, n = nondet_int(); assume(0 <= n && n < 10);
		while (i < n) { assert(i >= 0); i++; } assert(i == n + BAD(0, 1)); return 0; }`},
	{"nested", `int main(void) { int n = nondet_int(), s = 0; assume(0 < n && n < 6);
		for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { assert(j < n - BAD(0, 3)); s++; } return 0; }`},
	{"modes", `int main(void) { int mode = 0, alarm = 0;
		for (;;) { int e = nondet_int();
			if (mode == 0) { if (e == 1) mode = 1; if (e == 9) break; } else if (mode == 1) { if (e == 2) mode = BAD(0, 2); } else alarm = 1;
			assert(!alarm); } return 0; }`},
}

func task(t *testing.T, text string, unsafe bool) enginetest.C {
	bad := "#ifdef UNSAFE\n#define BAD(a, b) (b)\n#else\n#define BAD(a, b) (a)\n#endif\n"
	return enginetest.C{File: "t.c", Text: prelude + bad + text, Unsafe: unsafe}
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

// TestPrograms decides programs and their unsafe twins in several settings: proofs are confirmed, violations replayed.
func TestPrograms(t *testing.T) {
	needSolver(t)
	for _, options := range []string{"", "setting=int,enh=on", "setting=oct,ai=last", "order=depth"} {
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

func parse(options string) (traceabs.Config, error) {
	if options == "" {
		return traceabs.Default(), nil
	}
	return traceabs.Parse(options)
}

// TestAlone asks no solver: what intervals prove of path programs is proved, nothing else is said.
func TestAlone(t *testing.T) {
	cfg, err := traceabs.Parse("setting=INT,ai=alone")
	if err != nil {
		t.Fatal(err)
	}
	got, _ := enginetest.Decide(traceabs.New(cfg), task(t, programs[1].text, true).Task(t), ample)
	if got.Kind != "unknown" || !strings.Contains(got.Note, "abstract interpretation alone does not exclude a trace") {
		t.Errorf("the unsafe twin: %v", got)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"setting=OCT+CON,enh=on":   "",
		"setting=octa":             `no setting "octa"; did you mean oct? (there are: default, int, oct, oct+con, poly)`,
		"enh=yes":                  `no enh "yes" (there are: off, on)`,
		"ai=never":                 `no ai "never" (there are: first, last, alone)`,
		"order=dfs":                `no order "dfs" (there are: shortest, depth)`,
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
