// pair
// inputs: 0
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
static void release(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
int main(void) {
  struct node *head = push(0, 1);
  while (__VERIFIER_nondet_int() > 0) head = push(head, 1);
  struct node *p = head;
  while (p->next && __VERIFIER_nondet_int() > 0) p = p->next;
  p->next = push(p->next, 2);
#ifndef UNSAFE
  for (p = head; p; p = p->next) assert(p->data == 1 || p->data == 2);
#else
  for (p = head; p; p = p->next) assert(p->data == 1);
#endif
  release(head);
  return 0;
}
