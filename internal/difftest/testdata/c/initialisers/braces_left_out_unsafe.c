// false
#include <assert.h>
struct s { int a; int b[2]; struct { int x, y; } c; };
struct s g[2] = {1, 2, 3, 4, 5, 6, {7, 8}};
int main(void) {
  assert(g[0].b[1] == 3 && g[0].c.y == 5 && g[1].a == 6 && g[1].b[0] == 7 && g[1].b[1] == 9);
  return 0;
}
