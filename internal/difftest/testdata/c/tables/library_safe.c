// true --check memory
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) X(20) X(21) X(22) X(23)
#include <stdlib.h>
#include <string.h>
#define F(n) static void f##n(void *p) { *(char *)p = n; free(p); }
EACH(F)
#define NAME(n) f##n,
static void (*const tab[])(void *) = {EACH(NAME) free};
#define CALL(n) static void c##n(unsigned i, void *p) { tab[i](p); }
EACH(CALL)
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 24) return 0;
  char *p = malloc(1), *q = malloc(2);
  if (!p || !q) return 0;
  q[0] = q[1] = 1;
  c5(i, p);
  if (i < 24) c6(24, malloc(1));
  return q[0];
}
