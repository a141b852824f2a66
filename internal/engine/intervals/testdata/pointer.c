/* A pointer to one of two variables. */
#include "common.h"
int main(void) {
  int x = 1, y = 2, *p;
  if (__VERIFIER_nondet_int()) p = &x; else p = &y;
  *p = 5;
  CHECK(x == 1 || x == 5);
  CHECK(y == 2 || y == S(5, 6));
  return 0;
}
