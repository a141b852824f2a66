// false --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l) {
  if (!l || !l->next || !l->next->next) return;
  if (l->next == l) return;
  l->v = 1;
  l->next->next->v = 2;
  assert(l->v == 1);
}
