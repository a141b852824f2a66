// true --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void f(struct s s) {
  struct s t = s;
  if (!t.p || !s.p) return;
  *s.p = 1;
  *t.p = 2;
  assert(*s.p == 2);
}
