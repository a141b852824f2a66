// false
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x == 0) return 0;
  int n = __builtin_clz(x);
  assert(n >= 0 && n <= 30 && x >> (31 - n) == 1);
  return 0;
}
