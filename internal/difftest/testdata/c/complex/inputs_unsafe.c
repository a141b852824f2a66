// false
#include <assert.h>
#include <complex.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -2 || a > 2 || b < -2 || b > 2) return 0;
  double complex z = a + b * I;
  assert(creal(z * conj(z)) > 0);
}
