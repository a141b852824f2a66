// pair
// A pointer that leads to one of two variables.
// inputs: 100 18 0
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (a < 0 || a > 100 || b < 0 || b > 100) return 0;
  int s = a + b, *p = i == 0 ? &a : &b, *q = i == 0 ? &b : &a;
  for (int k = 0; k < 5; k++) {
    *p += 1;
    *q -= 1;
  }
#ifndef UNSAFE
  assert(a + b == s && (i || *p == a) && p != q);
#else
  assert(a != 105 || b != 13);
#endif
  return 0;
}
