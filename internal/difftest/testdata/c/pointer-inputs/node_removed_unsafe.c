// false --entry f
#include <assert.h>
#include <stdlib.h>
struct n { struct n *prev, *next; };
void f(struct n *p) {
  if (!p || !p->prev || !p->next) return;
  struct n *a = p->prev, *b = p->next;
  p->next = 0;
  a->next = b;
  b->prev = a;
  assert(p->next == 0);
}
