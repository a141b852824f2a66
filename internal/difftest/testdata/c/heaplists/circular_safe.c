// true
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
  struct node *a = push(0, 1), *b = push(a, 2), *c = push(b, 3);
  a->next = c;
  int n = 0;
  struct node *p = c;
  do { n += p->v; p = p->next; } while (p != c);
  assert(n == 6 && p->next->next->next == p);
  return 0;
}
