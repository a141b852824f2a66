// pair --32
// realloc of a block keeps its contents.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 4 + 1, k = __VERIFIER_nondet_uint() % n;
  int *a = malloc(n * sizeof *a);
  if (!a) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = (int)i + 5;
  int *b = realloc(a, 2 * n * sizeof *b);
  if (!b) return 0;
  b[2 * n - 1] = 1;
  b[n] = 2;
#ifndef UNSAFE
  assert(b[k] == (int)k + 5 && b[2 * n - 1] == (n == 1 ? 2 : 1));
#else
  assert(b[k] != 8 || b[7] != 1);
#endif
  free(b);
  return 0;
}
