// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 20) return 0;
  char *p = __builtin_alloca(n);
  __builtin_memset(p, 7, n);
  int *q = __builtin_alloca_with_align(16, 64);
  q[3] = 5;
  assert(p[n - 1] == 7 && q[3] == 5);
  return 0;
}
