// pair
// inputs: 1 0
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
  struct node *head = 0, *copy = 0;
  while (__VERIFIER_nondet_int() > 0) head = push(head, 4);
  for (struct node *p = head; p; p = p->next) copy = push(copy, p->data);
  release(head);
#ifndef UNSAFE
  for (struct node *p = copy; p; p = p->next) assert(p->data == 4);
#else
  for (struct node *p = copy; p; p = p->next) assert(p->data == 4 && p->next);
#endif
  release(copy);
  return 0;
}
