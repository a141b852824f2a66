// true
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
int main(void) {
  struct { int n; struct { int a, b; }; } w = {.b = t(1), .n = t(2), .a = t(3)};
  assert(w.b == 1 && order == 231);
  return 0;
}
