// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(__builtin_constant_p(3 * sizeof(int)) && __builtin_constant_p("a") && __builtin_constant_p(x) == 0);
  return 0;
}
