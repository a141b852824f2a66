/* All elements of a large array. */
#include "common.h"
int a[1000];
int main(void) {
  int i;
  for (i = 0; i < 1000; i++) a[i] = i % 7;
  i = __VERIFIER_nondet_int();
  if (i < 0 || i >= 1000) return 0;
  CHECK(a[i] >= 0 && a[i] < S(7, 6));
  return 0;
}
