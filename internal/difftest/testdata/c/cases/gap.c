// pair --check=default
// A value far from the others passes the test as well.
// inputs: 100
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0;
  if (n > 4 && n != 100) return 0;
  for (unsigned i = 0; i < n; i++) s += i;
#ifndef UNSAFE
  assert(s == n * (n - 1) / 2 || n == 0);
#else
  assert(s <= 6);
#endif
  return 0;
}
