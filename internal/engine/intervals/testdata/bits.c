/* Masks, shifts, remainders. */
#include "common.h"
int main(void) {
  unsigned int x = __VERIFIER_nondet_int();
  CHECK((x & 15) <= S(15, 14));
  CHECK((x >> 28) <= 15);
  CHECK(x % 10 < 10);
  CHECK(((x & 3) | 8) >= 8 && ((x & 3) | 8) <= 11);
  return 0;
}
