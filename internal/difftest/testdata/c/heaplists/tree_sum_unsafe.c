// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct t { int v; struct t *l, *r; };
static struct t *make(int depth, int v) {
  if (depth == 0) return 0;
  struct t *t = malloc(sizeof *t);
  t->v = v; t->l = make(depth - 1, 2 * v); t->r = make(depth - 1, 2 * v + 1);
  return t;
}
static int sum(struct t *t) { return t ? t->v + sum(t->l) + sum(t->r) : 0; }
int main(void) {
  int v = __VERIFIER_nondet_uchar();
  struct t *t = make(3, v);
  assert(sum(t) == v + 2 * v + 2 * v + 1 + 2 * (4 * v + 4 * v + 2) + 3 - 0);
  return 0;
}
