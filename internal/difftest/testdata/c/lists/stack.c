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
  struct node *top = 0;
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c == 0) break;
    if (c > 0) {
      top = push(top, 9);
    } else if (top) {
      struct node *p = top;
      top = p->next;
#ifndef UNSAFE
      assert(p->data == 9);
#else
      assert(p->data == 9 && p->next == top->next);
#endif
      free(p);
    }
  }
  while (top) { struct node *p = top; top = top->next; free(p); }
  return 0;
}
