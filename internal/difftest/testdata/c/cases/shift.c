// pair --check=default
// A word is turned by up to 7 bits and back.
// inputs: 3 4294967295
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (k < 1 || k >= 8) return 0;
  unsigned x = __VERIFIER_nondet_uint(), y = x;
  for (unsigned i = 0; i < k; i++) y = y << 1 | y >> 31;
#ifndef UNSAFE
  assert((y >> k | y << (32 - k)) == x);
#else
  assert((y >> k | y << (31 - k)) == x || k != 3 || ~x);
  assert(k != 3 || ~x);
#endif
  return 0;
}
