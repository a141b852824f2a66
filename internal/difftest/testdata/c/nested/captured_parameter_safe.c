// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int f(int a, long long b, double c) {
  int g(int k) { a++; return (int)(a + b * k + c); }
  int r = g(2);
  return r + a;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 100) return 0;
  assert(f(a, 10, 0.5) == 2 * a + 22);
  return 0;
}
