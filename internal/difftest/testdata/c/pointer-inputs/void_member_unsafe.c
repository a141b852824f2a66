// false --entry f
#include <assert.h>
#include <stdlib.h>
struct v { void *p; int k; };
int g;
void f(struct v *s) {
  if (!s || s->p != (void *)&g) return;
  g = 1;
  *(int *)s->p = 2;
  assert(g == 1);
}
