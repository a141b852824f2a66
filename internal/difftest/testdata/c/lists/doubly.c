// pair
// inputs: 1 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next, *prev; };
static void release(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = 1;
    n->prev = 0;
    n->next = head;
    if (head) head->prev = n;
    head = n;
  }
#ifndef UNSAFE
  for (struct node *p = head; p; p = p->next) assert(!p->next || p->next->prev == p);
#else
  for (struct node *p = head; p; p = p->next) assert(p->next && p->next->prev == p);
#endif
  release(head);
  return 0;
}
