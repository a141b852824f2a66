// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
#include <math.h>
int main(void) {
  double s = sin((double)__VERIFIER_nondet_int());
  assert(s <= 1.0 && s >= -0.5);
  return 0;
}
