// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int n; struct item *next; };
struct box { struct item *items; struct box *next; };
int main(void) {
  struct box *boxes = NULL;
  struct item *all = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct box *b = malloc(sizeof *b);
    if (!b) abort();
    b->items = NULL;
    while (__VERIFIER_nondet_int() > 0) {
      struct item *i = malloc(sizeof *i);
      if (!i) abort();
#ifndef UNSAFE
      i->n = 4;
#else
      i->n = b->items ? 5 : 4;
#endif
      i->next = b->items;
      b->items = i;
    }
    b->next = boxes;
    boxes = b;
  }
  while (boxes) {
    struct box *b = boxes;
    boxes = b->next;
    while (b->items) {
      struct item *i = b->items;
      b->items = i->next;
      i->next = all;
      all = i;
    }
    free(b);
  }
  while (all) {
    struct item *i = all;
    assert(i->n == 4);
    all = i->next;
    free(i);
  }
  return 0;
}
