// pair
// inputs: 1 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head), *p = head;
  if (!head) abort();
  while (__VERIFIER_nondet_int() > 0) {
    p->data = 1;
    p->next = malloc(sizeof *p);
    p = p->next;
    if (!p) abort();
  }
  p->data = 2;
  p->next = 0;
  p = head;
  while (p->data == 1) p = p->next;
#ifndef UNSAFE
  assert(p->data == 2 && p->next == 0);
#else
  assert(p->data == 2 && p->next != 0);
#endif
  return 0;
}
