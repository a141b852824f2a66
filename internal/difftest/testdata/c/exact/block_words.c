// pair --32
// A block of n words, set by a loop with a pointer to its end.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 6 + 1, c = 0;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (int *p = a, *end = a + n; p != end; p++) *p = (int)(c++ * 3);
  unsigned k = __VERIFIER_nondet_uint() % n;
#ifndef UNSAFE
  assert(a[k] == 3 * (int)k && c == n);
#else
  assert(a[k] != 12 || n != 6);
#endif
  free(a);
  return 0;
}
