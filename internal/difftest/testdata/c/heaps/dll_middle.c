// pair
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next, *prev; };
static struct node *make(int data) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = data;
  n->next = n->prev = NULL;
  return n;
}
int main(void) {
  struct node *head = make(1);
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = make(1);
    n->next = head;
    head->prev = n;
    head = n;
  }
  struct node *p = head;
  while (p->next && __VERIFIER_nondet_int() > 0) p = p->next;
  struct node *n = make(2);
  n->next = p->next;
  n->prev = p;
  if (p->next) p->next->prev = n;
  p->next = n;
#ifndef UNSAFE
  assert(n->prev->data == 1 && n->prev->next == n);
  if (n->next) assert(n->next->prev == n);
#else
  if (n->next) assert(n->next->prev == p);
#endif
  for (p = head; p; p = p->next) {
    assert(p->data == 1 || p == n);
    if (p->next) assert(p->next->prev == p);
  }
  while (head) { p = head->next; free(head); head = p; }
  return 0;
}
