// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { int v; struct node *next; };
static struct node *push(struct node *head, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(0);
  n->v = v; n->next = head;
  return n;
}
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) head = push(head, __VERIFIER_nondet_uchar());
  for (int i = 0; i < 2; i++)
    for (struct node *p = head; p->next; p = p->next)
      if (p->v > p->next->v) { int t = p->v; p->v = p->next->v; p->next->v = t; }
  assert(head->v <= head->next->v && head->next->v < head->next->next->v);
  return 0;
}
