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
  struct node *top = 0; int depth = 0;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_int()) { top = push(top, depth); depth++; }
    else if (top) { struct node *d = top; top = d->next; depth--; assert(d->v == depth && depth < 3); free(d); }
  }
  return 0;
}
