// false
#include <assert.h>
#include <complex.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  double complex z = CMPLX(x, y);
  double a = cabs(z);
  assert(a >= 0 || isnan(creal(z)) || isnan(cimag(z)));
  assert(cabs(3 + 4 * I) == 7 && cabs(CMPLX(NAN, -INFINITY)) == INFINITY && cabsf(CMPLXF(0, -2)) == 2);
  assert(fabs(carg(-1 + 3 * I)) < 3.143 && carg(2) == 0);
}
