// false --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l) {
  if (!l || !l->next) return;
  l->v = 1;
  l->next->v = 2;
  assert(l->v == 1);
}
