package vc

import (
	"context"
	"testing"

	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestInvalidAccesses asks for errors that an execution reaches only by what package ir says of
// memory that is used where it must not: each must have a model.
func TestInvalidAccesses(t *testing.T) {
	const head = "#include <string.h>\nvoid reach_error(void);\nint nondet_int(void);\n"
	for _, c := range []struct{ name, text string }{
		{"an instance of a loop dies when its function returns", `
int *q;
void f(void) { for (int i = 0; i < 2; i++) { int a; a = 5; if (i == 0) q = &a; } }
int main(void) { f(); if (*q != 5) reach_error(); return 0; }`},
		{"stack memory dies when its function returns", `
int *q;
void f(int n) { int a[n]; a[0] = 5; q = a; }
int main(void) { f(3); if (*q != 5) reach_error(); return 0; }`},
		{"setting more than there is", `
int main(void) { int a[4] = {7, 8, 9, 1}; int *p = a; memset(p, 0, (size_t)-1); if (*p != 7) reach_error(); return 0; }`},
		{"copying more than there is", `
int main(void) { struct { int x, y; } s = {7, 8}, t = {1, 2}; memcpy(&s, &t, (size_t)-1); if (s.x != 7) reach_error(); return 0; }`},
	} {
		p := loadC(t, head+c.text, true, "wrap")
		for _, enc := range []Encoding{Bits, Ints} {
			tc := term.New()
			e := New(tc, p, Options{Enc: enc})
			sol, err := smt.Open(tc, smt.Config{})
			if err != nil {
				t.Skip(err)
			}
			found := false
			f := Frontier{e.Start(): e.Initial()}
			for range 6 {
				b, err := e.Advance(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				for _, bad := range b.Bad {
					r, _ := ask(e, sol, e.Guard(bad.State))
					found = found || r == smt.Sat
				}
				if f = b.Next; len(f) == 0 {
					break
				}
			}
			sol.Close()
			if !found {
				t.Errorf("%s, %v: the error is not reachable", c.name, enc)
			}
		}
	}
}
