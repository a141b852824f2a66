// false --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l, struct n *m) {
  if (!l || !m || !l->next || !m->next) return;
  l->next->v = 1;
  m->next->v = 2;
  assert(l->next->v == 1);
}
