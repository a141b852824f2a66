// pair --check=default
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { int value; struct item *next; };
struct group { struct item *items; struct group *next; };
int main(void) {
  struct group *all = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct group *g = malloc(sizeof *g);
    if (!g) abort();
    g->items = NULL;
    g->next = all;
    all = g;
    while (__VERIFIER_nondet_int() > 0) {
      struct item *i = malloc(sizeof *i);
      if (!i) abort();
      i->value = 5;
      i->next = g->items;
      g->items = i;
    }
  }
  while (all) {
    struct group *g = all->next;
    while (all->items) {
      struct item *i = all->items;
      all->items = i->next;
      free(i);
#ifdef UNSAFE
      if (i->value == 6) break;
#endif
    }
    free(all);
    all = g;
  }
  return 0;
}
