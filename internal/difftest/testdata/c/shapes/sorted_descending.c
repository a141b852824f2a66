// pair
// inputs: 1 5 1 3 1 4 0
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
    if (!head || head->key <= n->key) {
      n->next = head;
      head = n;
      continue;
    }
    struct node *p = head;
#ifndef UNSAFE
    while (p->next && p->next->key > n->key) p = p->next;
#else
    while (p->next && p->next->key < n->key) p = p->next;
#endif
    n->next = p->next;
    p->next = n;
  }
  for (struct node *p = head; p && p->next; p = p->next) assert(p->key >= p->next->key);
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}
