/* Indices of a small array; contents by cell. */
#include "common.h"
int main(void) {
  int a[4], i;
  for (i = 0; i < 4; i++) a[i] = 5;
  i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  a[i] = 6;
  CHECK(i <= S(3, 2));
  return 0;
}
