// false
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), r;
  _Bool o = __builtin_sub_overflow(a, b, &r);
  assert(o == (a <= b) && r == a - b);
  return 0;
}
