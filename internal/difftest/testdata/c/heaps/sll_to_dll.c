// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; int mark; };
int main(void) {
  struct node *head = NULL, *p, *back;
  while (__VERIFIER_nondet_int() > 0) {
    p = malloc(sizeof *p);
    if (!p) abort();
    p->next = head;
    p->mark = 0;
    head = p;
  }
  back = NULL;
  for (p = head; p; p = p->next) {
    p->prev = back;
#ifndef UNSAFE
    back = p;
#else
    back = head;
#endif
  }
  for (p = head; p; p = p->next) {
    assert(p->mark == 0);
    if (p->prev) assert(p->prev->next == p);
    else assert(p == head);
  }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
