/* A union read through another member. */
#include "common.h"
union u { unsigned int w; unsigned char b[4]; };
int main(void) {
  union u u;
  u.w = 0x01020304u;
  CHECK(u.b[0] == S(4, 1) && u.b[3] == 1);
  return 0;
}
