// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *prev, *next; };
int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = __VERIFIER_nondet_int();
    struct node *prev = NULL, *cur = head;
    while (cur && cur->key < n->key) {
      prev = cur;
      cur = cur->next;
    }
    n->prev = prev;
    n->next = cur;
    if (prev) prev->next = n; else head = n;
#ifndef UNSAFE
    if (cur) cur->prev = n;
#endif
  }
  for (struct node *p = head; p && p->next; p = p->next) {
    assert(p->key <= p->next->key);
    assert(p->next->prev == p);
  }
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}
