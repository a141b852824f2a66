// pair
// inputs: 1 0
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
  struct node dummy = {0, 0};
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = 8;
    n->next = dummy.next;
    dummy.next = n;
  }
#ifndef UNSAFE
  for (struct node *p = dummy.next; p; p = p->next) assert(p->data == 8);
#else
  for (struct node *p = dummy.next; p; p = p->next) assert(p->data == 0);
#endif
  release(dummy.next);
  return 0;
}
