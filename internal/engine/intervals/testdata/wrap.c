/* Unsigned arithmetic wraps around. */
#include "common.h"
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  unsigned int x = 0u - 1u, y;
  if (c < 250) return 0;
  c = c + 10;
  CHECK(c >= 4 && c <= S(9, 8));
  y = x + 2u;
  CHECK(y == 1);
  return 0;
}
