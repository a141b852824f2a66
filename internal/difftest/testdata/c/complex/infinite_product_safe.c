// true
#include <assert.h>
#include <complex.h>
#include <math.h>
int main(void) {
  double complex z = CMPLX(INFINITY, NAN), w = 2 + I;
  z = z * w;
  assert(isinf(creal(z)));
}
