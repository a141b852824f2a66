// pair --check memory,leak
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
static struct node *push(struct node *head, int data) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = data;
  n->next = head;
  return n;
}
int main(void) {
  struct node *head = 0;
  while (__VERIFIER_nondet_int() > 0) head = push(head, 0);
  while (head) {
#ifndef UNSAFE
    struct node *next = head->next; free(head); head = next;
#else
    struct node *next = head->next; free(next); head = next;
#endif
  }
  return 0;
}
