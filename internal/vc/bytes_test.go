package vc

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestPointersInBytes checks that in Bits, the encoding of pointers in objects that are kept as bytes is exact, even if
// a hint is out of date: the solver decides whether the error is reachable. In Ints it need not decide that.
func TestPointersInBytes(t *testing.T) {
	const head = "#include <string.h>\nvoid reach_error(void);\nint nondet_int(void); unsigned nondet_uint(void);\n" +
		"static union { char mem[32]; int *p; } u, w; static int a[2] = {1, 11}, b = 2; static int f(int x) { return x + " +
		"1; }\n" +
		"static int **at(unsigned i) { return (int **)(u.mem + i); }\n"
	for _, c := range []struct {
		name, text string
		reached    bool
	}{
		{"read as it was written", "*at(8) = &b; u.mem[0] = 1; if (*at(8) != &b || **at(8) != 2) reach_error();", false},
		{"null", "*at(8) = &b; *at(8) = 0; u.mem[0] = 1; if (*at(8)) reach_error();", false},
		{"null by bytes", "*at(8) = &b; memset(u.mem + 8, 0, sizeof(int *)); u.mem[0] = 1; if (*at(8)) reach_error();",
			false},
		{"zero at the start", "u.mem[0] = 1; if (*at(8)) reach_error();", false},
		{"an element", "*at(8) = &a[1]; u.mem[0] = 1; if (**at(8) != 11) reach_error();", false},
		{"one of two", "*at(8) = nondet_int() ? &b : a; u.mem[0] = 1; if (**at(8) != 2 && **at(8) != 1) reach_error();",
			false},
		{"one of two, the other", "*at(8) = nondet_int() ? &b : a; u.mem[0] = 1; if (**at(8) == 1) reach_error();", true},
		{"copied", "*at(8) = &b; u.mem[0] = 1; w.mem[0] = 2; memcpy(&w, &u, sizeof u); if (*(int **)(w.mem + 8) != &b) " +
			"reach_error();", false},
		{"copied from elsewhere", "*at(8) = &b; *(int **)w.mem = a; u.mem[0] = 1; memcpy(u.mem + 8, &w, sizeof(int *)); " +
			"w.mem[9] = 1; if (**at(8) != 1) reach_error();", false},
		{"copied in part", "*at(8) = &b; *(int **)w.mem = a; u.mem[0] = 1; memcpy(u.mem + 8, &w, sizeof(int *) - 1); " +
			"w.mem[9] = 1; if (*at(8) != a && *at(8) != &b) reach_error();", true},
		{"copied as far as an input says", "unsigned n = nondet_uint(); if (n > 16) return 0; *(int **)w.mem = a; *(int " +
			"**)(w.mem + 8) = &b; w.mem[20] = 1; u.mem[30] = 1; memcpy(&u, &w, n); if (n >= 8 && *at(0) != a) reach_error();",
			false},
		{"copied less than an input may say", "unsigned n = nondet_uint(); if (n > 16) return 0; *(int **)w.mem = a; " +
			"*(int **)(w.mem + 8) = &b; w.mem[20] = 1; u.mem[30] = 1; memcpy(&u, &w, n); if (n >= 8 && *at(8) != &b) " +
			"reach_error();", true},
		{"a byte of it is written", "*at(8) = &b; u.mem[8] = nondet_int(); if (*at(8) != &b) reach_error();", true},
		{"half of it is written", "*at(8) = &b; *at(8 + sizeof(int *) / 2) = a; u.mem[0] = 1; if (*at(8) != &b) " +
			"reach_error();", true},
		{"other bytes, an old hint", "*at(8) = a; int *q = &b; for (int i = 0; i < (int)sizeof q; i++) u.mem[8 + i] = " +
			"((char *)&q)[i]; if (*at(8) == &b) reach_error();", true},
		{"other bytes, what they lead to", "*at(8) = a; int *q = &b; for (int i = 0; i < (int)sizeof q; i++) u.mem[8 + i] " +
			"= ((char *)&q)[i]; if (**at(8) == 2) reach_error();", true},
		{"other bytes, behind an end", "*at(8) = a + 2; int *q = &b; for (int i = 0; i < (int)sizeof q; i++) u.mem[8 + i] " +
			"= ((char *)&q)[i]; **at(8) = 7; if (b == 7) reach_error();", true},
		{"an index", "unsigned i = nondet_uint(); if (i > 2) return 0; *at(8 * i) = &b; *at(24) = a; u.mem[31] = " +
			"u.mem[31]; if (*at(8 * i) != &b) reach_error();", false},
		{"two at indices, the one", "unsigned i = nondet_uint() % 4, j = nondet_uint() % 4; *at(8 * i) = &b; *at(8 * j) = " +
			"a; u.mem[0] = u.mem[0]; if (i != j && *at(8 * i) != &b) reach_error();", false},
		{"two at indices, the other", "unsigned i = nondet_uint() % 4, j = nondet_uint() % 4; *at(8 * i) = &b; *at(8 * j) " +
			"= a; u.mem[0] = u.mem[0]; if (*at(8 * i) != &b) reach_error();", true},
		{"two at indices, a third", "unsigned i = nondet_uint() % 4, j = nondet_uint() % 4, k = nondet_uint() % 4; *at(8 " +
			"* i) = &b; *at(8 * j) = a; u.mem[0] = u.mem[0]; if (*at(8 * k) && **at(8 * k) > 2) reach_error();", false},
		{"two at indices, in part", "unsigned i = nondet_uint() % 4, j = nondet_uint() % 4; *at(8 * i) = &b; u.mem[8 * j " +
			"+ 1]++; if (*at(8 * i) && *at(8 * i) != &b) reach_error();", true},
		{"odd indices", "unsigned i = nondet_uint() % 3, j = nondet_uint() % 8; *at(8 * i) = &b; *at(8 * i + j) = a; " +
			"u.mem[0] = u.mem[0]; if (*at(8 * i) != &b && *at(8 * i) != a) reach_error();", true},
		{"another index", "unsigned i = nondet_uint(); if (i > 3) return 0; *at(24) = a; *at(8 * i) = &b; u.mem[0] = " +
			"u.mem[0]; if (*at(24) != a) reach_error();", true},
		{"a function", "*(int (**)(int))(u.mem + 8) = f; u.mem[0] = 1; if (*(int (**)(int))(u.mem + 8) != f) reach_error();",
			false},
		{"aligned", "*at(8) = &a[1]; u.mem[0] = 1; if ((unsigned long)*at(8) % 4) reach_error();", false},
		{"more aligned than it is", "*at(8) = &a[1]; u.mem[0] = 1; if ((unsigned long)*at(8) % 8) reach_error();", true},
	} {
		p := loadC(t, head+"int main(void) { "+c.text+" return 0; }", true, "wrap")
		for _, enc := range []Encoding{Bits, Ints} {
			tc := term.New()
			e := New(tc, p, Options{Enc: enc})
			sol, err := smt.Open(tc, smt.Config{})
			if err != nil {
				benchtest.Missing(t, err)
			}
			found := false
			for f, n := (Frontier{e.Start(): e.Initial()}), 0; len(f) > 0 && n < 40; n++ {
				b, err := e.Advance(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				for _, bad := range b.Bad {
					r, _ := ask(e, sol, e.Guard(bad.State))
					found = found || r != smt.Unsat
				}
				f = Frontier{}
				for q, s := range b.Next {
					if !e.Guard(s).IsFalse() {
						f[q] = s
					}
				}
			}
			sol.Close()
			if c.reached && !found || !c.reached && enc == Bits && found {
				t.Errorf("%s, %v: reached is %v", c.name, enc, found)
			}
		}
	}
}
