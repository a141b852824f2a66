// true --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s *s) {
  if (!s || !s->p) return;
  int *a = s->p;
  s->k = 1;
  int *b = s->p;
  assert(a == b);
}
