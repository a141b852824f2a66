// false
#include <assert.h>
#include <complex.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
  double complex z = CMPLX(x, y);
  assert(!(creal(z) > 7));
  double root = creal(csqrt(z)), turn = cimag(clog(z));
  assert(!(root < 0) && !(turn > 3.2) && !(turn < -3.2));
  assert(!(creal(cacos(z)) > 3.2) && !(creal(__builtin_casin(z)) < -1.6) && !(cimagf(catanhf((float complex)z)) > 1.6f));
  int low = 10, high = 0;
  double complex w = cpow(z, cexp(z)) + csin(z) * ccos(z);
  if (creal(w) < cimag(w))
    low = 1;
  else
    high = 2;
  assert(low + high == 1 || low + high == 12);
}
