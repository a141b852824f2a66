/* A local of a loop body is a new object each time round. Not proved: a pointer to
   the one before may point anywhere. */
#include "common.h"
int main(void) {
  int *old = 0, i, bad = 0;
  for (i = 0; i < 3; i++) {
    int x = i;
    if (old) { *old = 100; if (x == S(100, 2)) bad = 1; }
    old = &x;
  }
  CHECK(!bad);
  return 0;
}
