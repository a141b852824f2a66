// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  _Bool o = __builtin_add_overflow_p(x, 0, (signed char)0);
  assert(o == (x < -128 || x > 127));
  return 0;
}
