// false
// inputs: 16
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
  for (int i = 0; i < 5; i++) head = push(head, i * i);
  int k = __VERIFIER_nondet_int();
  struct node *p = head;
  while (p && p->v != k) p = p->next;
  if (p) assert(k == 0 || k == 1 || k == 4 || k == 9 || k == 15);
  return 0;
}
