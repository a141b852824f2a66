// false
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
int main(void) {
  struct { int a : 4, b : 5; int c; } w = {.b = t(1), .a = t(2), .b = t(3)};
  assert(w.a == 2 && w.b == 3 && w.c == 0 && order == 213);
  return 0;
}
