// false --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s *a) {
  if (!a || !a->p) return;
  a->k = 1;
  *a->p = 2;
  assert(a->k == 1);
}
