// false
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
struct s { int m; struct { int x, y; } q; int a[2]; };
int main(void) {
  struct s w = {.a = {[1] = t(1), [0] = t(2)}, .q.y = t(3), .q.x = t(4), .m = t(5)};
  assert(order == 12345 && w.a[1] == 1 && w.q.x == 4);
  return 0;
}
