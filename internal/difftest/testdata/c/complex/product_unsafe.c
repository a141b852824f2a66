// false
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 1 + 2 * I, w = 3 - I;
  z = z * w;
  assert(creal(z) == 1 && cimag(z) == 5);
}
