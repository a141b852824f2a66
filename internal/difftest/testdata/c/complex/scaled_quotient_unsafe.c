// false
#include <assert.h>
#include <complex.h>
int main(void) {
  double complex z = CMPLX(0x1p1000, 0x1p1000), w = CMPLX(0x1p1000, 0x1p1000);
  z /= w;
  assert(z == 0);
}
