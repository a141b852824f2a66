// pair
// inputs: 1 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item { char tag; long key; struct item *next; short last; };
int main(void) {
  struct item *head = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct item *n = calloc(1, sizeof *n);
    if (!n) abort();
    n->next = head;
    n->tag = 'a';
    head = n;
  }
#ifndef UNSAFE
  for (struct item *p = head; p; p = p->next) assert(p->tag == 'a' && p->key == 0 && p->last == 0);
#else
  for (struct item *p = head; p; p = p->next) assert(p->tag == 0 && p->key == 0);
#endif
  return 0;
}
