// pair
// inputs: 1 1 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
static void release(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
int main(void) {
  struct node *head = 0, *tail = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = 1;
    n->next = 0;
    if (tail) tail->next = n; else head = n;
    tail = n;
  }
  if (tail) tail->data = 2;
  for (struct node *p = head; p; p = p->next)
#ifndef UNSAFE
    assert(p->data == 1 || p->data == 2);
#else
    assert(p->data == 1 || p->data == 3);
#endif
  release(head);
  return 0;
}
