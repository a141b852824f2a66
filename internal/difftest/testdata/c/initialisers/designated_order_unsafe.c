// false
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
int main(void) {
  struct { int m, n; } w = {.n = t(1), .m = t(2)};
  assert(order == 12 && w.m == 2);
  return 0;
}
