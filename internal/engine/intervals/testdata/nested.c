/* Nested loops, bounds of both counters. */
#include "common.h"
int main(void) {
  int i, j, k = 0;
  for (i = 0; i < 10; i++)
    for (j = i; j < 20; j++) {
      CHECK(j >= 0 && j < S(20, 19));
      k = j - i;
    }
  CHECK(k < 20);
  return 0;
}
