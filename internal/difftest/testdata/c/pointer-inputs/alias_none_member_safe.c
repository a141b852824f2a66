// true --entry f --alias=none
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s *a, struct s *b) {
  if (!a || !b || !a->p || !b->p) return;
  *a->p = 1;
  *b->p = 2;
  assert(*a->p == 1);
}
