// false
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
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  struct node *x = push(0, a), *y = push(x, b);
  if (y->v > x->v) { x->next = y; y->next = 0; struct node *t = x; x = y; y = t; }
  assert(y->next == x && !x->next && y->v < x->v);
  return 0;
}
