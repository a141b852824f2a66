// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), r;
  if (!__builtin_sadd_overflow(x, 1, &r))
    assert(r > x);
  else
    assert(x == 0x7fffffff);
  return 0;
}
