// pair --check memory,leak
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next, *prev; };
static void release(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int() > 0) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = __VERIFIER_nondet_int();
    n->prev = 0;
    n->next = head;
    if (head) head->prev = n;
    head = n;
  }
  struct node *p = head;
  while (p && p->data != 5) p = p->next;
  if (p) {
    if (p->prev) p->prev->next = p->next; else head = p->next;
#ifndef UNSAFE
    if (p->next) p->next->prev = p->prev;
#endif
    free(p);
  }
  for (p = head; p && p->next; p = p->next) if (p->next->prev != p) free(p);
  release(head);
  return 0;
}
