// false
// inputs: 23 23
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
struct o { void (*step)(struct o *, int); int v; struct o *next; };
#define F(n) static void f##n(struct o *o, int x) { o->v += n; if (o->next && x > 0) o->next->step(o->next, x - 1); }
EACH(F)
#define NAME(n) f##n,
static void (*const tab[])(struct o *, int) = {EACH(NAME)};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 24 || j >= 24) return 0;
  struct o b = {tab[j], 0, 0}, a = {tab[i], 100, &b};
  a.step(&a, 1);
  assert(a.v + b.v < 146);
  return 0;
}
