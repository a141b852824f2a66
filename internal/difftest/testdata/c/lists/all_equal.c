// pair
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
  struct node *head = 0;
  while (__VERIFIER_nondet_int() > 0) head = push(head, 7);
#ifndef UNSAFE
  for (struct node *p = head; p; p = p->next) assert(p->data == 7);
#else
  for (struct node *p = head; p; p = p->next) assert(p->data != 7);
#endif
  release(head);
  return 0;
}
