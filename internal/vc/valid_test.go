package vc

import (
	"context"
	"os"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/exec"
	"github.com/tandem-verifier/tandem/internal/flow/flowtest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// memoryChecks has the kinds of checks in the tests of this file.
var memoryChecks = map[string]bool{ir.ValidDeref: true, ir.ValidFree: true}

// TestQuestions compares the answers to conditions about memory in states with the answers in runs.
func TestQuestions(t *testing.T) {
	programs, n := uint64(20), 8
	if os.Getenv("TANDEM_LONG") != "" {
		programs, n = 1500, 20
	}
	count, invalid := tally{}, 0
	for seed := range programs {
		var p *ir.Program
		var text string
		if seed%4 == 3 {
			p = flowtest.Random(seed+700, 10)
			instrument.Guards(p, instrument.Checks{Report: memoryChecks})
		} else {
			text = randomWildC(seed)
			p = loadChecked(t, text, true, []string{"wrap", "undefined"}[seed%2], memoryChecks)
		}
		all := runs(t, p, n)
		for _, tr := range all {
			if o := tr.run.Outcome; o.Kind == exec.Violated && memoryChecks[o.Obligation.Kind] {
				invalid++
			}
		}
		for _, enc := range []Encoding{Bits, Ints} {
			checkBlocks(t, p, enc, all, count)
			if t.Failed() {
				if os.Getenv("TANDEM_VERBOSE") != "" {
					t.Log(ir.Print(p), text)
				}
				t.Fatalf("%v seed %d", enc, seed)
			}
		}
	}
	t.Log(count, "runs with invalid accesses:", invalid)
	for _, what := range []string{"state evaluated", "error reached", "error unsat"} {
		if count[what] == 0 {
			t.Errorf("never met: %s", what)
		}
	}
	if invalid < 10 {
		t.Error("the generator is useless")
	}
}

// TestQuestionsDecided checks that for pairs of a safe and a faulty program, the encoding of the first blocks decides
// exactly whether an error is reachable.
func TestQuestionsDecided(t *testing.T) {
	const head = `#include <stdlib.h>
#include <string.h>
unsigned nondet_uint(void); unsigned char nondet_uchar(void); unsigned long long nondet_ull(void);
int main(void) {
  unsigned n = nondet_uint(), m = nondet_uint();
`
	for _, c := range []struct {
		name, safe, faulty string
	}{
		{"index", "int a[10]; if (n < 10) a[n] = 1;", "int a[10]; if (n <= 10) a[n] = 1;"},
		{"signed index", "int a[10]; int k = n; if (k >= 0 && k < 10) a[k] = 1;",
			"int a[10]; int k = n; if (k < 10) a[k] = 1;"},
		{"size of a block", "if (n > 99) return 0; char *p = malloc(n + 1); p[n] = 0;",
			"if (n > 99) return 0; char *p = malloc(n); p[n] = 0;"},
		{"size that wraps", "if (n > 1000) return 0; int *p = malloc(n * 4 + 4); if (p) p[n] = 0;",
			"int *p = malloc(n * 4 + 4); if (p) p[n] = 0;"},
		{"use after free", "int *p = malloc(4); *p = 1; if (m) *p = 2; free(p);",
			"int *p = malloc(4); *p = 1; if (m) free(p); *p = 2;"},
		{"double free", "int *p = malloc(4); if (m) free(p); else free(p);", "int *p = malloc(4); if (m) free(p); free(p);"},
		{"inner pointer", "char *p = malloc(4), *q = p + 1; free(q - 1);", "char *p = malloc(4), *q = p + 1; free(q);"},
		{"free of what is no block", "int x; int *p = m ? 0 : malloc(4); free(p); (void)x;",
			"int x; int *p = m ? &x : malloc(4); free(p);"},
		{"member array", "struct { int a[4]; int b; } s; int *p = s.a; if (n < 5) p[n] = 1;",
			"struct { int a[4]; int b; } s; int *p = s.a; if (n < 6) p[n] = 1;"},
		{"copy", "char a[8], b[6] = {0}; if (n <= 6) memcpy(a, b, n);",
			"char a[8], b[6] = {0}; if (n <= 8) memcpy(a, b, n);"},
		{"copy of nothing", "char *p = 0; if (n == 0) memset(p, 0, n);", "char *p = 0; if (n <= 1) memset(p, 0, n);"},
		{"one of two", "int a[4], b[8]; int *p = m ? a : b; if (n < (m ? 4 : 8)) p[n] = 1;",
			"int a[4], b[8]; int *p = m ? a : b; if (n < 8) p[n] = 1;"},
		{"null", "int x, *p = m ? &x : 0; if (p) *p = 1;", "int x, *p = m ? &x : 0; *p = 1;"},
		{"constant", "char *s = \"abc\"; char c = s[n & 3]; (void)c;", "char *s = \"abc\"; if (m) s[n & 3] = 'x';"},
		{"dead block", "int *p; { int x; p = &x; *p = 1; }", "int *p; { int x; p = &x; *p = 1; } *p = 2;"},
		{"resized", "char *p = malloc(4); char *q = realloc(p, 8); if (n < 8) q[n] = 1;",
			"char *p = malloc(4); char *q = realloc(p, 8); if (n < 4) p[n] = 1; (void)q;"},
	} {
		for i, body := range []string{c.safe, c.faulty} {
			p := loadChecked(t, head+body+"\nreturn 0; }", true, "wrap", memoryChecks)
			for _, enc := range []Encoding{Bits, Ints} {
				tc := term.New()
				e := New(tc, p, Options{Enc: enc})
				sol, err := smt.Open(tc, smt.Config{})
				if err != nil {
					benchtest.Missing(t, err)
				}
				found := false
				f := Frontier{e.Start(): e.Initial()}
				for k := 0; k < 6 && len(f) > 0; k++ {
					b, err := e.Advance(context.Background(), f)
					if err != nil {
						t.Fatal(err)
					}
					for _, bad := range b.Bad {
						r, _ := ask(e, sol, e.Guard(bad.State))
						found = found || r == smt.Sat
					}
					f = b.Next
				}
				if found != (i == 1) {
					t.Errorf("%v: %s, %d: found %v", enc, c.name, i, found)
				}
				if n := len(e.Accesses); n > 0 {
					t.Errorf("%v: %s, %d: %d accesses are not behind their questions", enc, c.name, i, n)
				}
				sol.Close()
			}
		}
	}
}
