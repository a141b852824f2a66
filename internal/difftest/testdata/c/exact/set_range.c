// pair
// memset of a range that inputs give, in an array of words.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a[6];
  unsigned from = __VERIFIER_nondet_uint() % 6, n = __VERIFIER_nondet_uint() % 7;
  for (int i = 0; i < 6; i++) a[i] = 7;
  if (from + n > 6) return 0;
  memset(a + from, 1, n * sizeof *a);
  unsigned s = 0;
  for (int i = 0; i < 6; i++) s += a[i] == 0x01010101;
#ifndef UNSAFE
  assert(s == n);
#else
  assert(s != 4 || a[0] == 0x01010101);
#endif
  return 0;
}
