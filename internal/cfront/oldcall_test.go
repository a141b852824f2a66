package cfront_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestOldCalls runs calls by name without a fitting prototype. A run of a call that C defines ends as the compiled
// program does; a run of a call that it does not define ends at a missing model, or reads approximate values.
func TestOldCalls(t *testing.T) {
	const check = "extern void reach_error(void); "
	for _, c := range []struct{ name, want, a, b string }{
		{"same", "unreach-call",
			"int f(); int main(void) { if (f(3) == 3) reach_error(); }",
			"int f(int x) { return x; }"},
		{"promoted char", "unreach-call",
			"int f(c) char c; { return c; } int main(void) { if (f(300) == 44) reach_error(); }",
			""},
		{"promoted float", "unreach-call",
			"int f(x) float x; { return x == 0.1f; } int main(void) { if (f(0.1)) reach_error(); }",
			""},
		{"double", "unreach-call", "double f(); int main(void) { if (f(3.0) == 9) reach_error(); }",
			"double f(double x) { return x * x; }"},
		{"composite", "unreach-call", "double f(double); double f(); int main(void) { if (f(3) == 3) reach_error(); }",
			"double f(double x) { return x; }"},
		{"prototype before", "unreach-call",
			"int f(float); int f(x) float x; { return x == 0.1f; } int main(void) { if (f(0.1f)) reach_error(); }", ""},
		{"int for double", "approx", "double f(); int main(void) { if (f(3) == 3) reach_error(); }",
			"double f(double x) { return x; }"},
		{"same file", "approx",
			"double f(); int main(void) { if (f(3) == 3) reach_error(); } double f(double x) { return x; }",
			""},
		{"in a block", "approx",
			"int main(void) { double f(); if (f(3) == 3) reach_error(); } double f(double x) { return x; }",
			""},
		{"old style", "approx",
			"int f(x) double x; { return x; } int main(void) { if (f(3) == 3) reach_error(); }",
			""},
		{"float", "approx",
			"int f(); int main(void) { if (f(3.0f) == 3) reach_error(); }",
			"int f(float x) { return x; }"},
		{"pointer", "approx", "double f(); int main(void) { double (*p)() = f; if (p(3.0f) == 3) reach_error(); }",
			"double f(float x) { return x; }"},
		{"too few", "approx",
			"int f(); int main(void) { if (f(3) == 3) reach_error(); }",
			"int f(int x, int y) { return y; }"},
		{"too many", "unreach-call",
			"int f(); int main(void) { if (f(3, 4) == 3) reach_error(); }",
			"int f(int x) { return x; }"},
		{"structure", ir.NoModel, "struct s { long a, b, c; }; int f(); int main(void) { if (f(3) == 3) reach_error(); }",
			"struct s { long a, b, c; }; int f(struct s x) { return 3; }"},
		{"cast", "approx",
			"int f(int x) { return x; } int main(void) { if (((int (*)(double))f)(3.5) == 3) reach_error(); }",
			""},
		{"sqrt", ir.NoModel, "double sqrt(); int main(void) { if (sqrt(4) == 2) reach_error(); }", ""},
		{"sqrt of double", "unreach-call",
			"double sqrt(); int main(void) { if (sqrt(4.0) == 2) reach_error(); }",
			""},
	} {
		for _, m := range []ir.DataModel{ir.ILP32, ir.LP64} {
			files := map[string][]byte{"a.c": []byte(check + c.a)}
			names := []string{"a.c"}
			if c.b != "" {
				files["b.c"], names = []byte(c.b), append(names, "b.c")
			}
			prog, err := cfront.Load(cfront.Config{Model: m, PropertyKind: "unreach-call", ErrorFunc: "reach_error",
				Files: names, Sources: files})
			if err != nil {
				t.Errorf("%s (%s): %v", c.name, m, err)
				continue
			}
			got := ended(t, prog)
			for _, s := range prog.Sites {
				if s.Kind == ir.Approx && got != ir.NoModel {
					got = "approx"
				}
			}
			if got != c.want {
				t.Errorf("%s (%s): %q, want %q", c.name, m, got, c.want)
			}
		}
	}
}

// TestTwoInline checks that a program with an inline and another definition of a function is said to rely on one.
func TestTwoInline(t *testing.T) {
	for a, want := range map[string]int{"inline int f(void) { return 2; }": 1, "int f(void);": 0} {
		prog, err := cfront.Load(cfront.Config{Files: []string{"a.c", "b.c"}, Sources: map[string][]byte{
			"a.c": []byte(a + " int main(void) { return f(); }"), "b.c": []byte("int f(void) { return 1; }")}})
		if err != nil {
			t.Fatal(err)
		}
		const text = "b.c:1:5, not the one at a.c:1:12"
		if len(prog.Assumed) != want || want > 0 && !strings.Contains(prog.Assumed[0].Text, text) {
			t.Errorf("%s: %v", a, prog.Assumed)
		}
	}
}
