package traceabs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/traceabs"
	"github.com/tandem-verifier/tandem/internal/instrument"
)

// calling has programs whose calls are not inlined. With UNSAFE defined, each has an error that inputs between -4 and 8
// reach.
var calling = []struct{ name, text string }{
	{"recursion", `int f(int n) { if (n <= 0) return 0; return f(n - 1); }
		int main(void) { int x = nondet_int(); int y = f(x); assert(y == BAD(0, x)); return 0; }`},
	{"relation", `int f(int n) { if (n <= 0) return 0; int m = f(n - 1); return m + 1; }
		int main(void) { int x = nondet_int(); assume(0 <= x && x < 50); int y = f(x); assert(y == x + BAD(0, y == 3)); return 0; }`},
	{"mutual recursion",
		`int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); } int odd(int n) { if (n == 0) return 0; return even(n - 1); }
		int main(void) { int x = nondet_int(); assume(x >= 0 && x < 100); int y = even(x); assert(y == 0 || y == BAD(1, x % 3)); return 0; }`},
	{"a global", `int g; void f(int n) { if (n <= 0) { g = g + 1; return; } f(n - 1); }
		int main(void) { g = nondet_int(); assume(g >= 0 && g < 9); int old = g; f(nondet_int()); assert(g == old + BAD(1, (old == 7) + 1)); return 0; }`},
	{"two call sites", `int inc(int n) { return n + 1; }
		int main(void) { int x = nondet_int(); assume(x >= 0 && x < 9); int y = inc(x), z = inc(y); assert(z == x + 2 && y != BAD(z, 5)); return 0; }`},
	{"a call in a loop", `int next(int n, int top) { if (n < top) return n + 1; return BAD(n, n + 1); }
		int main(void) { int x = 0; while (nondet_int() > 2) x = next(x, 3); assert(x <= 3); return 0; }`},
	{"an error in the callee", `void g(int n) { assert(n != BAD(-1, 3)); if (n > 0) g(n - 1); }
		int main(void) { int x = nondet_int(); if (x >= 0) g(x); else g(0); return 0; }`},
	{"a parameter that is assigned", `int down(int n) { while (n > 2) n = n - 1; return n; }
		int main(void) { int x = nondet_int(), y = down(x); assert(y <= BAD(2, 1) && y <= x && (x > 2 || y == x)); return 0; }`},
	{"a pending call", `int g; int f(int n) { if (n < 0) { assert(g == BAD(1, 0)); return 0; } return f(n - 1); }
		int main(void) { g = 1; f(nondet_int() & 3); g = 2; return 0; }`},
	{"memory", `struct { int a, b; } s; void f(int n) { if (n > 0) { s.b = s.b + 1; return; } s.b = 4; }
		int main(void) { int x = nondet_int(); s.b = 3; f(x); assert(s.b == BAD(4, x)); return 0; }`},
	{"McCarthy", `int f(int x) { if (x > 100) return x - 10; return f(f(x + 11)); }
		int main(void) { int x = nondet_int(); int y = f(x + 95); assume(x < 9 && x > -5); assert(y == 91 || x + 95 > BAD(101, 102) && y == x + 85); return 0; }`},
}

// TestCalls decides programs with calls and their unsafe twins. Programs compiled by gcc confirm which ones fail.
func TestCalls(t *testing.T) {
	needSolver(t)
	parallel, err := traceabs.Parse("blocks=parallel")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range calling {
		for _, unsafe := range []bool{false, true} {
			c := task(t, p.text, unsafe)
			c.Passes = func(o *instrument.Options) { o.Inline = false }
			want := map[bool]string{false: "true", true: "false"}[unsafe]
			if fails, ok := fails(t, c); ok && fails != unsafe {
				t.Errorf("%s, unsafe %v: gcc's program fails: %v", p.name, unsafe, fails)
			}
			for _, cfg := range []traceabs.Config{traceabs.Default(), parallel} {
				got, took := enginetest.Decide(traceabs.New(cfg), c.Task(t), ample)
				if got.Kind != want {
					t.Errorf("%s, unsafe %v, parallel %v: %v, want %s", p.name, unsafe, cfg.Parallel, got, want)
				}
				t.Logf("%s, unsafe %v, parallel %v: %v", p.name, unsafe, cfg.Parallel, took)
			}
		}
	}
}

// fails compiles a program with gcc and reports whether a run on small inputs fails. The first input takes each small
// value, the others are random. It returns ok = false if gcc is missing.
func fails(t *testing.T, c enginetest.C) (fails, ok bool) {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return false, false
	}
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "t.c"), filepath.Join(dir, "t")
	text := `#include <stdlib.h>
#include <unistd.h>
#include <sys/wait.h>
static int given, wild, asked;
void reach_error(void) { _exit(1); }
int nondet_int(void) { return wild || asked++ ? rand() % 13 - 4 : given; }
unsigned nondet_uint(void) { return nondet_int(); }
#define main program
` + c.Text + `
#undef main
int main(void) {
	for (int i = -4; i < 200; i++) {
		int status;
		if (!fork()) { given = i; wild = i > 8; srand(i); program(); _exit(0); }
		wait(&status);
		if (status) return 1;
	}
	return 0;
}
`
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-O1", "-fwrapv", "-w", "-o", binary, source}
	if c.Unsafe {
		args = append(args, "-DUNSAFE")
	}
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return exec.Command(binary).Run() != nil, true
}
