// false --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l) {
  if (!l) return;
  assert(0 || l->next == l->next);
  if (l->v == 1) assert(l->next);
}
