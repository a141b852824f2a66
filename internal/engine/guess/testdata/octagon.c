extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// x - y <= 0 between two loops, and a bound of their sum.
int main(void) {
  unsigned x = 0, y = 0, n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 1000);
  while (y < n) {
    y++;
    if (__VERIFIER_nondet_int()) x++;
  }
  while (__VERIFIER_nondet_int() && x > 0) { x--; y--; }
#ifdef UNSAFE
  CHECK(x < y || x == 0);
#else
  CHECK(x <= y);
#endif
  return 0;
}
