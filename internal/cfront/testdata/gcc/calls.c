/* calls, K&R definitions, recursion, variadics, order of evaluation, VLAs */
#include <stdarg.h>
void out(unsigned long long);
static int trace[64], nt; static int T(int x) { trace[nt++] = x; return x; }
static void dump(void) { for (int i = 0; i < nt; i++) out(trace[i]); nt = 0; out(~0ull); }
int gx = 1; static int setx(void) { gx = 10; return 1; } static int three(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); } static unsigned ack(unsigned m, unsigned n) { return !m ? n + 1 : !n ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
int old(a, b, c) char a; short b; float c; { return a + b + (int)c; } int oldp(p, n) int *p, n; { return p[n]; } noproto() { return 42; }
static long long vsum(int n, ...) { va_list ap, aq; va_start(ap, n); va_copy(aq, ap); long long s = 0; for (int i = 0; i < n; i++) s += va_arg(ap, int); for (int i = 0; i < n; i++) s += 100 * va_arg(aq, int); va_end(ap); va_end(aq); return s; }
struct S { char c; double d; }; static double vmix(const char *f, ...) { va_list ap; va_start(ap, f); double r = 0; for (; *f; f++) switch (*f) { case 'i': r += va_arg(ap, int); break; case 'd': r += va_arg(ap, double); break; case 'l': r += va_arg(ap, long long); break; case 's': { struct S s = va_arg(ap, struct S); r += s.c + s.d; break; } case 'p': r += *va_arg(ap, int *); } va_end(ap); return r; }
static int vla(int n, int m, int a[n][m]) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j]; return s + sizeof(a[0]); }
static int loc(int n) { int a[n], b[n][2]; for (int i = 0; i < n; i++) a[i] = b[i][1] = i; int s = 0; for (int i = 0; i < n; i++) s += a[i] + b[i][1]; n = 1; return s * 1000 + sizeof a + sizeof b; }
typedef int (*op)(int, int); static int add(int a, int b) { return a + b; } static int sub(int a, int b) { return a - b; } static op pick(int k) { return k ? add : sub; } static int apply(op f, int a, int b) { return f(a, b); } static void nop(void) {} static _Bool tob(int x) { return x; } static char toc(int x) { return x; } static unsigned char touc(int x) { return x; }
static int odd(int); static int even(int n) { return n == 0 ? 1 : odd(n - 1); } static int odd(int n) { return n == 0 ? 0 : even(n - 1); } inline static int inl(int x) { return x + 1; } static struct S gs(int k) { struct S s = { k, k * 1.5 }; if (k) s.d += gs(k - 1).d; return s; }
int main(void) {
	out(fact(10)); out(ack(2, 3)); out(old(300, 70000, 2.9)); int q[16] = { 5, 6, 7 }; out(oldp(q, 2)); out(noproto()); out(vsum(3, 1, 2, 3)); struct S s = { 4, 0.5 }; out(vmix("idlsp", 1, 2.0f, 3ll, s, q) * 100); int a2[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; out(vla(2, 3, a2)); out(loc(5)); out(apply(pick(1), 7, 2)); out(pick(0)(7, 2)); op tab[2] = { add, sub }; for (int i = 0; i < 2; i++) out(tab[i](9, 4)); nop(); (*nop)(); out(tob(256)); out(toc(200)); out(touc(-1)); out(even(10)); out(inl(3)); out(gs(3).d * 10);
	out(three(T(1), T(2), T(3))); dump(); out(T(1) + T(2)); dump(); out(T(5) - T(6) * T(7)); dump(); out(T(1) < T(2)); dump(); q[T(0)] = T(1); dump(); q[T(1)] += T(2); dump(); out(q[1]); out((T(1), T(2))); dump(); out(T(0) || T(1)); dump(); tab[T(1)](T(2), T(3)); dump();
	gx = 1; out(gx + setx()); gx = 1; out(gx - setx()); gx = 1; out(gx * setx()); gx = 1; out(gx == setx()); gx = 1; out((short)gx + setx()); gx = 1; gx += setx(); out(gx); gx = 1; gx = gx + setx(); out(gx); gx = 1; out(three(gx, setx(), gx)); gx = 1; q[gx] = setx() + 5; out(q[1]);
	int i = 3; i = i++ + 1; out(i); int z = (i++, i + 1); out(z); out(i); out(-i++); out(i); out(i == 6 ? i++ : i--); out(i);
	return 0;
}
