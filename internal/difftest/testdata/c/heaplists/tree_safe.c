// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct t { int v; struct t *l, *r; };
static struct t *add(struct t *t, int v) {
  struct t **p = &t;
  while (*p) p = v < (*p)->v ? &(*p)->l : &(*p)->r;
  *p = calloc(1, sizeof **p);
  (*p)->v = v;
  return t;
}
int main(void) {
  struct t *t = 0;
  int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar(), c = __VERIFIER_nondet_uchar();
  t = add(t, a); t = add(t, b); t = add(t, c);
  if (t->l) assert(t->l->v < t->v);
  if (t->r) assert(t->r->v >= t->v);
  return 0;
}
