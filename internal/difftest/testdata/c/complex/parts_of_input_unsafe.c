// false
#include <assert.h>
#include <complex.h>
double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  double complex z = CMPLX(x, y);
  if (x == x) assert(creal(z) == x && creal(conj(z)) > x);
}
