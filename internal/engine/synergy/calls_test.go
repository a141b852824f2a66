package synergy_test

import (
	"testing"

	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/engine/synergy"
	"github.com/tandem-verifier/tandem/internal/instrument"
)

// calling has programs whose calls are not inlined. With UNSAFE defined, each has an error.
var calling = []struct{ name, text string }{
	{"an error in a callee", `void f(int n) { assert(n != BAD(-1, 7)); }
		int main(void) { int x = nondet_int(); if (x >= 0) f(x); else f(0); return 0; }`},
	{"an error in a recursive callee", `void f(int n) { assert(n != BAD(-1, 3)); if (n > 0) f(n - 1); }
		int main(void) { int x = nondet_int(); if (x >= 0) f(x); else f(0); return 0; }`},
	{"an error behind a call", `int f(int n) { if (n > 0) return 1; return 0; }
		int main(void) { int x = nondet_int(); if (x == 7) { int y = f(x); assert(y == BAD(1, 0)); } else { int y = f(x); assert(y < BAD(2, 1)); } return 0; }`},
	{"a relation of argument and result", `unsigned f(unsigned n) { return n + 1; }
		int main(void) { unsigned x = nondet_uint(), y = f(x), z = f(y); assert(z == x + 2); assert(y != BAD(z, 5)); return 0; }`},
	{"a parameter that is assigned", `int f(int n) { while (n > 2) n = n - 1; return n; }
		int main(void) { int x = nondet_int(); assume(x < 9); int y = f(x); assert(y <= BAD(2, 1) && y <= x); return 0; }`},
	{"a global that a callee changes", `int g; void f(void) { g = g + 1; }
		int main(void) { g = nondet_int(); assume(g >= 0 && g < 9); int old = g; f(); f(); assert(g == old + BAD(2, (old == 7) + 1)); return 0; }`},
	{"linear recursion", `int f(int n) { if (n <= 0) return 0; return f(n - 1); }
		int main(void) { int x = nondet_int(); int y = f(x); assert(y == BAD(0, x)); return 0; }`},
	{"a relation by recursion", `int f(int n) { if (n <= 0) return 0; int m = f(n - 1); return m + 1; }
		int main(void) { int x = nondet_int(); assume(0 <= x && x < 50); int y = f(x); assert(y == x + BAD(0, y == 3)); return 0; }`},
	{"two calls of itself",
		`int f(int n) { if (n < 2) return 1; int a = f(n - 1); int b = f(n - 2); if (a > 90 || b > 90) return 90; return a + b; }
		int main(void) { int x = nondet_int(); assert(f(x) >= BAD(1, 2)); return 0; }`},
	{"mutual recursion",
		`int odd(int n); int even(int n) { if (n == 0) return 1; return odd(n - 1); } int odd(int n) { if (n == 0) return 0; return even(n - 1); }
		int main(void) { int x = nondet_int(); assume(x >= 0 && x < 100); int y = even(x); assert(y == 0 || y == BAD(1, x % 3)); return 0; }`},
	{"locks and recursion",
		`int lock; void f(int n) { assert(lock == 0); lock = 1; if (n > 0) { lock = 0; f(n - 1); assert(lock == 0); lock = 1; }
		if (n != BAD(-1, 5)) lock = 0; } int main(void) { f(nondet_int() & 15); return 0; }`},
	{"a way through a callee",
		`int f(int n) { int s = 0; for (int i = 0; i < 100; i++) s += 2; if (n == 12345) return s; return 0; }
		int main(void) { int x = nondet_int(), z = nondet_int(); int y = f(x); if (y != 0 && z == x + 1) assert(x == BAD(12345, 0)); return 0; }`},
	{"a callee that never returns",
		`int g; void f(int n) { g = 1; for (;;) { if (nondet_int() == 4 && n == 3) assert(g == BAD(1, 0)); } }
		int main(void) { int x = nondet_int(); f(x); assert(0); return 0; }`},
	{"a call that is left open", `int g; int f(int n) { if (n < 0) { assert(g == BAD(1, 0)); return 0; } return f(n - 1); }
		int main(void) { g = 1; f(nondet_int() & 3); g = 2; return 0; }`},
	{"a call in a loop", `int next(int n, int top) { if (n < top) return n + 1; return BAD(n, n + 1); }
		int main(void) { int x = 0; while (nondet_int() > 2) x = next(x, 3); assert(x <= 3); return 0; }`},
	{"a call from where no error is", `int f(int n) { if (n < 0) return 1; return 0; }
		int main(void) { int x = nondet_int(); if (x > 0) { int y = f(x); assert(y == BAD(0, 1)); } x = f(-5); return x; }`},
	{"memory", `struct { int a, b; } s; void f(int n) { if (n > 0) { s.b = s.b + 1; return; } s.b = 4; }
		int main(void) { int x = nondet_int(); s.b = 3; f(x); assert(s.b == BAD(4, x)); return 0; }`},
}

// TestCalls decides programs with calls and their unsafe twins: proofs are confirmed, violations replayed.
func TestCalls(t *testing.T) {
	needSolver(t)
	for _, p := range calling {
		for _, unsafe := range []bool{false, true} {
			c := enginetest.C{File: "t.c", Text: prelude + p.text, Unsafe: unsafe,
				Passes: func(o *instrument.Options) { o.Inline = false }}
			got, took := enginetest.Decide(synergy.New(synergy.Default()), c.Task(t), ample)
			if want := map[bool]string{false: "true", true: "false"}[unsafe]; got.Kind != want {
				t.Errorf("%s, unsafe %v: %v, want %s", p.name, unsafe, got, want)
			}
			t.Logf("%s, unsafe %v: %v", p.name, unsafe, took)
		}
	}
}
