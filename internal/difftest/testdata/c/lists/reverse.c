// pair
// inputs: 1 1 0
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
static void release(struct node *p) {
  while (p) {
    struct node *next = p->next;
    free(p);
    p = next;
  }
}
int main(void) {
  struct node *head = 0, *back = 0;
  while (__VERIFIER_nondet_int() > 0) head = push(head, 3);
  while (head) {
    struct node *next = head->next;
    head->next = back;
    back = head;
    head = next;
  }
#ifndef UNSAFE
  for (struct node *p = back; p; p = p->next) assert(p->data == 3);
#else
  for (struct node *p = back; p; p = p->next) assert(p->data == 3 && !p->next);
#endif
  release(back);
  return 0;
}
