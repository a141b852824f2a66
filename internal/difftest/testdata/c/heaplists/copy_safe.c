// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int v; struct node *next; };
static struct node *push(struct node *head, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(0);
  n->v = v; n->next = head;
  return n;
}
int main(void) {
  struct node *head = 0, *copy = 0;
  for (int i = 0; i < 3; i++) head = push(head, __VERIFIER_nondet_int());
  struct node **end = &copy;
  for (struct node *p = head; p; p = p->next) { *end = malloc(sizeof **end); **end = *p; (*end)->next = 0; end = &(*end)->next; }
  head->next->v += 0;
  for (struct node *p = head, *q = copy; p; p = p->next, q = q->next) { assert(p != q); assert(p->v == q->v); }
  return 0;
}
