extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void __VERIFIER_assume(int);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

// Unsigned numbers wrap: x == 2*y holds only as long as they do not.
int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2; y += 1;
#ifndef UNSAFE
    if (y > 1000) break;
#else
    if (y > 3000000000u) break;
    if (y == 20) y = 2147483648u, x = 0;
#endif
  }
  CHECK(y < 20 || x / 2 == y);
  return 0;
}
