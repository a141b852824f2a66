// pair --32
// A pointer to a pointer is moved by a function, and the target is written.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static void advance(int **pp, unsigned n) {
  while (n--) ++*pp;
}
int main(void) {
  int a[5] = {0, 0, 0, 0, 0}, b = 7, *p = a, **pp = &p;
  unsigned n = __VERIFIER_nondet_uint() % 5;
  advance(pp, n);
  **pp = 3;
  if (n == 2) *pp = &b;
  **pp += 1;
#ifndef UNSAFE
  assert(b == 7 + (n == 2) && a[n] == 4 - (n == 2) && (n == 0 || a[0] == 0));
#else
  assert(b != 8 || a[2] != 3);
#endif
  return 0;
}
