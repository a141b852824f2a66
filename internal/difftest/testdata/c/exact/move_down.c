// pair --32
// Removing an element of an array by memmove.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[6] = {10, 11, 12, 13, 14, 15};
  unsigned n = 6, i = __VERIFIER_nondet_uint() % 6;
  memmove(a + i, a + i + 1, (n - i - 1) * sizeof *a);
  n--;
  unsigned k = __VERIFIER_nondet_uint() % 5;
#ifndef UNSAFE
  assert(a[k] == 10 + (int)k + (k >= i));
#else
  assert(a[k] != 13 || a[4] != 14);
#endif
  return 0;
}
