// false --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s s, int *q) {
  if (!q || !s.p) return;
  s.k = 1;
  *q = 3;
  *s.p = 2;
  assert(*q == 3);
}
