// pair
// inputs: 1 100 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
static struct node *push(struct node *head, int data) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = data;
  n->next = head;
  return n;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int() > 0) {
    int x = __VERIFIER_nondet_int();
    if (x >= 1 && x <= 100) head = push(head, x);
  }
#ifndef UNSAFE
  for (struct node *p = head; p; p = p->next) assert(p->data > 0 && p->data <= 100);
#else
  for (struct node *p = head; p; p = p->next) assert(p->data > 0 && p->data < 100);
#endif
  return 0;
}
