// true --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int a, b; };
void f(struct s *p, struct s *q) {
  if (!p || !q) return;
  p->a = 1; q->b = 2;
  assert(p->a == 1);
}
