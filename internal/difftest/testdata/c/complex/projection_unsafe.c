// false
#include <assert.h>
#include <complex.h>
#include <math.h>
int main(void) {
  double complex z = cproj(CMPLX(NAN, -INFINITY)), w = cproj(3 + 4 * I);
  assert(isinf(creal(z)) && cimag(z) == 0 && !signbit(cimag(z)) && w == 3 + 4 * I);
}
