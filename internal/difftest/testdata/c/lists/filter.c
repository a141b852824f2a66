// pair
// inputs: 1 0 0
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
  struct node *head = 0, *kept = 0;
  while (__VERIFIER_nondet_int() > 0) head = push(head, __VERIFIER_nondet_int());
  while (head) {
    struct node *p = head;
    head = p->next;
    if (p->data >= 0) {
      p->next = kept;
      kept = p;
    } else {
      free(p);
    }
  }
#ifndef UNSAFE
  for (struct node *p = kept; p; p = p->next) assert(p->data >= 0);
#else
  for (struct node *p = kept; p; p = p->next) assert(p->data > 0);
#endif
  release(kept);
  return 0;
}
