// pair
// inputs: 1 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
static struct node *list;
static void put(int x) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = x;
  n->next = list;
  list = n;
}
int main(void) {
  while (__VERIFIER_nondet_int() > 0) put(6);
#ifndef UNSAFE
  for (struct node *p = list; p; p = p->next) assert(p->data == 6);
#else
  for (struct node *p = list; p; p = p->next) assert(p->data == 5);
#endif
  return 0;
}
