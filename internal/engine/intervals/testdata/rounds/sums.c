/* Counters of many rounds: in a nested loop, in a structure, in the elements of an array. */
#include "../common.h"
struct counts { int all, odd, sum; };
static int hits[10];
int main(void) {
  struct counts c = {0, 0, 0};
  for (int i = 0; i < 3000; i++)
    for (int j = 0; j < 8; j++) {
      int v = __VERIFIER_nondet_int();
      c.all++;
      if (v & 1)
        c.odd++;
      if (v >= -5 && v <= 5)
        c.sum += v;
      hits[(unsigned)v % 10]++;
    }
  CHECK(c.all <= 24000 && c.odd <= 24000);
  CHECK(c.sum <= 5 * 24000 && c.sum >= -5 * 24000);
  CHECK(hits[2] < S(24001, 24000));
  return 0;
}
