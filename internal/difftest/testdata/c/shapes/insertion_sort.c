// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
int main(void) {
  struct node *list = NULL, *sorted = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = __VERIFIER_nondet_int();
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = list->next;
    if (!sorted || n->key < sorted->key) {
      n->next = sorted;
      sorted = n;
    } else {
      struct node *p = sorted;
#ifndef UNSAFE
      while (p->next && p->next->key <= n->key) p = p->next;
#else
      if (p->next && p->next->key <= n->key) p = p->next;
#endif
      n->next = p->next;
      p->next = n;
    }
  }
  for (struct node *p = sorted; p && p->next; p = p->next) assert(p->key <= p->next->key);
  while (sorted) { struct node *t = sorted->next; free(sorted); sorted = t; }
  return 0;
}
