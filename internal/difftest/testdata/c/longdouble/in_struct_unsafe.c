// false
#include <assert.h>
struct s { int a; long double v; } g[2] = {{1, 0.1L}, {2, -3}};
int main(void) {
  struct s t = g[1];
  t.v *= g[0].v;
  assert(sizeof t == 32 && t.v > -0.3L + 1e-18L && t.v > -0.31L);
}
