// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key; struct node *next; };
int main(void) {
  struct node *head = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = __VERIFIER_nondet_int();
    struct node *prev = NULL, *cur = head;
#ifndef UNSAFE
    while (cur && cur->key < n->key) {
#else
    while (cur && cur->key > n->key) {
#endif
      prev = cur;
      cur = cur->next;
    }
    n->next = cur;
    if (prev) prev->next = n; else head = n;
  }
  for (struct node *p = head; p && p->next; p = p->next) assert(p->key <= p->next->key);
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}
