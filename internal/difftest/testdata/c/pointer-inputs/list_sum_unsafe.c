// false --entry f
#include <assert.h>
#include <stdlib.h>
struct n { int v; struct n *next; };

void f(struct n *l) {
  int n = 0;
  for (; l && n < 3; l = l->next) { l->v = 1; n++; }
  assert(n < 3);
}
