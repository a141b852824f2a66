// false --entry f
#include <assert.h>
#include <stdlib.h>
struct d { double *p; int k; };
double g;
void f(struct d *s) {
  if (!s || !s->p) return;
  g = 1;
  *s->p = 2;
  assert(g == 1);
}
