// true --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l) {
  if (!l) return;
  assert(1 || l->next == l->next);
  if (l->next) assert(l->next);
}
