// pair --check memory,leak
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head);
  if (!head) abort();
  head->data = 1;
  head->next = head;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = 2;
    n->next = head->next;
    head->next = n;
  }
  struct node *p = head->next;
  while (p != head) {
    struct node *next = p->next;
#ifndef UNSAFE
    assert(p->data == 2);
#else
    assert(p->data == 1);
#endif
    free(p);
    p = next;
  }
  free(head);
  return 0;
}
