// pair
// The last byte of a block of input size.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 0x7fffffff;
  unsigned char *p = malloc((size_t)n + 1);
  if (!p) return 0;
  p[0] = 3;
  p[n] = 7;
  p[n / 2] = 9;
#ifndef UNSAFE
  assert(p[n] == (n ? 7 : 9) && p[0] == (n < 2 ? 9 : 3));
#else
  assert(p[n] != 7 || n < 1000);
#endif
  free(p);
  return 0;
}
