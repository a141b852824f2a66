package cfront_test

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// TestUnprototyped tests which calls without a visible prototype are known to pass an argument otherwise than its
// parameter is read, in both data models.
func TestUnprototyped(t *testing.T) {
	for _, c := range []struct {
		program      string // with int main(void) around the last line
		wide, narrow bool   // the call is undefined on x86-64 and on i386
	}{
		{"double sq();\ndouble sq(double x) { return x * x; }\nsq(3);", false, false}, // the definition is visible
		{"long f();\nint g(void) { return f(-1); }\nlong f(long x) { return x; }\ng();", true, false},
		{"int f();\nint g(void) { return f(-1L); }\nint f(int x) { return x; }\ng();", true, false},
		{"int f();\nint g(void) { return f(1u); }\nint f(int x) { return x; }\ng();", false, false},
		{"int f();\nint g(void) { return f(3.0f); }\nint f(float x) { return x; }\ng();", true, true},
		{"int f();\nint g(void) { return f(3.0f); }\nint f(x) float x; { return x; }\ng();", false, false},
		{"int f();\nint g(void) { return f(3.0f); }\nint f(double x) { return x; }\ng();", false, false},
		{"int f();\nint g(void) { return f(3); }\nint f(double x) { return x; }\ng();", true, true},
		{"int f(x, y) int x; double y; { return x + y; }\nf(2, 3);", true, true},
		{"int f(x, y) char x; short y; { return x + y; }\nf('a', 3);", false, false},
		{"int f(int, double);\nint f(x, y) int x; double y; { return x + y; }\nf(2, 3);", false, false},
		{"int f();\nint g(void) { int a; return f(&a, 0); }\nint f(char *p, char *q) { return p == q; }\ng();", true, false},
		{"int f();\nint g(void) { return f(1, 2, 3); }\nint f(int x) { return x; }\ng();", false, false},
		{"typedef int F(double);\nF f;\nint f(x) double x; { return x; }\nf(3);", false, false},
		{"int (*f())(int);\nint g(void) { return f(1.5) != 0; }\nint (*f(int x))(int) { return 0; }\ng();", true, true},
		{"int (*f(double))(int);\nint g(void) { return f(1) != 0; }\nint (*f(double x))(int) { return 0; }\ng();", false,
			false},
		{"int f();\nint g(void) { return f(1, 2.0L); }\nint f(int x, long double y) { return x + y; }\ng();", false, false},
		{"int f();\nint g(void) { return f(1, 2.0); }\nint f(int x, long double y) { return x + y; }\ng();", true, true},
		{"struct s { int a; };\nint f();\nint g(void) { struct s x = {1}; return f(x); }\n" +
			"int f(struct s x) { return x.a; }\ng();", false, false},
	} {
		i := strings.LastIndex(c.program, "\n")
		src := c.program[:i] + "\nint main(void) { " + c.program[i+1:] + " return 0; }\n"
		for _, m := range []struct {
			model ir.DataModel
			want  bool
		}{{ir.LP64, c.wide}, {ir.ILP32, c.narrow}} {
			p := load(t, cfront.Config{Model: m.model, Entry: "main"}, src)
			got := false
			for _, w := range p.Warnings {
				got = got || strings.Contains(w.Text, "without a prototype")
			}
			for _, o := range p.Obligations {
				got = got || o.Kind == ir.NoModel // arguments that the machine passes in memory
			}
			if got != m.want {
				t.Errorf("%v: warning or refusal %v, want %v\n%s", m.model, got, m.want, src)
			}
		}
	}
}
