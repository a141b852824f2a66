// false --entry f
#include <assert.h>
#include <stdlib.h>
struct h { int *a, *b; };
int x, y;
void f(struct h *s) {
  if (!s || !s->a || !s->b) return;
  x = 1;
  y = 2;
  *s->a = 3;
  *s->b = 4;
  assert(x == 1 || x == 3 || x == 4);
  assert(x != 3 || y != 4);
}
