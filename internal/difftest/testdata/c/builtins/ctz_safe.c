// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x == 0) return 0;
  int n = __builtin_ctz(x);
  assert((x >> n & 1) && (n == 0 || x << (32 - n) == 0));
  return 0;
}
