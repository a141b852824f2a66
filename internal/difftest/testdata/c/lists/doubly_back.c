// pair --check memory,leak
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next, *prev; };
int main(void) {
  struct node *head = 0, *tail = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = 1;
    n->next = 0;
    n->prev = tail;
    if (tail) tail->next = n; else head = n;
    tail = n;
  }
  while (tail) {
    struct node *p = tail;
    tail = p->prev;
#ifndef UNSAFE
    assert(p->data == 1);
#else
    if (!tail) free(head);
#endif
    free(p);
  }
  return 0;
}
