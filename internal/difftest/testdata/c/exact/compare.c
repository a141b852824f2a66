// pair --32
// memcmp of two texts that differ at an input place.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char a[6] = "abcde", b[6] = "abcde";
  unsigned i = __VERIFIER_nondet_uint() % 5, n = __VERIFIER_nondet_uint() % 6;
  b[i]++;
  int r = memcmp(a, b, n);
#ifndef UNSAFE
  assert((r == 0) == (n <= i) && r <= 0);
#else
  assert(r == 0 || n != 3 || i != 2);
#endif
  return 0;
}
