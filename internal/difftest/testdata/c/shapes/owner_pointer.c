// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list { int magic; struct item *first; };
struct item { struct list *owner; struct item *next; };
int main(void) {
  struct list *l = malloc(sizeof *l);
  if (!l) abort();
  l->magic = 77;
  l->first = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct item *i = malloc(sizeof *i);
    if (!i) abort();
    i->owner = l;
    i->next = l->first;
    l->first = i;
  }
#ifdef UNSAFE
  l->magic = 76;
#endif
  for (struct item *i = l->first; i; i = i->next) assert(i->owner->magic == 77);
  while (l->first) {
    struct item *i = l->first;
    i->owner->first = i->next;
    free(i);
  }
  free(l);
  return 0;
}
