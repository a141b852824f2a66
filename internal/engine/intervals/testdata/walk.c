/* A pointer that walks over an array. */
#include "common.h"
int main(void) {
  char buf[10];
  char *p = buf;
  while (p < buf + 9) { *p = 1; p++; }
  CHECK(p - buf <= S(9, 8));
  return 0;
}
