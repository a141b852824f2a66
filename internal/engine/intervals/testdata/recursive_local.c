/* Objects of a recursive function must not be mixed up. Not proved: they are not tracked. */
#include "common.h"
int f(int n, int *up) {
  int mine = n;
  if (up) *up = 50;
  if (n > 0) f(n - 1, &mine);
  return mine;
}
int main(void) {
  int r = f(2, 0);
  CHECK(S(r == 50 || r != 51, r != 50));
  return 0;
}
