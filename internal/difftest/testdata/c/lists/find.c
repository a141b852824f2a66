// pair
// inputs: 1 42 0
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
static struct node *find(struct node *p, int x) {
  while (p && p->data != x) p = p->next;
  return p;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int() > 0) head = push(head, __VERIFIER_nondet_int());
  struct node *p = find(head, 42);
#ifndef UNSAFE
  assert(!p || p->data == 42);
#else
  assert(!p || p->next);
#endif
  return 0;
}
