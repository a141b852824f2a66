package horn

import "testing"

// recursions need summaries that relate the exit to the entry. With UNSAFE defined, each has an error.
var recursions = []struct{ name, overflow, text string }{
	{"mccarthy", "wrap", `
int f(int n) { if (n > 100) return n - 10; return f(f(n + 11)); }
int main(void) {
	int n = nondet(), r = f(n);
#ifdef UNSAFE
	CHECK(r == 91 || n > 102);
#else
	CHECK(r == 91 || n > 101 && r == n - 10);
#endif
}`},
	{"sum", "undefined", `
int f(int n) { if (n <= 0) return 0; return 1 + f(n - 1); }
int main(void) {
	int n = nondet(), r = f(n);
#ifdef UNSAFE
	CHECK(r == n || n < 1 && r > 0);
#endif
	CHECK(r == n || n < 0);
}`},
	{"reassigned", "undefined", `
int f(int x, int y) { if (x > 0) { y++; x--; y = f(x, y); } return y; }
int main(void) {
	int x = nondet(), y = nondet(), r = f(x, y);
#ifdef UNSAFE
	CHECK(x <= 2 || r != y + x);
#endif
	CHECK(x <= 0 ? r == y : r == y + x);
}`},
	{"argument", "undefined", `
int f(int n) { if (n > 0) { n = n - 1; n = f(n); n = n + 1; } return n; }
int main(void) {
	int x = nondet(), y = x;
	x = f(x);
#ifdef UNSAFE
	CHECK(x != y || x > 3);
#endif
	CHECK(x == y);
}`},
	{"mutual", "undefined", `
int odd(int n);
int even(int n) { if (n <= 0) return 0; return 1 + odd(n - 1); }
int odd(int n) { if (n <= 0) return 0; return 1 + even(n - 1); }
int main(void) {
	int n = nondet(), r = even(n);
#ifdef UNSAFE
	CHECK(r < 3);
#endif
	CHECK(r <= n || n < 0 && r == 0);
}`},
	{"hanoi", "undefined", `
int moves;
void hanoi(int n) { if (n == 1) { moves++; return; } hanoi(n - 1); moves++; hanoi(n - 1); }
int main(void) {
	int n = nondet();
	if (n < 1 || n > 31) return 0;
	moves = 5;
	hanoi(n);
#ifdef UNSAFE
	CHECK(moves > 6);
#endif
	CHECK(moves > 5);
}`},
	{"fibonacci", "undefined", `
int fib(int n) { if (n < 1) return 0; if (n == 1) return 1; return fib(n - 1) + fib(n - 2); }
int main(void) {
	int n = nondet(), r = fib(n);
#ifdef UNSAFE
	CHECK(r >= n);
#else
	CHECK(r >= n - 1);
#endif
}`},
	{"depth", "undefined", `
int depth, most;
void down(int n) {
	depth++;
	if (most < depth) most = depth;
	if (n > 0) down(n - 1);
	depth--;
}
int main(void) {
	int n = nondet();
	if (n < 0) return 0;
	down(n);
#ifdef UNSAFE
	CHECK(most <= n);
#endif
	CHECK(depth == 0);
}`},
	{"ackermann", "undefined", `
int ack(int m, int n) {
	if (m == 0) return n + 1;
	if (n == 0) return ack(m - 1, 1);
	return ack(m - 1, ack(m, n - 1));
}
int main(void) {
	int m = nondet(), n = nondet();
	if (m < 0 || n < 0) return 0;
	int r = ack(m, n);
#ifdef UNSAFE
	CHECK(r > n + 1);
#else
	CHECK(r > n);
#endif
}`},
}

// TestRecursions checks the property of TestPrograms for the programs in recursions.
func TestRecursions(t *testing.T) {
	needSolver(t)
	for _, p := range recursions {
		t.Run(p.name, func(t *testing.T) { decides(t, p.text, p.overflow) })
	}
}
