extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// a + b == 3*i needs an equation of three registers.
int main(void) {
  int i = 0, a = 0, b = 0, n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 100000);
  while (i < n) {
    if (__VERIFIER_nondet_int()) { a = a + 1; b = b + 2; }
    else { a = a + 2; b = b + 1; }
    i = i + 1;
  }
#ifdef UNSAFE
  CHECK(a + b == 3 * n && (n != 7 || a != 9));
#else
  CHECK(a + b == 3 * n);
#endif
  return 0;
}
