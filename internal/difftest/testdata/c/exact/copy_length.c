// pair
// memcpy of an input number of bytes to an input place.
// inputs: 3 5 7
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, b[8] = {0};
  unsigned at = __VERIFIER_nondet_uint() % 8, n = __VERIFIER_nondet_uint() % 8;
  if (at + n > 8) return 0;
  memcpy(b + at, a, n);
  unsigned k = __VERIFIER_nondet_uint() % 8;
#ifndef UNSAFE
  if (k >= at && k < at + n) assert(b[k] == k - at + 1);
  else assert(b[k] == 0);
#else
  assert(b[k] != 5 || k != 7);
#endif
  return 0;
}
