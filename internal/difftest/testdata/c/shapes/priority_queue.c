// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct job { int priority; struct job *next; };
int main(void) {
  struct job *head = NULL;
  int last = 0;
  _Bool popping = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct job *n = malloc(sizeof *n), *p;
    if (!n) abort();
    n->priority = __VERIFIER_nondet_int();
    if (!head || head->priority < n->priority) {
      n->next = head;
      head = n;
      continue;
    }
    for (p = head; p->next && p->next->priority >= n->priority; p = p->next) ;
    n->next = p->next;
    p->next = n;
  }
  while (head) {
    struct job *top = head;
    if (popping) {
#ifndef UNSAFE
      assert(top->priority <= last);
#else
      assert(top->priority < last);
#endif
    }
    popping = 1;
    last = top->priority;
    head = top->next;
    free(top);
  }
  return 0;
}
