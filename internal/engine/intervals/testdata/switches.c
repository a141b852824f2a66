/* A switch with ranges and fall-through. */
#include "common.h"
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
  case 1: y = 1;
  case 2: y += 2; break;
  case 3 ... 9: y = x; break;
  default: y = 4;
  }
  CHECK(y >= 2 && y <= S(9, 8));
  return 0;
}
