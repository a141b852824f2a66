package vc

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/term"
)

// TestInvalidAccesses checks that an error has a model even if executions reach it only by an invalid access, whose
// result is as package ir defines it.
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
		{"an object dies with its block", `
int main(void) { int *q; { int a; q = &a; a = 5; } if (*q != 5) reach_error(); return 0; }`},
		{"a write behind the block is lost", `
int main(void) { int *q; { int a; q = &a; a = 5; } *q = 6; if (*q != 6) reach_error(); return 0; }`},
		{"an object dies on one of two ways", `
int g = 5;
int main(void) { int *q = &g; if (nondet_int()) { int a = 5; q = &a; } if (*q != 5) reach_error(); return 0; }`},
		{"stack memory dies with its block", `
int main(void) {
  int n = nondet_int(), *q; if (n < 1 || n > 9) return 0; { int a[n]; a[0] = 5; q = a; }
  if (*q != 5) reach_error(); return 0; }`},
		{"setting more than there is", `
int main(void) { int a[4] = {7, 8, 9, 1}; int *p = a; memset(p, 0, (size_t)-1);
  if (*p != 7) reach_error(); return 0; }`},
		{"copying more than there is", `
int main(void) { struct { int x, y; } s = {7, 8}, t = {1, 2}; memcpy(&s, &t, (size_t)-1);
  if (s.x != 7) reach_error(); return 0; }`},
	} {
		p := loadC(t, head+c.text, true, "wrap")
		for _, enc := range []Encoding{Bits, Ints} {
			tc := term.New()
			e := New(tc, p, Options{Enc: enc})
			sol, err := smt.Open(tc, smt.Config{})
			if err != nil {
				benchtest.Missing(t, err)
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

// TestBulkAccesses checks that MemCopy and MemSet are recorded as accesses if they may be invalid, and are exact if
// they are encoded field by field.
func TestBulkAccesses(t *testing.T) {
	const head = "#include <string.h>\nunsigned nondet_uint(void);\nstruct S { int x, y; };\n"
	for _, c := range []struct {
		name, text string
		accesses   int // the number of accesses that may be invalid; -1 if it is not checked
		exact      bool
	}{
		{"whole", "int main(void) { struct S s = {7, 8}, t; memcpy(&t, &s, sizeof s); return t.x; }", 0, true},
		{"part", "int main(void) { struct S s = {7, 8}, t; t.x = 1; memcpy(&t.y, &s.y, 4); memset(&s, 0, sizeof s); " +
			"return t.x + s.y; }", 0, true},
		{"all bytes", "int main(void) { struct S s; memset(&s, 0xa5, sizeof s); return s.y; }", 0, true},
		{"an array", "int main(void) { int a[400]; memset(a, -1, sizeof a); return a[9]; }", 0, true},
		{"a part of an array", "int main(void) { int a[400]; memset(a + 7, 1, 40); return a[8]; }", 0, true},
		{"too large a part", "int main(void) { int a[4000]; memset(a + 7, 1, 10000); return a[nondet_uint() % 4000]; }", -1,
			false},
		{"any byte", "int main(void) { struct S s; char a[9]; memset(&s, nondet_uint(), sizeof s); memset(a, " +
			"nondet_uint(), 9); return s.y + a[8]; }", 0, true},
		{"a pointer of ones", "int main(void) { int g, *p = &g; memset(&p, 1, sizeof p); return p == &g; }", 0, false},
		{"half a field", "int main(void) { struct S s = {7, 8}, t; t.x = 1; memcpy(&t, &s, 2); return t.x; }", 0, false},
		{"beyond", "int main(void) { struct S s = {7, 8}, t; t.x = 1; memcpy(&t.y, &s, sizeof s); return t.x; }", 1, false},
		{"from beyond", "int main(void) { struct S s = {7, 8}, t; t.x = 1; memcpy(&t, &s.y, sizeof s); return t.x; }", 1,
			false},
		{"of some length", "int main(void) { int a[4] = {0}; memset(a, 1, nondet_uint()); return a[1]; }", 1, false},
		{"of nothing", "int main(void) { int a[4] = {0}; memset(a + 9, 1, 0); return a[1]; }", 0, true},
	} {
		p := loadC(t, head+c.text, true, "wrap")
		for _, enc := range []Encoding{Bits, Ints} {
			e := New(term.New(), p, Options{Enc: enc})
			f := Frontier{e.Start(): e.Initial()}
			for range 3 {
				b, err := e.Advance(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				if f = b.Next; len(f) == 0 {
					break
				}
			}
			if c.accesses >= 0 && len(e.Accesses) != c.accesses || (e.Approx == 0) != c.exact {
				t.Errorf("%s, %v: %d accesses, %d approximations (%s)", c.name, enc, len(e.Accesses), e.Approx, e.Why)
			}
		}
	}
}

// TestCopies checks that copied bytes have their values after chains of copies and between arrays and structures, and
// other bytes are unchanged.
func TestCopies(t *testing.T) {
	const head = "#include <string.h>\nextern void reach_error(void);\nint nondet_int(void);\nstruct S { int x, y; " +
		"};\nstruct A { int n; int a[3]; };\n#define CHECK(c) if (!(c)) reach_error()\n"
	for _, c := range []struct {
		name, text string
		holds      bool
	}{
		{"chain", "struct S s = {nondet_int(), 8}, t, u; t = s; u = t; CHECK(u.x == s.x);", true},
		{"chain, changed between", "struct S s = {nondet_int(), 8}, t, u; t = s; t.x++; u = t; CHECK(u.x == s.x);", false},
		{"chain, changed after", "struct S s = {nondet_int(), 8}, t, u; t = s; u = t; s.x++; CHECK(u.x == s.x - 1);", true},
		{"not set", "struct S s, t; t = s; CHECK(t.y == s.y);", true},
		{"not copied", "struct S s, t; memcpy(&t, &s, 4); CHECK(t.y == s.y);", false},
		{"array in a structure", "int i = nondet_int(); struct A s, t, u; s.n = 5; s.a[1] = 7; t = s; u = t; i &= 1; " +
			"CHECK(u.n == 5 && (i != 1 || u.a[i] == 7));", true},
		{"array in a structure, elsewhere", "int i = nondet_int(); struct A s, t, u; s.n = 5; s.a[1] = 7; t = s; u = t; i " +
			"&= 1; CHECK(u.n == 5 && u.a[i] == 7);", false},
		{"into an array", "int b[6]; struct A s; int i = nondet_int() & 1; b[4] = 1; b[i] = 2; s.n = 3; s.a[0] = 4; " +
			"memcpy(b + 2, &s, 8); CHECK(b[2] == 3 && b[3] == 4 && b[4] == 1 && b[i] == 2);", true},
		{"into an array, one more", "int b[6]; struct A s; int i = nondet_int() & 1; b[4] = 1; b[i] = 2; s.n = 3; s.a[0] " +
			"= 4; memcpy(b + 2, &s, 12); CHECK(b[2] == 3 && b[3] == 4 && b[4] == 1);", false},
		{"out of an array", "int b[4]; struct S s; int i = nondet_int() & 1; b[2] = 3; b[i] = 4; memcpy(&s, b + i + 1 - " +
			"i, 8); CHECK(s.y == 3 && (i == 0 || s.x == 4));", true},
		{"within an array", "int b[6] = {1, 2, 3}; b[nondet_int() & 1] = 7; memmove(b + 3, b + 1, 8); CHECK(b[4] == 3 && " +
			"b[3] == b[1]);", true},
		{"within an array, overlapping", "int b[6] = {1, 2, 3}; b[nondet_int() & 1] = 7; memmove(b + 1, b, 12); " +
			"CHECK(b[2] == b[3]);", false},
		{"exchanged at indices (rough)", "struct S s[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}}, t; " +
			"unsigned a = nondet_int() & 3, b = nondet_int() & 3; t = s[a]; s[a] = s[b]; s[b] = t; " +
			"CHECK(s[a].x == (int)b + 1 && s[b].y == 10 * s[b].x);", true},
		{"half a field at an index (rough)", "struct S s[2] = {{1, 2}, {1, 2}}, t = {7, 8}; unsigned a = nondet_int() & 1; " +
			"memcpy(&s[a], &t, 2); CHECK(s[a].x == 1);", false},
		{"by value", "", true},
	} {
		text := "int main(void) { " + c.text + " return 0; }"
		if c.name == "by value" {
			text = "struct S mk(int v) { struct S q = {v, v}; return q; } int main(void) { int v = nondet_int(); struct S q " +
				"= mk(v); CHECK(q.x == v); return 0; }"
		}
		p := loadC(t, head+text, true, "wrap")
		for _, enc := range []Encoding{Bits, Ints} {
			e := New(term.New(), p, Options{Enc: enc})
			sol, err := smt.Open(e.C, smt.Config{})
			if err != nil {
				benchtest.Missing(t, err)
			}
			holds := true
			f := Frontier{e.Start(): e.Initial()}
			for range 8 {
				b, err := e.Advance(context.Background(), f)
				if err != nil {
					t.Fatal(err)
				}
				for _, bad := range b.Bad {
					r, _ := ask(e, sol, e.Guard(bad.State))
					holds = holds && r == smt.Unsat
				}
				if f = b.Next; len(f) == 0 {
					break
				}
			}
			sol.Close()
			if rough := e.Approx > 0 && !strings.HasSuffix(c.name, "(rough)"); holds != c.holds && (holds || !rough) ||
				rough && enc == Bits {
				t.Errorf("%s, %v: holds %t, %d approximations (%s)", c.name, enc, holds, e.Approx, e.Why)
			}
		}
	}
}
