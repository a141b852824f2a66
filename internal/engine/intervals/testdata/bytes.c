/* Stores of one byte into a wider scalar. Not proved: the other bytes are forgotten. */
#include "common.h"
int main(void) {
  unsigned int w = 0;
  unsigned char *p = (unsigned char *)&w;
  p[1] = 2;
  CHECK(S(w != 0x7, w != 0x200));
  return 0;
}
