// pair
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { int key, value; struct node *next; };
// each node is replaced by a copy of its bytes
int main(void) {
  struct node *head = NULL, *p, *copy = NULL;
  while (__VERIFIER_nondet_int() > 0) {
    p = malloc(sizeof *p);
    if (!p) abort();
    p->key = 4;
    p->value = __VERIFIER_nondet_int() > 0;
    p->next = head;
    head = p;
  }
  while (head) {
    p = malloc(sizeof *p);
    if (!p) abort();
    memcpy(p, head, sizeof *p);
    struct node *t = head->next;
    free(head);
    head = t;
    p->next = copy;
    copy = p;
  }
  for (p = copy; p; p = p->next) {
#ifndef UNSAFE
    assert(p->key == 4 && p->value <= 1);
#else
    assert(p->key == 4 && p->value < 1);
#endif
  }
  while (copy) { p = copy->next; free(copy); copy = p; }
  return 0;
}
