// pair
// An array of variable length, filled backwards.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 5 + 1;
  short v[n];
  for (unsigned i = n; i-- > 0;) v[i] = (short)(n - i);
  unsigned k = __VERIFIER_nondet_uint() % n;
#ifndef UNSAFE
  assert(v[0] == (short)n && v[k] + k == n && sizeof v == 2 * n);
#else
  assert(v[k] != 4 || sizeof v != 10);
#endif
  return 0;
}
