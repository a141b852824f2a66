/* A recursive function with a global bound. */
#include "common.h"
int depth;
void down(int n) {
  if (n <= 0) { depth = 3; return; }
  down(n - 1);
}
int main(void) {
  depth = 5;
  down(__VERIFIER_nondet_int());
  CHECK(depth == 3 || depth == S(5, 3) || 0);
  CHECK(depth != S(4, 3));
  return 0;
}
