// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = CMPLX(1, -0.0);
  z = z + 1.0;
  double i = cimag(z);
  assert(creal(z) == 2 && 1 / i < 0);
}
