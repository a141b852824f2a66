// false --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s *s) {
  if (!s || !s->p) return;
  int *a = s->p;
  *(s->p ? &s->k : a) = 1; s->p = 0;
  int *b = s->p;
  assert(a == b);
}
