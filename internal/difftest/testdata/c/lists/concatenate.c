// pair
// inputs: 1 0 1 0
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
  struct node *a = 0, *b = 0;
  while (__VERIFIER_nondet_int() > 0) a = push(a, 1);
  while (__VERIFIER_nondet_int() > 0) b = push(b, 2);
  if (!a) {
    a = b;
  } else {
    struct node *p = a;
    while (p->next) p = p->next;
    p->next = b;
  }
#ifndef UNSAFE
  for (struct node *p = a; p; p = p->next) assert(p->data >= 1 && p->data <= 2);
#else
  for (struct node *p = a; p; p = p->next) assert(p->data == 1);
#endif
  release(a);
  return 0;
}
