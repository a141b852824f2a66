// false
#include <assert.h>
extern long long __VERIFIER_nondet_longlong(void);
int main(void) {
  long long x = __VERIFIER_nondet_longlong();
  unsigned long long r;
  if (!__builtin_mul_overflow(x, 3u, &r))
    assert(x >= 1);
  return 0;
}
