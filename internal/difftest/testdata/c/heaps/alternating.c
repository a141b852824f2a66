// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *head = malloc(sizeof *head), *p;
  int flag = 1;
  if (!head) abort();
  p = head;
  while (__VERIFIER_nondet_int() > 0) {
    p->data = flag ? 1 : 2;
    flag = !flag;
    p->next = malloc(sizeof *p);
    if (!p->next) abort();
    p = p->next;
  }
  p->data = 3;
  p->next = NULL;
  p = head;
  flag = 1;
  while (p->data != 3) {
#ifndef UNSAFE
    assert(p->data == (flag ? 1 : 2));
#else
    assert(p->data == (flag ? 2 : 1));
#endif
    flag = !flag;
    p = p->next;
  }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
