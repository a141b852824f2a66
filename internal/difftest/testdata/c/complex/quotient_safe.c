// true
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = 10 + 5 * I, w = 2 - I;
  z /= w;
  assert(creal(z) == 3 && cimag(z) == 4);
}
