// pair
// inputs: 1 0 1 0 0
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { short key; struct node *next; };
int main(void) {
  struct node *head = NULL;
  short key = 30000;
  while (__VERIFIER_nondet_int() > 0 && key > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->key = key;
    n->next = head;
    head = n;
    if (__VERIFIER_nondet_int()) key--;
  }
  struct node *prev = NULL, *cur = head;
  while (cur) {
    struct node *next = cur->next;
    if (__VERIFIER_nondet_int()) {
      if (prev) prev->next = next; else head = next;
      free(cur);
    } else {
      prev = cur;
    }
    cur = next;
  }
  int last = -40000;
  for (struct node *p = head; p; p = p->next) {
#ifndef UNSAFE
    assert(last <= p->key);
#else
    assert(last < p->key);
#endif
    last = p->key;
  }
  while (head) { struct node *t = head->next; free(head); head = t; }
  return 0;
}
