/* Calls through function pointers. */
#include "common.h"
int one(int x) { return x >= 0 ? 1 : 0; }
int two(int x) { return 2; }
int (*table[2])(int) = { one, two };
int main(void) {
  int i = __VERIFIER_nondet_int(), r;
  if (i != 0 && i != 1) return 0;
  r = table[i](i);
  CHECK(r >= 0 && r <= S(2, 1));
  return 0;
}
