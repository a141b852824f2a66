// true --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l, struct n *m) {
  if (!l || !m) return;
  l->next = m;
  m->v = 1;
  l->next->v = 2;
  assert(m->v == 2);
}
