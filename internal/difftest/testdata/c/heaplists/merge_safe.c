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
static struct node *merge(struct node *a, struct node *b) {
  struct node *r = 0, **end = &r;
  while (a && b) {
    struct node **s = a->v <= b->v ? &a : &b;
    *end = *s; end = &(*s)->next; *s = (*s)->next;
  }
  *end = a ? a : b;
  return r;
}
int main(void) {
  int x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  struct node *m = merge(push(push(0, 100), 50), push(push(0, x), y < x ? y : x));
  int n = 0;
  for (; m; m = m->next) { n++; if (m->next) assert(m->v <= m->next->v); }
  assert(n == 4);
  return 0;
}
