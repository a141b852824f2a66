extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// The sum of odd numbers is a square: an equation of degree 2.
int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, s = 1, t = 1;
  __VERIFIER_assume(n >= 0 && n < 10000);
  while (s <= n) { a++; t += 2; s += t; }
#ifdef UNSAFE
  CHECK(a * a < n || n < 2);
#else
  CHECK(a * a <= n);
#endif
  return 0;
}
