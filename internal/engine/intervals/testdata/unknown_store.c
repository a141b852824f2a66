/* A store through an unknown pointer may change what is exposed. */
#include "common.h"
struct node { struct node *next; int v; };
extern void *malloc(unsigned long);
int main(void) {
  struct node a, *p = &a;
  int local = 1;
  a.next = 0; a.v = 1;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof(struct node));
    n->next = p; n->v = 2; p = n;
  }
  while (p->next) { p->v = 7; p = p->next; }
  p->v = 3;
  CHECK(local == S(1, 2));
  return 0;
}
