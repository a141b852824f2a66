// pair
// inputs: 1 0 0
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
  struct node *a = 0, *b = 0, *out = 0;
  while (__VERIFIER_nondet_int() > 0) a = push(a, 10);
  while (__VERIFIER_nondet_int() > 0) b = push(b, 20);
  while (a || b) {
    struct node *p;
    if (a && (!b || __VERIFIER_nondet_int() > 0)) { p = a; a = a->next; }
    else { p = b; b = b->next; }
    p->next = out;
    out = p;
  }
#ifndef UNSAFE
  for (struct node *p = out; p; p = p->next) assert(p->data >= 10);
#else
  for (struct node *p = out; p; p = p->next) assert(p->data > 10);
#endif
  release(out);
  return 0;
}
