// true
#include <assert.h>
#include <complex.h>
#include <math.h>
int main(void) {
  double complex z = 1 + I, w = 0;
  z = z / w;
  assert(isinf(creal(z)) && isinf(cimag(z)));
}
