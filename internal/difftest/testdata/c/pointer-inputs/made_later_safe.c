// true --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l) {
  struct n *m = malloc(sizeof *m);
  if (!l || !l->next) return;
  m->next = 0;
  m->v = 1;
  l->next->v = 2;
  struct n *q = m->next ? m->next : m;
  q->v = 3;
  assert(l->next->v != 1);
}
