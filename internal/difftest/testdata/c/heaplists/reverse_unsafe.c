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
  int k = __VERIFIER_nondet_int();
  if (k < 1 || k > 4) return 0;
  struct node *head = 0, *back = 0;
  for (int i = 0; i < k; i++) head = push(head, i);
  while (head) { struct node *n = head->next; head->next = back; back = head; head = n; }
  int i = 0;
  for (struct node *p = back; p; p = p->next) { assert(p->v == i); i++; }
  assert(i == k  && i < 4);
  return 0;
}
