// true --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
static int g;
void f(struct s s) {
  if (!s.p) return;
  g = 1;
  *s.p = 2;
  assert(g == 1);
}
