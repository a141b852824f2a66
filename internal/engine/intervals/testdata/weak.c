/* A store to one of several elements changes any of them. */
#include "common.h"
int main(void) {
  int a[2];
  int i = __VERIFIER_nondet_int();
  a[0] = 1; a[1] = 2;
  if (i == 0 || i == 1) a[i] = 3;
  CHECK(a[0] == 1 || a[0] == S(3, 1));
  CHECK(a[0] <= 3 && a[1] >= 2);
  return 0;
}
